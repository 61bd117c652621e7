import { expect, test } from 'vitest'
import { dueExercises, isRepetition, repeated } from './due.ts'

const day = 86_400_000
const now = 1000 * day
const solved = (stars: number) => ({ moves: 3, stars })

const dueExercise = (...args: Parameters<typeof dueExercises>) => dueExercises(...args)[0]

test('exercises are due the later the better they were solved', () => {
  for (const [stars, days] of [
    [1, 1],
    [2, 1],
    [3, 21],
  ] as const) {
    const all = { 's/a': { ...solved(stars), repetition: repeated(undefined, stars, now) } }
    const due = (after: number) => dueExercise(all, now + after * day)
    expect([due(days - 0.1), due(days)]).toEqual([undefined, 's/a'])
  }
})

test('a repetition without a fault makes the next one later, one with faults sooner', () => {
  const first = repeated(undefined, 1, now)
  const second = repeated(first, 3, now + day)
  expect(second).toEqual({ at: now + day, step: 1 })
  expect(repeated(second, 3, now).step).toBe(2)
  expect(repeated(repeated({ at: now, step: 4 }, 3, now), 3, now).step).toBe(4)
  expect(repeated({ at: now, step: 4 }, 2, now).step).toBe(0)
})

test('the exercise that waits longest for its time comes first', () => {
  const of = (stars: number, at: number, step: number) => ({ ...solved(stars), repetition: { at, step } })
  const all = {
    's/a': of(1, now - 2 * day, 0),
    's/b': of(2, now - 9 * day, 1),
    'ladder-wotn/12': solved(1),
  }
  expect(dueExercises(all, now)).toEqual(['s/b', 's/a'])
  expect(dueExercise({ ...all, 's/b': of(2, now, 1) }, now)).toBe('s/a')
  expect(dueExercise({ 'ladder-wotn/12': solved(1) }, now)).toBeUndefined()
})

test('progress of earlier builds has no dates: what cost most is due first', () => {
  expect(dueExercise({ 's/a': solved(3), 's/b': solved(1), 's/c': solved(2) }, now)).toBe('s/b')
  expect(dueExercise({}, now)).toBeUndefined()
})

test('what is stored is checked', () => {
  expect([{ at: 5, step: 4 }, { at: 5, step: 5 }, { at: 'x', step: 0 }, null, 3].map(isRepetition)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
