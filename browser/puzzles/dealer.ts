/** Deals puzzles: by the server to people with accounts, which then rates their attempts, else from the collection. */
import { puzzleRecord } from '../saved/puzzles.svelte.ts'
import { Refused, request, Unreachable } from '../server/api.ts'
import { accountAttempts } from '../server/attempts.svelte.ts'
import { session } from '../server/session.svelte.ts'
import type { Game } from '../ui/route.svelte.ts'
import { collections } from './collection.ts'
import { deal, type Wish } from './deal.ts'
import { type Puzzle, puzzleFrom } from './format.ts'

export interface Dealt {
  /** undefined if there is none. */
  puzzle: Puzzle | undefined
  /** The server cannot be reached, so that it does not rate the attempt of an account. */
  offline: boolean
}

/** Deals a puzzle. It rejects with Refused if the server refuses to. */
export async function dealTo(game: Game, wish: Wish): Promise<Dealt> {
  await session.load()
  if (session.person?.account) {
    const answer = await answered(() => dealt(game, wish))
    if (answer) return answer
  }
  const { puzzles } = await collections[game]()
  const puzzle = deal(puzzles, wish, puzzleRecord.ratingOf(game).rating, puzzleRecord.attempts)
  // A copy, so that the page notices that the same one is dealt again.
  return { puzzle: puzzle && { ...puzzle }, offline: puzzleRecord.account !== '' }
}

/** Returns what the server deals, undefined if it cannot be reached. */
export async function answered(ask: () => Promise<Puzzle>): Promise<Dealt | undefined> {
  try {
    return { puzzle: await ask(), offline: false }
  } catch (reason) {
    if (reason instanceof Unreachable) return undefined
    if (reason instanceof Refused && reason.refusal.code === 'no-puzzle') return { puzzle: undefined, offline: false }
    throw reason
  }
}

async function dealt(game: Game, { difficulty, theme, skipped }: Wish): Promise<Puzzle> {
  // The server deals the same puzzle until it knows the attempt.
  await accountAttempts.send()
  const fields = new URLSearchParams({ game, difficulty })
  if (theme) fields.set('theme', theme)
  if (skipped.length > 0) fields.set('skip', skipped.join())
  return puzzleFrom(await request('GET', `/puzzle/next?${fields.toString()}`))
}
