/** Times of tournaments in fields of forms, which are in the time zone of the browser. */

const minute = 60_000

/** quarterAfter returns the first quarter of an hour that is not before a moment. */
export const quarterAfter = (at: number): number => Math.ceil(at / (15 * minute)) * 15 * minute

/** localTime returns the value of a field of type datetime-local for a moment. */
export function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * minute).toISOString().slice(0, 16)
}

/** timeOf returns the moment of a field of type datetime-local. */
export const timeOf = (field: string): number => new Date(field).getTime()

/** startOf returns the moment of a field of type datetime-local, or another moment if the field is empty. */
export const startOf = (field: string, empty: number): number => (field === '' ? empty : timeOf(field))

/** dayEnd returns the end of a day of a field of type date. */
export const dayEnd = (day: string): number => new Date(`${day}T23:59:59`).getTime()
