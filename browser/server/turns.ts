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

/**
 * nextAfter returns the first match of a list other than the one shown. Those that the person has left without a move come after the
 * others, the latest one last.
 */
export function nextAfter<M extends { match: string }>(
  matches: readonly M[],
  shown: string,
  left: readonly string[],
): M | undefined {
  return matches
    .filter(({ match }) => match !== shown)
    .toSorted((a, b) => left.indexOf(a.match) - left.indexOf(b.match))[0]
}
