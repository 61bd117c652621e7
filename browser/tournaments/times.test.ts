import { afterEach, expect, test, vi } from 'vitest'
import { moment } from '../words/words.svelte.ts'
import { dayEnd, localTime, quarterAfter, startOf, timeOf } from './times.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test.each([
  ['Europe/Berlin', '2026-03-28T18:00', Date.UTC(2026, 2, 28, 17), '2026-03-29', Date.UTC(2026, 2, 29, 21, 59, 59)],
  ['Europe/Berlin', '2026-03-29T18:00', Date.UTC(2026, 2, 29, 16), '2026-10-25', Date.UTC(2026, 9, 25, 22, 59, 59)],
  [
    'Asia/Kathmandu',
    '2026-11-30T20:00',
    Date.UTC(2026, 10, 30, 14, 15),
    '2026-11-30',
    Date.UTC(2026, 10, 30, 18, 14, 59),
  ],
  [
    'America/New_York',
    '2026-11-01T19:30',
    Date.UTC(2026, 10, 2, 0, 30),
    '2026-11-01',
    Date.UTC(2026, 10, 2, 4, 59, 59),
  ],
])('directors enter times in their time zone: %s, %s', (zone, field, at, day, end) => {
  vi.stubEnv('TZ', zone)
  expect(timeOf(field)).toBe(at)
  expect(localTime(at)).toBe(field)
  expect(dayEnd(day)).toBe(end)
})

test('pages show a start in the time zone of the browser', () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  const at = Date.UTC(2026, 10, 30, 19, 30)
  const shown = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'].map((zone) => {
    vi.stubEnv('TZ', zone)
    return moment(at)
  })
  expect(shown).toEqual(['30 Nov 2026, 20:30', '30 Nov 2026, 14:30', '1 Dec 2026, 01:15'])
})

test('an emptied field of the start is no moment', () => {
  const now = Date.UTC(2026, 0, 1)
  expect(startOf('', now)).toBe(now)
  expect(startOf('2026-03-28T18:00', now)).toBe(timeOf('2026-03-28T18:00'))
})

test('a start is proposed at a quarter of an hour', () => {
  expect(quarterAfter(Date.UTC(2026, 0, 1, 10, 1))).toBe(Date.UTC(2026, 0, 1, 10, 15))
  expect(quarterAfter(Date.UTC(2026, 0, 1, 10, 15))).toBe(Date.UTC(2026, 0, 1, 10, 15))
})
