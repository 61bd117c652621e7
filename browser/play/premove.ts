/** The destinations of premoves, from the state of the rules. The rules check the move when it is played. */
import type { Square } from '../board/geometry.ts'
import type { Choice, Destination } from '../board/props.ts'
import type { KindInfo, WotnState } from '../rules/contract.ts'

/** premoves returns the destinations of all pieces of the side that is not to move, with the choices of a promotion. */
export function premoves(
  state: WotnState,
  kindOf: (letter: string) => KindInfo | undefined,
  choice: (letter: string) => Choice,
): Map<Square, Destination[]> {
  const pieces = new Map(state.pieces.map((piece) => [piece.square, piece]))
  return new Map(
    state.premoves.map(({ from, to, promotes }) => {
      const kind = kindOf(pieces.get(from)?.kind ?? '')
      const choices = state.variant === 'chess' ? [] : (kind?.promotions[state.variant] ?? []).map(choice)
      const destinations = to.map((square) => ({
        square,
        captures: pieces.get(square)?.color === state.turn,
        promotions: promotes.includes(square) ? choices : [],
      }))
      return [from, destinations] as const
    }),
  )
}
