/** Deals puzzles: by the server to people with accounts, which then rates their attempts, else from the collection. */
import { puzzleRecord } from '../saved/puzzles.svelte.ts'
import type { Game } from '../ui/route.svelte.ts'
import { collections } from './collection.ts'
import { deal, type Wish } from './deal.ts'
import type { Puzzle } from './format.ts'

export interface Dealt {
  /** undefined if there is none. */
  puzzle: Puzzle | undefined
  /** The server cannot be reached. */
  offline: boolean
}

export async function dealTo(game: Game, wish: Wish): Promise<Dealt> {
  const { puzzles } = await collections[game]()
  const puzzle = deal(puzzles, wish, puzzleRecord.ratingOf(game).rating, puzzleRecord.attempts)
  // A copy, so that the page notices that the same one is dealt again.
  return { puzzle: puzzle && { ...puzzle }, offline: false }
}
