import { expect, it } from 'vitest'
import { wholePercent, wholePercents } from './percent.ts'

it('the figures of two players add up to 100', () => {
  for (let n = 0; n <= 2000; n++) {
    const share = n / 2000
    expect(wholePercent(share, 0) + wholePercent(1 - share, 1), `${share}`).toBe(100)
  }
})

it.each([
  [0, 0, 0],
  [0.004, 0, 0],
  [0.285, 0, 29],
  [0.285, 1, 28],
  [0.2851, 1, 29],
  [1, 1, 100],
])('a share of %d of seat %i is %i percent', (share, seat, percent) => {
  expect(wholePercent(share, seat)).toBe(percent)
})

it.each([
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [101, 0, 99],
    [51, 0, 49],
  ],
  [
    [99, 0, 101],
    [50, 0, 50],
  ],
  [
    [2, 1, 4],
    [29, 14, 57],
  ],
  [
    [0, 0, 0],
    [0, 0, 0],
  ],
])('the parts %j are %j percent', (parts, percents) => {
  expect(wholePercents(parts)).toEqual(percents)
})

it('without draws the parts are the win shares', () => {
  for (let n = 0; n <= 200; n++) {
    expect(wholePercents([n, 0, 200 - n])).toEqual([wholePercent(n / 200, 0), 0, wholePercent(1 - n / 200, 1)])
  }
})
