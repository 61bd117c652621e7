/** What a review needs of the searches of a game, and its stored form. */
import type { LancelotCandidate, LancelotVerdict, MoveKind, Notation, PVMove, WotnAnalysis } from '../rules/contract.ts'

/** The quality of a review: nodes for each position, of Way of the Knight for the best two moves together. */
export const reviewNodes = { wotn: 100_000, lancelot: 100_000 } as const

/** MiB of each search of a review. */
export const reviewMemory = { wotn: 4, lancelot: 16 } as const

/** The versions of the engines that make reviews (internal/judge/review.go). */
export const reviewEngine = { wotn: 4, lancelot: 1 } as const

/** The version of the engine for Way of the Knight where the browser has no network for it. */
export const engineWithoutNetwork = 3

type WDL = [number, number, number]

/** What a review needs of the search of a position, for the side to move. */
export interface PositionResult {
  /** Missing if the game is over. */
  best?: PVMove
  /** In hundredths of a pawn. Missing if the game is over, and in earlier reviews of the server. */
  score?: number
  mate: number
  wdl: WDL
  /** After the second best move, missing if there is none. */
  second?: WDL
  /** The beginning of the principal variation. Missing in earlier reviews. */
  pv?: string[]
}

/** The number of plies of a principal variation that the reasons of a review are taken from (internal/judge/fault.go). */
const pvPlies = 9

/** The comparison of a turn of Lancelot with the best one. */
export type TurnResult = Omit<LancelotVerdict, 'solves'>

/** resultOf returns what a review needs of a search, which is undefined if the game is over. */
export function resultOf(analysis: WotnAnalysis | undefined): PositionResult {
  const [first, second] = analysis?.pvs ?? []
  const best = first?.pv[0]
  if (!first || !best) return { mate: 0, wdl: [0, 0, 0] }
  const pv = first.pv.slice(0, pvPlies).map(({ text }) => text)
  return { best, score: first.score, mate: first.mate, wdl: first.wdl, ...(second && { second: second.wdl }), pv }
}

const isNumber = (x: unknown): x is number => typeof x === 'number' && Number.isFinite(x)
const isText = (x: unknown): x is string => typeof x === 'string'
const isObject = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x)
const isListOf =
  <T>(is: (x: unknown) => x is T) =>
  (x: unknown): x is T[] =>
    Array.isArray(x) && x.every(is)

/** The fields of a notation in the order of the stored form. */
const parts = ['castling', 'kind', 'origin', 'captured', 'to', 'promotion', 'check'] as const

/** writePosition returns the stored form of a position: a list, or 0 if the game is over. */
export function writePosition({ best, score, mate, wdl, second, pv }: PositionResult): unknown {
  if (!best) return 0
  const { text, san, notation } = best
  const written = parts.map((part) => notation[part]).join('.')
  return [text, san, written, score ?? null, mate, ...wdl, ...(second ?? []), ...(pv ? [pv.join(' ')] : [])]
}

/** readPosition parses the stored form of a position, undefined if it is none. */
export function readPosition(x: unknown): PositionResult | undefined {
  if (x === 0) return resultOf(undefined)
  if (!Array.isArray(x)) return undefined
  const [text, san, written, score, mate, ...rest] = x
  const line = rest.at(-1)
  const shares = isText(line) ? rest.slice(0, -1) : rest
  if (!isText(text) || !isText(san) || !isText(written) || !isNumber(mate)) return undefined
  if ((score !== null && !isNumber(score)) || !isListOf(isNumber)(shares)) return undefined
  if (shares.length !== 3 && shares.length !== 6) return undefined
  const values = written.split('.')
  if (values.length !== parts.length) return undefined
  const notation = Object.fromEntries(parts.map((part, i) => [part, values[i]])) as unknown as Notation
  const second = shares.slice(3)
  return {
    best: { text, san, notation },
    ...(score !== null && { score }),
    mate,
    wdl: shares.slice(0, 3) as WDL,
    ...(second.length > 0 && { second: second as WDL }),
    ...(isText(line) && { pv: line.split(' ') }),
  }
}

/**
 * writeTurn returns the stored form of a turn, without what a review does not use: principal variations after the reply, and of
 * a good turn threats and the better turn, unless it is the first turn, whose better one has the win shares before it.
 */
export function writeTurn({ kind, loss, only, seat, played, better }: TurnResult, first: boolean): unknown {
  if (kind === 'good' && !first) {
    const { excaliburThreats: _, ...rest } = played
    return { kind, loss, only, seat, played: { ...rest, threats: [], pv: [] } }
  }
  const short = (candidate: LancelotCandidate) => ({ ...candidate, pv: candidate.pv.slice(0, 2) })
  return { kind, loss, only, seat, played: short(played), better: short(better) }
}

/** readTurn parses the stored form of a turn, undefined if it is none. */
export function readTurn(x: unknown): TurnResult | undefined {
  const whole = isObject(x) && x.better === undefined && x.kind === 'good' ? { ...x, better: x.played } : x
  return isTurnResult(whole) ? whole : undefined
}

const kinds: readonly MoveKind[] = ['good', 'inaccuracy', 'mistake', 'blunder']

function isTurnResult(x: unknown): x is TurnResult {
  return (
    isObject(x) &&
    kinds.some((kind) => kind === x.kind) &&
    isNumber(x.loss) &&
    typeof x.only === 'boolean' &&
    isNumber(x.seat) &&
    isCandidate(x.played) &&
    isCandidate(x.better)
  )
}

const isCapture = (x: unknown): x is LancelotCandidate['captures'][number] =>
  isObject(x) && isText(x.square) && isNumber(x.seat)
const isThreat = (x: unknown): x is LancelotCandidate['threats'][number] =>
  isObject(x) && isNumber(x.by) && isText(x.on) && isListOf(isCapture)(x.captures)
const isExcaliburThreat = (x: unknown): x is NonNullable<LancelotCandidate['excaliburThreats']>[number] =>
  isObject(x) && isNumber(x.by) && isText(x.turn) && isListOf(isCapture)(x.captures)
const isKingmaking = (x: unknown): x is LancelotCandidate['kingmaking'] =>
  x === null || (isObject(x) && isText(x.instead) && isNumber(x.seat) && isNumber(x.change))

function isCandidate(x: unknown): x is LancelotCandidate {
  return (
    isObject(x) &&
    isText(x.turn) &&
    isNumber(x.seat) &&
    isListOf(isNumber)(x.winShares) &&
    typeof x.proved === 'boolean' &&
    isObject(x.outcome) &&
    typeof x.outcome.over === 'boolean' &&
    isListOf(isNumber)(x.outcome.winners) &&
    isListOf(isCapture)(x.captures) &&
    isNumber(x.captured) &&
    isNumber(x.target) &&
    isListOf(isThreat)(x.threats) &&
    (x.excaliburThreats === undefined || isListOf(isExcaliburThreat)(x.excaliburThreats)) &&
    isNumber(x.gains) &&
    isNumber(x.gain) &&
    isKingmaking(x.kingmaking) &&
    isListOf(isText)(x.pv)
  )
}
