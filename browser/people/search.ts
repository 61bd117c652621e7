/** What games of a profile are searched by. */
import {
  noConditions,
  readChoice,
  readConditions,
  readName,
  readQuery,
  type ServerSearch as Search,
} from '../ui/gamesearch.ts'

export type { Search }

export const results = ['won', 'drawn', 'lost', 'aborted'] as const
export const opponents = ['people', 'computer'] as const

export const noSearch: Search = { opponent: '', against: '', result: '', ...noConditions }

/** readSearch parses the text after "#". Values that are not allowed are left out. */
export function readSearch(text: string): Search {
  const query = readQuery(text)
  return {
    opponent: readName(query, 'opponent'),
    against: readChoice(query, 'against', opponents),
    result: readChoice(query, 'result', results),
    ...readConditions(query),
  }
}
