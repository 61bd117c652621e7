import { untrack } from 'svelte'
import { type Failure, failureOf, type Opponent, opponent } from '../rules/client.ts'
import type { Answer, AnyVariant, EarnedBadge, Problem } from '../rules/contract.ts'
import { alone, resultsOf } from '../saved/badges.ts'
import { afterMove, cutTo, hasClock, leftAfter, mayRun, takenOver } from '../saved/clock.ts'
import { type Ending, type Player, person, type SavedGame } from '../saved/game.ts'
import { browserStore, savedGames } from '../saved/games.svelte.ts'
import { wonOf } from '../saved/ladder.ts'
import { fullStrength } from '../saved/levels.ts'
import { progress } from '../saved/progress.svelte.ts'
import { keepState, keptState } from '../saved/state.ts'
import { build } from '../server/build.svelte.ts'
import { realTime } from '../server/clock.ts'
import { ownGames } from '../server/owngames.svelte.ts'
import { clockText } from '../server/texts.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { newId } from '../ui/id.ts'
import { making } from '../ui/making.svelte.ts'
import { place } from '../ui/route.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { defaultComputer } from './defaults.ts'
import type { Hinted } from './hint.ts'
import { Hints } from './hints.svelte.ts'
import type { RulesState, Side, Source } from './source.ts'
import { Stopwatch } from './stopwatch.ts'

/** The end of a game, by the rules or by a decision of the players. */
export interface Result {
  reason: string
  winners: readonly number[]
}

/** How often the time of a running clock is checked, in milliseconds. */
const checkEvery = 200

/**
 * A game saved in the browser. People at this screen and computers in this page play it.
 *
 * Its clock runs while the page of the game is open, also in a hidden tab. While the page is closed it is paused: what the turn in
 * progress has used is stored when the page is left.
 */
export abstract class LocalSource<K extends SavedGame, S extends RulesState> implements Source<S> {
  saved: K = $state.raw() as K
  readonly known: S | undefined
  /** The state that the rules computed last. */
  protected state = $state.raw<S | undefined>()
  round = $state(0)
  thinking = $state(false)
  /** The computers are paused, in a game without people. */
  paused = $state(false)
  readonly hints = new Hints(this)
  /** The computer agrees to a draw after its last move. */
  acceptsDraw = $state(false)
  #failure = $state.raw<Failure | undefined>()
  #problems = $state.raw<readonly Problem[]>([])
  readonly premover = -1
  readonly busy = false
  readonly confirms = false
  readonly sending = ''

  /** The game that `state` belongs to. */
  #stateFor = $state('')
  /** `state` is not after the first part of a turn. */
  #whole = true
  /** The number of the last request to the opponent; responses to earlier ones are ignored. */
  #request = 0
  #left = false
  /** The badges of this game were computed since it was opened. */
  #badgesComputed = false
  #opponent: Opponent
  /** Measures the turn in progress while its clock runs. */
  readonly #turnTime = new Stopwatch()

  /** `usual` is the state after the moves if the game has its usual start and no moves. */
  constructor(saved: K, usual: S | undefined) {
    this.saved = saved
    const store = browserStore()
    this.known = (store && (keptState(store, build.own, saved) as S | undefined)) ?? usual
    this.state = this.known
    if (this.known) this.#stateFor = this.#current
    this.#opponent = opponent(saved.game)
    this.#openClock()
    this.paused = this.onlyComputers && saved.moves.length > 0
  }

  abstract readonly title: string
  abstract readonly subtitle: string
  abstract readonly sides: readonly Side[]
  /** The side to act in a state. */
  protected abstract actor(state: S): number
  /** The side that made a move. */
  protected abstract mover(move: S['played'][number]): number
  abstract readonly variant: AnyVariant
  abstract readonly hinted: Hinted
  abstract record(): Promise<string>
  /** The end of a game of two sides in which the time of one is over. */
  protected abstract timeEnd(side: number): Ending
  /** The badges that a side has earned in the game, which has ended. */
  protected abstract badges(side: number, winners: readonly number[]): Promise<Answer<EarnedBadge[]>>
  /** Starts a game of the person against computers of these levels, in the order of their seats. */
  abstract against(levels: readonly number[]): Promise<void>

  get game(): K['game'] {
    return this.saved.game
  }

  get start(): string {
    return this.saved.start
  }

  /** The time control in words, '' without a clock. */
  protected get control(): string {
    const { clock } = this.saved
    return clock ? clockText(realTime(clock)) : ''
  }

  get moves(): readonly string[] {
    return this.saved.moves
  }

  result = $derived.by((): Result | undefined => {
    if (this.saved.end) return this.saved.end
    return this.state?.outcome.over ? this.state.outcome : undefined
  })

  get over(): boolean {
    return this.result !== undefined
  }

  get winners(): readonly number[] {
    return this.result?.winners ?? []
  }

  get own(): readonly number[] {
    return this.sides.flatMap(({ player }, side) => (player.by === 'person' ? [side] : []))
  }

  get toAct(): number {
    return this.state && !this.over ? this.actor(this.state) : -1
  }

  get #playerToAct(): Player | undefined {
    return this.sides[this.toAct]?.player
  }

  /** The side whose clock is running, -1 for none. */
  running = $derived.by(() => {
    const { clock } = this.saved
    const side = this.toAct
    if (!clock || side < 0 || this.newer || this.#stateFor !== this.#current || !mayRun(clock, side)) return -1
    return this.thinking || this.sides[side]?.player.by === 'person' ? side : -1
  })

  /** The identity of the game and its moves. */
  get #current(): string {
    return [this.round, ...this.moves].join(' ')
  }

  /** The version that another tab has stored since this one was read. */
  get newer(): K | undefined {
    const { id, changed } = this.saved
    return savedGames.games.find((other): other is K => other.id === id && other.changed > changed)
  }

  /** Shows the version of the other tab. */
  loadNewer(): void {
    const { newer } = this
    if (!newer) return
    this.#stopThinking()
    this.round++
    this.saved = newer
    this.#openClock()
  }

  /** Continues the turn in progress where the page was left. */
  #openClock(): void {
    const { clock, moves } = this.saved
    this.#turnTime.reset(clock?.times.length === moves.length ? clock.used : 0)
  }

  /**
   * Returns what a side has left now, in milliseconds, or what it had after the first `moves` moves; undefined for a side without a
   * clock.
   */
  timeLeft(side: number, moves = this.moves.length): number | undefined {
    const { clock } = this.saved
    if (!clock || !hasClock(clock, side)) return undefined
    const left = leftAfter(clock, side, moves)
    const acts = moves === this.moves.length && this.state !== undefined && this.actor(this.state) === side
    return acts ? Math.max(0, left - this.#turnTime.time) : left
  }

  /** Runs the clock of the side to act, until its time is over. To be called in an effect; `onend` is called if that ends the game. */
  followClock(onend: () => void): (() => void) | undefined {
    const { running } = this
    if (running < 0) return undefined
    return untrack(() => {
      this.#turnTime.start()
      const timer = setInterval(() => {
        if (this.#timeOver() && this.over) onend()
      }, checkEvery)
      return () => {
        clearInterval(timer)
        this.#turnTime.stop()
      }
    })
  }

  /**
   * If the time of the running clock is over, ends the game or has a computer take the seat over, and returns true. In games of
   * three and more a computer plays on even if its own time is over, as on the server.
   */
  #timeOver(): boolean {
    const side = this.running
    if (!this.saved.clock || side < 0 || this.timeLeft(side) !== 0) return false
    if (this.sides.length === 2) this.finish(this.timeEnd(side))
    else if (this.sides[side]?.player.by === 'computer') return false
    else this.#leave(side, 'time')
    return true
  }

  /** Resigns for a person. */
  resign(side: number): void {
    if (this.sides.length === 2) this.finish({ reason: 'resigned', winners: [1 - side] })
    else this.#leave(side, 'resigned')
  }

  /**
   * Ends the part of a person in a game of three and more. The rule is that of the server: if only computers are left, they win
   * together, else a computer takes the seat over.
   */
  #leave(side: number, reason: 'time' | 'resigned'): void {
    const others = this.sides.flatMap((_, other) => (other === side ? [] : [other]))
    if (others.every((other) => this.sides[other]?.player.by === 'computer')) {
      this.finish({ reason, winners: others })
      return
    }
    const name = this.sides[side]?.name ?? ''
    const { clock } = this.saved
    this.#turnTime.reset()
    const { milliseconds, level } = defaultComputer()
    const players = this.saved.players.map((player, seat) =>
      seat === side ? { ...player, by: 'computer', milliseconds, level } : player,
    )
    const left = clock ? { clock: takenOver(clock, side, this.moves.length) } : { branched: true }
    this.change({ players, ...left } as Partial<K>)
    announcer.say(t(`game.left.${reason}`, { name }))
  }

  /** Stores what the turn in progress has used. */
  #keepClock(): void {
    const { clock } = this.saved
    const used = Math.round(this.#turnTime.time)
    if (clock && used > 0 && !this.over) this.saved = savedGames.amend(this.saved, { clock: { ...clock, used } })
  }

  /** Stores the game, unless another tab has changed it. */
  protected save(saved: K): void {
    this.saved = { ...saved, changed: savedGames.save(saved) }
  }

  get mayMove(): boolean {
    return !this.newer && this.#playerToAct?.by === 'person' && this.#stateFor === this.#current
  }

  /** The online match in progress of the person that has this position, or ''. The computer does not help there. */
  get ownGame(): string {
    return this.state ? ownGames.at(this.variant, this.state.position) : ''
  }

  /** Hints are for games against the computer. */
  get mayHint(): boolean {
    return this.mayMove && !this.ownGame && this.saved.players.some(({ by }) => by === 'computer')
  }

  engine(): Opponent {
    return this.#opponent
  }

  /** Shows the next step of the hint for this position. The first one counts as a hint. */
  async showHint(): Promise<void> {
    if (!(await this.hints.show())) return
    this.save({ ...this.saved, hints: (this.saved.hints ?? 0) + 1 })
  }

  get failure(): Failure | undefined {
    return this.#failure ?? this.hints.failure
  }

  get problems(): readonly Problem[] {
    return this.#problems.length > 0 ? this.#problems : this.hints.problems
  }

  get onlyComputers(): boolean {
    return this.saved.players.every(({ by }) => by === 'computer')
  }

  /** Prepares the computer for its first move. */
  open(): void {
    document.addEventListener('visibilitychange', this.#hidden)
    addEventListener('pagehide', this.#pageHidden)
    addEventListener('pageshow', this.#pageShown)
    const levels = this.saved.players.flatMap(({ by, level }) => (by === 'computer' ? [level] : []))
    if (!this.saved.end && levels.length > 0)
      void making
        .painted()
        .then(() => this.#opponent.prepare(levels.includes(fullStrength) ? fullStrength : (levels[0] ?? fullStrength)))
  }

  /** Stores the state, for the next time when the game is opened. */
  #keepState = (): void => {
    const store = browserStore()
    if (store && this.state && this.#whole && this.#stateFor === this.#current)
      keepState(store, build.own, this.saved, this.state)
  }

  #hidden = (): void => {
    if (document.hidden) this.#closed()
  }

  #closed = (): void => {
    this.#keepState()
    this.#keepClock()
  }

  #pageHidden = (): void => {
    this.#closed()
    this.#turnTime.stop()
  }

  /** The browser may keep a page that was left, and show it again as it was. Until then it was closed. */
  #pageShown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && this.running >= 0) this.#turnTime.start()
  }

  /** Stops the computer. */
  leave(): void {
    document.removeEventListener('visibilitychange', this.#hidden)
    removeEventListener('pagehide', this.#pageHidden)
    removeEventListener('pageshow', this.#pageShown)
    this.#closed()
    this.#left = true
    this.#request++
    this.#opponent.end()
  }

  receive(state: S, pending: string): void {
    if (this.#left) return
    // The rules have confirmed the known state. What began meanwhile, such as a hint, goes on.
    const confirmed = this.state === state && this.#stateFor === this.#current
    this.state = state
    this.#whole = pending === ''
    this.#stateFor = this.#current
    if (!confirmed) this.#stopThinking()
    this.#keepResult(state)
    this.resume()
  }

  /**
   * Lists of saved games do not compute how the rules have ended them. The badges of a game that had ended before are computed
   * again: the page may have been closed before they were stored.
   */
  #keepResult({ outcome }: S): void {
    const { saved, result } = this
    if (!result || this.newer) return
    if (outcome.over && !saved.end && !saved.winners) {
      this.saved = savedGames.amend(saved, { winners: [...outcome.winners] })
      this.#keepWin(outcome.winners)
    } else if (!this.#badgesComputed && result.reason !== 'recorded') void this.#keepBadges(result.winners)
  }

  #keepWin(winners: readonly number[]): void {
    const won = wonOf(this.saved, winners)
    if (won) progress.add(won)
    void this.#keepBadges(winners)
  }

  /** Keeps the badges of the only person. Without the rules there are none. */
  async #keepBadges(winners: readonly number[]): Promise<void> {
    const { saved } = this
    this.#badgesComputed = true
    const side = alone(saved)
    if (side === undefined) return
    const earned = await this.badges(side, winners).catch(() => undefined)
    if (!earned?.ok || earned.value.length === 0) return
    const results = resultsOf(progress.solved, saved.id, earned.value)
    if (Object.keys(results).length > 0) progress.add(results)
  }

  async play(move: string): Promise<boolean> {
    if (this.over || this.newer || this.#timeOver()) return false
    const { moves, clock } = this.saved
    const timed = clock && { clock: afterMove(clock, moves.length, this.toAct, this.#turnTime.time) }
    this.change({ moves: [...moves, move], ...timed } as Partial<K>)
    return true
  }

  /** Changes and saves the game. The computer restarts its search, because the change may affect it. */
  change(fields: Partial<K>): void {
    if (this.newer) return
    this.#stopThinking()
    const { moves } = fields
    if (moves) this.#turnTime.reset()
    this.save({ ...this.saved, ...(moves && { winners: undefined, ...this.#clockAfter(moves) }), ...fields })
    // If the moves have changed, the rules must compute the state first.
    if (this.#stateFor === this.#current) void this.#letComputerPlay()
  }

  /** Changes the players. A game in which others than those that began play on counts neither on the ladder nor for badges. */
  seat(players: K['players']): void {
    const same = players.every(({ by, milliseconds, level }, i) => {
      const before = this.saved.players[i]
      return by === before?.by && (by === 'person' || (milliseconds === before.milliseconds && level === before.level))
    })
    this.change({ players, ...(!same && this.moves.length > 0 && { branched: true }) } as Partial<K>)
  }

  /** The number of moves left after taking back: those before the last move of a person, or all but one without people. */
  get undoTo(): number | undefined {
    const { state } = this
    const { moves, end } = this.saved
    if (end) return moves.length
    if (this.onlyComputers) return moves.length > 0 ? moves.length - 1 : undefined
    if (!state) return undefined
    for (let n = moves.length - 1; n >= 0; n--) {
      const move: S['played'][number] | undefined = state.played[n]
      // The state does not have the last move until the rules have computed it.
      const side = move ? this.mover(move) : this.actor(state)
      if (this.sides[side]?.player.by === 'person') return n
    }
    return undefined
  }

  undo(): void {
    const to = this.undoTo
    if (to === undefined) return
    this.paused = this.onlyComputers
    const takebacks = (this.saved.takebacks ?? 0) + 1
    this.change({ moves: this.saved.moves.slice(0, to), end: null, takebacks } as Partial<K>)
    announcer.say(t('announce.undone'))
  }

  restart(): void {
    this.paused = false
    this.round++
    const { seated: players } = this
    this.change({
      moves: [],
      end: null,
      players,
      started: Date.now(),
      hints: 0,
      takebacks: 0,
      branched: false,
    } as unknown as Partial<K>)
  }

  /** The players of a new game: people whose seats a computer has taken over are back. */
  protected get seated(): readonly Player[] {
    return this.#back(this.saved.clock?.out)
  }

  /** The players with people in some seats that a computer has taken over. */
  #back(seats: readonly number[] = []): Player[] {
    return this.saved.players.map((player, seat) => (seats.includes(seat) ? person(player.name) : player))
  }

  finish(end: Ending): void {
    this.#keepClock()
    this.change({ end } as Partial<K>)
    if (this.saved.end) this.#keepWin(end.winners)
  }

  /** The clock after the first moves, and the players of then: a computer has taken over no seat whose time was over later. */
  #clockAfter(moves: readonly string[]): Partial<K> {
    const { clock } = this.saved
    if (!clock) return {}
    const then = cutTo(clock, moves.length)
    const back = clock.out?.filter((seat) => !then.out?.includes(seat)) ?? []
    return { clock: then, ...(back.length > 0 && { players: this.#back(back) }) } as Partial<K>
  }

  pause(paused: boolean): void {
    this.#stopThinking()
    this.paused = paused
    void this.#letComputerPlay()
  }

  /** Saves a new game with some fields of this one changed, and shows it. */
  protected goTo(fields: Partial<K>): void {
    const { moves } = fields
    const fresh: K = {
      ...this.saved,
      hints: 0,
      takebacks: 0,
      ...(moves && this.#clockAfter(moves)),
      branched: false,
      ...fields,
      id: newId(),
      end: null,
      changed: Date.now(),
    }
    delete fresh.winners
    savedGames.save(fresh)
    place.go(`${fresh.game}/${fresh.id}`)
  }

  /** Continues from an earlier position or a variation as another game. */
  branch(moves: readonly string[]): void {
    this.goTo({ ...this.fieldsAfter(moves), branched: moves.length > 0 })
    announcer.say(t('game.branched'))
  }

  /** The fields of the game that continues after these moves. */
  protected fieldsAfter(moves: readonly string[]): Partial<K> {
    return { moves: [...moves] } as Partial<K>
  }

  /** Lets the computer play if it is its turn and it is not thinking. */
  resume(): void {
    if (!this.thinking && this.#stateFor === this.#current) void this.#letComputerPlay()
  }

  #stopThinking(): void {
    this.#request++
    this.#opponent.cancel()
    this.thinking = false
    this.hints.cancel()
    this.#failure = undefined
    this.#problems = []
  }

  async #letComputerPlay(): Promise<void> {
    const player = this.#playerToAct
    if (player?.by !== 'computer' || this.paused || this.ownGame || this.newer) return
    const request = ++this.#request
    this.thinking = true
    try {
      const { start, moves } = this
      const { milliseconds, level } = player
      const left = this.timeLeft(this.toAct)
      const clock = left === undefined ? undefined : { left, increment: this.saved.clock?.increment ?? 0 }
      const thought = await this.#opponent.think(this.variant, start, [...moves], milliseconds, level, clock)
      if (request !== this.#request) return
      this.thinking = false
      if (thought.ok) {
        this.acceptsDraw = thought.value.acceptsDraw
        await this.play(thought.value.move)
      } else this.#problems = thought.problems
    } catch (reason) {
      if (request !== this.#request) return
      this.thinking = false
      this.#failure = failureOf(reason)
    }
  }
}
