import { expect, it } from 'vitest'
import { wholePercent } from './percent.ts'

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
