/** Classifies the moves of a game by the win share they lose. */
import type { Color, LineMove, WotnAnalysis, WotnLine } from '../rules/contract.ts'
import { whiteShare } from './score.ts'

export type Fault = 'inaccuracy' | 'mistake' | 'blunder'

/** The least losses of win share, in percentage points. */
export const least: Readonly<Record<Fault, number>> = { inaccuracy: 5, mistake: 10, blunder: 15 }
/** A move is the only one if the second best loses more than this. */
const onlyMargin = 10

/** The evaluation of a position: by the engine, or by the rules if the game is over. */
export interface Evaluation {
  turn: Color
  /** White's win share, from 0 to 1. */
  white: number
  /** The best lines; empty if the game is over. */
  lines: readonly WotnLine[]
}

export interface Verdict {
  /** Number of moves before it, from 0. */
  ply: number
  side: Color
  kind: Fault | 'good'
  /** It was the best move, and all others were much worse. */
  only: boolean
  /** Loss of the side's win share, in percentage points. */
  loss: number
  /** The best move in its place, and the best reply to it. */
  best: LineMove | undefined
  reply: LineMove | undefined
  /** It allows a mate in so many moves that could be avoided, or misses one; 0 if not. */
  allowsMate: number
  missesMate: number
}

/** evaluationOf returns the evaluation of a position. `winners` are those of a finished game. */
export function evaluationOf(turn: Color, analysis: WotnAnalysis | undefined, winners: readonly number[]): Evaluation {
  const best = analysis?.lines[0]
  if (analysis && best) return { turn, white: whiteShare(best, turn), lines: analysis.lines }
  return { turn, white: winners.length === 1 ? 1 - (winners[0] ?? 0) : 0.5, lines: [] }
}

/** shareOf returns the win share of a side. */
export function shareOf({ white }: Pick<Evaluation, 'white'>, side: Color): number {
  return side === 'w' ? white : 1 - white
}

/** classify compares a move with the best one, by the evaluations before and after it. */
export function classify(ply: number, move: string, before: Evaluation, after: Evaluation): Verdict {
  const side = before.turn
  const [first, second] = before.lines
  const best = first?.pv[0]
  const isBest = best?.text === move
  const loss = isBest ? 0 : Math.max(0, 100 * (shareOf(before, side) - shareOf(after, side)))
  const lost = second && 100 * (shareOf(before, side) - shareOf({ white: whiteShare(second, side) }, side))
  const replyMate = after.lines[0]?.mate ?? 0
  const hadMate = first?.mate ?? 0
  const wins = after.lines.length === 0 ? shareOf(after, side) === 1 : replyMate < 0
  return {
    ply,
    side,
    kind: kindOf(loss),
    only: isBest && lost !== undefined && lost > onlyMargin,
    loss,
    best,
    reply: after.lines[0]?.pv[0],
    allowsMate: replyMate > 0 && hadMate >= 0 ? replyMate : 0,
    missesMate: hadMate > 0 && !wins ? hadMate : 0,
  }
}

export function kindOf(loss: number): Verdict['kind'] {
  if (loss >= least.blunder) return 'blunder'
  if (loss >= least.mistake) return 'mistake'
  return loss >= least.inaccuracy ? 'inaccuracy' : 'good'
}

/**
 * accuracy returns the accuracy of a side's moves, from 0 to 100: the mean over its moves of 100 · e^(−loss / 22), so that a
 * move without loss has 100 and one that loses 15 points has 51. It is undefined without moves.
 */
export function accuracy(verdicts: readonly Verdict[], side: Color): number | undefined {
  const own = verdicts.filter((verdict) => verdict.side === side)
  if (own.length === 0) return undefined
  return own.reduce((sum, { loss }) => sum + 100 * Math.exp(-loss / 22), 0) / own.length
}

const nags: Readonly<Record<Fault, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' }

/** glyphOf returns the symbol of a verdict, or ''. */
export function glyphOf({ kind, only }: Verdict): string {
  return kind === 'good' ? (only ? '□' : '') : nags[kind]
}
