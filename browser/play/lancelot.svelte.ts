import { lancelot } from '../rules/client.ts'
import type { Answer, LancelotState } from '../rules/contract.ts'
import { spokenTurn } from '../words/notation.ts'
import { counted, t } from '../words/words.svelte.ts'
import { type GameEvent, lancelotEvents } from './events.ts'
import { Game, type Step } from './game.svelte.ts'
import { whyNotTurn } from './illegal.ts'
import { stones } from './lancelotboard.ts'
import { type ShownMove, textMove } from './notation.ts'
import type { Source } from './source.ts'

export type LancelotSource = Source<LancelotState>

/** The controller of a game of Lancelot. A premove is the square of a stone. */
export class LancelotGame extends Game<LancelotState, LancelotSource, string> {
  /** The side to act has chosen an Excalibur turn. */
  armed = $state(false)
  #at = $state<number | undefined>()

  protected rules(turns: readonly string[], pending: string): Promise<Answer<LancelotState>> {
    return lancelot.game(this.source.start, [...turns], pending)
  }

  /** Before a match begins it has no start position. */
  override async follow(): Promise<void> {
    if (this.source.start !== '') await super.follow()
  }

  protected describe({ played }: LancelotState): string {
    const step = played.at(-1)
    if (!step) return ''
    const { sides } = this.source
    const name = (seat: number) => sides[seat]?.name ?? ''
    const parts = [t('lancelot.announce.turn', { who: name(step.seat), turn: spokenTurn(step.text) })]
    if (step.captures.length > 0) {
      const captured = stones(this.players, step.captures)
      parts.push(counted('lancelot.announce.captures', step.captures.length, { stones: captured }))
    }
    for (const seat of step.skipped) parts.push(t('lancelot.log.skipped', { who: name(seat) }))
    return parts.join(', ')
  }

  protected eventsOf({ played }: LancelotState): GameEvent[] {
    const step = played.at(-1)
    return step ? lancelotEvents(step) : []
  }

  get players() {
    return this.source.sides.map(({ player }) => player)
  }

  /** The number of turns before the position shown. */
  get at(): number {
    return this.#at ?? this.turns
  }

  get turns(): number {
    return this.source.moves.length
  }

  get showsPast(): boolean {
    return this.#at !== undefined
  }

  protected forgetPosition(): void {
    this.#at = undefined
  }

  protected override forgetTurn(): void {
    super.forgetTurn()
    this.armed = false
  }

  /** The side at this screen may start or finish an Excalibur turn. */
  get mayUseExcaliburTurn(): boolean {
    const { state, source } = this
    if (!source.mayMove || this.candidate || !state || state.phase !== 'turn') return false
    return this.pending !== '' || (state.excaliburSquares.length > 0 && (state.excaliburTurns[state.toAct] ?? false))
  }

  /** A premove can be entered: another seat is to act in the position on the board, as in WotnGame. */
  get mayPremove(): boolean {
    const { source, state } = this
    if (source.premover < 0) return false
    return state?.phase === 'turn' && state.toAct !== source.premover && this.shown === state
  }

  /** Shows the position after some turns. */
  async jumpTo(turns: number): Promise<void> {
    if (turns >= this.turns) {
      this.showLast()
      return
    }
    this.#at = Math.max(0, turns)
    await this.show(this.source.moves.slice(0, this.#at))
  }

  step(to: Step): Promise<void> {
    return this.jumpTo({ first: 0, previous: this.at - 1, next: this.at + 1, last: this.turns }[to])
  }

  /** Places a stone or Excalibur, or enters a premove. */
  async put(square: string): Promise<void> {
    if (this.mayPremove) {
      this.premove = square
      return
    }
    if (!this.state || !this.mayMove) return
    if (this.state.phase === 'place-excalibur') await this.submit(`X${square}`)
    else if (this.pending) await this.submit(`${this.pending},${this.pending.startsWith('X') ? square : `X${square}`}`)
    else if (this.armed) this.pending = square
    else await this.submit(square)
  }

  /** Something was put on a square where it may not be: says why. `from` is the square of Excalibur if it was moved. */
  refuse(from: string, square: string): void {
    const { source, state, pending } = this
    const mine = this.mayMove && state?.phase !== 'over'
    if (!mine) this.why = undefined
    void this.explain(async () => {
      if (!state || !mine) return undefined
      const excalibur = from !== '' || state.phase === 'place-excalibur' || (pending !== '' && !pending.startsWith('X'))
      const action = excalibur ? `X${square}` : square
      // Excalibur as the first action is a part of a turn; everything else is a turn.
      const first = excalibur && !pending && state.phase === 'turn'
      const answer = first
        ? await lancelot.game(source.start, [...source.moves], action)
        : await lancelot.game(source.start, [...source.moves, pending ? `${pending},${action}` : action], '')
      const problem = answer.ok ? undefined : answer.problems[0]
      return (
        problem &&
        whyNotTurn(
          problem,
          source.sides.map(({ name }) => name),
        )
      )
    })
  }

  /** Starts an Excalibur turn by moving Excalibur. */
  liftTo(square: string): void {
    if (this.mayMove && !this.pending) this.pending = `X${square}`
  }

  /** Ends a turn after its stone, without moving Excalibur. */
  async finishTurn(): Promise<void> {
    if (this.pending && this.state?.canFinish) await this.submit(this.pending)
  }

  /** Cancels the first part of a turn and the choice of an Excalibur turn. */
  cancelTurn(): void {
    this.forgetTurn()
  }

  protected keepsPremove(more: number): boolean {
    return more >= 0 && !this.source.over
  }

  protected legalPremove(square: string): string {
    return this.state?.stoneSquares.some((stone) => stone.square === square && stone.legal) ? square : ''
  }

  premoveShown(square: string): ShownMove {
    return textMove(square)
  }

  /** Returns whose turn it is, in words: `who`'s or, if `yours`, that of the only person at this screen. */
  statusText(who: string, yours: boolean): string {
    if (this.source.thinking) return t('game.thinks', { who })
    const excalibur = this.state?.phase === 'place-excalibur'
    if (yours) return t(excalibur ? 'match.your-turn.place' : 'match.your-turn.stone')
    return t(excalibur ? 'lancelot.place' : 'lancelot.turn', { who })
  }

  protected droppedText(square: string): string {
    return t('match.premove.dropped', { move: square })
  }
}
