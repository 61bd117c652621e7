/** The puzzle of each day, as internal/puzzles/daily.go has it. */
import { dayOf } from '../saved/puzzles.ts'

export interface DailyList {
  /** The first date. */
  first: string
  ids: readonly string[]
  /** What is shown for a puzzle that was withdrawn. */
  substitutes: ReadonlyMap<string, string>
}

/** parseDaily reads a list. The tests of the server check those of the program. */
export function parseDaily(text: string): DailyList {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ') as [string, string])
  const days = lines.filter(([date]) => !date.startsWith('!'))
  return {
    first: days[0]?.[0] ?? '',
    ids: days.map(([, id]) => id),
    substitutes: new Map(lines.filter(([id]) => id.startsWith('!')).map(([id, other]) => [id.slice(1), other])),
  }
}

/** dailyOn returns the ID of the puzzle of a date, '' before the first one. After the last date the list begins again. */
export function dailyOn({ first, ids, substitutes }: DailyList, date: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(first)) / 86_400_000)
  if (ids.length === 0 || !(days >= 0)) return ''
  let id = ids[days % ids.length] ?? ''
  while (substitutes.has(id)) id = substitutes.get(id) ?? ''
  return id
}

/** isDate reports whether a text is a date such as 2026-12-01. */
export function isDate(text: string): boolean {
  const at = Date.parse(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(at) && dayOf(at) === text
}
