import { lancelot, type Opponent } from '../rules/client.ts'
import type { Answer, LancelotState, LancelotStep } from '../rules/contract.ts'
import type { Player, SavedLancelot } from '../saved/game.ts'
import { announcer } from '../ui/announce.svelte.ts'
import { turnText } from '../words/notation.ts'
import { counted, t } from '../words/words.svelte.ts'
import { stones } from './lancelotboard.ts'
import { seatName } from './players.ts'
import { Table } from './table.svelte.ts'

/** A game of Lancelot on screen. A turn may be under way: its first half is shown and can still be taken back. */
export class LancelotTable extends Table<SavedLancelot, LancelotState> {
  /** The position looked at. */
  shown = $state.raw<LancelotState | undefined>()
  /** Turns of the position looked at, where somebody looks back. */
  #at = $state<number | undefined>()
  /** The first half of a turn with the king's power, or ''. */
  pending = $state('')
  /** The seat to act wants to use the king's power in this turn. */
  armed = $state(false)
  #looks = 0

  protected ask(): Promise<Answer<LancelotState>> {
    return lancelot.game(this.saved.start, this.saved.moves, this.pending)
  }

  protected consider({ milliseconds, level }: Player, opponent: Opponent) {
    return opponent.think('wotn', this.saved.start, this.saved.moves, milliseconds, level)
  }

  protected actor(n: number): number | undefined {
    const { game } = this
    if (!game) return undefined
    if (n < game.played.length) return game.played[n]?.seat
    return game.phase === 'over' ? undefined : game.toAct
  }

  playerAt(seat: number): Player | undefined {
    return this.saved.players[seat]
  }

  protected arrived(_: LancelotState | undefined, more: number): void {
    const { game } = this
    if (!game) return
    this.#at = undefined
    this.#looks++
    this.shown = game
    const last = game.played.at(-1)
    if (more === 1 && last) announcer.say(this.describe(last))
  }

  describe(step: LancelotStep): string {
    const parts = [
      t('lancelot.announce.turn', { who: seatName(this.saved.players, step.seat), turn: turnText(step.text) }),
    ]
    if (step.captures.length > 0) {
      parts.push(
        counted('lancelot.announce.captures', step.captures.length, {
          stones: stones(this.saved.players, step.captures),
        }),
      )
    }
    for (const seat of step.skipped) {
      parts.push(t('lancelot.log.skipped', { who: seatName(this.saved.players, seat) }))
    }
    return parts.join(', ')
  }

  /** Number of turns before the position looked at. */
  get at(): number {
    return this.#at ?? this.saved.moves.length
  }

  get looking(): boolean {
    return this.#at !== undefined
  }

  get mayMove(): boolean {
    return this.mine && !this.looking && this.shown === this.game
  }

  get turns(): number {
    return this.saved.moves.length
  }

  /** The seat to act may use the king's power in this turn. */
  get hasPower(): boolean {
    const { game } = this
    return this.mine && game !== undefined && game.phase === 'turn' && (game.excaliburTurns[game.toAct] ?? false)
  }

  async look(turns: number): Promise<void> {
    const look = ++this.#looks
    this.#at = turns >= this.saved.moves.length ? undefined : Math.max(0, turns)
    if (this.#at === undefined) {
      this.shown = this.game
      return
    }
    const answer = await lancelot.game(this.saved.start, this.saved.moves.slice(0, this.#at), '')
    if (look === this.#looks && answer.ok) this.shown = answer.value
  }

  step(to: 'first' | 'previous' | 'next' | 'last'): Promise<void> {
    return this.look({ first: 0, previous: this.at - 1, next: this.at + 1, last: this.saved.moves.length }[to])
  }

  /** Puts a stone, or Excalibur where no stone is due. */
  async put(square: string): Promise<void> {
    const { game } = this
    if (!game || !this.mayMove) return
    if (game.phase === 'place-excalibur') await this.play(`X${square}`)
    else if (this.pending) {
      const second = this.pending.startsWith('X') ? square : `X${square}`
      await this.play(`${this.pending},${second}`)
    } else if (this.armed) await this.#begin(square)
    else await this.play(square)
  }

  /** Puts Excalibur elsewhere by the king's power, before the stone. */
  async liftTo(square: string): Promise<void> {
    if (this.mayMove && !this.pending) await this.#begin(`X${square}`)
  }

  async #begin(pending: string): Promise<void> {
    this.pending = pending
    await this.refresh()
  }

  /** Ends a turn of which the stone stands, without Excalibur. */
  async finishTurn(): Promise<void> {
    if (this.pending && this.game?.canFinish) await this.play(this.pending)
  }

  /** Takes the half turn back, or gives the intention up. */
  async cancelTurn(): Promise<void> {
    this.armed = false
    if (!this.pending) return
    this.pending = ''
    await this.refresh()
  }

  override async change(fields: Partial<SavedLancelot>): Promise<void> {
    if (fields.moves || fields.end !== undefined) {
      this.pending = ''
      this.armed = false
    }
    await super.change(fields)
  }

  override get undoTo(): number | undefined {
    return this.pending ? this.saved.moves.length : super.undoTo
  }
}
