/** What games of a profile are searched by. */
import {
  type Conditions,
  dayStart,
  noConditions,
  readChoice,
  readConditions,
  readName,
  readQuery,
} from '../ui/gamesearch.ts'

export interface Search extends Conditions {
  /** A part of the name of an opponent. */
  opponent: string
  result: '' | (typeof results)[number]
}

export const results = ['won', 'drawn', 'lost', 'aborted'] as const

export const noSearch: Search = { opponent: '', result: '', ...noConditions }

/** readSearch parses the text after "#". Values that are not allowed are left out. */
export function readSearch(text: string): Search {
  const query = readQuery(text)
  return {
    opponent: readName(query, 'opponent'),
    result: readChoice(query, 'result', results),
    ...readConditions(query),
  }
}

/** searchQuery returns the parameters of the request for the games, after the first `skip`. */
export function searchQuery(search: Search, skip: number): string {
  const { opponent, against, variant, result, min, max, from, until } = search
  const values: Record<string, string | number> = {
    opponent: opponent.trim(),
    against,
    variant,
    result,
    minMoves: min,
    maxMoves: max,
    from: dayStart(from),
    until: until && dayStart(until, 1) - 1,
    skip,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, String(value))
  return query.toString()
}

/** exportQuery returns the parameters of the file with all games of a search and one game. */
export function exportQuery(search: Search, game: 'wotn' | 'lancelot'): string {
  return `game=${game}&${searchQuery(search, 0)}`.replace(/&$/, '')
}
