import type { Clock, GameView, MatchView } from './api.ts'

/** realTime returns a real-time clock, or none without a time control. */
export function realTime(control: Pick<Clock, 'initial' | 'increment'> | undefined): Clock {
  const { initial = 0, increment = 0 } = control ?? {}
  return { kind: control ? 'real-time' : 'none', initial, increment, perTurn: 0 }
}

/** timeLeft returns the time left of a seat at a server time, in milliseconds, or undefined if the seat has no clock. */
export function timeLeft(view: MatchView, seat: number, now: number): number | undefined {
  const { clock } = view.settings
  const seatView = view.seats[seat]
  if (!seatView || seatView.engine > 0 || clock.kind === 'none') return undefined
  const acts = view.phase === 'playing' && view.toAct === seat
  if (clock.kind === 'correspondence') return acts ? Math.max(0, view.deadline - now) : undefined
  if (!acts || !seatView.moved) return seatView.clock
  return Math.max(0, seatView.clock - (now - view.turnAt))
}

/** timeLeftAfter returns the time left of a seat of a finished game after some moves, or undefined if it had no clock. */
export function timeLeftAfter(view: GameView, seat: number, moves: number): number | undefined {
  const { clock } = view.settings
  const seatView = view.seats[seat]
  if (!seatView || seatView.engine > 0 || clock.kind !== 'real-time') return undefined
  if (moves >= view.moves.length) return seatView.clock
  const last = view.moves.slice(0, moves).findLastIndex((move) => move.seat === seat)
  return last < 0 ? (clock.initial ?? 0) : view.times[last]?.clock
}

/** isRunning reports whether the clock of a seat is running. */
export function isRunning(view: MatchView, seat: number): boolean {
  const seatView = view.seats[seat]
  if (view.phase !== 'playing' || view.toAct !== seat || !seatView || seatView.engine > 0) return false
  return view.settings.clock.kind === 'correspondence' || (view.settings.clock.kind === 'real-time' && seatView.moved)
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const two = (n: number) => String(n).padStart(2, '0')

/**
 * timeText returns "12:05" or "1:02:03", with tenths below 20 seconds, and "2 d 03:00" from one day on. `day` is the
 * symbol of a day, `point` the decimal separator.
 */
export function timeText(milliseconds: number, day: string, point: string): string {
  if (milliseconds < 20 * second) {
    const tenths = Math.floor(milliseconds / 100)
    return `0:${two(Math.floor(tenths / 10))}${point}${tenths % 10}`
  }
  const hours = Math.floor(milliseconds / hour)
  const minutes = Math.floor((milliseconds % hour) / minute)
  if (hours >= 24) return `${Math.floor(hours / 24)} ${day} ${two(hours % 24)}:${two(minutes)}`
  const seconds = Math.floor((milliseconds % minute) / second)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** clockSizes returns the minutes and seconds of a real-time clock and the days of a correspondence clock. */
export function clockSizes(clock: Clock): { minutes: number; seconds: number; days: number } {
  return {
    minutes: clock.kind === 'real-time' ? (clock.initial ?? 0) / minute : 0,
    seconds: clock.kind === 'real-time' ? (clock.increment ?? 0) / second : 0,
    days: clock.kind === 'correspondence' ? (clock.perTurn ?? 0) / (24 * hour) : 0,
  }
}
