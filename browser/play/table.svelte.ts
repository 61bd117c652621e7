import { type Failure, failureOf, type Opponent, opponent } from '../rules/client.ts'
import type { Answer, Outcome, Problem, Thought } from '../rules/contract.ts'
import type { Ending, Player, SavedGame } from '../saved/game.ts'
import { savedGames } from '../saved/games.svelte.ts'
import { announcer } from '../ui/announce.svelte.ts'
import { learnMen } from '../words/men.svelte.ts'
import { t } from '../words/words.svelte.ts'

/** How a game ended: by the rules, or by what people decided. */
export interface Result {
  reason: string
  winners: readonly number[]
}

/** What both games' answers from the rules have in common. */
interface Played {
  outcome: Outcome
}

/**
 * A game being played: what is saved of it, what the rules say of it, and whose turn it is to think.
 * Every change goes through `change`, which keeps it, asks the rules again and lets the computer play.
 */
export abstract class Table<K extends SavedGame, G extends Played> {
  saved: K = $state.raw() as K
  /** The game after the last move. */
  game = $state.raw<G | undefined>()
  /** Why the game cannot be followed. */
  problems = $state.raw<readonly Problem[]>([])
  /** The rules themselves failed. */
  failure = $state.raw<Failure | undefined>()
  thinking = $state(false)
  /** The rules have been asked of the last change and have not answered yet. */
  asking = $state(false)
  /** The computer waits, in a game that nobody else plays. */
  paused = $state(false)
  /** What the computer thought of its position last, for itself. */
  score = $state(0)

  /** Raised by every change, so that late answers are known to be late. */
  #turn = 0
  #opponent: Opponent

  constructor(saved: K) {
    this.saved = saved
    this.#opponent = opponent(saved.game)
  }

  result = $derived.by((): Result | undefined => {
    if (this.saved.end) return this.saved.end
    return this.game?.outcome.over ? this.game.outcome : undefined
  })

  /** Asks the rules how the game stands after the moves saved. */
  protected abstract ask(): Promise<Answer<G>>
  /** Whose turn it was before move n, by seat; n may be the number of moves. */
  protected abstract actor(n: number): number | undefined
  abstract playerAt(seat: number): Player | undefined
  protected abstract consider(player: Player, opponent: Opponent): Promise<Answer<Thought>>
  /** Told when the rules have answered; `more` moves than before were played. */
  protected abstract arrived(before: G | undefined, more: number): void

  get toAct(): Player | undefined {
    const seat = this.actor(this.saved.moves.length)
    return seat === undefined || this.result ? undefined : this.playerAt(seat)
  }

  /** A person at this screen may move now. */
  get mine(): boolean {
    return this.toAct?.by === 'person' && !this.failure
  }

  get onlyComputers(): boolean {
    return this.saved.players.every(({ by }) => by === 'computer')
  }

  async open(): Promise<void> {
    this.paused = this.onlyComputers && this.saved.moves.length > 0
    if (!this.saved.end && this.saved.players.some(({ by }) => by === 'computer')) this.#opponent.prepare()
    await this.refresh()
  }

  /** Stops everything that still goes on. */
  leave(): void {
    this.#turn++
    this.#opponent.end()
  }

  /** Takes a change over, unless it changes nothing that the rules would see. */
  async change(fields: Partial<K>): Promise<void> {
    this.saved = { ...this.saved, ...fields }
    savedGames.save(this.saved)
    await this.refresh()
  }

  async play(move: string): Promise<void> {
    if (this.result) return
    await this.change({ moves: [...this.saved.moves, move] } as Partial<K>)
  }

  /** How many moves would be left after taking back: down to the last turn of a person, or one less where none plays. */
  get undoTo(): number | undefined {
    const { moves, end } = this.saved
    if (end) return moves.length
    if (this.onlyComputers) return moves.length > 0 ? moves.length - 1 : undefined
    for (let n = moves.length - 1; n >= 0; n--) {
      const seat = this.actor(n)
      if (seat !== undefined && this.playerAt(seat)?.by === 'person') return n
    }
    return undefined
  }

  async undo(): Promise<void> {
    const to = this.undoTo
    if (to === undefined) return
    this.paused = this.onlyComputers
    await this.change({ moves: this.saved.moves.slice(0, to), end: null } as Partial<K>)
    announcer.say(t('announce.undone'))
  }

  async restart(): Promise<void> {
    this.paused = false
    await this.change({ moves: [], end: null, started: Date.now() } as unknown as Partial<K>)
  }

  async finish(end: Ending): Promise<void> {
    await this.change({ end } as Partial<K>)
  }

  async pause(paused: boolean): Promise<void> {
    this.paused = paused
    await this.refresh()
  }

  /** Asks the rules anew and goes on from their answer. */
  protected async refresh(): Promise<void> {
    const turn = ++this.#turn
    this.#opponent.cancel()
    this.thinking = false
    this.asking = true
    const before = this.game
    const length = this.#length
    try {
      await learnMen()
      const answer = await this.ask()
      if (turn !== this.#turn) return
      this.asking = false
      this.failure = undefined
      this.problems = answer.ok ? [] : answer.problems
      if (!answer.ok) return
      this.game = answer.value
      this.#length = this.saved.moves.length
      this.arrived(before, this.#length - length)
      await this.#letComputerPlay(turn)
    } catch (reason) {
      if (turn !== this.#turn) return
      this.asking = false
      this.failure = failureOf(reason)
    }
  }

  #length = 0

  async #letComputerPlay(turn: number): Promise<void> {
    const player = this.toAct
    if (player?.by !== 'computer' || this.paused) return
    this.thinking = true
    try {
      const thought = await this.consider(player, this.#opponent)
      if (turn !== this.#turn) return
      this.thinking = false
      if (thought.ok) {
        this.score = thought.value.score
        await this.play(thought.value.move)
      } else this.problems = thought.problems
    } catch (reason) {
      if (turn !== this.#turn) return
      this.thinking = false
      throw reason
    }
  }
}
