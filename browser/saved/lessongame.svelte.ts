/** The game of an exercise in this tab, which other tabs may continue too. */
import { type Progress, sameMoves } from './progress.svelte.ts'

export class LessonGame {
  readonly #progress: Progress
  readonly #stage: string
  readonly #exercise: string
  /** The moves that this tab has read or stored last, and the account that they belong to. */
  #known = $state.raw<{ account: string; moves: readonly string[] }>({ account: '', moves: [] })

  constructor(progress: Progress, stage: string, exercise: string) {
    this.#progress = progress
    this.#stage = stage
    this.#exercise = exercise
    this.load()
  }

  get #stored(): readonly string[] {
    return this.#progress.gameOf(this.#stage, this.#exercise)
  }

  /** Reads the stored moves, and returns them. */
  load(): readonly string[] {
    this.#known = { account: this.#progress.account, moves: this.#stored }
    return this.#known.moves
  }

  /** The moves that are expected to be stored. A person who has signed in meanwhile takes the game along, also in another tab. */
  get #expected(): readonly string[] {
    const { account, moves } = this.#known
    return account === this.#progress.account || sameMoves(this.#stored, moves) ? moves : []
  }

  /** Whether there is another game than the one that this tab has read or stored last. */
  get newer(): boolean {
    return !sameMoves(this.#stored, this.#expected)
  }

  /** Stores the moves; none ends the game. Nothing is stored if another tab has a newer game. */
  keep(moves: readonly string[]): void {
    const { account } = this.#progress
    if (this.#progress.keepGame(this.#stage, this.#exercise, moves, this.#expected)) this.#known = { account, moves }
  }
}
