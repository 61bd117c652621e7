/** Deals the puzzles of runs and takes the results: the server for people with accounts, else the browser. */
import { puzzles as rules } from '../rules/client.ts'
import type { Game, PuzzleRunKind, PuzzleRunResult } from '../rules/contract.ts'
import { type PuzzleStanding, Refused, request, sendOnLeaving } from '../server/api.ts'
import { session } from '../server/session.svelte.ts'
import { collections } from './collection.ts'
import { isForRuns } from './deal.ts'
import { type Puzzle, puzzleFrom } from './format.ts'

export interface Dealt {
  puzzles: readonly Puzzle[]
  /** The server's name of the run, '' for a run that only the browser knows. */
  id: string
}

/** What the server says about a run, or `refused` if it does not count the run. */
export type Standing = PuzzleStanding & { refused?: true }

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

/** send sends the results of a run. It returns undefined without an account and without a connection. */
export async function send(id: string, results: readonly PuzzleRunResult[]): Promise<Standing | undefined> {
  if (id === '') return undefined
  try {
    return await request('PUT', `/puzzle/run/${id}`, { results: [...results] })
  } catch (reason) {
    return reason instanceof Refused ? { today: 0, best: 0, refused: true } : undefined
  }
}

/** sendLast is `send` for a page that is about to be left, which cannot read the answer. */
export async function sendLast(id: string, results: readonly PuzzleRunResult[]): Promise<undefined> {
  if (id !== '') sendOnLeaving('PUT', `/puzzle/run/${id}`, { results: [...results] })
}
