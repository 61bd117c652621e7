/** The events of a game, for sounds and marks. Only this file derives them from changes of the state. */
import type { LancelotStep, WotnMove } from '../rules/contract.ts'
import { playSound } from '../sound/sound.ts'
import { vibrateTurn } from '../sound/turn.ts'
import type { SoundKind } from '../ui/sounds.ts'
import { turn } from '../ui/turn.svelte.ts'
import type { RulesState, Source } from './source.ts'

export interface GameEvent {
  kind: SoundKind
  /** Of the piece after a promotion. */
  level?: number
}

/** wotnEvents returns the events of a move. `level` is the level of a kind. */
export function wotnEvents(move: WotnMove, level: (kind: string) => number): GameEvent[] {
  const { promotion, captured, check } = move.notation
  const events: GameEvent[] = []
  if (promotion) events.push({ kind: 'promotion', level: level(promotion) })
  else events.push({ kind: captured ? 'capture' : 'move' })
  // The end of the game has a sound of its own.
  if (check === 'check') events.push({ kind: 'check' })
  return events
}

/** lancelotEvents returns the events of a turn. */
export function lancelotEvents(step: LancelotStep): GameEvent[] {
  return [{ kind: step.captures.length > 0 ? 'capture' : 'move' }]
}

/** endEvents returns the events of the end of a game for the sides at this screen. */
export function endEvents(winners: readonly number[], own: readonly number[]): GameEvent[] {
  if (own.length === 0) return []
  if (winners.length === 0) return [{ kind: 'draw' }]
  return [{ kind: winners.some((side) => own.includes(side)) ? 'win' : 'loss' }]
}

/** play plays the sounds of events. */
export function play(events: readonly GameEvent[]): void {
  for (const { kind, level } of events) playSound(kind, level === undefined ? {} : { level })
}

/** Follows the turns and the end of a game. */
export class Course {
  #round: number | undefined
  #over = true
  #mine = true

  /** Reports the changes since the last call. To be called in an effect. */
  follow(source: Source<RulesState>): void {
    const { round, over, winners, own, sides, mayMove } = source
    const same = this.#round === round
    const mine = mayMove && own.length < sides.length
    if (same && over && !this.#over) play(endEvents(winners, own))
    if (same && mine && !this.#mine) {
      if (document.hidden) play([{ kind: 'your-turn' }])
      vibrateTurn()
    }
    this.#round = round
    this.#over = over
    this.#mine = mine
    turn.yours = mine
  }

  leave(): void {
    turn.yours = false
  }
}
