/** Puzzles as the page knows them; docs/formats/puzzles.md describes the fields. */
import type { Game, PuzzleMoves } from '../rules/contract.ts'
import type { OwnMistake } from '../saved/puzzles.ts'

export interface Puzzle extends PuzzleMoves {
  id: string
  rules: 'wotn' | 'wotn-alternative' | 'lancelot'
  mate?: number
  target?: number
  /** Missing, as the fields below, in exercises from own games. */
  rating?: number
  themes?: readonly string[]
  game?: number
  ply?: number
}

/** puzzleOf returns a mistake of an own game as a puzzle, which each of the best moves solves. */
export function puzzleOf({ id, rules, position, best: [first = '', ...others] }: OwnMistake): Puzzle {
  return { id, rules, start: position, solution: [first], also: [others] }
}

export const gameOf = ({ rules }: Pick<Puzzle, 'rules'>): Game => (rules === 'lancelot' ? 'lancelot' : 'wotn')
