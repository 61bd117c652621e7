import { type Failure, failureOf } from '../rules/client.ts'
import type { Answer, Problem } from '../rules/contract.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { making } from '../ui/making.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { Course, type GameEvent, play } from './events.ts'
import type { Why } from './illegal.ts'
import type { ShownMove } from './notation.ts'
import type { RulesState, Source } from './source.ts'

export type Step = 'first' | 'previous' | 'next' | 'last'

/**
 * The controller of a game on screen. It computes the state of the game with the rules, shows the current or an earlier
 * position, and turns what is done on the board into moves for its source. `P` is a premove.
 */
export abstract class Game<S extends RulesState, C extends Source<S>, P> {
  readonly source: C
  /** The state after the last move. */
  state = $state.raw<S | undefined>()
  /** The state of the position shown. */
  shown = $state.raw<S | undefined>()
  /** The first part of a turn that has two parts, or ''. Only Lancelot has such turns. */
  pending = $state('')
  /** The move that waits to be confirmed, or ''. The board shows it as played. */
  candidate = $state('')
  /** The move that is played when it is this side's turn, if it is legal then. */
  premove = $state.raw<P | undefined>()
  /** The rules are computing a new state. */
  computing = $state(false)
  /** Why the last move that was tried is not legal. */
  why = $state.raw<Why | undefined>()
  #problems = $state.raw<readonly Problem[]>([])
  #failure = $state.raw<Failure | undefined>()
  /** The game and the pending part of a turn in the last request to the rules. */
  #requestedGame = ''
  #requestedPending = ''
  /** Numbers of the last request about the game and about a position to be shown; answers to earlier ones are dropped. */
  #request = 0
  protected positionRequest = 0

  constructor(source: C) {
    this.source = source
    this.state = source.known
    this.shown = source.known
  }

  /** Returns the state after some moves and part of a turn. */
  protected abstract rules(moves: readonly string[], pending: string): Promise<Answer<S>>
  /** Returns the announcement of the last move. */
  protected abstract describe(state: S): string
  /** Returns the events of the last move. */
  protected abstract eventsOf(state: S): GameEvent[]
  /** The position shown is not the current one. */
  abstract get showsPast(): boolean
  /** Forgets which earlier position is shown. */
  protected abstract forgetPosition(): void
  /** Whether a premove stays valid after `more` new moves. */
  protected abstract keepsPremove(more: number): boolean
  /** Returns the legal move for a premove, or ''. */
  protected abstract legalPremove(premove: P): string
  abstract premoveShown(premove: P): ShownMove

  /** The problems with the game's moves or with a computer's move. */
  get problems(): readonly Problem[] {
    return this.#problems.length > 0 ? this.#problems : this.source.problems
  }

  /** The failure of the rules or of a computer to respond. */
  get failure(): Failure | undefined {
    return this.#failure ?? this.source.failure
  }

  /** A move can be made on the board. */
  get mayMove(): boolean {
    const { source } = this
    return source.mayMove && !source.busy && !this.computing && this.state !== undefined && this.shown === this.state
  }

  /** Follows the source. To be called in an effect. */
  async follow(): Promise<void> {
    const { round, start, moves, over } = this.source
    const game = [round, start, ...moves].join(' ')
    if (game !== this.#requestedGame || over) this.forgetTurn()
    if (game !== this.#requestedGame) this.candidate = ''
    if (game === this.#requestedGame && this.pending === this.#requestedPending) return
    this.#requestedGame = game
    this.#requestedPending = this.pending
    const request = ++this.#request
    // A known state can be played on while the rules are loaded. Then nothing changes when they answer.
    this.computing = request > 1 || !this.state
    this.#failure = undefined
    try {
      if (!this.computing) await making.painted()
      if (request !== this.#request) return
      const answer = await this.rules(moves, this.pending)
      if (request !== this.#request) return
      this.#problems = answer.ok ? [] : answer.problems
      if (!answer.ok) return
      const { value } = answer
      const { known } = this.source
      if (known && this.state === known && JSON.stringify(known) === JSON.stringify(value)) this.#accept(known)
      else if (this.state) this.#update(value)
      else await making.inSteps(() => this.#update(value))
    } catch (reason) {
      if (request !== this.#request) return
      this.#requestedGame = ''
      this.#failure = failureOf(reason)
    } finally {
      if (request === this.#request) this.computing = false
    }
  }

  /** Asks the rules why a move is not legal, and says it. Without a reason it says that the move is not legal. */
  protected async explain(reason: () => Promise<Why | undefined>): Promise<void> {
    const { state } = this
    let why: Why | undefined
    try {
      why = await reason()
    } catch {
      // The next call of the rules reports the failure.
    }
    if (this.state !== state || this.shown !== state) return
    this.why = why
    announcer.say(why?.text ?? t('board.illegal'))
  }

  #update(state: S): void {
    this.why = undefined
    const more = this.state ? state.played.length - this.state.played.length : 0
    this.state = state
    this.showLast()
    if (!this.keepsPremove(more)) this.premove = undefined
    if (more === 1) {
      announcer.say(this.describe(state))
      play(this.eventsOf(state))
    }
    this.#accept(state)
  }

  #accept(state: S): void {
    this.source.receive(state, this.#requestedPending)
  }

  readonly #course = new Course()

  /** Reports turns and the end of the game. To be called in an effect. */
  followCourse(): void {
    this.#course.follow(this.source)
  }

  /** The game is no longer on screen. */
  leave(): void {
    this.#course.leave()
  }

  /** Repeats the computation after a failure. */
  retry(): void {
    this.#requestedGame = ''
    void this.follow()
  }

  /** Forgets the first part of a turn. */
  protected forgetTurn(): void {
    this.pending = ''
  }

  /** Shows the current position. */
  showLast(): void {
    this.positionRequest++
    this.forgetPosition()
    this.candidate = ''
    this.shown = this.state
  }

  /** Shows the position after some moves. */
  protected async show(moves: readonly string[]): Promise<void> {
    const request = ++this.positionRequest
    this.candidate = ''
    const answer = await this.rules(moves, '')
    if (request === this.positionRequest && answer.ok) this.shown = answer.value
  }

  /** Plays a move, or shows it until it is confirmed. */
  protected async submit(move: string): Promise<void> {
    if (!this.source.confirms) {
      await this.source.play(move)
      return
    }
    const position = this.show([...this.source.moves, move])
    this.candidate = move
    await position
  }

  /** Plays the move that waits to be confirmed. */
  async confirm(): Promise<void> {
    const move = this.candidate
    if (!move) return
    this.candidate = ''
    if (!(await this.source.play(move)) && !this.showsPast) this.shown = this.state
  }

  /** Takes back the move that waits to be confirmed and the premove. Returns whether there was one. */
  dismiss(): boolean {
    const any = this.candidate !== '' || this.premove !== undefined
    if (this.candidate) {
      this.positionRequest++
      this.shown = this.state
    }
    this.candidate = ''
    this.premove = undefined
    return any
  }

  /** Plays the premove when its turn has come, if it is legal. To be called in an effect. */
  playPremove(): void {
    const { premove } = this
    if (premove === undefined) return
    if (this.source.over) this.premove = undefined
    if (this.source.over || !this.mayMove) return
    this.premove = undefined
    const move = this.legalPremove(premove)
    if (move) void this.source.play(move)
    else announcer.say(this.droppedText(premove))
  }

  protected abstract droppedText(premove: P): string
}
