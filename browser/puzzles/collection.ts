/** The puzzles that are part of the program: a file for each game, which is loaded when it is first needed. */
import type { Game } from '../rules/contract.ts'
import { Refused, request } from '../server/api.ts'
import { part } from '../ui/part.ts'
import { type DailyList, dailyOn, parseDaily } from './daily.ts'
import { type Played, type Puzzle, puzzleFrom } from './format.ts'

/** What plugin.ts makes of the collection and the daily list of a game. */
export interface CollectionFile {
  puzzles: readonly Puzzle[]
  daily: string
}

/** The games that puzzles come from, by the identifiers of the puzzles. */
export type GamesFile = Readonly<Record<string, Played>>

export interface Collection {
  puzzles: readonly Puzzle[]
  byId: ReadonlyMap<string, Puzzle>
  daily: DailyList
}

const collected = ({ default: { puzzles, daily } }: { default: CollectionFile }): Collection => ({
  puzzles,
  byId: new Map(puzzles.map((puzzle) => [puzzle.id, puzzle])),
  daily: parseDaily(daily),
})

/** Load the collections of both games. */
export const collections = {
  wotn: part(async () => collected(await import('puzzles:wotn'))),
  lancelot: part(async () => collected(await import('puzzles:lancelot'))),
} satisfies Record<Game, unknown>

/** Load where the puzzles of both games come from. */
export const playedGames = {
  wotn: part(async () => (await import('puzzles:wotn/games')).default),
  lancelot: part(async () => (await import('puzzles:lancelot/games')).default),
} satisfies Record<Game, unknown>

/** findPuzzle returns a puzzle of either game. The server may have one that this page lacks. */
export async function findPuzzle(id: string): Promise<Puzzle | undefined> {
  const all = await Promise.all([collections.wotn(), collections.lancelot()])
  return all.map(({ byId }) => byId.get(id)).find(Boolean) ?? (await puzzleOfServer(id))
}

/** dailyPuzzle returns the puzzle of a date that is not in the future. */
export async function dailyPuzzle(game: Game, date: string): Promise<Puzzle | undefined> {
  const { daily, byId } = await collections[game]()
  const id = dailyOn(daily, date)
  return id === '' ? undefined : (byId.get(id) ?? (await puzzleOfServer(id)))
}

async function puzzleOfServer(id: string): Promise<Puzzle | undefined> {
  try {
    return puzzleFrom(await request('GET', `/puzzle/${id}`))
  } catch (reason) {
    if (reason instanceof Refused) return undefined
    throw reason
  }
}
