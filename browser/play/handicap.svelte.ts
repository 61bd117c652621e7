import { type Failure, failureOf, wotn } from '../rules/client.ts'
import type { Color, HandicapPromotion, HandicapView, Piece, Problem, Variant } from '../rules/contract.ts'

/** The start position of a game with handicap promotions, and the choices for the next handicap point of a color. */
export class Handicap {
  view = $state.raw<HandicapView & { pieces: readonly Piece[] }>({ start: '', choices: [], pieces: [] })
  problems = $state.raw<readonly Problem[]>([])
  failure = $state.raw<Failure | undefined>()
  /** The number of the last request to the rules; responses to earlier ones are ignored. */
  #request = 0

  /** Computes the position after some handicap promotions. */
  async follow(variant: Variant, color: Color, promotions: readonly HandicapPromotion[]): Promise<void> {
    const request = ++this.#request
    this.failure = undefined
    try {
      const answer = await wotn.handicap(variant, color, [...promotions])
      const game = answer.ok ? await wotn.game(variant, answer.value.start, []) : answer
      if (request !== this.#request) return
      this.problems = game.ok ? [] : game.problems
      if (answer.ok && game.ok) this.view = { ...answer.value, pieces: game.value.pieces }
    } catch (reason) {
      if (request === this.#request) this.failure = failureOf(reason)
    }
  }

  /** The color of the piece on a square. Handicap promotions do not move pieces. */
  colorAt(square: string): Color | undefined {
    return this.view.pieces.find((piece) => piece.square === square)?.color
  }
}
