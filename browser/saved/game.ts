/**
 * Games saved in the browser as JSON, which is validated when it is read.
 *
 * A saved game has a start, moves and the decisions of the players. The rules compute everything else.
 */
import { type RecordMove, type Series, type Variant, variants } from '../rules/contract.ts'
import type { SavedClock } from './clock.ts'
import { fullStrength, isLevel } from './levels.ts'

/** The version of the stored form. It is increased if earlier builds cannot read the new form. */
export const version = 1

const timeReasons = ['time', 'time-drawn'] as const

/** The time is over; drawn if the opponent could not have won. As on the server. */
export type TimeReason = (typeof timeReasons)[number]

/** isTimeReason reports whether a reason of an end is that the time was over. */
export function isTimeReason(reason: unknown): reason is TimeReason {
  return timeReasons.includes(reason as TimeReason)
}

/** The player of a side or a seat. */
export interface Player {
  by: 'person' | 'computer'
  /** As typed; '' for the name of the side. */
  name: string
  /** The computer's time limit for a move. */
  milliseconds: number
  /** The code of the computer's playing level. */
  level: number
}

/** The end of a game by a decision of the players, or because the time of one is over. */
export interface Ending {
  reason: 'resigned' | 'agreed' | 'threefold' | 'fifty-moves' | 'recorded' | TimeReason
  winners: number[]
}

/** A series of games between two players, with handicap points. Indexed by player. */
interface Base {
  version: typeof version
  id: string
  /** Time of the last change, in milliseconds since 1970. */
  changed: number
  /** Time of the start, likewise. Missing in pasted games. */
  started?: number
  start: string
  moves: string[]
  end: Ending | null
  /** The sides that won, where the rules have ended the game. */
  winners?: number[] | undefined
  /** The number of hints that the players have asked for. Missing without any. */
  hints?: number
  /** How often a person has taken back moves. Missing without any. */
  takebacks?: number
  /** The game goes on from moves of another game, of an analysis, or of other players. Missing or false in others. */
  branched?: boolean
  /** Missing in games without a clock. Earlier builds keep it, but not its times up to date. */
  clock?: SavedClock
}

export interface SavedWotn extends Base {
  game: 'wotn'
  variant: Variant
  players: [Player, Player]
  /** The player with White. */
  white: 0 | 1
  flipped: boolean
  series: Series
  /** The series has a handicap: players have spent points, or receive points for lost games. Missing in games without. */
  handicap?: boolean
  /** Comments and variations of a game that was read from text; they belong to the first moves. */
  notes: RecordMove[]
  tags: Record<string, string>
}

export interface SavedLancelot extends Base {
  game: 'lancelot'
  /** By seat. */
  players: Player[]
  /** As those of Way of the Knight. Missing without any. */
  notes?: RecordMove[]
  tags: Record<string, string>
}

export type SavedGame = SavedWotn | SavedLancelot

/** winnersOf returns the sides that won, or undefined if it is not known that the game has ended. */
export function winnersOf({ end, winners }: SavedGame): readonly number[] | undefined {
  return end?.winners ?? winners
}

/** isWhole reports whether the players have played all moves: the game goes on from no other, and no computer has taken a seat over. */
export function isWhole({ branched, clock }: Pick<SavedGame, 'branched' | 'clock'>): boolean {
  return !branched && !clock?.out?.length
}

/** The largest number of characters in the name of a player. */
export const maxNameLength = 30

export function person(name = ''): Player {
  return { by: 'person', name, milliseconds: 1000, level: fullStrength }
}

export function computer(milliseconds = 1000, level = fullStrength, name = ''): Player {
  return { by: 'computer', name, milliseconds, level }
}

/** The reason why a stored text cannot be read, in the order of the checks. */
export type Unreadable = 'not-json' | 'other-version' | 'wrong-shape'

export type Reading = { ok: true; saved: SavedGame } | { ok: false; why: Unreadable }

/**
 * storable returns the stored form of an end on time: the end of a record, for builds that know no other, and `by` with the
 * reason.
 */
function storable<G extends SavedGame>(saved: G): object {
  const { end } = saved
  return end && isTimeReason(end.reason)
    ? { ...saved, end: { reason: 'recorded', winners: end.winners, by: end.reason } }
    : saved
}

/** restoreEnd turns the stored form of an end into the usual one. */
function restoreEnd(data: Fields): void {
  const { end } = data
  if (isObject(end) && isTimeReason(end.by)) data.end = { reason: end.by, winners: end.winners }
}

export function write(saved: SavedGame): string {
  return JSON.stringify(storable(saved))
}

/** The version of the short stored form. */
const shortVersion = 2

/**
 * writeShort returns a stored form that needs less space: moves without remarks have no notes, and notes on the main line do not
 * repeat the moves. Builds before version 2 cannot read it.
 */
export function writeShort(saved: SavedGame): string {
  const notes = (saved.notes ?? []).map((note, i) => {
    const { text, san, notation, nags, before, after, variations } = note
    const own = text !== saved.moves[i] && { text, san, ...(notation && { notation }) }
    return {
      ...own,
      ...(nags.length > 0 && { nags }),
      ...(before.length > 0 && { before }),
      ...(after.length > 0 && { after }),
      ...(variations.length > 0 && { variations }),
    }
  })
  while (notes.length > 0 && Object.keys(notes.at(-1) ?? {}).length === 0) notes.pop()
  return JSON.stringify({ ...storable(saved), version: shortVersion, notes })
}

/** lengthen turns the fields of the short stored form into those of the usual one. */
function lengthen(data: Fields): void {
  if (data.version !== shortVersion) return
  data.version = version
  const { notes, moves } = data
  if (!Array.isArray(notes) || !isStrings(moves)) return
  data.notes = notes.map((note, i) => {
    const text = moves[i] ?? ''
    return isObject(note) ? { text, san: text, nags: [], before: [], after: [], variations: [], ...note } : note
  })
}

/** read parses a game stored by this or an earlier build, or returns the reason why it cannot be read. */
export function read(text: string): Reading {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return { ok: false, why: 'not-json' }
  }
  if (!isObject(data)) return { ok: false, why: 'wrong-shape' }
  lengthen(data)
  restoreEnd(data)
  if (data.version !== version) return { ok: false, why: 'other-version' }
  return isSavedGame(data) ? { ok: true, saved: data } : { ok: false, why: 'wrong-shape' }
}

type Fields = Record<string, unknown>

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
  isObject(x) && isOneOf('person', 'computer')(x.by) && isString(x.name) && isCount(x.milliseconds) && isLevel(x.level)

const isEnding = (x: unknown): x is Ending =>
  isObject(x) &&
  isOneOf('resigned', 'agreed', 'threefold', 'fifty-moves', 'recorded', ...timeReasons)(x.reason) &&
  isListOf(isCount)(x.winners)

const isTime = (x: unknown): x is SavedClock['times'][number] => x === null || isPairOf(isCount)(x)

const isClock = (x: unknown): x is SavedClock =>
  isObject(x) &&
  isCount(x.initial) &&
  isCount(x.increment) &&
  isListOf(isTime)(x.times) &&
  (x.used === undefined || isCount(x.used)) &&
  (x.out === undefined || isListOf(isCount)(x.out)) &&
  (x.outAfter === undefined || isListOf(isCount)(x.outAfter))

const isSeries = (x: unknown): x is Series =>
  isObject(x) && isPairOf(isCount)(x.points) && isPairOf(isCount)(x.won) && isCount(x.drawn)

const isNote = (x: unknown): x is RecordMove =>
  isObject(x) &&
  isString(x.text) &&
  isString(x.san) &&
  (x.notation === undefined || isObject(x.notation)) &&
  isListOf(isCount)(x.nags) &&
  isStrings(x.before) &&
  isStrings(x.after) &&
  isListOf(isListOf(isNote))(x.variations)

/** isRecord reports whether a value is a list of recorded moves. */
export const isRecord = isListOf(isNote)

function isSavedGame(x: Fields): x is Fields & SavedGame {
  const base =
    isString(x.id) &&
    isCount(x.changed) &&
    (x.started === undefined || isCount(x.started)) &&
    (x.winners === undefined || isListOf(isCount)(x.winners)) &&
    (x.hints === undefined || isCount(x.hints)) &&
    (x.takebacks === undefined || isCount(x.takebacks)) &&
    (x.branched === undefined || typeof x.branched === 'boolean') &&
    (x.clock === undefined || isClock(x.clock)) &&
    isString(x.start) &&
    isStrings(x.moves) &&
    isTags(x.tags) &&
    (x.end === null || isEnding(x.end))
  if (!base) return false
  if (x.game === 'lancelot') {
    const { players, notes } = x
    const seats = isListOf(isPlayer)(players) && players.length >= 2 && players.length <= 5
    return seats && (notes === undefined || isRecord(notes))
  }
  return (
    x.game === 'wotn' &&
    isOneOf(...variants)(x.variant) &&
    isPairOf(isPlayer)(x.players) &&
    isOneOf(0, 1)(x.white) &&
    typeof x.flipped === 'boolean' &&
    isSeries(x.series) &&
    (x.handicap === undefined || typeof x.handicap === 'boolean') &&
    isListOf(isNote)(x.notes)
  )
}
