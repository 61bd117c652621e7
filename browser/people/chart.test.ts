import { expect, test } from 'vitest'
import { heights, ticks } from './chart.ts'

test('the scale of a chart has round numbers that enclose the ratings', () => {
  expect(ticks(1500, 1500)).toEqual([1500, 1510])
  expect(ticks(1487, 1523)).toEqual([1480, 1500, 1520, 1540])
  expect(ticks(1210, 1790)).toEqual([1200, 1400, 1600, 1800])
  for (let lowest = 100; lowest < 3000; lowest += 37) {
    for (const span of [0, 1, 9, 77, 400, 2500]) {
      const marks = ticks(lowest, lowest + span)
      expect(marks.length).toBeGreaterThanOrEqual(2)
      expect(marks.length).toBeLessThanOrEqual(5)
      expect(marks[0]).toBeLessThanOrEqual(lowest)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(lowest + span)
    }
  }
})

test('higher ratings are higher in the chart', () => {
  expect(heights([1400, 1500, 1600], [1400, 1500, 1600], 8, 108)).toEqual([108, 58, 8])
})
