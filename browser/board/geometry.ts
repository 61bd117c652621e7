/** Squares and their layout on the screen. */

/** Column and row: "e4", "g10". */
export type Square = string

/** The columns and rows of a board. */
export interface Geometry {
  /** From the left as the first seat sees it: ["a", …, "h"]. */
  columns: readonly string[]
  /** From below as the first seat sees it: [1, …, 8]. */
  rows: readonly number[]
  /** Squares are alternately dark and light, the lower left one dark. Otherwise they are plain, with lines between them. */
  checkered: boolean
}

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

/** layOut returns the layout of a board, turned by 180 degrees if it is flipped. */
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

/** A rectangle relative to the upper left corner of the board, in pixels or in fractions of the board. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** boxOf returns the place of a square in fractions of the board. */
export function boxOf(layout: Layout, square: Square): Box {
  const { x, y } = layout.spots.get(square) ?? { x: 0, y: 0 }
  return { x: x / layout.width, y: y / layout.height, width: 1 / layout.width, height: 1 / layout.height }
}

/** overlaps returns whether two rectangles have a common area. */
export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/**
 * placeBeside returns the place of a rectangle of a size inside `room` that is the nearest to the first of the squares `clear`
 * and overlaps none of them. If it does not fit, it is as low as needed; its content then has to scroll. The room must be
 * larger than the squares by half a square in some direction.
 */
export function placeBeside(size: { width: number; height: number }, room: Box, clear: readonly Box[]): Box {
  const first = clear[0] ?? room
  const width = Math.min(size.width, room.width)
  const bottom = room.y + room.height
  const right = room.x + room.width
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
  // The free bands: between the edges of the room and those of the squares.
  const ys = [room.y, bottom, ...clear.flatMap(({ y, height }) => [y, y + height])]
    .map((y) => within(y, room.y, bottom))
    .sort((a, b) => a - b)
  const xs = [
    first.x + first.width / 2 - width / 2,
    ...clear.flatMap((box) => [box.x - width, box.x + box.width]),
    room.x,
    right - width,
  ].map((x) => within(x, room.x, right - width))

  let best: { box: Box; cost: number } | undefined
  for (const x of xs) {
    for (const [i, top] of ys.entries()) {
      for (const low of ys.slice(i + 1)) {
        const height = Math.min(size.height, low - top)
        if (height <= 0) continue
        const y = within(first.y + first.height / 2 - height / 2, top, low - height)
        const box = { x, y, width, height }
        if (clear.some((other) => overlaps(box, other))) continue
        const away = Math.hypot(x + width / 2 - first.x - first.width / 2, y + height / 2 - first.y - first.height / 2)
        // Lost height costs most.
        const cost = away + 10 * (size.height - height)
        if (!best || cost < best.cost) best = { box, cost }
      }
    }
  }
  return best?.box ?? { x: room.x, y: room.y, width, height: Math.min(size.height, room.height) }
}

export type Side = 'above' | 'below' | 'left' | 'right'

const sides: readonly (readonly [Side, string])[] = [
  ['above', 'ArrowUp'],
  ['below', 'ArrowDown'],
  ['right', 'ArrowRight'],
  ['left', 'ArrowLeft'],
]

/**
 * sideOf returns on which side of a square a badge fits: where the next square is not busy, else where it is not a victim of
 * another capture. It returns undefined if there is none.
 */
export function sideOf(
  layout: Layout,
  square: Square,
  busy: ReadonlySet<Square>,
  victims: ReadonlySet<Square>,
): Side | undefined {
  const all = sides.flatMap(([side, key]) => {
    const next = neighbour(layout, square, key)
    return next === undefined || next === square || victims.has(next) ? [] : [{ side, next }]
  })
  return (all.find(({ next }) => !busy.has(next)) ?? all[0])?.side
}
