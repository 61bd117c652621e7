/** The finished games on the ladders that this browser knows: its own, and those on the server that it has seen end. */
import { browserStore, type SavedGames, type Store, savedGames } from './games.svelte.ts'
import { type Climbed, climbedOf } from './ladder.ts'

const key = 'tafelrunde.climbed'
/** The number of games on the server that are remembered. */
const most = 100

const isClimbed = (x: Partial<Climbed> | null): x is Climbed =>
  typeof x?.id === 'string' &&
  typeof x.ladder === 'string' &&
  typeof x.at === 'number' &&
  (x.won === undefined || typeof x.won === 'boolean') &&
  Array.isArray(x.levels) &&
  x.levels.every(Number.isInteger)

function online(store: Store | undefined): Climbed[] {
  try {
    const all: unknown = JSON.parse(store?.getItem(key) ?? '[]')
    return Array.isArray(all) ? all.filter(isClimbed) : []
  } catch {
    return []
  }
}

/** climbedGames returns the games, newest first. */
export function climbedGames(saved: SavedGames = savedGames, store = browserStore()): Climbed[] {
  return [...saved.games.flatMap((game) => climbedOf(game) ?? []), ...online(store)].toSorted((a, b) => b.at - a.at)
}

/** keepClimbed remembers a game on the server. */
export function keepClimbed(game: Climbed, store = browserStore()): void {
  const all = online(store)
  if (all.some(({ id }) => id === game.id)) return
  try {
    store?.setItem(key, JSON.stringify([...all, game].slice(-most)))
  } catch {
    // The storage is full: the ladder does not show the game.
  }
}
