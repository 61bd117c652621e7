/**
 * Explanations that open by themselves in the first games of this browser against the computer. They can be switched off in
 * the settings.
 */
import { browserStore, type Store } from '../saved/games.svelte.ts'
import { settings } from '../ui/settings.svelte.ts'

const key = 'tafelrunde.coached'
/** The number of games with explanations. */
export const coachedGames = 3

/** coached reports whether a game is among the first ones, to which it adds the game if there are few. */
export function coached(id: string, store: Store | undefined = browserStore()): boolean {
  if (!settings.choices.coach) return false
  let known: unknown
  try {
    known = JSON.parse(store?.getItem(key) ?? '[]')
  } catch {
    // Unreadable entries are replaced.
  }
  const games = Array.isArray(known) ? known.filter((one) => typeof one === 'string') : []
  if (games.includes(id)) return true
  if (games.length >= coachedGames) return false
  try {
    store?.setItem(key, JSON.stringify([...games, id]))
  } catch {
    // Without storage every game is a first one.
  }
  return true
}
