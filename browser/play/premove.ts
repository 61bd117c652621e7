/**
 * The destinations of premoves: all squares that a piece could reach after any move of the opponent. The rules check the move
 * when it is played.
 */
import type { Square } from '../board/geometry.ts'
import type { Choice, Destination } from '../board/props.ts'
import type { Color, KindInfo, Piece, WotnState } from '../rules/contract.ts'

type Offset = readonly [across: number, up: number]

const at = (square: Square): Offset => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1]
const onBoard = (n: number) => n >= 0 && n < 8
const d4 = at('d4')

/** reach returns the squares that a piece reaches on an empty board, and those where a pawn can capture. */
function reach(kind: KindInfo, from: Offset, color: Color): Square[] {
  const forward = color === 'w' ? 1 : -1
  const squares: Square[] = []
  const add = (across: number, up: number): boolean => {
    if (!onBoard(across) || !onBoard(up)) return false
    squares.push(`${'abcdefgh'[across]}${up + 1}`)
    return true
  }
  const offset = (square: Square): Offset => {
    const [across, up] = at(square)
    return [across - d4[0], (up - d4[1]) * forward]
  }
  if (kind.letter === 'P') {
    add(from[0], from[1] + forward)
    if (from[1] === (color === 'w' ? 1 : 6)) add(from[0], from[1] + 2 * forward)
    for (const across of [-1, 1]) add(from[0] + across, from[1] + forward)
    return squares
  }
  for (const leap of kind.leaps) {
    const [across, up] = offset(leap)
    add(from[0] + across, from[1] + up)
  }
  for (const [first = 'd4'] of kind.lines) {
    const [across, up] = offset(first)
    for (let n = 1; add(from[0] + n * across, from[1] + n * up); n++);
  }
  return squares
}

/** castlings returns the king's squares after castling, if it has the right. */
function castlings(state: WotnState, piece: Piece): Square[] {
  const rights = state.position.split(' ')[2] ?? ''
  const rank = piece.color === 'w' ? '1' : '8'
  if (piece.kind !== 'K' || piece.square !== `e${rank}`) return []
  const [short, long] = piece.color === 'w' ? ['K', 'Q'] : ['k', 'q']
  return [...(rights.includes(short) ? [`g${rank}`] : []), ...(rights.includes(long) ? [`c${rank}`] : [])]
}

/**
 * premoves returns the destinations of all pieces of a color. A destination has promotions if the move could promote: on the
 * promotion rank, or by a capture of a piece that is there now or could capture there first.
 */
export function premoves(
  state: WotnState,
  color: Color,
  kindOf: (letter: string) => KindInfo | undefined,
  choice: (letter: string) => Choice,
): Map<Square, Destination[]> {
  const all = new Map<Square, Destination[]>()
  const pieces = new Map(state.pieces.map((piece) => [piece.square, piece]))
  for (const piece of state.pieces) {
    const kind = piece.color === color ? kindOf(piece.kind) : undefined
    if (!kind) continue
    const from = at(piece.square)
    const promotions = state.variant === 'chess' ? [] : kind.promotions[state.variant].map(choice)
    const squares = new Set([...reach(kind, from, color), ...castlings(state, piece)])
    all.set(
      piece.square,
      [...squares].map((square) => {
        const rank = color === 'w' ? at(square)[1] + 1 : 8 - at(square)[1]
        const there = pieces.get(square)
        // A piece of any level could capture an own piece there first.
        const level = there ? (there.color === color ? 11 : (kindOf(there.kind)?.level ?? 0)) : 0
        const captures = level > 0 && kind.promotesOnCaptureFrom > 0 && level >= kind.promotesOnCaptureFrom
        const diagonal = kind.letter === 'P' && at(square)[0] !== from[0]
        const promotes = rank === kind.promotionRank || captures || diagonal
        return {
          square,
          captures: there !== undefined && there.color !== color,
          promotions: promotes ? promotions : [],
        }
      }),
    )
  }
  return all
}
