/**
 * What a player did with puzzles, as a set of attempts that only grows: whatever else is known, such as what is due again or the
 * days in a row, is computed from it. puzzles.svelte.ts stores it.
 */
import type { AnyVariant, Game, PuzzleRunKind } from '../rules/contract.ts'

/** The kinds of attempts. The puzzle of a day is `daily` only on that day; one of the archive is `training`. */
const kinds = ['training', 'daily', 'review'] as const

/** Orthodox chess has no puzzles here. */
export type PuzzleVariant = Exclude<AnyVariant, 'chess'>

/** One try at a puzzle, or at an exercise from an own game. */
export interface Attempt {
  id: string
  game: Game
  /** When it ended, in milliseconds since 1970. */
  at: number
  /** Solved without a mistake, a hint or the solution. */
  solved: boolean
  kind: (typeof kinds)[number]
  /** The player's rating after it and its change, if it was rated. */
  rating?: number
  change?: number
}

/** An exercise from a mistake in an own game that was reviewed. */
export interface OwnMistake {
  id: string
  rules: PuzzleVariant
  position: string
  /** The move that was played. */
  played: string
  best: readonly string[]
  /** The address of the analysis in the program. */
  source: string
  /** When it was found. */
  at: number
}

export interface PuzzleRating {
  rating: number
  deviation: number
  volatility: number
}

/** The best run of a kind: the number of puzzles solved, and when it ended. */
export interface RunBest {
  score: number
  at: number
}

const runs = ['wotn/streak', 'wotn/storm', 'lancelot/streak', 'lancelot/storm'] as const
type RunKey = `${Game}/${PuzzleRunKind}`

/** All that is stored. `sent` parts are on the server. */
export interface PuzzleStore {
  /** Newest first. */
  attempts: readonly (Attempt & { sent?: true })[]
  /** Newest first. */
  mistakes: readonly (OwnMistake & { sent?: true })[]
  ratings: Readonly<Partial<Record<Game, PuzzleRating & { at: number }>>>
  /** The best runs. */
  runs: Readonly<Partial<Record<RunKey, RunBest>>>
  /** Up to when the server's attempts are known, by its clock; 0 for none. */
  known: number
}

export const noPuzzles: PuzzleStore = { attempts: [], mistakes: [], ratings: {}, runs: {}, known: 0 }

/** The rating before the first puzzle, as in internal/match/rating. */
export const newRating: PuzzleRating = { rating: 1500, deviation: 500, volatility: 0.09 }

/** So many are kept: of the attempts those that decide what is due again, and the newest ones; of the mistakes the newest ones. */
export const mostAttempts = 2000
export const mostMistakes = 200

const day = 86_400_000
/** Days until something that was failed comes back; after the last time it is gone. */
const days = [1, 3, 10]
/** What was not solved again for so long is gone, as puzzles that are not in the collection any more. */
const longest = 90 * day
/** Somebody who plays in the evening may come a little earlier the next time. */
const early = day / 6

export const gameOf = ({ rules }: Pick<OwnMistake, 'rules'>): Game => (rules === 'lancelot' ? 'lancelot' : 'wotn')

/** dayOf returns the date of a moment (UTC), which decides the puzzle of the day. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** dayBefore returns the date before a date. */
export const dayBefore = (date: string): string => dayOf(Date.parse(date) - day)

/** Something to be solved again. */
export interface Due {
  id: string
  game: Game
  /** How often it was solved again since it was failed: 0 to 2. */
  step: number
  /** When it has become due. */
  since: number
  mistake?: OwnMistake
}

/** Something that was failed; `step` is 3 if it was solved often enough since. */
interface Repeated extends Due {
  /** The attempts that decide this, without those before its time. */
  because: readonly Attempt[]
}

function repeatedIn({ attempts, mistakes }: Pick<PuzzleStore, 'attempts' | 'mistakes'>): Repeated[] {
  const all = new Map<string, Repeated>()
  const wait = (step: number) => (days[step] ?? 1) * day - early
  for (const { sent: _, ...mistake } of mistakes) {
    const { id, at } = mistake
    all.set(id, { id, game: gameOf(mistake), step: 0, since: at + wait(0), mistake, because: [] })
  }
  for (const attempt of attempts.toReversed()) {
    const { id, game, at, solved } = attempt
    const before = all.get(id)
    if (!solved) all.set(id, { ...before, id, game, step: 0, since: at + wait(0), because: [attempt] })
    else if (before && before.step < days.length && at >= before.since) {
      const step = before.step + 1
      all.set(id, { ...before, step, since: at + wait(step), because: [...before.because, attempt] })
    }
  }
  return [...all.values()]
}

/**
 * dueOf returns what is to be solved again, first the one that has waited longest. Something that is solved before its time stays
 * as it is.
 */
export function dueOf(store: Pick<PuzzleStore, 'attempts' | 'mistakes'>, now: number): Due[] {
  return repeatedIn(store)
    .filter(({ step, since }) => step < days.length && since <= now && now - since < longest)
    .map(({ because: _, ...due }) => due)
    .sort((a, b) => a.since - b.since)
}

/** limited returns at most `mostAttempts` of the attempts, newest first. Without those that it prefers, finished mistakes would be due again. */
function limited<T extends Attempt>(attempts: readonly T[], mistakes: readonly OwnMistake[]): readonly T[] {
  if (attempts.length <= mostAttempts) return attempts
  const needed = repeatedIn({ attempts, mistakes })
    .filter(({ step, mistake }) => step < days.length || mistake)
    .flatMap(({ because }) => because)
  const kept = new Set<Attempt>(needed)
  for (const attempt of attempts) if (kept.size < mostAttempts) kept.add(attempt)
  return attempts.filter((attempt) => kept.has(attempt)).slice(0, mostAttempts)
}

/** nextDue returns how many will be due later, and when the first of them will be. */
export function nextDue(
  store: Pick<PuzzleStore, 'attempts' | 'mistakes'>,
  now: number,
): { count: number; at: number } | undefined {
  const waits = dueOf(store, now + 11 * day).filter(({ since }) => since > now)
  return waits[0] && { count: waits.length, at: waits[0].since }
}

/** streakOf returns the number of days in a row with a solved daily puzzle. The streak lasts while today's is not solved yet. */
export function streakOf(
  attempts: readonly Attempt[],
  game: Game,
  today: string,
): { days: number; doneToday: boolean } {
  const solved = new Set(
    attempts.filter((one) => one.kind === 'daily' && one.solved && one.game === game).map(({ at }) => dayOf(at)),
  )
  const doneToday = solved.has(today)
  let days = 0
  for (let date = doneToday ? today : dayBefore(today); solved.has(date); date = dayBefore(date)) days++
  return { days, doneToday }
}

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** mistakeId returns the ID of an exercise from an own game: the same in every browser, and of the shape of a puzzle's. */
export function mistakeId({ rules, position, played }: Pick<OwnMistake, 'rules' | 'position' | 'played'>): string {
  // FNV-1a, twice with different seeds.
  const hash = (seed: number) => {
    let h = seed
    for (const char of `${rules} ${position} ${played}`) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193)
    return h >>> 0
  }
  const [a, b] = [hash(0x811c9dc5), hash(0x2f0b4c47)]
  return Array.from({ length: 7 }, (_, i) => letters[(i < 4 ? a >>> (5 * i + 7) : b >>> (5 * i - 8)) & 31]).join('')
}

/** keyOf returns the identity of an attempt: nobody makes two at the same puzzle at the same moment. */
const keyOf = ({ id, at }: { id: string; at: number }) => `${id} ${at}`

/** union returns the entries of both lists, newest first. Of two with the same key the greater rank stays. */
function union<T extends { id: string; at: number; sent?: true }>(
  a: readonly T[],
  b: readonly T[],
  key: (entry: T) => string,
  rank: (entry: T) => string,
): T[] {
  const all = new Map<string, T>()
  for (const entry of [...a, ...b]) {
    const had = all.get(key(entry))
    if (!had || rank(entry) > rank(had)) all.set(key(entry), entry)
  }
  return [...all.values()].sort((x, y) => y.at - x.at || (x.id < y.id ? -1 : 1))
}

const rankOf = ({ sent, ...rest }: Attempt & { sent?: true }) =>
  `${sent ? 1 : 0} ${rest.rating === undefined ? 0 : 1} ${JSON.stringify(tupleOf(rest))}`
const rankOfMistake = ({ sent, at, best, source }: OwnMistake & { sent?: true }) =>
  `${sent ? 1 : 0} ${String(9e15 - at).padStart(16, '0')} ${best.join(' ')} ${source}`

/**
 * mergePuzzles joins what two tabs or devices know. The order and the number of merges do not matter. What the server has replaces
 * what it was sent, and a mistake keeps the first moment at which it was found.
 */
export function mergePuzzles(a: PuzzleStore, b: PuzzleStore): PuzzleStore {
  const ratings = { ...a.ratings }
  for (const game of ['wotn', 'lancelot'] as const) {
    const [own, other] = [a.ratings[game], b.ratings[game]]
    if (!own || !other) continue
    const rank = ({ at, rating, deviation, volatility }: PuzzleRating & { at: number }) => [
      at,
      -deviation,
      rating,
      volatility,
    ]
    if (compare(rank(other), rank(own)) > 0) ratings[game] = other
  }
  const best = { ...a.runs }
  for (const key of runs) {
    const [own, other] = [a.runs[key], b.runs[key]]
    if (own && other && compare([other.score, -other.at], [own.score, -own.at]) > 0) best[key] = other
  }
  const mistakes = union(a.mistakes, b.mistakes, ({ id }) => id, rankOfMistake).slice(0, mostMistakes)
  return {
    attempts: limited(union(a.attempts, b.attempts, keyOf, rankOf), mistakes),
    mistakes,
    ratings: { ...b.ratings, ...ratings },
    runs: { ...b.runs, ...best },
    known: Math.max(a.known, b.known),
  }
}

function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((n, i) => n !== b[i])
  return i < 0 ? 0 : (a[i] ?? 0) - (b[i] ?? 0)
}

type Tuple = [id: string, game: 0 | 1, at: number, solved: 0 | 1, kind: number, rating?: number, change?: number]

const tupleOf = ({ id, game, at, solved, kind, rating, change }: Attempt): Tuple => [
  id,
  game === 'wotn' ? 0 : 1,
  at,
  solved ? 1 : 0,
  kinds.indexOf(kind),
  ...((rating === undefined ? [] : [rating, change ?? 0]) as [number, number]),
]

/** puzzleText returns what is stored, as text. */
export function puzzleText({ attempts, mistakes, ratings, runs, known }: PuzzleStore): string {
  const [sent, unsent] = [attempts.filter((one) => one.sent), attempts.filter((one) => !one.sent)]
  return JSON.stringify({
    version: 1,
    sent: sent.map(tupleOf),
    unsent: unsent.map(tupleOf),
    mistakes,
    ratings,
    runs,
    known,
  })
}

const isMoment = (x: unknown): x is number => Number.isInteger(x) && Number(x) > 0
const isId = (x: unknown): x is string => typeof x === 'string' && /^[0-9a-z]{7}$/.test(x)
const listOf = (x: unknown): unknown[] => (Array.isArray(x) ? x : [])

function parseTuple(x: unknown, sent: boolean): (Attempt & { sent?: true })[] {
  const [id, game, at, solved, kind, rating, change] = listOf(x)
  const named = kinds[Number(kind)]
  if (!isId(id) || !isMoment(at) || !named) return []
  return [
    {
      id,
      game: game === 1 ? 'lancelot' : 'wotn',
      at,
      solved: solved === 1,
      kind: named,
      ...(typeof rating === 'number' && { rating, change: Number(change) || 0 }),
      ...(sent && { sent }),
    },
  ]
}

/** isOwnMistake reports whether something stored or received is an exercise from an own game. */
export function isOwnMistake(x: unknown): x is OwnMistake {
  const { id, rules, position, played, best, source, at } = (x ?? {}) as Partial<OwnMistake>
  return (
    isId(id) &&
    ['wotn', 'wotn-alternative', 'lancelot'].includes(rules ?? '') &&
    [position, played, source].every((text) => typeof text === 'string') &&
    Array.isArray(best) &&
    best.length > 0 &&
    best.every((move) => typeof move === 'string') &&
    isMoment(at)
  )
}

/** parsePuzzles returns the readable parts of what is stored. */
export function parsePuzzles(text: string | null): PuzzleStore {
  let stored: Record<string, unknown>
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    return noPuzzles
  }
  if (stored.version !== 1) return noPuzzles
  const ratings: Partial<Record<Game, PuzzleRating & { at: number }>> = {}
  for (const game of ['wotn', 'lancelot'] as const) {
    const one = (stored.ratings as PuzzleStore['ratings'] | undefined)?.[game]
    if (one && [one.rating, one.deviation, one.volatility, one.at].every(Number.isFinite)) ratings[game] = one
  }
  const best: Partial<Record<RunKey, RunBest>> = {}
  for (const key of runs) {
    const one = (stored.runs as PuzzleStore['runs'] | undefined)?.[key]
    if (one && isMoment(one.score) && isMoment(one.at)) best[key] = { score: one.score, at: one.at }
  }
  const attempts = [
    ...listOf(stored.sent).flatMap((x) => parseTuple(x, true)),
    ...listOf(stored.unsent).flatMap((x) => parseTuple(x, false)),
  ]
  const mistakes = listOf(stored.mistakes).filter(isOwnMistake)
  const known = isMoment(stored.known) ? stored.known : 0
  return mergePuzzles(noPuzzles, { attempts, mistakes, ratings, runs: best, known })
}
