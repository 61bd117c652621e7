import { expect, test } from 'vitest'
import { agree } from './zones.ts'

test('time zones agree if their clocks do all year', () => {
  const now = Date.UTC(2026, 6, 1)
  expect(agree('Asia/Calcutta', 'Asia/Kolkata', now)).toBe(true)
  expect(agree('Europe/Berlin', 'Europe/Paris', now)).toBe(true)
  expect(agree('Europe/Berlin', 'America/New_York', now)).toBe(false)
  // Daylight saving time in one of them.
  expect(agree('Europe/Berlin', 'Africa/Johannesburg', now)).toBe(false)
  expect(agree('Europe/Berlin', 'Mars/Olympus', now)).toBe(false)
})
