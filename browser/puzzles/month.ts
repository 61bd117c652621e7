/** The days of a month, such as "2026-12". Dates are those of UTC, as those of the puzzles of the day. */

import { dayText, speech, t } from '../words/words.svelte.ts'

const day = 86_400_000

/** dateFormat returns a format of dates in the language of the page. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(speech.language, { ...options, timeZone: 'UTC' })
}

/** dateText returns a date such as "2026-12-01" in words. */
export const dateText = (date: string): string => dateFormat({ dateStyle: 'long' }).format(Date.parse(date))

/** whenText says on which day a moment in the future is, by the clock of the browser. */
export function whenText(at: number, now: number): string {
  const isTomorrow = new Date(at).toDateString() === new Date(now + day).toDateString()
  return isTomorrow ? t('puzzles.review.tomorrow') : dayText(at)
}

/** monthIn returns a month such as "2026-12" that is asked for if it is one from `first` to `last`, else the last one. */
export function monthIn(asked: string, first: string, last: string): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) && asked >= first && asked < last ? asked : last
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
