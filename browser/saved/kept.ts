/**
 * Games as they are kept in the browser: plain data, written as JSON, read back with suspicion.
 *
 * A game is its start, its moves and what people decided about it; everything else follows from the rules.
 */
import type { RecordMove, Variant } from '../rules/contract.ts'

/** Raised whenever an older page could not read what this one keeps. */
export const version = 1

/** Who plays a side or a seat. */
export interface Player {
  by: 'person' | 'computer'
  /** As typed; '' where the name of the side will do. */
  name: string
  /** How long the computer thinks about a move at most. */
  milliseconds: number
  /** How strong the computer plays, from 1 to fullStrength. */
  level: number
}

/** What people decided, where the rules did not end the game. */
export interface Ending {
  reason: 'resigned' | 'agreed' | 'threefold' | 'fifty-moves' | 'recorded'
  winners: number[]
}

/** Several games between the same two, with the handicap carried from one to the next. Index: player. */
export interface Series {
  points: [number, number]
  won: [number, number]
  drawn: number
}

interface Base {
  version: typeof version
  id: string
  /** When it was last changed, in milliseconds since 1970. */
  changed: number
  /** When it began, likewise; missing in games that were stored before this was, and in pasted ones. */
  started?: number
  start: string
  moves: string[]
  end: Ending | null
}

export interface KeptWotn extends Base {
  game: 'wotn'
  ways: Variant
  players: [Player, Player]
  /** Which of the players has White. */
  white: 0 | 1
  flipped: boolean
  series: Series
  /** Comments and variations of a game that was read from text; they belong to the first moves. */
  notes: RecordMove[]
  tags: Record<string, string>
}

export interface KeptLancelot extends Base {
  game: 'lancelot'
  /** By seat. */
  players: Player[]
  tags: Record<string, string>
}

export type Kept = KeptWotn | KeptLancelot

/** The level at which the computer plays as well as it can. */
export const fullStrength = 10

export function person(name = ''): Player {
  return { by: 'person', name, milliseconds: 1000, level: fullStrength }
}

export function computer(milliseconds = 1000, level = fullStrength, name = ''): Player {
  return { by: 'computer', name, milliseconds, level }
}

/** What is wrong with a stored text, in the order in which it is noticed. */
export type Unreadable = 'not-json' | 'other-version' | 'wrong-shape'

export type Reading = { ok: true; kept: Kept } | { ok: false; why: Unreadable }

export function write(kept: Kept): string {
  return JSON.stringify(kept)
}

/** Reads what `write` wrote. Answers why not, for anything else. */
export function read(text: string): Reading {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return { ok: false, why: 'not-json' }
  }
  if (!isObject(data)) return { ok: false, why: 'wrong-shape' }
  if (data.version !== version) return { ok: false, why: 'other-version' }
  withLevels(data)
  return isKept(data) ? { ok: true, kept: data } : { ok: false, why: 'wrong-shape' }
}

type Fields = Record<string, unknown>

/** Before the computer had levels it played as well as it could. */
function withLevels(data: Fields): void {
  if (!Array.isArray(data.players)) return
  for (const player of data.players) if (isObject(player)) player.level ??= fullStrength
}

const isObject = (x: unknown): x is Fields => typeof x === 'object' && x !== null && !Array.isArray(x)
const isString = (x: unknown): x is string => typeof x === 'string'
const isCount = (x: unknown): x is number => typeof x === 'number' && Number.isInteger(x) && x >= 0
const isListOf =
  <T>(is: (x: unknown) => x is T) =>
  (x: unknown): x is T[] =>
    Array.isArray(x) && x.every(is)
const isPairOf =
  <T>(is: (x: unknown) => x is T) =>
  (x: unknown): x is [T, T] =>
    isListOf(is)(x) && x.length === 2
const isOneOf =
  <T>(...values: T[]) =>
  (x: unknown): x is T =>
    values.includes(x as T)

const isStrings = isListOf(isString)
const isTags = (x: unknown): x is Record<string, string> => isObject(x) && Object.values(x).every(isString)

const isPlayer = (x: unknown): x is Player =>
  isObject(x) &&
  isOneOf('person', 'computer')(x.by) &&
  isString(x.name) &&
  isCount(x.milliseconds) &&
  isCount(x.level) &&
  x.level >= 1 &&
  x.level <= fullStrength

const isEnding = (x: unknown): x is Ending =>
  isObject(x) &&
  isOneOf('resigned', 'agreed', 'threefold', 'fifty-moves', 'recorded')(x.reason) &&
  isListOf(isCount)(x.winners)

const isSeries = (x: unknown): x is Series =>
  isObject(x) && isPairOf(isCount)(x.points) && isPairOf(isCount)(x.won) && isCount(x.drawn)

const isNote = (x: unknown): x is RecordMove =>
  isObject(x) &&
  isString(x.text) &&
  isString(x.san) &&
  isListOf(isCount)(x.nags) &&
  isStrings(x.before) &&
  isStrings(x.after) &&
  isListOf(isListOf(isNote))(x.variations)

function isKept(x: Fields): x is Fields & Kept {
  const base =
    isString(x.id) &&
    isCount(x.changed) &&
    (x.started === undefined || isCount(x.started)) &&
    isString(x.start) &&
    isStrings(x.moves) &&
    isTags(x.tags) &&
    (x.end === null || isEnding(x.end))
  if (!base) return false
  if (x.game === 'lancelot') return isListOf(isPlayer)(x.players) && x.players.length >= 2 && x.players.length <= 5
  return (
    x.game === 'wotn' &&
    isOneOf('wotn', 'wotn-alternative', 'chess')(x.ways) &&
    isPairOf(isPlayer)(x.players) &&
    isOneOf(0, 1)(x.white) &&
    typeof x.flipped === 'boolean' &&
    isSeries(x.series) &&
    isListOf(isNote)(x.notes)
  )
}
