import type { Node } from '../play/tree.ts'
import { type Failure, failureOf, wotn } from '../rules/client.ts'
import type { Color, WotnAnalysis } from '../rules/contract.ts'
import { deviceMemory } from '../rules/live.ts'
import { analyseAll } from '../rules/review.ts'
import type { AnalysisBoard } from './board.svelte.ts'
import { classify, type Evaluation, evaluationOf, type Verdict } from './verdict.ts'

/** The quality of a review: nodes for each position, for the best two moves together. */
export const reviewNodes = 100_000

/** The review of the main line of a game. */
export class Review {
  readonly board: AnalysisBoard
  running = $state(false)
  /** Number of positions analysed, and of all. */
  done = $state(0)
  all = $state(0)
  /** Classified moves in order; empty before the first review and after a change of the game. */
  verdicts = $state.raw<readonly Verdict[]>([])
  /** White's win share after each move, from the start position on. */
  shares = $state.raw<readonly number[]>([])
  /** Evaluations of the positions, from the start position on. */
  evaluations: readonly Evaluation[] = []
  failure = $state.raw<Failure | undefined>()
  /** The nodes of the moves reviewed. */
  nodes = $state.raw<readonly Node[]>([])
  #controller: AbortController | undefined

  constructor(board: AnalysisBoard) {
    this.board = board
  }

  /** The verdict on the move of each node. */
  byNode = $derived(new Map(this.verdicts.map((verdict) => [this.nodes[verdict.ply], verdict])))

  /** Reviews all moves of the main line. */
  async start(): Promise<void> {
    this.stop()
    const { board } = this
    const nodes: Node[] = []
    for (let at = board.tree.root.children[0]; at; at = at.children[0]) nodes.push(at)
    const moves = nodes.map(({ text }) => text)
    const { variant, start } = board
    const firstPly = board.firstPly
    const turnAt = (ply: number): Color => ((firstPly + ply) % 2 === 0 ? 'w' : 'b')
    const positions = Array.from({ length: nodes.length + 1 }, (_, n) => ({ variant, start, moves: moves.slice(0, n) }))
    const results: (WotnAnalysis | undefined)[] = []
    const controller = new AbortController()
    this.#controller = controller
    this.running = true
    this.failure = undefined
    this.verdicts = []
    this.shares = []
    this.done = 0
    this.all = positions.length
    try {
      await analyseAll(positions, {
        nodes: reviewNodes,
        lines: 2,
        hash: deviceMemory().review,
        signal: controller.signal,
        onresult: (index, analysis) => {
          results[index] = analysis
          this.done++
        },
      })
      const end = await wotn.game(variant, start, moves)
      if (controller.signal.aborted) return
      const winners = end.ok ? end.value.outcome.winners : []
      this.evaluations = positions.map((_, n) => evaluationOf(turnAt(n), results[n], winners))
      this.nodes = nodes
      this.shares = this.evaluations.map(({ white }) => white)
      this.verdicts = moves.flatMap((move, n) => {
        const [before, after] = [this.evaluations[n], this.evaluations[n + 1]]
        return before && after ? [classify(n, move, before, after)] : []
      })
    } catch (reason) {
      if (!controller.signal.aborted) this.failure = failureOf(reason)
    }
    if (this.#controller === controller) this.running = false
  }

  /** Stops a running review and its workers. */
  stop(): void {
    this.#controller?.abort()
    this.#controller = undefined
    this.running = false
  }
}
