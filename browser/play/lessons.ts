import courses from 'lessons:courses'
import { progress } from '../saved/progress.svelte.ts'
import type { Game } from '../ui/route.svelte.ts'

/** A place in the lessons. */
export interface Lesson {
  stage: string
  /** From 1. */
  number: number
  /** It is a small game against the computer. */
  game: boolean
}

/**
 * nextLesson returns the first exercise of a game that is not solved, in the order of the courses and without those that the
 * learner knows from chess. If all are solved, it is the first small game, which repeats the basics.
 */
export function nextLesson(game: Game): Lesson {
  const places = courses
    .filter((course) => course.game === game)
    .flatMap(({ stages }) => stages)
    .flatMap(({ id: stage, exercises }) =>
      exercises.map(({ id, chess, game }, i) => ({
        stage,
        number: i + 1,
        game,
        open: progress.starsOf(stage, id) === 0 && !(chess && progress.chess === true),
      })),
    )
  const place = places.find(({ open }) => open) ?? places.find(({ game }) => game)
  if (!place) throw new Error(`there are no exercises of ${game}`)
  return { stage: place.stage, number: place.number, game: place.game }
}
