import { type Failure, failureOf, lancelot } from '../rules/client.ts'
import type { LancelotState, Problem } from '../rules/contract.ts'
import type { MatchView } from '../server/api.ts'
import type { OnlineMatch } from '../server/match.svelte.ts'
import type { Outgoing } from '../server/outbox.ts'
import { announcer } from '../ui/announce.svelte.ts'
import { squareText, turnText } from '../words/notation.ts'
import { t } from '../words/words.svelte.ts'
import { nameAt } from './names.ts'
import { preferences } from './preferences.svelte.ts'

/** A game of Lancelot on the server, as one at this screen is seen and played (see table/LancelotTable.svelte). */
export class LancelotMatch {
  readonly #match: OnlineMatch
  readonly #game: () => MatchView
  game = $state.raw<LancelotState | undefined>()
  /** The position looked at. */
  shown = $state.raw<LancelotState | undefined>()
  /** The first half of a turn with the king's power, or ''. */
  pending = $state('')
  armed = $state(false)
  problems = $state.raw<readonly Problem[]>([])
  failure = $state.raw<Failure | undefined>()
  /** A whole turn that waits to be confirmed, or ''; the field shows it as made. */
  candidate = $state('')
  /** Where a stone is put as soon as it is one's turn, if that is possible then; or ''. */
  planned = $state('')
  #asking = $state(false)
  /** Turns of the position looked at, where somebody looks back. */
  #chosen = $state<number | undefined>()
  #known = ''
  #questions = 0

  constructor(match: OnlineMatch, game: () => MatchView) {
    this.#match = match
    this.#game = game
  }

  get #view(): MatchView {
    return this.#game()
  }

  /** The turn on its way to the server. Its stone stands on the field already. */
  get outgoing(): Outgoing | undefined {
    const { outgoing } = this.#match
    return outgoing?.game === this.#view.game && outgoing.ply === this.#view.moves.length ? outgoing : undefined
  }

  /** It takes long to arrive; or ''. */
  get sent(): string {
    return (this.#match.late && this.outgoing?.move) || ''
  }

  /** Where a seat is out, the rules are told who acts, since they know of nobody who is passed over. */
  line = $derived.by(() => {
    const { seats, start, moves, toAct } = this.#view
    const outgoing = this.outgoing ? [this.outgoing.move] : []
    const turns = [...moves.map(({ move }) => move), ...outgoing]
    if (!seats.some(({ out }) => out)) return { start, turns }
    const acts = (turn: number) => 'abcde'[moves[turn]?.seat ?? toAct] ?? ''
    const [rows, , ...rest] = start.split(' ')
    return {
      start: acts(0) ? [rows, acts(0), ...rest].join(' ') : start,
      turns: turns.map((move, turn) => (turn < moves.length && acts(turn + 1) ? `${move}>${acts(turn + 1)}` : move)),
    }
  })

  get asking(): boolean {
    return this.#asking || this.#match.sending
  }

  get turns(): number {
    return this.line.turns.length
  }

  get at(): number {
    return this.#chosen ?? this.turns
  }

  get looking(): boolean {
    return this.#chosen !== undefined
  }

  get #mine(): boolean {
    const view = this.#view
    return view.phase === 'playing' && view.you >= 0 && view.toAct === view.you && view.seats[view.you]?.engine === 0
  }

  get mayMove(): boolean {
    return this.#mine && !this.outgoing && !this.asking && this.game !== undefined && this.shown === this.game
  }

  /** While others think, a stone may be planned. */
  get mayPlan(): boolean {
    const { you, phase, toAct, seats } = this.#view
    const chair = seats[you]
    if (
      !preferences.ahead ||
      phase !== 'playing' ||
      !chair ||
      chair.engine > 0 ||
      chair.out ||
      (toAct === you && !this.outgoing)
    )
      return false
    return this.game?.phase === 'turn' && this.game.toAct !== you && this.shown === this.game
  }

  get hasPower(): boolean {
    const { game } = this
    if (!this.#mine || this.outgoing || !game || game.phase !== 'turn' || this.candidate) return false
    return this.pending !== '' || (game.excaliburSquares.length > 0 && !!game.excaliburTurns[this.#view.you])
  }

  /** Follows the server. To be called whenever the line or the pending half of a turn has changed. */
  async follow(): Promise<void> {
    const { start, turns } = this.line
    const half = this.pending
    const view = this.#view
    const key = [view.game, start, ...turns].join(' ')
    if (key.concat('|', half) === this.#known || start === '') return
    const anew = this.#known.split('|')[0] !== key
    // A half turn belongs to the position in which it was begun.
    const begun = anew ? '' : half
    this.#known = key.concat('|', begun)
    this.pending = begun
    if (!begun) this.armed = false
    if (anew) this.candidate = ''
    const question = ++this.#questions
    this.#asking = true
    this.failure = undefined
    try {
      const answer = await lancelot.game(start, [...turns], begun)
      if (question !== this.#questions) return
      this.problems = answer.ok ? [] : answer.problems
      if (!answer.ok) return
      const more = this.game ? answer.value.played.length - this.game.played.length : 0
      if (more < 0 || view.phase !== 'playing') this.planned = ''
      this.game = answer.value
      this.shown = answer.value
      this.#chosen = undefined
      const last = answer.value.played.at(-1)
      if (more === 1 && last) {
        announcer.say(t('lancelot.announce.turn', { who: nameAt(view, last.seat), turn: turnText(last.text) }))
      }
    } catch (reason) {
      this.#known = ''
      this.failure = failureOf(reason)
    } finally {
      if (question === this.#questions) this.#asking = false
    }
  }

  /** Puts the planned stone when its time has come. */
  playPlanned(): void {
    if (!this.planned || !this.mayMove || !this.game) return
    const square = this.planned
    this.planned = ''
    if (this.game.stoneSquares.some((stone) => stone.square === square && stone.legal)) void this.#match.move(square)
    else announcer.say(t('match.premove.dropped', { move: squareText(square) }))
  }

  async look(turns: number): Promise<void> {
    if (this.pending) return
    const question = ++this.#questions
    this.candidate = ''
    this.#chosen = turns >= this.turns ? undefined : Math.max(0, turns)
    if (this.#chosen === undefined) {
      this.shown = this.game
      return
    }
    const answer = await lancelot.game(this.line.start, this.line.turns.slice(0, this.#chosen), '')
    if (question === this.#questions && answer.ok) this.shown = answer.value
  }

  step(to: 'first' | 'previous' | 'next' | 'last'): Promise<void> {
    return this.look({ first: 0, previous: this.at - 1, next: this.at + 1, last: this.turns }[to])
  }

  /** Puts a stone, or Excalibur where no stone is due; plans one where it is not one's turn. */
  async put(square: string): Promise<void> {
    if (this.mayPlan) {
      this.planned = square
      return
    }
    if (!this.game || !this.mayMove) return
    if (this.game.phase === 'place-excalibur') await this.#play(`X${square}`)
    else if (this.pending) await this.#play(`${this.pending},${this.pending.startsWith('X') ? square : `X${square}`}`)
    else if (this.armed) this.pending = square
    else await this.#play(square)
  }

  /** Puts Excalibur elsewhere by the king's power, before the stone. */
  async liftTo(square: string): Promise<void> {
    if (this.mayMove && !this.pending) this.pending = `X${square}`
  }

  async finishTurn(): Promise<void> {
    if (this.pending && this.game?.canFinish) await this.#play(this.pending)
  }

  async cancelTurn(): Promise<void> {
    this.armed = false
    this.pending = ''
  }

  async #play(turn: string): Promise<void> {
    if (!preferences.asks(this.#view)) {
      await this.#match.move(turn)
      return
    }
    const question = ++this.#questions
    this.candidate = turn
    const answer = await lancelot.game(this.line.start, [...this.line.turns, turn], '')
    if (question === this.#questions && answer.ok && this.candidate === turn) this.shown = answer.value
  }

  async confirm(): Promise<void> {
    const turn = this.candidate
    if (!turn) return
    this.candidate = ''
    if (!(await this.#match.move(turn)) && !this.looking) this.shown = this.game
  }

  /** Takes back what waits. Answers whether anything did. */
  dismiss(): boolean {
    const was = this.candidate !== '' || this.planned !== ''
    if (this.candidate) {
      this.#questions++
      this.shown = this.game
    }
    this.candidate = this.planned = ''
    return was
  }
}
