import { expect, test } from 'vitest'
import cases from '../../internal/puzzles/testdata/daily.json'
import { dailyOn, isDate, parseDaily } from './daily.ts'

test('the puzzle of a day is that of the server', () => {
  const lists = cases.filter(({ dates }) => dates)
  expect(lists.length).toBeGreaterThan(2)
  for (const { list, dates = {} } of lists) {
    const parsed = parseDaily(list)
    expect(Object.fromEntries(Object.keys(dates).map((date) => [date, dailyOn(parsed, date)]))).toEqual(dates)
  }
})

test('only real days are dates', () => {
  expect(['2026-12-01', '2028-02-29'].every(isDate)).toBe(true)
  expect(['2026-02-30', '2026-12-1', 'today', ''].some(isDate)).toBe(false)
})
