/** What attempts at puzzles say about the player: results by theme and by day. */
import { type Attempt, dayOf } from './puzzles.ts'

/** The results of the puzzles with a theme. */
export interface ThemeResult {
  theme: string
  solved: number
  all: number
}

/** firstAttempts returns the first attempt at each puzzle, newest first. Reviews repeat something, also mistakes of runs and games. */
export function firstAttempts(attempts: readonly Attempt[]): Attempt[] {
  const known = new Set<string>()
  return attempts
    .toReversed()
    .filter(({ id, kind }) => kind !== 'review' && !known.has(id) && known.add(id))
    .reverse()
}

/** themesOf returns the results of first attempts by theme, the most frequent theme first. `themes` returns those of a puzzle. */
export function themesOf(
  attempts: readonly Attempt[],
  themes: (id: string) => readonly string[] | undefined,
): ThemeResult[] {
  const results = new Map<string, ThemeResult>()
  for (const { id, solved } of firstAttempts(attempts)) {
    for (const theme of themes(id) ?? []) {
      const { solved: before, all } = results.get(theme) ?? { solved: 0, all: 0 }
      results.set(theme, { theme, solved: before + Number(solved), all: all + 1 })
    }
  }
  return [...results.values()].sort((a, b) => b.all - a.all || (a.theme < b.theme ? -1 : 1))
}

/** Fewer attempts say little about a theme. */
const enough = 5

/** outstanding returns up to three themes that are solved most often, and up to three others that are solved most rarely. */
export function outstanding(results: readonly ThemeResult[]): { strong: ThemeResult[]; weak: ThemeResult[] } {
  const share = ({ solved, all }: ThemeResult) => solved / all
  const known = results.filter(({ all }) => all >= enough).toSorted((a, b) => share(b) - share(a) || b.all - a.all)
  const each = Math.min(3, Math.floor(known.length / 2))
  const [strong, weak] = [known.slice(0, each), known.slice(known.length - each).reverse()]
  const [best, worst] = [strong.at(-1), weak.at(-1)]
  // Without a difference none is strong or weak.
  return best && worst && share(best) > share(worst) ? { strong, weak } : { strong: [], weak: [] }
}

/** What was done on a day. */
export interface PuzzleDay {
  solved: number
  failed: number
  /** A puzzle of the day was solved. */
  daily: boolean
}

/** calendarOf returns what was done by date (UTC). */
export function calendarOf(attempts: readonly Attempt[]): Map<string, PuzzleDay> {
  const all = new Map<string, PuzzleDay>()
  for (const { at, solved, kind } of attempts) {
    const date = dayOf(at)
    const had = all.get(date) ?? { solved: 0, failed: 0, daily: false }
    all.set(date, {
      solved: had.solved + Number(solved),
      failed: had.failed + Number(!solved),
      daily: had.daily || (solved && kind === 'daily'),
    })
  }
  return all
}
