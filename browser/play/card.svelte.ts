import type { Piece, WotnMove, WotnState } from '../rules/contract.ts'

/** Where the piece on a square is after one more move; '' if the move takes it. */
function forward(square: string, move: WotnMove): string {
  if (square === move.from) return move.to
  if (square === move.corner?.from) return move.corner.to
  return square === move.captures ? '' : square
}

/** Where the piece on a square was before a move. */
function back(square: string, move: WotnMove): string {
  if (square === move.to) return move.from
  return square === move.corner?.to ? move.corner.from : square
}

/**
 * Where the piece is that stood on a square after the moves `before`, once the moves `after` have been played instead; ''
 * if it has been captured. Both lists begin at the same start position.
 */
export function followPiece(square: string, before: readonly WotnMove[], after: readonly WotnMove[]): string {
  let same = 0
  while (before[same] && before[same]?.text === after[same]?.text) same++
  let at = square
  for (const move of before.slice(same).reverse()) at = back(at, move)
  for (const move of after.slice(same)) if (at) at = forward(at, move)
  return at
}

/** The piece that the card describes. It stays the same piece while it moves and changes its kind. */
export class CardPiece {
  #square = $state('')
  #game = $state.raw<WotnState | undefined>()

  /** The piece as it now is, if one was chosen and it is on the board. */
  man: Piece | undefined = $derived(this.#game?.pieces.find(({ square }) => square === this.#square))

  /** The square looked at now, or ''. */
  #looked = ''

  /** Chooses the piece on a square; an empty square changes nothing. */
  look(square: string): void {
    this.#looked = square
    if (this.#game?.pieces.some((man) => man.square === square)) this.#square = square
  }

  /** Takes over another position of the same game, or the first one of `another` game, which closes the card. */
  follow(game: WotnState | undefined, another: boolean): void {
    const before = this.#game
    this.#game = game
    if (!game || !before || another || game.start !== before.start) this.#square = ''
    else if (this.#square) {
      this.#square = followPiece(this.#square, before.played, game.played)
      // The piece that has captured it may stand where one looks.
      if (!this.#square) this.look(this.#looked)
    }
  }
}
