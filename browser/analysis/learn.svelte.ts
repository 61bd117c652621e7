import type { Node } from '../play/tree.ts'
import { type Failure, failureOf } from '../rules/client.ts'
import type { AnalysisBoard, Shown } from './board.svelte.ts'
import type { Review } from './review.svelte.ts'
import { isMistake, type Verdict } from './verdict.ts'

/** Whether a move solves the exercise is found by the engine, or known from the review. */
export type Phase = 'asking' | 'checking' | 'wrong' | 'played' | 'solved' | 'shown' | 'done'

/** Keeps a mistake, with the best move in its place. `failed`: its exercise was not solved, else it was not tried. */
export type Keep = (mistake: Node, best: string, failed: boolean) => void

/** Exercises from a player's own mistakes: find a better move in their place. */
export class Learning<S extends Shown, V extends Verdict> {
  readonly seat: number
  readonly exercises: readonly V[]
  /** Index of the exercise. */
  index = $state(0)
  phase = $state<Phase>('asking')
  solved = $state(0)
  /** The position after the move that was tried, or after the solution. */
  tried = $state.raw<S | undefined>()
  failure = $state.raw<Failure | undefined>()
  #board: AnalysisBoard<S>
  #review: Review<S, V>
  #request = 0
  /** The exercise was not solved by the first move. */
  #missed = false
  /** The number of mistakes that were missed, and are kept. */
  kept = $state(0)
  readonly #keep: Keep | undefined

  /** `keep` receives each mistake that is not solved by the first move, undefined to keep none. */
  constructor(board: AnalysisBoard<S>, review: Review<S, V>, seat: number, keep?: Keep) {
    this.#board = board
    this.#review = review
    this.seat = seat
    this.#keep = keep
    this.exercises = review.verdicts.filter(
      (verdict) => verdict.seat === seat && isMistake(verdict) && review.nodes[verdict.ply],
    )
    this.#ask()
  }

  get verdict(): V | undefined {
    return this.exercises[this.index]
  }

  /** The move that was a mistake. */
  get mistake(): Node | undefined {
    return this.verdict && this.#review.nodes[this.verdict.ply]
  }

  #ask(): void {
    this.#request++
    this.#missed = false
    this.tried = undefined
    this.phase = this.verdict ? 'asking' : 'done'
    const parent = this.mistake?.parent
    if (parent) this.#board.jump(parent)
  }

  #miss(): void {
    const { mistake, verdict } = this
    if (this.#missed || !mistake || !verdict?.best || !this.#keep) return
    this.#missed = true
    this.kept++
    this.#keep(mistake, verdict.best.text, true)
  }

  /** Tries a move. The mistake itself is refused at once. */
  async try(move: string): Promise<void> {
    const { verdict, mistake } = this
    if (!verdict || !mistake || (this.phase !== 'asking' && this.phase !== 'wrong')) return
    const request = ++this.#request
    if (move === mistake.text) {
      this.#miss()
      this.phase = 'played'
      return
    }
    this.failure = undefined
    this.phase = 'checking'
    const { moves } = this.#board
    try {
      const state = await this.#board.load([...moves, move])
      if (request !== this.#request || !state.ok) return
      this.tried = state.value
      const good = move === verdict.best?.text || (await this.#review.solves(verdict, moves, move, state.value))
      if (request !== this.#request) return
      if (good) this.solved++
      else this.#miss()
      this.phase = good ? 'solved' : 'wrong'
    } catch (reason) {
      if (request !== this.#request) return
      this.failure = failureOf(reason)
      this.again()
    }
  }

  /** Goes back to the question after a move that was not good enough. */
  again(): void {
    this.#request++
    this.tried = undefined
    this.phase = 'asking'
  }

  /** Shows the best move. */
  async show(): Promise<void> {
    const best = this.verdict?.best
    if (!best) return
    this.#miss()
    const request = ++this.#request
    this.phase = 'shown'
    const state = await this.#board.load([...this.#board.moves, best.text])
    if (request === this.#request && state.ok) this.tried = state.value
  }

  next(): void {
    if (this.phase !== 'solved') this.#miss()
    this.index++
    this.#ask()
  }

  /** Drops a running check. The mistakes that were not tried are kept too. */
  end(): void {
    this.#request++
    if (this.phase === 'done') return
    const tried = this.phase === 'solved' || this.#missed ? 1 : 0
    for (const { ply, best } of this.exercises.slice(this.index + tried)) {
      const mistake = this.#review.nodes[ply]
      if (mistake && best) this.#keep?.(mistake, best.text, false)
    }
    this.phase = 'done'
  }
}
