import type { SavedGame } from '../saved/game.ts'
import { browserStore, savedGames } from '../saved/games.svelte.ts'
import { keptState } from '../saved/state.ts'
import { build } from '../server/build.svelte.ts'
import { type Last, Unfinished } from './unfinished.svelte.ts'

const store = browserStore()

async function ask(saved: SavedGame): Promise<Last | undefined> {
  const { lancelot, wotn } = await import('../rules/client.ts')
  const answer = await (saved.game === 'lancelot'
    ? lancelot.game(saved.start, saved.moves, '')
    : wotn.game(saved.variant, saved.start, saved.moves))
  return answer.ok ? answer.value : undefined
}

/** The games of this browser that can go on. */
export const unfinished = new Unfinished(savedGames, (saved) => store && keptState(store, build.own, saved), ask)
