/** The move shown on the analysis board, kept by the tab: a reload shows it again. */
import { tabStore } from '../saved/games.svelte.ts'

const key = 'tafelrunde.shown'

/** keepShown keeps the place of the move shown in the tree of the board that the present address opens. */
export function keepShown(at: readonly number[]): void {
  try {
    tabStore()?.setItem(key, JSON.stringify({ address: location.pathname + location.hash, at }))
  } catch {
    // The storage is full or blocked.
  }
}

/** keptShown returns the place that was kept with the present address, or undefined. */
export function keptShown(): number[] | undefined {
  try {
    const { address, at } = JSON.parse(tabStore()?.getItem(key) ?? '{}')
    const same = address === location.pathname + location.hash
    return same && Array.isArray(at) && at.every(Number.isInteger) ? at : undefined
  } catch {
    return undefined
  }
}
