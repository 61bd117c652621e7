/**
 * Where men may be sent ahead of their turn: wherever they could go if the other side's move made it possible. Whether it
 * did is for the rules to say when the turn has come.
 */
import type { Choice, Destination, Square } from '../board/state.ts'
import type { Color, KindInfo, Piece, WotnState } from '../rules/contract.ts'

type Offset = readonly [across: number, up: number]

const at = (square: Square): Offset => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1]
const onBoard = (n: number) => n >= 0 && n < 8
const d4 = at('d4')

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

/** Castling, while its right lasts: the king's squares. */
function castlings(game: WotnState, man: Piece): Square[] {
  const rights = game.position.split(' ')[2] ?? ''
  const rank = man.color === 'w' ? '1' : '8'
  if (man.kind !== 'K' || man.square !== `e${rank}`) return []
  const [short, long] = man.color === 'w' ? ['K', 'Q'] : ['k', 'q']
  return [...(rights.includes(short) ? [`g${rank}`] : []), ...(rights.includes(long) ? [`c${rank}`] : [])]
}

/**
 * All that the men of a colour may be sent to. Where a man may rise, the choice is asked for now: on the rank that raises
 * it, and where a man stands that it could take, or that could be taken there first.
 */
export function aheadOf(
  game: WotnState,
  color: Color,
  kindOf: (letter: string) => KindInfo | undefined,
  choice: (letter: string) => Choice,
): Map<Square, Destination[]> {
  const all = new Map<Square, Destination[]>()
  const men = new Map(game.pieces.map((man) => [man.square, man]))
  for (const man of game.pieces) {
    const kind = man.color === color ? kindOf(man.kind) : undefined
    if (!kind) continue
    const from = at(man.square)
    const into = game.variant === 'chess' ? [] : kind.promotions[game.variant].map(choice)
    const squares = new Set([...reach(kind, from, color), ...castlings(game, man)])
    all.set(
      man.square,
      [...squares].map((square) => {
        const rank = color === 'w' ? at(square)[1] + 1 : 8 - at(square)[1]
        const there = men.get(square)
        const level = there ? (there.color === color ? 11 : (kindOf(there.kind)?.level ?? 0)) : 0
        const takes = level > 0 && kind.promotesOnCaptureFrom > 0 && level >= kind.promotesOnCaptureFrom
        const aside = kind.letter === 'P' && at(square)[0] !== from[0]
        const rises = rank === kind.promotionRank || takes || aside
        return { square, takes: there !== undefined && there.color !== color, becomes: rises ? into : [] }
      }),
    )
  }
  return all
}
