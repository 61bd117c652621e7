import type { Summary } from './api.ts'
import { hasLeft } from './texts.ts'

/** isToMove reports whether it is the turn of a person, who has not left the match. */
export function isToMove(summary: Summary, person: string | undefined): boolean {
  const { toAct, seats } = summary
  return isPlayed(summary) && seats[toAct]?.id === person && !hasLeft(summary, person)
}

/** isSlow reports whether a game without a real-time clock is in progress. */
export function isSlow(summary: Summary): boolean {
  return isPlayed(summary) && summary.settings.clock.kind !== 'real-time'
}

function isPlayed({ phase }: Summary): boolean {
  return phase === 'playing' || phase === 'promoting'
}

/** Sorts matches by the time left for the turn; those without a limit come last. */
export function leastTimeFirst(a: Summary, b: Summary): number {
  return (a.deadline || Number.POSITIVE_INFINITY) - (b.deadline || Number.POSITIVE_INFINITY) || 0
}

/** nextAfter returns the match that follows one in a list, in a circle; the first one if the match is not in the list. */
export function nextAfter<M extends { match: string }>(matches: readonly M[], match: string): M | undefined {
  const at = matches.findIndex((one) => one.match === match)
  const next = matches[(at + 1) % matches.length]
  return next?.match === match ? undefined : next
}
