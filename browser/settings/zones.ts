const halfYear = 182 * 86_400_000

/**
 * agree reports whether clocks of two time zones show the same time, now and in half a year. Browsers have several names for some
 * zones.
 */
export function agree(one: string, other: string, now: number): boolean {
  if (one === other) return true
  try {
    return [now, now + halfYear].every((moment) => {
      const [a, b] = [one, other].map((timeZone) => new Date(moment).toLocaleString('en', { timeZone }))
      return a === b
    })
  } catch {
    return false // The browser does not know one of them.
  }
}
