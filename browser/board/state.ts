/**
 * The board without a screen: what it shows and takes (props and callbacks), and what a finger, mouse or key does to it.
 *
 * The widget knows squares, not rules: where a man may go, what a stone would take and what a rise may choose
 * from all come in as data. Everything here is pure; `Board.svelte` draws it and owns the DOM.
 */

import type { Pattern } from '../pieces/kinds.ts'

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
  | { readonly piece: string; readonly color: 'w' | 'b' }
  | { readonly stone: number }
  | { readonly excalibur: true }

/** One piece on one square. The widget finds out by itself which piece went where (see `matchPieces`). */
export interface Placed {
  square: Square
  art: Art
}

export interface Step {
  from: Square
  to: Square
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

/** A square where the man selected may go. */
export interface Destination {
  square: Square
  /** It takes a man by going there. */
  captures?: boolean
  /** What it becomes there: absent or empty, nothing; one, that; more, the chooser asks. */
  promotions?: readonly Choice[]
  /** Another man that goes along (castling). */
  rook?: Step
}

/** What putting something on a free square would mean. */
export interface Placement {
  legal: boolean
  /** Closed by chivalry: shaded. */
  closed: boolean
  /** Squares whose stones would be taken; their number is written on the square. */
  captures: readonly Square[]
}

export type Input =
  /** Nothing to do: the board can be inspected at, focused, and drawn on. */
  | { mode: 'view' }
  /** Pick a man, then where it goes. `ahead`: for a turn that has not come yet, so nothing moves now. */
  | { mode: 'move'; destinations: ReadonlyMap<Square, readonly Destination[]>; premove?: boolean }
  /** Put something on a free square. */
  | {
      mode: 'place'
      squares: ReadonlyMap<Square, Placement>
      /** What is put, shown as a ghost on the square inspected at. */
      art: Art
      /** Something on the board that may be lifted and put elsewhere instead (Excalibur): answers onmove. */
      lift?: { from: Square; squares: ReadonlyMap<Square, Placement> } | undefined
      /** A touch shows the consequences first and a second touch on the same square puts (a mouse has hovering for that). */
      touchTwice?: boolean
      /** For a turn that has not come yet. */
      premove?: boolean
    }
  /** Press one of these squares and choose (handicap points). */
  | { mode: 'choose'; offers: ReadonlyMap<Square, readonly Choice[]> }

/**
 * Marks of the page's own. `last`: from and to of the last move, or the last stone. `check`: a king in check.
 * `taken`: here a stone was just taken. `lit`: on a line that is inspected at. `ahead`: from and to of a planned move.
 * `sending`: from and to of a move that is on its way to the server.
 */
export type Mark = 'last' | 'check' | 'captured' | 'highlighted' | 'premove' | 'sending'

/** A number at both ends of a line of squares: beside rows, above and below columns, in the outer corners of a diagonal's end squares. */
export interface EdgeNumeral {
  /** First and last square of the line. */
  from: Square
  to: Square
  text: string
  emphasis: 'plain' | 'strong' | 'closed'
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
  /** The steps that led to `pieces`, or that were taken back; tells `matchPieces` who went where. Two steps for castling. */
  steps?: readonly Step[]
  input: Input
  marks?: ReadonlyMap<Square, readonly Mark[]>
  edges?: readonly EdgeNumeral[]
  /** Keeps the room for `edges` where there are none, so that the board does not change its size. */
  margin?: boolean
  /** What does not stand there yet: the man of a planned move where it goes. */
  ghosts?: readonly Placed[]
  /** Arrows and circles of the page's own; the user's are kept by the widget and cleared by a plain click or a new position. */
  shapes?: readonly Shape[]
  /** The page uses the arrow keys, Home and End as long as the keyboard has not brought the focus to a square. */
  stepping?: boolean
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
  onplace?: (square: Square) => void
  onchoose?: (square: Square, choice: string) => void
  /** The square under the mouse, else the one with the keyboard focus, else ''. */
  oninspect?: (square: Square) => void
  /** A man was selected ('' when put back). */
  onselect?: (square: Square) => void
  /** Escape, or a press anywhere: takes a planned move back. Answers whether there was one. */
  ondismiss?: () => boolean
  /** Something that cannot be was tried: a word for the live region is due. */
  onillegal?: (square: Square) => void
}

// ---------------------------------------------------------------- Squares

/** Place on the screen: column from the left and row from the top, both from 0. */
export interface Spot {
  x: number
  y: number
}

/** A geometry laid out as it is layout. */
export interface Layout {
  width: number
  height: number
  /** Rows from the top, each from the left. */
  rows: readonly (readonly Square[])[]
  spots: ReadonlyMap<Square, Spot>
  /** Names of the columns from the left and of the rows from the top. */
  columnNames: readonly string[]
  rowNames: readonly string[]
  dark: ReadonlySet<Square>
}

export function layOut(geometry: Geometry, flipped = false): Layout {
  const seen = <T>(list: readonly T[], turn: boolean): T[] => (turn ? [...list].reverse() : [...list])
  const columnNames = seen(geometry.columns, flipped)
  const rowNames = seen(geometry.rows, !flipped).map(String)
  const rows = rowNames.map((row) => columnNames.map((column) => column + row))
  const spots = new Map(rows.flatMap((row, y) => row.map((square, x) => [square, { x, y }] as const)))
  const dark = new Set<Square>()
  if (geometry.checkered) {
    geometry.rows.forEach((row, i) => {
      geometry.columns.forEach((column, j) => {
        if ((i + j) % 2 === 0) dark.add(column + row)
      })
    })
  }
  return { width: columnNames.length, height: rowNames.length, rows, spots, columnNames, rowNames, dark }
}

/** The square that an arrow key, Home, End, PageUp or PageDown leads to; the same one at the edge; undefined for other keys. */
export function neighbour(layout: Layout, square: Square, key: string): Square | undefined {
  const spot = layout.spots.get(square)
  if (!spot) return undefined
  const last = { x: layout.width - 1, y: layout.height - 1 }
  const to: Record<string, Spot> = {
    ArrowLeft: { x: spot.x - 1, y: spot.y },
    ArrowRight: { x: spot.x + 1, y: spot.y },
    ArrowUp: { x: spot.x, y: spot.y - 1 },
    ArrowDown: { x: spot.x, y: spot.y + 1 },
    Home: { x: 0, y: spot.y },
    End: { x: last.x, y: spot.y },
    PageUp: { x: spot.x, y: 0 },
    PageDown: { x: spot.x, y: last.y },
  }
  const aim = to[key]
  if (!aim) return undefined
  return layout.rows[Math.min(Math.max(aim.y, 0), last.y)]?.[Math.min(Math.max(aim.x, 0), last.x)]
}

/** The square at a place given in fractions of the board's width and height, or '' beside it. */
export function squareAt(layout: Layout, across: number, down: number): Square {
  return layout.rows[Math.floor(down * layout.height)]?.[Math.floor(across * layout.width)] ?? ''
}

/** The CSS transform that brings something of a square's size to its spot. */
export function translation(spot: Spot | undefined): string {
  return spot ? `translate(${spot.x * 100}%, ${spot.y * 100}%)` : 'scale(0)'
}

// ---------------------------------------------------------------- Pieces through time

/** A piece with a name of its own, kept from position to position so that it can be seen to move. */
export interface Piece extends Placed {
  id: number
}

export function artKey(art: Art): string {
  if ('piece' in art) return art.color + art.piece
  return 'stone' in art ? `stone${art.stone}` : 'excalibur'
}

/** Whose a piece is: what may change its look and still be the same piece. */
function owner(art: Art): string {
  return 'piece' in art ? art.color : artKey(art)
}

/**
 * Names the pieces of the next position after those of the previous one: by the steps taken or taken back, then those that
 * stayed (a man that rose on the spot too), then for each of the idle the nearest that looks alike, then a man of the same side
 * if there is just one. Who has no heir was taken. Every name occurs once; names are never used again while `before` has them.
 */
export function matchPieces(before: readonly Piece[], next: readonly Placed[], steps: readonly Step[] = []): Piece[] {
  const heirs = new Map<Square, number>()
  const wanted = new Map(next.map((placed) => [placed.square, placed]))
  const free = new Map(before.map((piece) => [piece.square, piece]))

  const inherit = (piece: Piece, to: Placed): void => {
    heirs.set(to.square, piece.id)
    free.delete(piece.square)
    wanted.delete(to.square)
  }
  const looks = (a: Placed, b: Placed): boolean => artKey(a.art) === artKey(b.art)

  const forward = steps.map((step) => ({ piece: free.get(step.from), to: wanted.get(step.to) }))
  const back = steps.map((step) => ({ piece: free.get(step.to), to: wanted.get(step.from) }))
  for (const way of [forward, back]) {
    const whole = way.every(
      ({ piece, to }) =>
        piece &&
        to &&
        owner(piece.art) === owner(to.art) &&
        !next.some((p) => p.square === piece.square && looks(p, piece)),
    )
    if (!whole || way.length === 0) continue
    for (const { piece, to } of way) if (piece && to) inherit(piece, to)
    break
  }

  for (const same of [looks, (a: Placed, b: Placed) => owner(a.art) === owner(b.art)]) {
    for (const to of [...wanted.values()]) {
      const piece = free.get(to.square)
      if (piece && same(piece, to)) inherit(piece, to)
    }
  }

  for (const to of [...wanted.values()]) {
    if ('stone' in to.art) continue
    const alike = [...free.values()].filter((piece) => looks(piece, to))
    alike.sort((a, b) => distance(a.square, to.square) - distance(b.square, to.square))
    if (alike[0]) inherit(alike[0], to)
  }

  for (const color of ['w', 'b']) {
    const idle = [...free.values()].filter((piece) => owner(piece.art) === color)
    const empty = [...wanted.values()].filter((to) => owner(to.art) === color)
    if (idle.length === 1 && empty.length === 1 && idle[0] && empty[0]) inherit(idle[0], empty[0])
  }

  let fresh = before.reduce((most, piece) => Math.max(most, piece.id), 0)
  return next.map(({ square, art }) => ({ square, art, id: heirs.get(square) ?? ++fresh })).sort((a, b) => a.id - b.id)
}

function distance(a: Square, b: Square): number {
  const [ax, ay] = numbers(a)
  const [bx, by] = numbers(b)
  return Math.max(Math.abs(ax - bx), Math.abs(ay - by))
}

function numbers(square: Square): [number, number] {
  return [square.charCodeAt(0), Number(square.slice(1))]
}

// ---------------------------------------------------------------- What fingers do

/** A chooser that stands open. Where `from` and `to` are the same nothing moves. */
export interface Choosing {
  from: Square
  to: Square
  choices: readonly Choice[]
}

/** Everything that changes on the board while the position does not. */
export interface Ui {
  /** The one square that Tab leads to. */
  focus: Square
  /** Keys have brought the focus there, so it shows and counts as looking. */
  focused: boolean
  /** Under the mouse. */
  hover: Square
  /** The man picked up, or Excalibur lifted. */
  selected: Square
  /** The pointer is down on it. */
  held: boolean
  /** It was selected before the pointer went down, so lifting the pointer there puts it back. */
  wasSelected: boolean
  /** Where the pointer went down on a square to fill or to choose at. */
  pressed: Square
  /** Square whose consequences a first touch has shown. */
  previewed: Square
  /** A move given to the page and not yet in its pieces. */
  pending: Step | null
  choosing: Choosing | null
  drawn: readonly Shape[]
  drawing: Shape | null
}

export const idle: Ui = {
  focus: '',
  focused: false,
  hover: '',
  selected: '',
  held: false,
  wasSelected: false,
  pressed: '',
  previewed: '',
  pending: null,
  choosing: null,
  drawn: [],
  drawing: null,
}

export type BoardEvent =
  | { type: 'hover'; square: Square }
  /** `byKeys`: and the focus shows. */
  | { type: 'focus'; square: Square; byKeys: boolean }
  | { type: 'blur' }
  /** Pointer down, and up; '' beside the board. */
  | { type: 'press'; square: Square; touch: boolean }
  | { type: 'release'; square: Square }
  /** Enter, Space, or a screen reader's click. */
  | { type: 'activate'; square: Square }
  /** Escape, or a pointer that the system took away. */
  | { type: 'cancel' }
  | { type: 'choose'; key: string }
  | { type: 'draw'; square: Square; brush: Brush }
  | { type: 'draw-move'; square: Square }
  | { type: 'draw-end' }
  /** The page gave another position or another input. */
  | { type: 'update' }

/** A command to the page. */
export type Command =
  | { type: 'move'; from: Square; to: Square; choice: string }
  | { type: 'place'; square: Square }
  | { type: 'choose'; square: Square; choice: string }
  | { type: 'illegal'; square: Square }

export type Stepped = readonly [Ui, Command?]

/** Squares that can be picked up now. */
export function selectable(input: Input, square: Square): boolean {
  if (input.mode === 'move') return (input.destinations.get(square)?.length ?? 0) > 0
  return input.mode === 'place' && input.lift?.from === square
}

/** Where the piece selected may go; undefined where it may not. */
export function destination(input: Input, selected: Square, square: Square): Destination | undefined {
  if (input.mode === 'move') return input.destinations.get(selected)?.find((d) => d.square === square)
  if (input.mode === 'place' && input.lift && input.lift.from === selected) {
    const fill = input.lift.squares.get(square)
    if (fill?.legal) return { square, captures: fill.captures.length > 0 }
  }
  return undefined
}

/** The consequences shown on the squares now: of the thing lifted, else of the thing to put. */
export function placements(input: Input, selected: Square): ReadonlyMap<Square, Placement> {
  if (input.mode !== 'place') return new Map()
  return input.lift && input.lift.from === selected ? input.lift.squares : input.squares
}

/** The one door through which anything on the board changes. */
export function step(ui: Ui, event: BoardEvent, input: Input): Stepped {
  switch (event.type) {
    case 'hover':
      return [{ ...ui, hover: event.square }]
    case 'focus':
      return [{ ...ui, focus: event.square, focused: event.byKeys }]
    case 'blur':
      return [{ ...ui, focused: false }]
    case 'press':
      return press(
        { ...ui, drawn: [], drawing: null, hover: event.touch ? event.square : ui.hover },
        event.square,
        event.touch,
        input,
      )
    case 'release':
      return release(ui, event.square, input)
    case 'activate':
      return activate({ ...ui, drawn: [] }, event.square, input)
    case 'cancel':
      return [
        {
          ...ui,
          selected: '',
          held: false,
          wasSelected: false,
          pressed: '',
          previewed: '',
          choosing: null,
          drawing: null,
        },
      ]
    case 'choose':
      return choose(ui, event.key, input)
    case 'draw':
      return [
        {
          ...ui,
          selected: '',
          held: false,
          drawing: { from: event.square, to: event.square, brush: event.brush },
        },
      ]
    case 'draw-move':
      return ui.drawing && event.square ? [{ ...ui, drawing: { ...ui.drawing, to: event.square } }] : [ui]
    case 'draw-end':
      return [{ ...ui, drawing: null, drawn: ui.drawing ? toggled(ui.drawn, ui.drawing) : ui.drawn }]
    case 'update': {
      // A man in the hand stays there if it may still be moved: the other side's move must not strike it away.
      const stays = input.mode === 'move' && !ui.pending && !ui.choosing && selectable(input, ui.selected)
      const hand = stays ? {} : deselected
      return [{ ...ui, ...hand, pending: null, pressed: '', previewed: '', choosing: null, drawn: [], drawing: null }]
    }
  }
}

const deselected = { selected: '', held: false, wasSelected: false } as const

function press(ui: Ui, square: Square, touch: boolean, input: Input): Stepped {
  if (ui.choosing) return [{ ...ui, ...deselected, choosing: null }]
  if (ui.selected && ui.selected !== square && destination(input, ui.selected, square)) return drop(ui, square, input)
  if (selectable(input, square))
    return [{ ...ui, selected: square, held: true, wasSelected: ui.selected === square, previewed: '' }]
  if (input.mode === 'place' && !ui.selected) {
    const twice = touch && (input.touchTwice ?? true)
    const wait = twice && ui.previewed !== square
    return [{ ...ui, pressed: wait ? '' : square, previewed: twice ? square : '' }]
  }
  if (input.mode === 'choose') return [{ ...ui, pressed: square }]
  if (ui.selected)
    return [
      { ...ui, ...deselected },
      { type: 'illegal', square },
    ]
  return [ui]
}

function release(ui: Ui, square: Square, input: Input): Stepped {
  if (ui.held) {
    const down = { ...ui, held: false }
    if (square === ui.selected) return [ui.wasSelected ? { ...down, ...deselected } : down]
    if (destination(input, ui.selected, square)) return drop(down, square, input)
    return square
      ? [
          { ...down, ...deselected },
          { type: 'illegal', square },
        ]
      : [{ ...down, ...deselected }]
  }
  if (!ui.pressed) return [ui]
  const up = { ...ui, pressed: '' }
  return square === ui.pressed ? use(up, square, input) : [up]
}

function activate(ui: Ui, square: Square, input: Input): Stepped {
  if (ui.selected === square) return [{ ...ui, ...deselected }]
  if (ui.selected && destination(input, ui.selected, square)) return drop(ui, square, input)
  if (selectable(input, square)) return [{ ...ui, selected: square, held: false, wasSelected: false }]
  if (ui.selected) return [ui, { type: 'illegal', square }]
  return use(ui, square, input)
}

/** Fills or chooses at a square. */
function use(ui: Ui, square: Square, input: Input): Stepped {
  if (input.mode === 'place') {
    return input.squares.get(square)?.legal
      ? [
          { ...ui, previewed: '' },
          { type: 'place', square },
        ]
      : [ui, { type: 'illegal', square }]
  }
  if (input.mode === 'choose') {
    const choices = input.offers.get(square)
    return choices?.length
      ? [{ ...ui, choosing: { from: square, to: square, choices } }]
      : [ui, { type: 'illegal', square }]
  }
  return [ui, { type: 'illegal', square }]
}

function drop(ui: Ui, to: Square, input: Input): Stepped {
  const from = ui.selected
  const promotions = destination(input, from, to)?.promotions ?? []
  if (promotions.length > 1) return [{ ...ui, held: false, choosing: { from, to, choices: promotions } }]
  return [
    { ...ui, ...deselected, pending: waiting(input, from, to) },
    { type: 'move', from, to, choice: promotions[0]?.key ?? '' },
  ]
}

/** A planned move is not made yet. */
function waiting(input: Input, from: Square, to: Square): Step | null {
  return input.mode === 'move' && input.premove ? null : { from, to }
}

function choose(ui: Ui, key: string, input: Input): Stepped {
  const chosen = ui.choosing?.choices.find((choice) => choice.key.toLowerCase() === key.toLowerCase())
  if (!ui.choosing || !chosen) return [ui]
  const { from, to } = ui.choosing
  const shut = { ...ui, ...deselected, choosing: null }
  if (from === to) return [shut, { type: 'choose', square: to, choice: chosen.key }]
  return [
    { ...shut, pending: waiting(input, from, to) },
    { type: 'move', from, to, choice: chosen.key },
  ]
}

/** Drawing the same shape again wipes it; in another colour it recolours. */
function toggled(drawn: readonly Shape[], shape: Shape): Shape[] {
  const others = drawn.filter((s) => s.from !== shape.from || s.to !== shape.to)
  const was = drawn.find((s) => s.from === shape.from && s.to === shape.to)
  return was?.brush === shape.brush ? others : [...others, shape]
}
