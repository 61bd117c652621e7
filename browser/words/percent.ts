/**
 * wholePercent returns the win share of a side or seat, from 0 to 1, in whole percent. All figures on the page are rounded this way,
 * so that the same share is the same figure everywhere. Halves go to the first seat: the figures of two players add up to 100.
 */
export function wholePercent(share: number, seat: number): number {
  // Without the errors of floating-point numbers.
  const percent = Math.round(1e8 * share) / 1e6
  return seat === 0 ? Math.floor(percent + 0.5) : Math.ceil(percent - 0.5) + 0 // not −0
}

/** wholePercents returns the parts of a whole in whole percent that add up to 100, or zeros. Of equal remainders the first is rounded up. */
export function wholePercents(parts: readonly number[]): number[] {
  const all = parts.reduce((sum, part) => sum + part, 0)
  if (all === 0) return parts.map(() => 0)
  const whole = parts.map((part) => Math.floor((100 * part) / all))
  const missing = 100 - whole.reduce((sum, part) => sum + part, 0)
  const order = parts.map((_, i) => i).sort((a, b) => remainder(parts[b], all) - remainder(parts[a], all) || a - b)
  for (const i of order.slice(0, missing)) whole[i] = (whole[i] ?? 0) + 1
  return whole
}

const remainder = (part = 0, all: number) => (100 * part) % all
