import type { Summary } from '../server/api.ts'
import { hasLeft } from '../server/texts.ts'

/** isToMove reports whether it is the turn of a person, who has not left the match. */
export function isToMove(summary: Summary, person: string | undefined): boolean {
  const { phase, toAct, seats } = summary
  return phase !== 'waiting' && toAct >= 0 && seats[toAct]?.id === person && !hasLeft(summary, person)
}
