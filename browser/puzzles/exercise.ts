/** A puzzle as an exercise, and what it asks for. */
import { puzzles } from '../rules/client.ts'
import type { LessonExercise } from '../rules/contract.ts'
import { counted, lookUp, t } from '../words/words.svelte.ts'
import { gameOf, type Puzzle } from './format.ts'

export async function exerciseOf({ rules, start, previous, solution, also }: Puzzle): Promise<LessonExercise> {
  const answer = await puzzles.exercise({
    rules,
    start,
    solution,
    ...(previous && { previous }),
    ...(also && { also }),
  })
  if (answer.ok) return answer.value
  throw new Error(answer.problems[0]?.message)
}

/** taskOf returns the task in words. `learner` is the side or seat that solves it. */
export function taskOf(puzzle: Puzzle, learner: number): string {
  const { mate, target } = puzzle
  const lancelot = gameOf(puzzle) === 'lancelot'
  const who = lancelot ? lookUp(`seat.${learner}`) : t(learner === 0 ? 'color.w' : 'color.b')
  if (mate) return counted('puzzle.task.mate', mate, { who })
  if (target) return counted('puzzle.task.target', target, { who })
  return t(lancelot ? 'puzzle.task.turn' : 'puzzle.task', { who })
}
