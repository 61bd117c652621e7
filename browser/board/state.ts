/**
 * The board without a screen: what it shows and takes (props and callbacks), and what a finger, mouse or key does to it.
 *
 * The widget knows squares, not rules: where a man may go, what a stone would take and what a rise may choose
 * from all come in as data. Everything here is pure; `Board.svelte` draws it and owns the DOM.
 */

// ---------------------------------------------------------------- What the page gives

/** Column and row as people write them: "e4", "g10". */
export type Square = string

export interface Geometry {
  /** From the left as the first seat sees it: ["a", …, "h"]. */
  columns: readonly string[]
  /** From below as the first seat sees it: [1, …, 8]. */
  rows: readonly number[]
  /** Light and dark squares in turn; the lower left one is dark. Otherwise plain squares with lines between. */
  checkered: boolean
}

/** What to draw: a man of Way of the Knight (letter of its kind), a stone of a Lancelot seat (0 to 4), or Excalibur. */
export type Art =
  | { readonly man: string; readonly color: 'w' | 'b' }
  | { readonly stone: number }
  | { readonly sword: true }

/** One piece on one square. The widget finds out by itself which piece went where (see `follow`). */
export interface Placed {
  square: Square
  art: Art
}

export interface Step {
  from: Square
  to: Square
}

/** How a kind moves, on an empty board, for a small diagram: the squares leapt to, and the lines stopped by a man on one of their squares. */
export interface Pattern {
  from: Square
  leaps: readonly Square[]
  lines: readonly (readonly Square[])[]
}

/** One of the things a chooser offers. */
export interface Choice {
  /** Given back when it is chosen, and the key that chooses it: the capital letter of the kind. */
  key: string
  art: Art
  name: string
  /** How it moves, in words. */
  detail: string
  /** How it moves, drawn. */
  pattern?: Pattern | undefined
}

/** A square where the man picked may go. */
export interface Destination {
  square: Square
  /** It takes a man by going there. */
  takes?: boolean
  /** What it becomes there: absent or empty, nothing; one, that; more, the chooser asks. */
  becomes?: readonly Choice[]
  /** Another man that goes along (castling). */
  along?: Step
}

/** What putting something on a free square would mean. */
export interface Fill {
  legal: boolean
  /** Closed by chivalry: shaded. */
  closed: boolean
  /** Squares whose stones would be taken; their number is written on the square. */
  takes: readonly Square[]
}

export type Input =
  /** Nothing to do: the board can be looked at, focused, and drawn on. */
  | { mode: 'look' }
  /** Pick a man, then where it goes. */
  | { mode: 'move'; destinations: ReadonlyMap<Square, readonly Destination[]> }
  /** Put something on a free square. */
  | {
      mode: 'fill'
      squares: ReadonlyMap<Square, Fill>
      /** What is put, shown as a ghost on the square looked at. */
      art: Art
      /** Something on the board that may be lifted and put elsewhere instead (Excalibur): answers onmove. */
      lift?: { from: Square; squares: ReadonlyMap<Square, Fill> } | undefined
      /** A touch shows the consequences first and a second touch on the same square puts (a mouse has hovering for that). */
      touchTwice?: boolean
    }
  /** Press one of these squares and choose (handicap points). */
  | { mode: 'choose'; offers: ReadonlyMap<Square, readonly Choice[]> }

/**
 * Marks of the page's own. `last`: from and to of the last move, or the last stone. `check`: a king in check.
 * `taken`: here a stone was just taken. `lit`: on a line that is looked at. `hint`: worth looking at.
 */
export type Mark = 'last' | 'check' | 'taken' | 'lit' | 'hint'

/** A number at both ends of a line of squares: beside rows, above and below columns, in the outer corners of a diagonal's end squares. */
export interface EdgeNumeral {
  /** First and last square of the line. */
  from: Square
  to: Square
  text: string
  emphasis: 'plain' | 'strong' | 'struck'
}

export type Brush = 'green' | 'red' | 'blue' | 'yellow'

/** An arrow, or a circle where from and to are the same. */
export interface Shape {
  from: Square
  to: Square
  brush: Brush
}

/** Props of `Board.svelte`. */
export interface BoardProps {
  geometry: Geometry
  /** Seen from the other side. */
  flipped?: boolean
  pieces: readonly Placed[]
  /** The steps that led to `pieces`, or that were taken back; tells `follow` who went where. Two steps for castling. */
  steps?: readonly Step[]
  input: Input
  marks?: ReadonlyMap<Square, readonly Mark[]>
  edges?: readonly EdgeNumeral[]
  /** Arrows and circles of the page's own; the user's are kept by the widget and cleared by a plain click or a new position. */
  shapes?: readonly Shape[]
  /** Name of the board for screen readers. */
  name: string
  /** What a screen reader says of a square: "e4, white pawn, may go to e5 and takes on d5". */
  label: (square: Square) => string
  /** Heading of the chooser, e.g. "Pawn rises to …", and the name of its closing button. */
  chooserTitle?: string
  chooserClose?: string
  /** Where a piece that is taken travels: an element of its captor's row, or null to fade where it stood. */
  captor?: (taken: Placed) => Element | null
  /** A man was moved, or Excalibur lifted and put; `choice` is the key of what it becomes, or ''. */
  onmove?: (from: Square, to: Square, choice: string) => void
  onfill?: (square: Square) => void
  onchoose?: (square: Square, choice: string) => void
  /** The square under the mouse, else the one with the keyboard focus, else ''. */
  onlook?: (square: Square) => void
  /** A man was picked ('' when put back). */
  onpick?: (square: Square) => void
  /** Something that cannot be was tried: a word for the live region is due. */
  onrefuse?: (square: Square) => void
}
