/**
 * The clock of a saved game. It follows the clocks of matches on the server (internal/match): the clock of a side starts after its
 * first move, and each later move adds the increment. Times are in milliseconds.
 */

/** The time of each side for the game, and what each of its moves but the first adds. */
export interface TimeControl {
  initial: number
  increment: number
}

export interface SavedClock extends TimeControl {
  /** By move: the side, and what it had left after the move. null for moves that a build without clocks has added. */
  times: ([side: number, left: number] | null)[]
  /** What the turn in progress had used when the page of the game was closed, or when the game ended. Missing for nothing. */
  used?: number
  /** Seats of people whose time was over. They have no clock any more, and a computer plays on for them. Missing for none. */
  out?: number[]
  /** The number of moves before each of these seats was taken over, in the same order. Missing in games of earlier builds. */
  outAfter?: number[]
}

export function newClock({ initial, increment }: TimeControl): SavedClock {
  return { initial, increment, times: [] }
}

/** leftAfter returns what a side has left after the first `moves` moves of the game. */
export function leftAfter(clock: SavedClock, side: number, moves: number): number {
  return clock.times.slice(0, moves).findLast((time) => time?.[0] === side)?.[1] ?? clock.initial
}

/** hasClock reports whether a side has a clock. */
export function hasClock(clock: SavedClock, side: number): boolean {
  return !clock.out?.includes(side)
}

/** mayRun reports whether the clock of a side runs in its turn: it has one, and has made its first move. */
export function mayRun(clock: SavedClock, side: number): boolean {
  return hasClock(clock, side) && clock.times.some((time) => time?.[0] === side)
}

/** takenOver returns the clock after a computer has taken over a seat whose time was over after `moves` moves. */
export function takenOver(clock: SavedClock, seat: number, moves: number): SavedClock {
  const { out = [], outAfter = [] } = clock
  return { ...clock, out: [...out, seat], outAfter: [...outAfter, moves] }
}

/**
 * cutTo returns the clock after the first `moves` moves, at the beginning of the next turn: people whose time was over in this
 * turn or later have a clock again. Without moves it is a new one.
 */
export function cutTo(clock: SavedClock, moves: number): SavedClock {
  if (moves === 0) return newClock(clock)
  const { used: _, times, out = [], outAfter = [], ...kept } = clock
  const before = { ...kept, times: times.slice(0, moves) }
  // Where it is not known when a seat was taken over, it stays so.
  const known = out.length === outAfter.length
  return out
    .map((seat, i) => ({ seat, at: known ? (outAfter[i] ?? 0) : 0 }))
    .filter(({ at }) => at < moves)
    .reduce((after: SavedClock, { seat, at }) => takenOver(after, seat, at), before)
}

/** afterMove returns the clock after one more move than `moves`, for which the side has used some time. */
export function afterMove(clock: SavedClock, moves: number, side: number, used: number): SavedClock {
  const { used: _, ...kept } = clock
  const before = { ...kept, times: clock.times.slice(0, moves) }
  const times = [...before.times]
  while (times.length < moves) times.push(null)
  const left = leftAfter(before, side, moves)
  if (!hasClock(clock, side)) times.push(null)
  else times.push([side, mayRun(before, side) ? Math.max(0, Math.round(left - used)) + clock.increment : left])
  return { ...before, times }
}

/** timesOf returns what each move has left on the clock and what it has used, undefined for moves without a time. */
export function timesOf(clock: SavedClock): ({ clock: number; spent: number } | undefined)[] {
  return clock.times.map((time, move) => {
    if (!time) return undefined
    const [side, left] = time
    const moved = clock.times.slice(0, move).some((earlier) => earlier?.[0] === side)
    return { clock: left, spent: moved ? leftAfter(clock, side, move) + clock.increment - left : 0 }
  })
}

/** controlTag returns the value of the PGN tag TimeControl. */
export function controlTag({ initial, increment }: TimeControl): string {
  return `${initial / 1000}${increment > 0 ? `+${increment / 1000}` : ''}`
}
