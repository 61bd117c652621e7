import { expect, test } from 'vitest'
import { resumePlace } from './resume.ts'

const places = [1, 2, 3, 4].map((number) => ({ stage: 's', number }))

test('learners go on where they stopped, also if they have skipped exercises', () => {
  const resume = (last: string, ...done: number[]) =>
    resumePlace(places, ({ number }) => done.includes(number), last)?.number
  expect(resume('')).toBe(1)
  expect(resume('', 1)).toBe(2)
  expect(resume('s/3', 1)).toBe(3)
  expect(resume('s/3', 1, 3)).toBe(4)
  expect(resume('s/4', 1, 3, 4)).toBe(2)
  expect(resume('other/1', 1)).toBe(2)
  expect(resume('s/2', 1, 2, 3, 4)).toBe(1)
  expect(resumePlace([], () => false, 's/1')).toBeUndefined()
})
