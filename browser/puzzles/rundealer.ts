/** Deals the puzzles of runs: the server for people with accounts, else the browser. */
import { puzzles as rules } from '../rules/client.ts'
import type { Game, PuzzleRunKind } from '../rules/contract.ts'
import { request } from '../server/api.ts'
import { session } from '../server/session.svelte.ts'
import { collections } from './collection.ts'
import { isForRuns } from './deal.ts'
import { type Puzzle, puzzleFrom } from './format.ts'

export interface Dealt {
  puzzles: readonly Puzzle[]
  /** The server's name of the run, '' for a run that only the browser knows. */
  id: string
}

export async function dealRun(game: Game, kind: PuzzleRunKind): Promise<Dealt> {
  const { puzzles, byId } = await collections[game]()
  await session.load()
  if (session.person?.account) {
    try {
      const { id, puzzles: ids } = await request('POST', '/puzzle/run', { game, kind })
      // Another version of the page has other puzzles.
      return { id, puzzles: await Promise.all(ids.map(async (one) => byId.get(one) ?? (await puzzleOf(one)))) }
    } catch {
      // The run is not on the board of the day then, as without an account.
    }
  }
  const items = puzzles.filter(isForRuns).map(({ id, rating = 0 }) => ({ id, rating: Math.round(rating) }))
  const answer = await rules.sequence(items, Math.floor(Math.random() * 2 ** 32))
  if (!answer.ok) throw new Error(answer.problems[0]?.message)
  return { id: '', puzzles: answer.value.flatMap((id) => byId.get(id) ?? []) }
}

const puzzleOf = async (id: string) => puzzleFrom(await request('GET', `/puzzle/${id}`))
