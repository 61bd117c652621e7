import { expect, test } from 'vitest'
import { progress } from '../saved/progress.svelte.ts'
import { countOf, findStage, inOrder } from './courses.ts'

test('the first exercise in a list has number 1, also for players of chess', () => {
  const stage = findStage('wotn-start')?.stage
  if (!stage) throw new Error('there is no such stage')
  const all = stage.exercises.length
  expect(inOrder(stage)).toEqual(stage.exercises.map((_, i) => i + 1))
  expect(countOf(stage, 1)).toEqual({ n: 1, all })

  progress.answerChess(true)
  const known = stage.exercises.filter(({ chess }) => chess).length
  const order = inOrder(stage)
  order.slice(0, all - known).forEach((number, i) => {
    expect(countOf(stage, number)).toEqual({ n: i + 1, all: all - known })
    expect(stage.exercises[number - 1]?.chess).toBe(false)
  })
  // One that is opened nevertheless has its number of the list too.
  expect(countOf(stage, order[all - 1] ?? 0)).toEqual({ n: all, all })
})
