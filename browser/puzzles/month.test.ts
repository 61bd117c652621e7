import { expect, test } from 'vitest'
import { monthAfter, weeksOf } from './month.ts'

test('a month has its days, in weeks from Monday', () => {
  const december = weeksOf('2026-12')
  expect(december[0]).toEqual(['', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'])
  expect(december.map((week) => week.filter(Boolean).length)).toEqual([6, 7, 7, 7, 4])
  expect(weeksOf('2027-02').flat().filter(Boolean).length).toBe(28)
  expect(weeksOf('2028-02').flat().at(-6)).toBe('2028-02-29')
})

test('months go on over the years', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-05', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-05',
  ])
})
