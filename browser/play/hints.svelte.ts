/** Hints in games against computers: a good move, shown in two steps. */
import type { Shape } from '../board/props.ts'
import { type Failure, failureOf, type Opponent } from '../rules/client.ts'
import type { AnyVariant, Problem } from '../rules/contract.ts'
import { computer } from '../saved/game.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { type Hinted, hintShapes, hintText } from './hint.ts'

/** The game that hints are for. */
export interface HintedGame {
  readonly round: number
  readonly start: string
  readonly moves: readonly string[]
  readonly variant: AnyVariant
  readonly mayMove: boolean
  /** A hint is allowed in this position. */
  readonly mayHint: boolean
  /** The state after all moves. */
  readonly hinted: Hinted
  /** Returns the engine. */
  engine(): Opponent
}

/** The engine that finds the moves: its level and milliseconds. */
const adviser = computer(1500, 8)

export class Hints {
  readonly #game: HintedGame
  /** A move is computed. */
  finding = $state(false)
  failure = $state.raw<Failure | undefined>()
  problems = $state.raw<readonly Problem[]>([])
  /** A good move, the steps shown (1 the piece or row, 2 the move), and the game that it is for. */
  #hint = $state.raw({ move: '', step: 0, at: '' })
  /** The number of the last request; answers to earlier ones are dropped. */
  #request = 0

  constructor(game: HintedGame) {
    this.#game = game
  }

  /** The identity of the game and its moves. */
  get #current(): string {
    const { round, start, moves } = this.#game
    return [round, start, ...moves].join(' ')
  }

  /** The step that is shown, 0 for none. */
  get step(): number {
    return this.#game.mayMove && this.#hint.at === this.#current ? this.#hint.step : 0
  }

  /** The hint in words, or ''. */
  get text(): string {
    return this.step > 0 ? hintText(this.#game.hinted, this.#hint.move, this.step) : ''
  }

  /** The hint as drawings. */
  get shapes(): Shape[] {
    return this.step > 0 ? hintShapes(this.#game.hinted, this.#hint.move, this.step) : []
  }

  /** Another hint, or its next step, can be shown. */
  get available(): boolean {
    return this.#game.mayHint && !this.finding && this.step < 2
  }

  /** Drops the move that is being computed. */
  cancel(): void {
    this.#request++
    this.finding = false
    this.failure = undefined
    this.problems = []
  }

  /** Shows the next step for this position. Returns whether it is the first one. */
  async show(): Promise<boolean> {
    if (!this.available) return false
    const first = this.step === 0
    if (first) {
      const at = this.#current
      const move = await this.#find()
      if (!move || at !== this.#current || !this.#game.mayHint) return false
      this.#hint = { move, step: 1, at }
    } else this.#hint = { ...this.#hint, step: 2 }
    announcer.say(this.text)
    return first
  }

  /** Returns a good move, or '' after a failure or if it was cancelled. */
  async #find(): Promise<string> {
    this.cancel()
    const request = this.#request
    const { variant, start, moves } = this.#game
    this.finding = true
    try {
      const thought = await this.#game.engine().think(variant, start, [...moves], adviser.milliseconds, adviser.level)
      if (request !== this.#request) return ''
      if (thought.ok) return thought.value.move
      this.problems = thought.problems
    } catch (reason) {
      if (request === this.#request) this.failure = failureOf(reason)
    } finally {
      if (request === this.#request) this.finding = false
    }
    return ''
  }
}
