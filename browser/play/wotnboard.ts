/** Translates states of Way of the Knight into what the board shows and accepts. */
import type { Geometry, Square } from '../board/geometry.ts'
import type { Placed, Step } from '../board/pieces.ts'
import type { Choice, Destination, Mark } from '../board/props.ts'
import { pattern } from '../pieces/kinds.ts'
import type { Piece, Variant, WotnMove, WotnState } from '../rules/contract.ts'
import { goalName, kindName, kindOf, movement, nameOf, pieceName } from '../words/kinds.svelte.ts'
import { alternatives, counted, t } from '../words/words.svelte.ts'

export const geometry: Geometry = {
  columns: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  rows: [1, 2, 3, 4, 5, 6, 7, 8],
  checkered: true,
}

export function pieces(all: readonly Piece[]): Placed[] {
  return all.map(({ square, kind, color }) => ({ square, art: { piece: kind, color } }))
}

/** choice returns a kind as a choice of a promotion. */
export function choice(letter: string, color: 'w' | 'b', variant: Variant): Choice {
  const kind = kindOf(letter)
  return {
    key: letter,
    art: { piece: letter, color },
    name: nameOf(letter, variant),
    detail: kind ? movement(kind) : '',
    pattern: kind ? pattern(kind) : undefined,
  }
}

export function destinations(game: WotnState): Map<Square, Destination[]> {
  const all = new Map<Square, Destination[]>()
  for (const move of game.legal) {
    const from = all.get(move.from) ?? []
    all.set(move.from, from)
    const known = from.find(({ square }) => square === move.to)
    const promotions = move.promotion ? [choice(move.promotion, game.turn, game.variant)] : []
    if (known) known.promotions = [...(known.promotions ?? []), ...promotions]
    else
      from.push({
        square: move.to,
        captures: move.captures !== '',
        promotions,
        ...(move.corner && { rook: move.corner }),
      })
  }
  return all
}

/** moveTo returns the legal move for a move on the board. */
export function moveTo(game: WotnState, from: Square, to: Square, promotion: string): WotnMove | undefined {
  return game.legal.find((move) => move.from === from && move.to === to && move.promotion === promotion)
}

export function stepsOf(move: WotnMove | undefined): Step[] {
  if (!move) return []
  return [{ from: move.from, to: move.to }, ...(move.corner ? [move.corner] : [])]
}

export function marks(game: WotnState): Map<Square, Mark[]> {
  const all = new Map<Square, Mark[]>()
  const last = game.played.at(-1)
  for (const square of last ? [last.from, last.to] : []) all.set(square, ['last'])
  if (last?.promotion) all.set(last.to, ['last', 'promoted'])
  for (const square of game.check) all.set(square, [...(all.get(square) ?? []), 'check'])
  return all
}

function grouped(moves: readonly WotnMove[], by: (move: WotnMove) => Square): Map<Square, WotnMove[]> {
  const groups = new Map<Square, WotnMove[]>()
  for (const move of moves) groups.set(by(move), [...(groups.get(by(move)) ?? []), move])
  return groups
}

/**
 * labels returns a function that returns the text of a square for screen readers, with what the piece picked up could do
 * there.
 */
export function labels(game: WotnState, picked: Square, may: boolean): (square: Square) => string {
  const pieces = new Map(game.pieces.map((piece) => [piece.square, piece]))
  const reach = grouped(may ? game.legal : [], (move) => move.from)
  const goals = grouped(reach.get(picked) ?? [], (move) => move.to)
  return (square) => {
    const piece = pieces.get(square)
    const parts = [
      piece ? t('square.piece', { square, piece: pieceName(piece, game.variant) }) : t('square.free', { square }),
    ]
    if (game.check.includes(square)) parts.push(t('square.check'))
    if (may && picked && picked !== square) {
      const moves = goals.get(square) ?? []
      if (moves.length > 0) parts.push(t(moves[0]?.captures ? 'square.capture' : 'square.reachable'))
      const promotions = moves.filter((move) => move.promotion).map((move) => goalName(move.promotion, game.variant))
      if (promotions.length > 0) parts.push(t('square.promotion', { kinds: alternatives(promotions) }))
    } else if (piece?.color === game.turn) {
      const targets = new Set(reach.get(square)?.map((move) => move.to)).size
      if (targets > 0) parts.push(counted('square.can-move', targets))
    }
    return parts.join(', ')
  }
}

/** announcement returns the announcement of a move. */
export function announcement(who: string, move: WotnMove, game: WotnState): string {
  const kind = kindOf(move.kind)
  const piece = kind ? kindName(kind, game.variant) : move.kind
  const parts = [
    move.corner
      ? t('announce.castles', { who, to: move.to })
      : t('announce.move', { who, piece, from: move.from, to: move.to }),
  ]
  if (move.captures) parts.push(t('announce.captures', { square: move.captures }))
  if (move.promotion) parts.push(t('announce.promotes', { kind: goalName(move.promotion, game.variant) }))
  if (game.check.length > 0) parts.push(t('announce.check'))
  return parts.join(', ')
}
