import { expect, test } from 'vitest'
import { duration } from './motion.ts'

test.each([
  ['700ms', 700],
  ['.7s', 700],
  [' 1.4s ', 1400],
  ['0ms', 0],
  ['0s', 0],
  ['', 0],
  ['calc(1s)', 0],
])('the duration %j has %d ms', (time, want) => {
  expect(duration(time)).toBeCloseTo(want)
})
