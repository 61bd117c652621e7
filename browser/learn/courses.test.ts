import { afterEach, expect, test } from 'vitest'
import { firstStage } from '../saved/invited.svelte.ts'
import { progress } from '../saved/progress.svelte.ts'
import { asksChess, countOf, findStage, inOrder, nextAfter, numbersOf, placesOf } from './courses.ts'
import type { Place } from './resume.ts'

// Tests of other files have the same progress.
afterEach(() => progress.open(undefined))

test('a stage begins with the exercises that chess players skip, for others', () => {
  const [wotn, lancelot] = Object.values(firstStage).map((stage) => findStage(stage)?.stage)
  if (!wotn || !lancelot) throw new Error('there is no such stage')
  const first = () => [numbersOf(wotn), numbersOf(lancelot)].map((numbers) => numbers.slice(0, 3))
  expect([asksChess(wotn), asksChess(lancelot)]).toEqual([true, false])
  progress.answerChess(true)
  expect(first()).toEqual([
    [5, 6, 7],
    [1, 2, 3],
  ])
  progress.answerChess(false)
  expect(first()).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  expect(asksChess(wotn)).toBe(false)
})

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

test('the last exercise of a course leads to the first one that is not solved, and ends the course when all are', () => {
  progress.answerChess(false)
  const found = findStage('lancelot-start')
  if (!found) throw new Error('there is no such stage')
  const places = placesOf(found.course)
  const [first, second, last] = [places[0], places[1], places.at(-1)]
  if (!first || !second || !last) throw new Error('the course is too short')
  const solve = (place: Place) => {
    const exercise = findStage(place.stage)?.stage.exercises[place.number - 1]
    progress.add({ [`${place.stage}/${exercise?.id}`]: { moves: 1, stars: 3 } })
  }
  expect(nextAfter(found.course, first)).toMatchObject(second)
  expect(nextAfter(found.course, last)).toEqual(first)
  solve(first)
  solve(last)
  expect(nextAfter(found.course, last)).toEqual(second)
  for (const place of places) solve(place)
  expect(nextAfter(found.course, last)).toBeUndefined()
})
