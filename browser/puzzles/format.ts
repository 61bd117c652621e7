/** Puzzles as the page knows them; docs/formats/puzzles.md describes the fields. */
import type { Game, PuzzleMoves } from '../rules/contract.ts'
import type { OwnMistake } from '../saved/puzzles.ts'
import type { ShownPuzzle } from '../server/api.ts'

export interface Puzzle extends PuzzleMoves {
  id: string
  rules: 'wotn' | 'wotn-alternative' | 'lancelot'
  mate?: number
  target?: number
  /** The solution leads to an even game. */
  even?: boolean
  /** Missing, as the fields below, in exercises from own games. */
  rating?: number
  themes?: readonly string[]
  game?: number
  ply?: number
}

/** Played is the game that a puzzle comes from: its first position and its moves. */
export interface Played {
  from: string
  moves: string
}

/** puzzleOf returns a mistake of an own game as a puzzle, which each of the best moves solves. */
export function puzzleOf({ id, rules, position, best: [first = '', ...others] }: OwnMistake): Puzzle {
  return { id, rules, start: position, solution: [first], also: [others] }
}

export const gameOf = ({ rules }: Pick<Puzzle, 'rules'>): Game => (rules === 'lancelot' ? 'lancelot' : 'wotn')

/** puzzleFrom returns a puzzle that the server has sent. */
export function puzzleFrom({ game: { variant, number, ply }, puzzle }: ShownPuzzle): Puzzle {
  const { id, rating, start, lastMove, solution, also, mate, target, themes } = puzzle
  return {
    id,
    rules: variant,
    start,
    ...(lastMove && { previous: lastMove }),
    solution,
    also,
    ...(mate && { mate }),
    ...(target && { target }),
    rating,
    themes,
    game: number,
    ply,
  }
}
