import { expect, test } from 'vitest'
import { firstExercises } from '../saved/invited.svelte.ts'
import { courses } from './plugin.ts'

test.each(['wotn', 'lancelot'] as const)('the exercises before a game of %s begin its course', (game) => {
  const course = courses().find((course) => course.express && course.game === game)
  const { stage, numbers } = firstExercises[game]
  expect(course?.stages[0]?.id).toBe(stage)
  // Chess players can skip those that are left out.
  const all = course?.stages[0]?.exercises.flatMap(({ chess }, i) => (chess ? [] : [i + 1]))
  expect(all?.slice(0, 3)).toEqual(numbers)
})
