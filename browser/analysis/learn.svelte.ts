import type { Node } from '../play/tree.ts'
import { type Failure, failureOf, wotn } from '../rules/client.ts'
import type { Color, WotnMove, WotnState } from '../rules/contract.ts'
import { type Runner, workerRunner } from '../rules/live.ts'
import type { AnalysisBoard } from './board.svelte.ts'
import { type Review, reviewNodes } from './review.svelte.ts'
import { whiteShare } from './score.ts'
import { least, shareOf, type Verdict } from './verdict.ts'

/** A move solves an exercise if it loses less than this, in percentage points of win share. */
const solvedBelow = 4

/** Whether a move solves the exercise is found by the engine, or known from the review. */
export type Phase = 'asking' | 'checking' | 'wrong' | 'played' | 'solved' | 'shown' | 'done'

/** Exercises from a player's own mistakes: find a better move in their place. */
export class Learning {
  readonly side: Color
  readonly exercises: readonly Verdict[]
  /** Index of the exercise. */
  index = $state(0)
  phase = $state<Phase>('asking')
  solved = $state(0)
  /** The position after the move that was tried, or after the solution. */
  trial = $state.raw<WotnState | undefined>()
  failure = $state.raw<Failure | undefined>()
  #board: AnalysisBoard
  #review: Review
  #runner: Runner | undefined
  #request = 0

  constructor(board: AnalysisBoard, review: Review, side: Color) {
    this.#board = board
    this.#review = review
    this.side = side
    this.exercises = mistakesOf(review.verdicts, side)
    this.#ask()
  }

  get verdict(): Verdict | undefined {
    return this.exercises[this.index]
  }

  /** The move that was a mistake. */
  get mistake(): Node | undefined {
    return this.verdict && this.#review.nodes[this.verdict.ply]
  }

  #ask(): void {
    this.#request++
    this.trial = undefined
    this.phase = this.verdict ? 'asking' : 'done'
    const parent = this.mistake?.parent
    if (parent) this.#board.jump(parent)
  }

  /** Tries a move. The mistake itself is refused at once. */
  async try(move: WotnMove): Promise<void> {
    const { verdict, mistake } = this
    const before = verdict && this.#review.evaluations[verdict.ply]
    if (!verdict || !before || !mistake || (this.phase !== 'asking' && this.phase !== 'wrong')) return
    const request = ++this.#request
    const { variant, start, moves } = this.#board
    if (move.text === mistake.text) {
      this.phase = 'played'
      return
    }
    this.failure = undefined
    this.phase = 'checking'
    try {
      const tried = [...moves, move.text]
      const state = await wotn.game(variant, start, tried)
      if (request !== this.#request || !state.ok) return
      this.trial = state.value
      const good =
        move.text === verdict.best?.text ||
        (await this.#isGood(verdict, state.value, tried, shareOf(before, verdict.side)))
      if (request !== this.#request) return
      if (good) this.solved++
      this.phase = good ? 'solved' : 'wrong'
    } catch (reason) {
      if (request !== this.#request) return
      this.failure = failureOf(reason)
      this.again()
    }
  }

  /** Reports whether a move mates, or loses little compared with the best one. */
  async #isGood({ side }: Verdict, state: WotnState, tried: string[], share: number): Promise<boolean> {
    const { over, winners } = state.outcome
    if (over) {
      const own = winners.length === 1 ? Number(winners[0] === (side === 'w' ? 0 : 1)) : 0.5
      return 100 * (share - own) < solvedBelow
    }
    this.#runner ??= workerRunner()
    const position = { variant: this.#board.variant, start: this.#board.start, moves: tried }
    const limits = { lines: 1, hash: 8, milliseconds: 0, nodes: reviewNodes, depth: 0 }
    const answer = await this.#runner.analyse(position, limits, { flag: undefined, onpartial: () => {} })
    if (!answer.ok) throw new Error(answer.problems[0]?.message)
    const [line] = answer.value.lines
    if (!line) return false
    if (line.mate < 0) return true
    return 100 * (share - shareOf({ white: whiteShare(line, state.turn) }, side)) < solvedBelow
  }

  /** Goes back to the question after a move that was not good enough. */
  again(): void {
    this.#request++
    this.trial = undefined
    this.phase = 'asking'
  }

  /** Shows the best move. */
  async show(): Promise<void> {
    const best = this.verdict?.best
    if (!best) return
    const request = ++this.#request
    this.phase = 'shown'
    const { variant, start, moves } = this.#board
    const state = await wotn.game(variant, start, [...moves, best.text])
    if (request === this.#request && state.ok) this.trial = state.value
  }

  next(): void {
    this.index++
    this.#ask()
  }

  /** Stops the worker. */
  end(): void {
    this.#request++
    this.#runner?.end()
    this.#runner = undefined
  }
}

/** mistakesOf returns the mistakes and blunders of a side. */
export function mistakesOf(verdicts: readonly Verdict[], side: Color): Verdict[] {
  return verdicts.filter(
    (verdict) => verdict.side === side && verdict.loss >= least.mistake && verdict.best !== undefined,
  )
}
