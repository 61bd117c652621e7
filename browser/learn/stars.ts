/** starsFor returns 3 stars for no mistakes, take-backs and hints, 2 for one or two, else 1. */
export function starsFor(faults: number): number {
  if (faults === 0) return 3
  return faults <= 2 ? 2 : 1
}
