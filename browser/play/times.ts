/** The times of moves, which comments contain as "[%clk 0:04:58]" (left on the clock) and "[%emt 0:00:02]" (used). */

/** Times of a move in milliseconds; undefined if they are not known. */
export interface Times {
  /** Left on the clock after the move, with the increment. */
  clock?: number
  /** Used for the move. */
  spent?: number
}

const second = 1000

/** timesOf returns the times that comments contain. */
export function timesOf(comments: readonly string[]): Times {
  const times: Times = {}
  for (const comment of comments) {
    for (const [, name, hours, minutes, seconds] of comment.matchAll(
      /\[%(clk|emt)\s+(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\s*\]/g,
    )) {
      const time = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * second)
      times[name === 'clk' ? 'clock' : 'spent'] = time
    }
  }
  return times
}

/** timeCommand returns a time as commands have it: "0:04:58" or "0:00:02.5". */
function commandTime(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100)
  const [hours, minutes, seconds] = [Math.floor(tenths / 36000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10]
  const two = (n: number) => String(n).padStart(2, '0')
  const whole = Math.floor(seconds)
  return `${hours}:${two(minutes)}:${two(whole)}${seconds > whole ? `.${Math.round((seconds - whole) * 10)}` : ''}`
}

/** withTimes returns comments with the times of their move as commands. */
export function withTimes(comments: readonly string[], { clock, spent }: Times): string[] {
  const commands = [
    clock !== undefined && `[%clk ${commandTime(clock)}]`,
    spent !== undefined && `[%emt ${commandTime(spent)}]`,
  ].filter((text) => text !== false)
  return commands.length > 0 ? [...comments, commands.join('')] : [...comments]
}

/** incrementOf returns the increment of the PGN tag TimeControl, such as "300+5", in milliseconds. */
function incrementOf(control: string): number {
  return second * Number(/^\d+\+(\d+)$/.exec(control)?.[1] ?? 0)
}

/**
 * moveTimes returns the times of moves by their comments and seats. Where only clocks are known, the time used is the difference
 * to the clock of the seat's move before.
 */
export function moveTimes(moves: readonly { seat: number; after: readonly string[] }[], control = ''): Times[] {
  const clocks = new Map<number, number>()
  return moves.map(({ seat, after }) => {
    const times = timesOf(after)
    const before = clocks.get(seat)
    if (times.clock !== undefined) clocks.set(seat, times.clock)
    else clocks.delete(seat)
    if (times.spent !== undefined || times.clock === undefined || before === undefined) return times
    return { ...times, spent: Math.max(0, before + incrementOf(control) - times.clock) }
  })
}
