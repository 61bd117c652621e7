import type { SavedGame } from './game.ts'
import { leavesReserve, type Store } from './games.svelte.ts'

/** The state of one game as the rules have computed it, so that its page shows it before the rules are loaded. */
const key = 'tafelrunde.state'

/** Longer states, of games with hundreds of moves, are not stored. */
const most = 400_000

/** What a state depends on: the build of the program, the rules, the start and the moves. */
function identity(build: string, saved: SavedGame): string {
  return [build, saved.game, saved.game === 'wotn' ? saved.variant : '', saved.start, ...saved.moves].join(' ')
}

/** keepState replaces the stored state. If there is no room for it, none is stored. */
export function keepState(store: Store, build: string, saved: SavedGame, state: unknown): void {
  store.removeItem(key)
  const text = JSON.stringify({ of: identity(build, saved), state })
  if (text.length <= most) leavesReserve(store, () => store.setItem(key, text))
}

/** keptState returns the stored state if it is that of this game after its moves in this build. */
export function keptState(store: Store, build: string, saved: SavedGame): unknown {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { of, state } = kept as { of?: unknown; state?: unknown }
    return of === identity(build, saved) ? state : undefined
  } catch {
    return undefined
  }
}
