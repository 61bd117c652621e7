/** Classified moves. The rules classify them by the loss of win share (rules/contract.ts). */
import type { FaultFacts, MoveKind, PVMove } from '../rules/contract.ts'
import type { ReviewedTurn } from '../words/advice.ts'

export type Fault = Exclude<MoveKind, 'good'>

export const faults: readonly Fault[] = ['inaccuracy', 'mistake', 'blunder']

/** Verdict has the common fields of the verdicts of both games. */
export interface Verdict {
  /** Number of moves before it, from 0. */
  ply: number
  /** The side or seat that moved. */
  seat: number
  kind: MoveKind
  /** It was the best move, and all others were much worse. */
  only: boolean
  /** Loss of the seat's win share, in percentage points. */
  loss: number
  /** The seat's win share after the move and after the best one, from 0 to 1. */
  share: number
  bestShare: number
  /** The best move in its place. */
  best: { text: string; san: string; notation?: PVMove['notation'] } | undefined
}

export interface WotnVerdict extends Verdict {
  best: PVMove | undefined
  /** The best reply to it. */
  reply: PVMove | undefined
  /** Number of moves of an avoidable mate that it allows; 0 if none. */
  allowsMate: number
  /** Number of moves of a mate that it misses; 0 if none. */
  missesMate: number
  /** The facts behind a fault; undefined for other moves. */
  facts: FaultFacts | undefined
}

export interface TurnVerdict extends Verdict, ReviewedTurn {}

/** ownShare returns the win share of the side to move, in thousandths. */
export function ownShare([win, draw]: readonly [number, number, number]): number {
  return win + draw / 2
}

/** isMistake reports whether a move is an exercise for the player. */
export function isMistake({ kind, best }: Verdict): boolean {
  return (kind === 'mistake' || kind === 'blunder') && best !== undefined
}

export const nags: Readonly<Record<Fault, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' }

/** glyphOf returns the symbol of a verdict, or ''. */
export function glyphOf({ kind, only }: Pick<Verdict, 'kind' | 'only'>): string {
  return kind === 'good' ? (only ? '□' : '') : nags[kind]
}

/**
 * turningPoint returns the move that decided a game: the last mistake by which a player with an even share of the win or more
 * fell below it, otherwise the mistake that lost most. Undefined without mistakes.
 */
export function turningPoint<V extends Verdict>(verdicts: readonly V[], seats: number): V | undefined {
  const even = 1 / seats
  const mistakes = verdicts.filter(({ kind }) => kind === 'mistake' || kind === 'blunder')
  const turned = mistakes.findLast(({ share, bestShare }) => bestShare >= even && share < even)
  return turned ?? mistakes.toSorted((a, b) => b.loss - a.loss)[0]
}
