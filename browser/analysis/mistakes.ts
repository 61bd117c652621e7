/** Mistakes of an own game that are kept as exercises: they are due again some days later, as puzzles that were failed. */
import { type Node, path } from '../play/tree.ts'
import { review as rules } from '../rules/client.ts'
import type { AnyVariant, LancelotAnalysis, WotnAnalysis } from '../rules/contract.ts'
import { workerRunner } from '../rules/live.ts'
import { type PuzzleRecord, puzzleRecord } from '../saved/puzzles.svelte.ts'
import { mistakeId } from '../saved/puzzles.ts'
import { writeAddress } from './address.ts'
import type { AnalysisBoard, Shown } from './board.svelte.ts'
import { reviewMemory, reviewNodes } from './results.ts'
import { ownShare } from './verdict.ts'

/** The server refuses longer addresses. */
const maxAddress = 300

/** A move and the mover's win share after it, in thousandths. */
interface Candidate {
  move: string
  share: number
}

/** The best moves of a position, the best first. */
async function candidatesIn(variant: AnyVariant, position: string): Promise<Candidate[]> {
  const game = variant === 'lancelot' ? 'lancelot' : 'wotn'
  const runner = workerRunner<WotnAnalysis | LancelotAnalysis>()
  // As many nodes for each move as in a review.
  const limits = { multiPV: 5, hash: reviewMemory[game], milliseconds: 0, nodes: 3 * reviewNodes[game], depth: 0 }
  try {
    const watching = { flag: undefined, onpartial: () => {} }
    const answer = await runner.analyse({ variant, start: position, moves: [] }, limits, watching)
    if (!answer.ok) return []
    const { value } = answer
    if ('candidates' in value)
      return value.candidates.map(({ turn, seat, winShares }) => ({ move: turn, share: winShares[seat] ?? 0 }))
    return value.pvs.flatMap(({ pv: [move], wdl }) => (move ? [{ move: move.text, share: ownShare(wdl) }] : []))
  } finally {
    runner.end()
  }
}

/** goodAmong returns the best move of a review and the candidates that would solve its exercise, without the mistake itself. */
export async function goodAmong(candidates: readonly Candidate[], best: string, played: string): Promise<string[]> {
  const top = candidates[0]?.share ?? 0
  const good: string[] = []
  for (const { move, share } of candidates) {
    const before = { share: top, second: null, best, mate: 0 }
    const verdict = await rules.classify(move, before, { share: 1000 - share, second: null, best: '?', mate: 0 })
    if (verdict.ok && verdict.value.solves) good.push(move)
  }
  return [...new Set([best, ...good])].filter((move) => move !== played)
}

/** Returns the moves that solve an exercise; without an answer of the engine the best one. */
export type Solutions = (variant: AnyVariant, position: string, best: string, played: string) => Promise<string[]>

const solutions: Solutions = (variant, position, best, played) =>
  candidatesIn(variant, position)
    .then((candidates) => goodAmong(candidates, best, played))
    .catch(() => [best])

/**
 * keepMistake keeps a mistake on an analysis board, with the best move in its place and others that are nearly as good. `failed`: its
 * exercise was not solved, else it was not tried.
 */
export async function keepMistake(
  board: AnalysisBoard<Shown>,
  mistake: Node,
  best: string,
  failed: boolean,
  record: PuzzleRecord = puzzleRecord,
  solve: Solutions = solutions,
): Promise<void> {
  const { game, match, variant } = board
  const played = mistake.text
  if (variant === 'chess') return
  // Without the rules there was no exercise.
  const answer = await board.load(path(mistake).slice(0, -1)).catch(() => undefined)
  if (!answer?.ok) return
  const { position } = answer.value
  // Other browsers have no game that is saved in this one, so its address is that of the position.
  const address = match
    ? writeAddress({ kind: 'match', id: match.id, game: match.game, ply: mistake.ply, review: false }, game)
    : writeAddress({ kind: 'position', variant, start: position, moves: [played] }, game)
  const source = address.length <= maxAddress ? address : ''
  const exercise = { rules: variant, position, played }
  const moves = await solve(variant, position, best, played)
  record.addMistake({ id: mistakeId(exercise), ...exercise, best: moves, source, at: Date.now() }, failed)
}
