/** What lists of games are searched by, as it is kept in the address after "#". */
import { type AnyVariant, allVariants } from '../rules/contract.ts'

/** Conditions of all searches; '' for none. */
export interface Conditions {
  variant: '' | AnyVariant
  /** Bounds of the number of moves of all seats. */
  min: string
  max: string
  /** The first and the last day, such as "2026-11-26". */
  from: string
  until: string
}

export const noConditions: Conditions = { variant: '', min: '', max: '', from: '', until: '' }

/** conditionsOf returns the number of conditions of a search. */
export function conditionsOf(search: Conditions): number {
  return Object.values(search).filter((value) => value !== '').length
}

/** isSearch reports whether a search has conditions. */
export function isSearch(search: Conditions): boolean {
  return conditionsOf(search) > 0
}

/** What the server searches the games of a person by. */
export interface ServerSearch extends Conditions {
  /** A part of the name of an opponent. */
  opponent: string
  /** Games between people only, or with a computer. */
  against: '' | 'people' | 'computer'
  result: '' | 'won' | 'drawn' | 'lost' | 'aborted'
}

/** searchQuery returns the parameters of the request for the games of a person, after the first `skip`. */
export function searchQuery(search: ServerSearch, skip: number): string {
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
export function exportQuery(search: ServerSearch, game: 'wotn' | 'lancelot'): string {
  return `game=${game}&${searchQuery(search, 0)}`.replace(/&$/, '')
}

/** writeSearch returns the text after "#"; '' without conditions. */
export function writeSearch(search: Conditions): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries<string>({ ...search })) if (value !== '') query.set(name, value)
  return query.toString()
}

/** readQuery parses the text after "#". */
export function readQuery(text: string): URLSearchParams {
  return new URLSearchParams(text.replace(/^#/, ''))
}

/** readChoice returns the value of a name, '' if it is not one of those known. */
export function readChoice<T extends string>(query: URLSearchParams, name: string, known: readonly T[]): T | '' {
  return known.find((value) => value === query.get(name)) ?? ''
}

/** readName returns a part of the name of a player. */
export function readName(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? '').slice(0, 64)
}

/** readConditions returns the common conditions. Values that are not allowed are left out. */
export function readConditions(query: URLSearchParams): Conditions {
  const only = (name: string, allowed: (value: string) => boolean) => {
    const value = query.get(name) ?? ''
    return allowed(value) ? value : ''
  }
  const isCount = (value: string) => /^\d{1,5}$/.test(value)
  const isDay = (value: string) => dayStart(value) > 0
  return {
    variant: readChoice(query, 'variant', allVariants),
    min: only('min', isCount),
    max: only('max', isCount),
    from: only('from', isDay),
    until: only('until', isDay),
  }
}

/** dayStart returns when a day begins here, in milliseconds since 1970; 0 if the text is not a day after 1970. */
export function dayStart(day: string, offset = 0): number {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (year === '') return 0
  const at = new Date(Number(year), Number(month) - 1, Number(date))
  if (at.getMonth() !== Number(month) - 1) return 0
  return Math.max(0, new Date(Number(year), Number(month) - 1, Number(date) + offset).getTime())
}
