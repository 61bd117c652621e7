/** The destinations of premoves, from the state of the rules. The rules check the move when it is played. */
import type { Square } from '../board/geometry.ts'
import type { Choice, Destination } from '../board/props.ts'
import type { WotnState } from '../rules/contract.ts'

/** premoves returns the destinations of all pieces of the side that is not to move, with the choices of a promotion. */
export function premoves(
  state: Pick<WotnState, 'premoves'>,
  choice: (letter: string) => Choice,
): Map<Square, Destination[]> {
  return new Map(
    state.premoves.map(({ from, to, captures, promotes, promotions }) => {
      const choices = promotions.map(choice)
      const destinations = to.map((square) => ({
        square,
        captures: captures.includes(square),
        promotions: promotes.includes(square) ? choices : [],
      }))
      return [from, destinations] as const
    }),
  )
}
