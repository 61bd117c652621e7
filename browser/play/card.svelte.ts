import type { Piece, WotnMove, WotnState } from '../rules/contract.ts'

/** forward returns the square of a piece after a move, or '' if the move captures it. */
function forward(square: string, move: WotnMove): string {
  if (square === move.from) return move.to
  if (square === move.corner?.from) return move.corner.to
  return square === move.captures ? '' : square
}

/** back returns the square of a piece before a move. */
function back(square: string, move: WotnMove): string {
  if (square === move.to) return move.from
  return square === move.corner?.to ? move.corner.from : square
}

/**
 * followPiece takes the piece on a square after the moves `before` and returns its square after the moves `after`, or ''
 * if it was captured. Both lists begin at the same start position.
 */
export function followPiece(square: string, before: readonly WotnMove[], after: readonly WotnMove[]): string {
  let same = 0
  while (before[same] && before[same]?.text === after[same]?.text) same++
  let at = square
  for (const move of before.slice(same).reverse()) at = back(at, move)
  for (const move of after.slice(same)) if (at) at = forward(at, move)
  return at
}

/** The piece described by the card. It is followed when it moves or promotes. */
export class CardPiece {
  #square = $state('')
  #game = $state.raw<WotnState | undefined>()

  /** The chosen piece, if it is on the board. */
  piece: Piece | undefined = $derived(this.#game?.pieces.find(({ square }) => square === this.#square))

  /** The square under the pointer or the focus, or ''. */
  #pointed = ''

  /** Chooses the piece on a square; an empty square changes nothing. */
  choose(square: string): void {
    this.#pointed = square
    if (this.#game?.pieces.some((piece) => piece.square === square)) this.#square = square
  }

  /** Follows the piece to another position of the same game. The first position of `another` game closes the card. */
  follow(game: WotnState | undefined, another: boolean): void {
    const before = this.#game
    this.#game = game
    if (!game || !before || another || game.start !== before.start) this.#square = ''
    else if (this.#square) {
      this.#square = followPiece(this.#square, before.played, game.played)
      // The piece that captured it may be on the square under the pointer.
      if (!this.#square) this.choose(this.#pointed)
    }
  }
}
