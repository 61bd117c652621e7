/** Evaluations in comments: "[%eval 0.35]" in pawns and "[%eval #-3]" for a mate, both from White's point of view. */

import type { Evaluation } from '../rules/contract.ts'

/** evaluationFor converts a score from the point of view of a side, 0 for White, to White's; undefined if there is none. */
export function evaluationFor({ score, mate }: { score?: number; mate: number }, side: number): Evaluation | undefined {
  if (score === undefined) return undefined
  const sign = side === 0 ? 1 : -1
  return { score: sign * score, mate: sign * mate }
}

/** A mate, or pawns. Some programs add the depth. */
const command = /\[%eval\s+(?:#([+-]?\d{1,3})|([+-]?\d{1,4}(?:\.\d{1,4})?))(?:,\s*\d+)?\s*\]/g
/** The largest evaluation in pawns that is not a mate. */
const mostPawns = 100

/** evaluationOf returns the evaluation that comments contain, the last one of several. */
export function evaluationOf(comments: readonly string[]): Evaluation | undefined {
  let found: Evaluation | undefined
  for (const comment of comments) {
    for (const [, mate, pawns] of comment.matchAll(command)) {
      if (mate === undefined)
        found = { score: Math.round(100 * Math.max(-mostPawns, Math.min(mostPawns, Number(pawns)))), mate: 0 }
      else if (Number(mate) !== 0) found = { score: 0, mate: Number(mate) }
    }
  }
  return found
}

/** evaluationText returns an evaluation as commands have it: "0.35", "-1.20" or "#-3". */
function evaluationText({ score, mate }: Evaluation): string {
  if (mate !== 0) return `#${mate}`
  const pawns = Math.max(-mostPawns, Math.min(mostPawns, score / 100)).toFixed(2)
  return pawns === '-0.00' ? '0.00' : pawns
}

/** withEvaluation replaces the evaluation in comments. It stands before other commands, such as the times of clocks. */
export function withEvaluation(comments: readonly string[], evaluation: Evaluation): string[] {
  const rest = comments.map((comment) => comment.replace(/\s*\[%eval\s[^\]]*\]\s*/g, ' ').trim()).filter(Boolean)
  const text = `[%eval ${evaluationText(evaluation)}]`
  const at = rest.findIndex((comment) => comment.startsWith('[%'))
  return at < 0 ? [...rest, text] : rest.map((comment, i) => (i === at ? `${text} ${comment}` : comment))
}
