import { moment, t } from '../words/words.svelte.ts'

/** A sanction that ends in this year or later has no end. */
const forever = Date.UTC(9999, 0)

/** untilText returns "until 3 May 2026, 10:00" or "for ever" for the end of a sanction, in milliseconds since 1970. */
export function untilText(end: number): string {
  return end >= forever ? t('admin.forever') : t('admin.until', { moment: moment(end) })
}
