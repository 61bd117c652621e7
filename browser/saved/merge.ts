/** Progress in the lessons as data: how it is merged, and what of it the server lacks. */
import { isRepetition, type Repetition } from './due.ts'

/** The best result of an exercise: the fewest moves and the most stars. */
export interface Solved {
  moves: number
  stars: number
  /** When it was solved last; earlier builds did not keep it. */
  repetition?: Repetition
}

/** What a learner has achieved. Moments are milliseconds since 1970. */
export interface Results {
  /** By `stage/exercise`. */
  solved: Readonly<Record<string, Solved>>
  /** The answer to "Do you play chess?". */
  chess?: { yes: boolean; at: number }
  /** The exercise that was open last, `stage/number`. */
  last?: { place: string; at: number }
}

export const nothing: Results = { solved: {} }

function best(a: Solved | undefined, b: Solved): Solved {
  if (!a) return b
  const repetition = later(a.repetition, b.repetition, ({ step }) => String(step))
  return { moves: Math.min(a.moves, b.moves), stars: Math.max(a.stars, b.stars), ...(repetition && { repetition }) }
}

function sameRepetition(a: Repetition | undefined, b: Repetition | undefined): boolean {
  return a?.at === b?.at && a?.step === b?.step
}

/** withoutRepetitions returns results without the repetitions that `other` has, too. */
export function withoutRepetitions(solved: Results['solved'], other: Results['solved']): Results['solved'] {
  return Object.fromEntries(
    Object.entries(solved).map(([name, result]) => {
      const { repetition, ...kept } = result
      return [name, sameRepetition(repetition, other[name]?.repetition) ? kept : result]
    }),
  )
}

/**
 * later returns the value that was set later. Of two at the same moment it returns the one with the greater `rank`, so that the
 * order does not matter.
 */
function later<T extends { at: number }>(
  a: T | undefined,
  b: T | undefined,
  rank: (value: T) => string,
): T | undefined {
  if (!a || !b) return a ?? b
  if (a.at !== b.at) return a.at > b.at ? a : b
  return rank(a) >= rank(b) ? a : b
}

/**
 * merge returns the best result of each exercise with the later repetition, the later answer and the place that was opened later.
 * The order and the number of merges do not matter. The server merges in the same way (store.Progress).
 */
export function merge(a: Results, b: Results): Results {
  const solved: Record<string, Solved> = { ...a.solved }
  for (const [name, result] of Object.entries(b.solved)) solved[name] = best(solved[name], result)
  const chess = later(a.chess, b.chess, ({ yes }) => (yes ? '1' : '0'))
  const last = later(a.last, b.last, ({ place }) => place)
  return { solved, ...(chess && { chess }), ...(last && { last }) }
}

/** lackOf returns the part of `own` that `other` lacks, with at most `limit` exercises, or undefined if it lacks nothing. */
export function lackOf(other: Results, own: Results, limit = Number.POSITIVE_INFINITY): Results | undefined {
  const all = merge(other, own)
  const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  const names = Object.keys(own.solved).filter((name) => {
    const [had, has] = [other.solved[name], all.solved[name]]
    return had?.moves !== has?.moves || had?.stars !== has?.stars || !sameRepetition(had?.repetition, has?.repetition)
  })
  const chess = own.chess && differ(all.chess, other.chess) ? own.chess : undefined
  const last = own.last && differ(all.last, other.last) ? own.last : undefined
  if (names.length === 0 && !chess && !last) return undefined
  const solved = Object.fromEntries(names.slice(0, limit).map((name) => [name, own.solved[name] as Solved]))
  return { solved, ...(chess && { chess }), ...(last && { last }) }
}

/** parseResults returns the readable parts of something stored or received. */
export function parseResults(stored: unknown): Results {
  const { solved, chess, last } = (stored ?? {}) as Record<string, unknown>
  const found: Record<string, Solved> = {}
  for (const [name, result] of Object.entries(solved ?? {})) {
    const { moves, stars, repetition } = (result ?? {}) as Solved
    if (Number.isInteger(moves) && moves > 0 && [1, 2, 3].includes(stars))
      found[name] = { moves, stars, ...(isRepetition(repetition) && { repetition }) }
  }
  const moment = (at: unknown): at is number => Number.isInteger(at) && Number(at) > 0
  const answer = chess as Results['chess']
  const open = last as Results['last']
  return {
    solved: found,
    ...(typeof answer?.yes === 'boolean' && moment(answer.at) && { chess: { yes: answer.yes, at: answer.at } }),
    ...(typeof open?.place === 'string' && moment(open.at) && { last: { place: open.place, at: open.at } }),
  }
}
