/** The scale of a chart of ratings. */

/** Distances between the lines of a scale. */
const distances = [10, 20, 50, 100, 200, 500, 1000]

/** ticks returns two to five round numbers at equal distances; the first and the last enclose lowest and highest. */
export function ticks(lowest: number, highest: number): number[] {
  const distance = distances.find((one) => Math.ceil(highest / one) - Math.floor(lowest / one) <= 4) ?? 2000
  const first = Math.floor(lowest / distance) * distance
  const last = Math.max(Math.ceil(highest / distance) * distance, first + distance)
  return Array.from({ length: Math.round((last - first) / distance) + 1 }, (_, i) => first + i * distance)
}

/** heights returns the vertical positions of values on the scale of `marks`, the highest mark at `top`. */
export function heights(values: readonly number[], marks: readonly number[], top: number, bottom: number): number[] {
  const [low, high] = [marks[0] ?? 0, marks.at(-1) ?? 1]
  return values.map((value) => bottom - ((bottom - top) * (value - low)) / (high - low))
}
