/**
 * The hints of a mini-game. Their search takes seconds on a phone, so it begins before the learner requests a hint, in a worker
 * of its own: the worker of the rules stays free for the learner's move.
 */
import { type HintEngine, hintEngine } from '../rules/client.ts'
import type { Answer, LessonExercise } from '../rules/contract.ts'

/** Milliseconds from the learner's turn until the search begins. Moves made sooner need no hint. */
const pauseBefore = 1000

export class MiniHints {
  readonly #exercise: LessonExercise
  readonly #start: () => HintEngine
  #engine: HintEngine | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #found: { after: string; hint: Promise<Answer<string>>; pending: boolean } | undefined

  constructor(exercise: LessonExercise, start = hintEngine) {
    this.#exercise = exercise
    this.#start = start
  }

  /** Begins a search soon, unless the page is hidden then. Ends the search of another position. */
  prepare(moves: readonly string[]): void {
    this.leave()
    this.#timer = setTimeout(() => {
      // find reports the failure when a hint is requested.
      if (!document.hidden) this.find(moves).catch(() => undefined)
    }, pauseBefore)
  }

  /** Returns a good move after `moves`, or '' if there is none. */
  find(moves: readonly string[]): Promise<Answer<string>> {
    clearTimeout(this.#timer)
    const after = moves.join(' ')
    if (this.#found?.after === after) return this.#found.hint
    this.leave()
    this.#engine ??= this.#start()
    const found = { after, hint: this.#engine.hint(this.#exercise, [...moves]), pending: true }
    this.#found = found
    found.hint.then(
      () => {
        found.pending = false
      },
      () => {
        if (this.#found === found) this.#found = undefined
      },
    )
    return found.hint
  }

  /** Ends a search that is running, or about to begin. */
  leave(): void {
    clearTimeout(this.#timer)
    if (this.#found?.pending) this.#engine?.stop()
    this.#found = undefined
  }

  /** Ends the worker too. */
  end(): void {
    this.leave()
    this.#engine?.stop()
  }
}
