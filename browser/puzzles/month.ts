/** The days of a month, such as "2026-12". Dates are those of UTC, as those of the puzzles of the day. */

import { speech } from '../words/words.svelte.ts'

const day = 86_400_000

/** dateFormat returns a format of dates in the language of the page. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(speech.language, { ...options, timeZone: 'UTC' })
}

/** weeksOf returns the dates of a month by weeks from Monday; '' for days of other months. */
export function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01`)
  const before = (new Date(first).getUTCDay() + 6) % 7
  const weeks: string[][] = []
  for (let monday = first - before * day; ; monday += 7 * day) {
    const dates = Array.from({ length: 7 }, (_, i) => new Date(monday + i * day).toISOString().slice(0, 10))
    const week = dates.map((date) => (date.startsWith(month) ? date : ''))
    if (week.every((date) => date === '')) return weeks
    weeks.push(week)
  }
}

/** monthAfter returns the month so many months later, or earlier for negative numbers. */
export function monthAfter(month: string, months: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}
