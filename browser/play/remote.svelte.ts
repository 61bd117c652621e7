import { type Failure, lancelot, type Opponent, opponent, wotn } from '../rules/client.ts'
import type { AnyVariant, Color, LancelotState, Problem, RecordMove, Variant, WotnState } from '../rules/contract.ts'
import type { MatchView } from '../server/api.ts'
import type { OnlineMatch } from '../server/match.svelte.ts'
import type { Outgoing } from '../server/outbox.ts'
import { ownGames } from '../server/owngames.svelte.ts'
import { gameText, settingsText } from '../server/texts.ts'
import { settings } from '../ui/settings.svelte.ts'
import { t } from '../words/words.svelte.ts'
import type { Hinted } from './hint.ts'
import { Hints } from './hints.svelte.ts'
import { addHelp } from './matchclimb.ts'
import { colorOf, nameAt, noteAt, personAt, playerAt, ratingAt, recordName, seatOf } from './names.ts'
import { type BoardSource, type RulesState, type Side, type Source, textOf } from './source.ts'
import { dateTag } from './tags.ts'

/** occasion returns the tags that do not depend on the players. */
function occasion({ game, startedAt }: MatchView): Record<string, string> {
  return { Event: 'Tafelrunde', Date: dateTag(startedAt || undefined), Round: String(game) }
}

/** A game of a match on the server: the last one, or an earlier one, which does not change. */
export abstract class RemoteSource<S extends RulesState> implements Source<S> {
  readonly match: OnlineMatch
  readonly #view: () => MatchView
  readonly #past: boolean
  readonly hints = new Hints(this)
  #opponent: Opponent | undefined
  /** The state that the rules computed last, and the moves that lead to it. */
  protected state = $state.raw<S | undefined>()
  #stateFor = $state('')

  constructor(match: OnlineMatch, view: () => MatchView, past: boolean) {
    this.match = match
    this.#view = view
    this.#past = past
  }

  abstract readonly title: string
  abstract readonly variant: AnyVariant
  abstract readonly hinted: Hinted
  /** The seats in the order of the sides. */
  protected abstract readonly seats: readonly number[]
  abstract record(): Promise<string>

  get view(): MatchView {
    return this.#view()
  }

  get round(): number {
    return this.view.game
  }

  get subtitle(): string {
    return settingsText(this.view.settings)
  }

  get game(): 'wotn' | 'lancelot' {
    return this.view.settings.game as 'wotn' | 'lancelot'
  }

  get start(): string {
    return this.view.start
  }

  get position(): string {
    return this.view.position
  }

  /** The move that is being sent. The board shows it already. */
  protected get outgoing(): Outgoing | undefined {
    const { outgoing } = this.match
    return outgoing?.game === this.view.game && outgoing.ply === this.view.moves.length ? outgoing : undefined
  }

  get moves(): readonly string[] {
    const moves = this.view.moves.map(({ move }) => move)
    return this.outgoing ? [...moves, this.outgoing.move] : moves
  }

  get sides(): readonly Side[] {
    return this.seats.map((seat) => {
      const note = noteAt(this.view, seat, this.#past ? [] : this.match.away)
      return {
        name: nameAt(this.view, seat),
        player: playerAt(this.view, seat),
        person: personAt(this.view, seat),
        note,
        rating: ratingAt(this.view, seat),
      }
    })
  }

  get toAct(): number {
    return this.view.toAct < 0 ? -1 : this.seats.indexOf(this.view.toAct)
  }

  get thinking(): boolean {
    return (this.view.seats[this.view.toAct]?.engine ?? 0) > 0
  }

  get over(): boolean {
    return this.view.phase !== 'playing'
  }

  get winners(): readonly number[] {
    if (this.view.phase !== 'finished') return []
    return (this.view.outcome.winners ?? []).map((seat) => this.seats.indexOf(seat))
  }

  get own(): readonly number[] {
    return this.view.you >= 0 ? [this.seats.indexOf(this.view.you)] : []
  }

  /** The own seat, -1 if the person has none, is out or was taken over. */
  get #own(): number {
    return this.view.commands.includes('resign') ? this.view.you : -1
  }

  get mayMove(): boolean {
    return this.view.commands.includes('move') && !this.outgoing
  }

  get premover(): number {
    return settings.choices.premove && this.#own >= 0 ? this.seats.indexOf(this.#own) : -1
  }

  get busy(): boolean {
    return this.match.sending
  }

  get confirms(): boolean {
    const { confirm } = settings.choices
    return confirm === 'always' || (confirm === 'correspondence' && this.view.settings.clock.kind === 'correspondence')
  }

  get sending(): string {
    return (this.match.late && this.outgoing?.move) || ''
  }

  play(move: string): Promise<boolean> {
    return this.match.move(move)
  }

  get #current(): string {
    return [this.round, ...this.moves].join(' ')
  }

  receive(state: S): void {
    this.state = state
    this.#stateFor = this.#current
  }

  /** The person plays a casual game against computers only, which may have hints and explanations. */
  get assisted(): boolean {
    return this.view.assisted === true && this.#own >= 0 && !this.#past
  }

  /** Another game in progress of the person has this position, or ''. The computer does not help there. */
  get ownGame(): string {
    return ownGames.at(this.variant, this.view.position, this.match.id)
  }

  get mayHint(): boolean {
    return this.assisted && this.mayMove && this.#stateFor === this.#current && this.ownGame === ''
  }

  /**
   * Shows the next step of the hint for this position. The first one counts for the stars on the ladder only: a number that one
   * browser shows would be wrong on another device.
   */
  async showHint(): Promise<void> {
    await ownGames.refresh()
    if (ownGames.known && (await this.hints.show())) addHelp(this.view, 1)
  }

  get failure(): Failure | undefined {
    return this.hints.failure
  }

  get problems(): readonly Problem[] {
    return this.hints.problems
  }

  engine(): Opponent {
    this.#opponent ??= opponent(this.game)
    return this.#opponent
  }

  /** Stops the engine. */
  leave(): void {
    this.hints.cancel()
    this.#opponent?.end()
  }
}

/** A game of Way of the Knight on the server. */
export class RemoteWotn extends RemoteSource<WotnState> implements BoardSource {
  readonly notes: readonly RecordMove[] = []
  /** The board was flipped from its usual side. */
  #turned = $state(false)

  get title(): string {
    return gameText(this.view.settings)
  }

  get variant(): Variant {
    return this.view.settings.variant as Variant
  }

  get hinted(): Hinted {
    return { wotn: this.state }
  }

  protected get seats(): readonly number[] {
    return (['w', 'b'] as const).map((color: Color) => seatOf(this.view, color))
  }

  get flipped(): boolean {
    return (this.view.you >= 0 && colorOf(this.view, this.view.you) === 'b') !== this.#turned
  }

  flip(): void {
    this.#turned = !this.#turned
  }

  async record(): Promise<string> {
    const { view } = this
    const players = this.seats.map((seat) => recordName(view, seat))
    const finished = view.phase === 'finished' && view.outcome.reason !== 'abort'
    const moves = view.moves.map(({ move }) => move)
    const of = { players, ...(finished && { winners: this.winners }) }
    return textOf(await wotn.write(this.variant, view.start, moves, occasion(view), [], of))
  }
}

/** A game of Lancelot on the server. */
export class RemoteLancelot extends RemoteSource<LancelotState> {
  readonly variant = 'lancelot'

  get hinted(): Hinted {
    return { lancelot: this.state }
  }

  get title(): string {
    return t('game.lancelot')
  }

  protected get seats(): readonly number[] {
    return this.view.seats.map((_, seat) => seat)
  }

  override get start(): string {
    return this.view.replay?.start ?? this.view.start
  }

  /** If a seat is out, the rules need the moves of the replay, to which the move that is being sent is added. */
  override get moves(): readonly string[] {
    const { replay } = this.view
    if (!replay) return super.moves
    return this.outgoing ? [...replay.moves, this.outgoing.move] : replay.moves
  }

  async record(): Promise<string> {
    const { view } = this
    const players = this.seats.map((seat) => recordName(view, seat))
    // A record cannot contain skipped seats.
    const { start, moves } = view.replay ? { start: view.position, moves: [] } : this
    return textOf(await lancelot.write(start, [...moves], occasion(view), [], { players }))
  }
}
