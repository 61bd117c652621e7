/** scoresOf returns the points of the players from the result of a record, [] if the game has none. */
export function scoresOf(record: string): string[] {
  const result = [...record.matchAll(/^\[Result "([^"]*)"\]/gm)].at(-1)?.[1] ?? '*'
  if (!/^[\d/]+(-[\d/]+)+$/.test(result)) return []
  return result.split('-').map((score) => (score === '1/2' ? '½' : score))
}
