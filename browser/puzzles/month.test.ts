import { afterEach, expect, test, vi } from 'vitest'
import { dayText, t } from '../words/words.svelte.ts'
import { dateText, monthAfter, monthIn, weeksOf, whenText } from './month.ts'

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

test('the archive shows only months that have puzzles', () => {
  const asked = ['2026-12', '2025-12', '2026-11', '2025-99', '2026-00', '2026-01x', '2027-03', '']
  expect(asked.map((month) => monthIn(month, '2026-11', '2027-02'))).toEqual([
    '2026-12',
    '2027-02',
    '2026-11',
    ...Array(5).fill('2027-02'),
  ])
})

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
  vi.unstubAllGlobals()
})

test('a date stays the same in all time zones', () => {
  for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
    process.env.TZ = zone
    expect(dateText('2026-12-01')).toBe('December 1, 2026')
  }
})

test('tomorrow is that of the browser', () => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  process.env.TZ = 'Pacific/Auckland'
  const now = Date.parse('2026-12-01T10:00Z') // 23:00 there
  const [late, next] = [Date.parse('2026-12-02T10:30Z'), Date.parse('2026-12-02T11:30Z')]
  expect([whenText(late, now), whenText(next, now)]).toEqual([t('puzzles.review.tomorrow'), dayText(next)])
})
