/**
 * wholePercent returns the win share of a side or seat, from 0 to 1, in whole percent. All figures on the page are rounded this way,
 * so that the same share is the same figure everywhere. Halves go to the first seat: the figures of two players add up to 100.
 */
export function wholePercent(share: number, seat: number): number {
  // Without the errors of floating-point numbers.
  const percent = Math.round(1e8 * share) / 1e6
  return seat === 0 ? Math.floor(percent + 0.5) : Math.ceil(percent - 0.5)
}
