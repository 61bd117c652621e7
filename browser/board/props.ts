/**
 * The props of the board.
 *
 * The board does not know the rules of the games. The destinations of pieces, the effects of stones and the choices of
 * promotions are data in its input.
 */

import type { Pattern } from '../pieces/kinds.ts'
import type { Geometry, Square } from './geometry.ts'
import type { Art, Placed, Step } from './pieces.ts'

/** An entry of the chooser. */
export interface Choice {
  /** The id of the choice and the key that selects it: the capital letter of the kind. */
  key: string
  art: Art
  name: string
  /** A description of its moves. */
  detail: string
  /** The diagram of its moves. */
  pattern?: Pattern | undefined
}

/** A square that the selected piece can move to. */
export interface Destination {
  square: Square
  /** The move captures. */
  captures?: boolean
  /** Promotions: none if absent or empty; one is applied; with more, the chooser opens. */
  promotions?: readonly Choice[]
  /** The move of the rook in castling. */
  rook?: Step
}

/** The effect of placing something on an empty square. */
export interface Placement {
  legal: boolean
  /** Closed by chivalry; the square is shaded. */
  closed: boolean
  /** Squares whose stones would be captured. Their number is shown on the square. */
  captures: readonly Square[]
}

export type Input =
  /** Read-only: squares can be focused, and drawn on. The `closed` ones are shaded. */
  | { mode: 'view'; closed?: ReadonlySet<Square> }
  /** Select a piece, then a destination. With `premove` the piece stays where it is. */
  | { mode: 'move'; destinations: ReadonlyMap<Square, readonly Destination[]>; premove?: boolean }
  /** Place something on an empty square. */
  | {
      mode: 'place'
      squares: ReadonlyMap<Square, Placement>
      /** The look of the placed piece, shown as a ghost on the inspected square. */
      art: Art
      /** A piece that can be moved instead (Excalibur). The move is sent to onmove. */
      lift?: { from: Square; squares: ReadonlyMap<Square, Placement> } | undefined
      /** The first touch shows the effect and a second touch on the same square places. A mouse shows it by hovering. */
      touchTwice?: boolean
      /** The turn has not come yet. */
      premove?: boolean
    }
  /** Select one of these squares and choose (handicap promotions). */
  | { mode: 'choose'; offers: ReadonlyMap<Square, readonly Choice[]> }

/**
 * Marks on squares. `last`: from and to of the last move, or the last stone. `check`: a king in check. `captured`: a stone
 * was just captured here. `highlighted`: on an inspected line. `premove`: from and to of a premove. `sending`: from and to of
 * a move that the server has not confirmed yet. `promoted`: the last move promoted the piece here.
 */
export type Mark = 'promoted' | 'last' | 'check' | 'captured' | 'highlighted' | 'premove' | 'sending'

/** A number at a line: to the left of a row, above a column, in the frame at both ends of a diagonal. `zero` is a dot. */
export interface EdgeNumeral {
  /** First and last square of the line. */
  from: Square
  to: Square
  text: string
  emphasis: 'zero' | 'plain' | 'strong' | 'closed'
}

export type Brush = 'green' | 'red' | 'blue' | 'yellow'

/** An arrow, or a circle if from and to are the same. */
export interface Shape {
  from: Square
  to: Square
  brush: Brush
}

/** Props of `Board.svelte`. */
export interface BoardProps {
  geometry: Geometry
  /** Turned by 180 degrees. */
  flipped?: boolean
  pieces: readonly Placed[]
  /** The moves that led to `pieces`, or that were taken back, for `matchPieces`. Castling has two. */
  steps?: readonly Step[]
  input: Input
  marks?: ReadonlyMap<Square, readonly Mark[]>
  edges?: readonly EdgeNumeral[]
  /** Reserves space for `edges` while there are none, so that the board keeps its size. */
  margin?: boolean
  /** Pieces shown translucent: the piece of a premove on its destination. */
  ghosts?: readonly Placed[]
  /** Lines on which the last move captured, if there are several. They gleam when they appear on the board. */
  gleams?: readonly Step[]
  /** The player has won. When it becomes true the board celebrates. */
  celebrate?: boolean
  /** Arrows and circles of the page. The board keeps those of the user until a click or a new position clears them. */
  shapes?: readonly Shape[]
  /** Receives a shape that was drawn. Then the board does not keep it; the page adds it to `shapes`. */
  ondraw?: (shape: Shape) => void
  /** Presses draw in this colour instead of moving pieces, for screens without a right mouse button. */
  pen?: Brush | undefined
  /** The page handles the arrow keys, Home and End until the keyboard has moved the focus to a square. */
  stepping?: boolean
  /** Name of the board for screen readers. */
  name: string
  /** The label of a square for screen readers: "e4, White Pawn, can move to 2 squares". */
  label: (square: Square) => string
  /** Heading of the chooser, for example "Promote Pawn to", and the name of its close button. */
  chooserTitle?: string
  chooserClose?: string
  /** Returns the element that a captured piece moves to, in the row of the capturing seat, or null to fade it out. */
  captor?: (taken: Placed) => Element | null
  /** A piece or Excalibur was moved; `choice` is the key of the promotion, or ''. */
  onmove?: (from: Square, to: Square, choice: string) => void
  onplace?: (square: Square) => void
  onchoose?: (square: Square, choice: string) => void
  /** The inspected square has changed: the one under the mouse, else the one with the keyboard focus, else ''. */
  oninspect?: (square: Square) => void
  /** The selected square has changed; '' for none. */
  onselect?: (square: Square) => void
  /** Escape or a press on the board: cancels a premove. Returns whether there was one. */
  ondismiss?: () => boolean
  /**
   * An illegal move was tried with the piece on `from`, or '' to place something. Both squares are the same for a press on a
   * square without a piece that can move.
   */
  onillegal?: (from: Square, square: Square) => void
}
