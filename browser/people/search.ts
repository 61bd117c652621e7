/** What games of a profile are searched by, as it is kept in the address after "#". */
import { type AnyVariant, allVariants } from '../rules/contract.ts'

export interface Search {
  opponent: string
  against: '' | 'people' | 'computer'
  variant: '' | AnyVariant
  result: '' | 'won' | 'drawn' | 'lost' | 'aborted'
  /** Bounds of the number of moves of all seats; '' for none. */
  min: string
  max: string
  /** The first and the last day, such as "2026-11-26"; '' for none. */
  from: string
  until: string
}

export const results = ['won', 'drawn', 'lost', 'aborted'] as const
export const opponents = ['people', 'computer'] as const

export const noSearch: Search = {
  opponent: '',
  against: '',
  variant: '',
  result: '',
  min: '',
  max: '',
  from: '',
  until: '',
}

const names = Object.keys(noSearch) as (keyof Search)[]

/** isSearch reports whether a search has conditions. */
export function isSearch(search: Search): boolean {
  return names.some((name) => search[name] !== '')
}

/** writeSearch returns the text after "#"; '' without conditions. */
export function writeSearch(search: Search): string {
  const query = new URLSearchParams()
  for (const name of names) if (search[name] !== '') query.set(name, search[name])
  return query.toString()
}

/** readSearch parses the text after "#". Values that are not allowed are left out. */
export function readSearch(text: string): Search {
  const query = new URLSearchParams(text.replace(/^#/, ''))
  const get = (name: keyof Search) => query.get(name) ?? ''
  const oneOf = <T extends string>(name: keyof Search, known: readonly T[]): T | '' =>
    known.find((value) => value === get(name)) ?? ''
  const count = (name: keyof Search) => (/^\d{1,5}$/.test(get(name)) ? get(name) : '')
  const day = (name: keyof Search) => (dayStart(get(name)) > 0 ? get(name) : '')
  return {
    opponent: get('opponent').slice(0, 64),
    against: oneOf('against', opponents),
    variant: oneOf('variant', allVariants),
    result: oneOf('result', results),
    min: count('min'),
    max: count('max'),
    from: day('from'),
    until: day('until'),
  }
}

/** dayStart returns when a day begins here, in milliseconds since 1970; 0 if the text is not a day after 1970. */
function dayStart(day: string, offset = 0): number {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (year === '') return 0
  const at = new Date(Number(year), Number(month) - 1, Number(date))
  if (at.getMonth() !== Number(month) - 1) return 0
  return Math.max(0, new Date(Number(year), Number(month) - 1, Number(date) + offset).getTime())
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
