/**
 * The board without a screen: its props, and a reducer that turns user events into the next state and commands to the page.
 *
 * The board knows squares, not rules: where a piece can move, what a stone would capture and the choices of a promotion come
 * in as data. Everything here is pure. `Board.svelte` draws it, `pointer.ts` and `keyboard.ts` send the events.
 */

import type { Pattern } from '../pieces/kinds.ts'

// ---------------------------------------------------------------- Props

/** Column and row: "e4", "g10". */
export type Square = string

export interface Geometry {
  /** From the left as the first seat sees it: ["a", …, "h"]. */
  columns: readonly string[]
  /** From below as the first seat sees it: [1, …, 8]. */
  rows: readonly number[]
  /** Light and dark squares in turn; the lower left one is dark. Otherwise plain squares with lines between. */
  checkered: boolean
}

/** What to draw: a piece of Way of the Knight (letter of its kind), a stone of a Lancelot seat (0 to 4), or Excalibur. */
export type Art =
  | { readonly piece: string; readonly color: 'w' | 'b' }
  | { readonly stone: number }
  | { readonly excalibur: true }

/** One piece on one square. The board finds out which piece moved where; see `matchPieces`. */
export interface Placed {
  square: Square
  art: Art
}

export interface Step {
  from: Square
  to: Square
}

/** An entry of the chooser. */
export interface Choice {
  /** Identifies the choice and is the key that chooses it: the capital letter of the kind. */
  key: string
  art: Art
  name: string
  /** How it moves, in words. */
  detail: string
  /** How it moves, drawn. */
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
  /** Closed by chivalry, and shaded. */
  closed: boolean
  /** Squares whose stones would be captured. Their number is shown on the square. */
  captures: readonly Square[]
}

export type Input =
  /** Read-only: squares can be focused, and drawn on. */
  | { mode: 'view' }
  /** Select a piece, then a destination. With `premove` the piece stays where it is. */
  | { mode: 'move'; destinations: ReadonlyMap<Square, readonly Destination[]>; premove?: boolean }
  /** Place something on an empty square. */
  | {
      mode: 'place'
      squares: ReadonlyMap<Square, Placement>
      /** What is placed; shown as a ghost on the inspected square. */
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
 * a move that the server has not confirmed yet.
 */
export type Mark = 'last' | 'check' | 'captured' | 'highlighted' | 'premove' | 'sending'

/** A number at both ends of a line: beside rows, above and below columns, in the outer corners of a diagonal's end squares. */
export interface EdgeNumeral {
  /** First and last square of the line. */
  from: Square
  to: Square
  text: string
  emphasis: 'plain' | 'strong' | 'closed'
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
  /** Arrows and circles of the page. The board keeps those of the user until a click or a new position clears them. */
  shapes?: readonly Shape[]
  /** The page uses the arrow keys, Home and End until the keyboard has moved the focus to a square. */
  stepping?: boolean
  /** Name of the board for screen readers. */
  name: string
  /** The label of a square for screen readers: "e4, White Pawn, can move to 2 squares". */
  label: (square: Square) => string
  /** Heading of the chooser, for example "Promote Pawn to", and the name of its close button. */
  chooserTitle?: string
  chooserClose?: string
  /** Where a captured piece travels: an element in the row of the capturing seat, or null to fade on its square. */
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
  /** An illegal move was tried. */
  onillegal?: (square: Square) => void
}

// ---------------------------------------------------------------- Squares

/** Position on the screen: column from the left and row from the top, both from 0. */
export interface Spot {
  x: number
  y: number
}

/** A geometry as it is shown on the screen. */
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
  const ordered = <T>(list: readonly T[], turn: boolean): T[] => (turn ? [...list].reverse() : [...list])
  const columnNames = ordered(geometry.columns, flipped)
  const rowNames = ordered(geometry.rows, !flipped).map(String)
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

/** neighbour returns the square that an arrow key, Home, End, PageUp or PageDown leads to; undefined for other keys. */
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

/** squareAt returns the square at a point given in fractions of the board's width and height, or '' outside the board. */
export function squareAt(layout: Layout, across: number, down: number): Square {
  return layout.rows[Math.floor(down * layout.height)]?.[Math.floor(across * layout.width)] ?? ''
}

/** translation returns the CSS transform that moves an element of one square's size to its spot. */
export function translation(spot: Spot | undefined): string {
  return spot ? `translate(${spot.x * 100}%, ${spot.y * 100}%)` : 'scale(0)'
}

// ---------------------------------------------------------------- Identity of pieces

/** A piece with an id that it keeps from position to position, so that its moves can be animated. */
export interface Piece extends Placed {
  id: number
}

export function artKey(art: Art): string {
  if ('piece' in art) return art.color + art.piece
  return 'stone' in art ? `stone${art.stone}` : 'excalibur'
}

/** owner returns what stays the same when a piece promotes: its colour. */
function owner(art: Art): string {
  return 'piece' in art ? art.color : artKey(art)
}

/**
 * matchPieces gives the pieces of the next position the ids of those before: first by the moves made or taken back, then
 * pieces that stayed (also if they promoted in place), then the nearest piece that looks alike, then the only remaining
 * piece of the same side. Pieces without a match were captured. Ids are unique, and new ids are larger than all in `before`.
 */
export function matchPieces(before: readonly Piece[], next: readonly Placed[], steps: readonly Step[] = []): Piece[] {
  const ids = new Map<Square, number>()
  const unmatched = new Map(next.map((placed) => [placed.square, placed]))
  const free = new Map(before.map((piece) => [piece.square, piece]))

  const match = (piece: Piece, to: Placed): void => {
    ids.set(to.square, piece.id)
    free.delete(piece.square)
    unmatched.delete(to.square)
  }
  const looks = (a: Placed, b: Placed): boolean => artKey(a.art) === artKey(b.art)

  const forward = steps.map((step) => ({ piece: free.get(step.from), to: unmatched.get(step.to) }))
  const back = steps.map((step) => ({ piece: free.get(step.to), to: unmatched.get(step.from) }))
  for (const moves of [forward, back]) {
    const complete = moves.every(
      ({ piece, to }) =>
        piece &&
        to &&
        owner(piece.art) === owner(to.art) &&
        !next.some((p) => p.square === piece.square && looks(p, piece)),
    )
    if (!complete || moves.length === 0) continue
    for (const { piece, to } of moves) if (piece && to) match(piece, to)
    break
  }

  for (const same of [looks, (a: Placed, b: Placed) => owner(a.art) === owner(b.art)]) {
    for (const to of [...unmatched.values()]) {
      const piece = free.get(to.square)
      if (piece && same(piece, to)) match(piece, to)
    }
  }

  for (const to of [...unmatched.values()]) {
    if ('stone' in to.art) continue
    const alike = [...free.values()].filter((piece) => looks(piece, to))
    alike.sort((a, b) => distance(a.square, to.square) - distance(b.square, to.square))
    if (alike[0]) match(alike[0], to)
  }

  for (const color of ['w', 'b']) {
    const idle = [...free.values()].filter((piece) => owner(piece.art) === color)
    const empty = [...unmatched.values()].filter((to) => owner(to.art) === color)
    if (idle.length === 1 && empty.length === 1 && idle[0] && empty[0]) match(idle[0], empty[0])
  }

  let newest = before.reduce((most, piece) => Math.max(most, piece.id), 0)
  return next.map(({ square, art }) => ({ square, art, id: ids.get(square) ?? ++newest })).sort((a, b) => a.id - b.id)
}

function distance(a: Square, b: Square): number {
  const [ax, ay] = numbers(a)
  const [bx, by] = numbers(b)
  return Math.max(Math.abs(ax - bx), Math.abs(ay - by))
}

function numbers(square: Square): [number, number] {
  return [square.charCodeAt(0), Number(square.slice(1))]
}

// ---------------------------------------------------------------- State and events

/** An open chooser. If `from` and `to` are the same, nothing moves. */
export interface Choosing {
  from: Square
  to: Square
  choices: readonly Choice[]
}

/** The state of the board besides the position. */
export interface Ui {
  /** The square in the tab order. */
  focus: Square
  /** The keyboard has moved the focus there: it is visible, and the square is inspected. */
  focused: boolean
  /** Under the mouse. */
  hover: Square
  /** The square of the selected piece. */
  selected: Square
  /** The pointer is down on the selected piece. */
  held: boolean
  /** The piece was selected before the pointer went down, so releasing the pointer there deselects it. */
  wasSelected: boolean
  /** The square to place or to choose on, where the pointer went down. */
  pressed: Square
  /** The square whose effect a first touch has shown. */
  previewed: Square
  /** A move sent to the page that its pieces do not show yet. */
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
  /** `byKeys`: the focus is visible. */
  | { type: 'focus'; square: Square; byKeys: boolean }
  | { type: 'blur' }
  /** Pointer down and up; '' outside the board. */
  | { type: 'press'; square: Square; touch: boolean }
  | { type: 'release'; square: Square }
  /** Enter, Space, or a screen reader's click. */
  | { type: 'activate'; square: Square }
  /** Escape, or a pointercancel event. */
  | { type: 'cancel' }
  | { type: 'choose'; key: string }
  | { type: 'draw'; square: Square; brush: Brush }
  | { type: 'draw-move'; square: Square }
  | { type: 'draw-end' }
  /** The page has changed the position or the input. */
  | { type: 'update' }

/** A command to the page. */
export type Command =
  | { type: 'move'; from: Square; to: Square; choice: string }
  | { type: 'place'; square: Square }
  | { type: 'choose'; square: Square; choice: string }
  | { type: 'illegal'; square: Square }

export type Stepped = readonly [Ui, Command?]

/** selectable returns whether the piece on a square can be selected. */
export function selectable(input: Input, square: Square): boolean {
  if (input.mode === 'move') return (input.destinations.get(square)?.length ?? 0) > 0
  return input.mode === 'place' && input.lift?.from === square
}

/** destination returns the destination of the selected piece on a square, or undefined if it cannot move there. */
export function destination(input: Input, selected: Square, square: Square): Destination | undefined {
  if (input.mode === 'move') return input.destinations.get(selected)?.find((d) => d.square === square)
  if (input.mode === 'place' && input.lift && input.lift.from === selected) {
    const fill = input.lift.squares.get(square)
    if (fill?.legal) return { square, captures: fill.captures.length > 0 }
  }
  return undefined
}

/** placements returns the effects to show on the squares: of moving the selected piece, else of placing. */
export function placements(input: Input, selected: Square): ReadonlyMap<Square, Placement> {
  if (input.mode !== 'place') return new Map()
  return input.lift && input.lift.from === selected ? input.lift.squares : input.squares
}

/** step is the reducer: it returns the next state, and a command to the page if there is one. */
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
      // A piece that can still move stays selected: the opponent's move must not deselect it.
      const keep = input.mode === 'move' && !ui.pending && !ui.choosing && selectable(input, ui.selected)
      const selection = keep ? {} : deselected
      return [
        { ...ui, ...selection, pending: null, pressed: '', previewed: '', choosing: null, drawn: [], drawing: null },
      ]
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

/** use places on a square, or opens its chooser. */
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
    { ...ui, ...deselected, pending: pendingStep(input, from, to) },
    { type: 'move', from, to, choice: promotions[0]?.key ?? '' },
  ]
}

/** pendingStep returns the move to show until the page has made it; none for a premove. */
function pendingStep(input: Input, from: Square, to: Square): Step | null {
  return input.mode === 'move' && input.premove ? null : { from, to }
}

function choose(ui: Ui, key: string, input: Input): Stepped {
  const chosen = ui.choosing?.choices.find((choice) => choice.key.toLowerCase() === key.toLowerCase())
  if (!ui.choosing || !chosen) return [ui]
  const { from, to } = ui.choosing
  const shut = { ...ui, ...deselected, choosing: null }
  if (from === to) return [shut, { type: 'choose', square: to, choice: chosen.key }]
  return [
    { ...shut, pending: pendingStep(input, from, to) },
    { type: 'move', from, to, choice: chosen.key },
  ]
}

/** Drawing the same shape again removes it; another colour replaces it. */
function toggled(drawn: readonly Shape[], shape: Shape): Shape[] {
  const others = drawn.filter((s) => s.from !== shape.from || s.to !== shape.to)
  const was = drawn.find((s) => s.from === shape.from && s.to === shape.to)
  return was?.brush === shape.brush ? others : [...others, shape]
}
