/** Pieces on squares, and their identity across positions. */

import type { Square } from './geometry.ts'

/** The look of a piece: a piece of Way of the Knight (letter of its kind), a stone of a Lancelot seat (0 to 4), or Excalibur. */
export type Art =
  | { readonly piece: string; readonly color: 'w' | 'b' }
  | { readonly stone: number }
  | { readonly excalibur: true }

/** A piece on a square, without identity. `matchPieces` finds the moves between two positions. */
export interface Placed {
  square: Square
  art: Art
}

/** A move of one piece. */
export interface Step {
  from: Square
  to: Square
}

/** A piece with an id that stays the same across positions, so that its moves can be animated. */
export interface Piece extends Placed {
  id: number
}

/** artKey returns a text that differs for all looks. */
export function artKey(art: Art): string {
  if ('piece' in art) return art.color + art.piece
  return 'stone' in art ? `stone${art.stone}` : 'excalibur'
}

/** owner returns the part of the look that a promotion does not change. */
function owner(art: Art): string {
  return 'piece' in art ? art.color : artKey(art)
}

/**
 * matchPieces returns the pieces of the next position with ids. It matches them with the pieces of `before` in this order:
 * the moves made or taken back; pieces on the same square, also if they promoted there; the nearest piece that looks the same;
 * the only remaining piece of the same side. Pieces of `before` without a match were captured. Ids are unique; new ids
 * are larger than all in `before`.
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

/** samePieces returns whether all pieces have the same ids, squares and looks. */
export function samePieces(a: readonly Piece[], b: readonly Piece[]): boolean {
  return a.length === b.length && a.every((piece, i) => alike(piece, b[i]))
}

function alike(a: Piece, b: Piece | undefined): boolean {
  return b !== undefined && a.id === b.id && a.square === b.square && artKey(a.art) === artKey(b.art)
}

/**
 * promotions returns the kinds of the pieces that look different than before on squares where `promotes` is true, by id. A
 * promotion that is taken back changes the look too.
 */
export function promotions(
  before: readonly Piece[],
  next: readonly Piece[],
  promotes: (square: Square) => boolean,
): Map<number, string> {
  const looks = new Map(before.map(({ id, art }) => [id, artKey(art)]))
  const promoted = next.filter(
    ({ id, art, square }) => looks.has(id) && looks.get(id) !== artKey(art) && promotes(square),
  )
  return new Map(promoted.flatMap(({ id, art }) => ('piece' in art ? [[id, art.piece] as const] : [])))
}

function distance(a: Square, b: Square): number {
  const [ax, ay] = numbers(a)
  const [bx, by] = numbers(b)
  return Math.max(Math.abs(ax - bx), Math.abs(ay - by))
}

function numbers(square: Square): [number, number] {
  return [square.charCodeAt(0), Number(square.slice(1))]
}
