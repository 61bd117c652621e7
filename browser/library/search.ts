/** What the games of the person are searched by. */
import {
  type Conditions,
  dayStart,
  noConditions,
  readChoice,
  readConditions,
  readName,
  readQuery,
  type ServerSearch,
} from '../ui/gamesearch.ts'
import { type Entry, kinds } from './entry.ts'

export interface Search extends Conditions {
  /** A part of the name of a player. */
  player: string
  kind: '' | (typeof kinds)[number]
  /** Games in progress or finished ones, or the result for the person, else for the player with the name. */
  result: '' | (typeof results)[number]
}

export const results = ['running', 'finished', 'won', 'lost', 'drawn'] as const

export const noSearch: Search = { player: '', kind: '', result: '', ...noConditions }

/** readSearch parses the text after "#". Values that are not allowed are left out. */
export function readSearch(text: string): Search {
  const query = readQuery(text)
  return {
    player: readName(query, 'player'),
    kind: readChoice(query, 'kind', kinds),
    result: readChoice(query, 'result', results),
    ...readConditions(query),
  }
}

/** onServer returns the search for the finished online games, undefined if it can find none. */
export function onServer({ player, kind, result, ...conditions }: Search): ServerSearch | undefined {
  if ((kind !== '' && kind !== 'online') || result === 'running') return undefined
  return { ...conditions, opponent: player, against: '', result: result === 'finished' ? '' : result }
}

function hasResult({ result, player }: Search, { winners, mine }: Entry, named: readonly number[]): boolean {
  if (result === '') return true
  if (result === 'running') return winners === undefined
  if (winners === undefined || result === 'finished') return winners !== undefined
  if (result === 'drawn') return winners.length === 0
  const sides = mine >= 0 && player.trim() === '' ? [mine] : named
  return winners.length > 0 && sides.some((side) => winners.includes(side) === (result === 'won'))
}

/** found reports whether a game meets all conditions. */
export function found(search: Search, entry: Entry): boolean {
  const { player, kind, variant, min, max, from, until } = search
  const wanted = player.trim().toLocaleLowerCase()
  const named = entry.names.flatMap((name, side) => (name.toLocaleLowerCase().includes(wanted) ? [side] : []))
  const { plies, at } = entry
  return (
    (wanted === '' || named.length > 0) &&
    (kind === '' || kind === entry.kind) &&
    (variant === '' || variant === entry.variant) &&
    hasResult(search, entry, named) &&
    (min === '' || (plies !== undefined && plies >= Number(min))) &&
    (max === '' || (plies !== undefined && plies <= Number(max))) &&
    (from === '' || at >= dayStart(from)) &&
    (until === '' || at < dayStart(until, 1))
  )
}
