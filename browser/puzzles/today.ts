/** The puzzles of today without the whole collection, which is large for the first page. */

import type { Game } from '../rules/contract.ts'
import type { LessonStore } from '../saved/lessons.ts'
import { request, type ShownPuzzle } from '../server/api.ts'
import { collections } from './collection.ts'
import { dailyOn } from './daily.ts'
import { type Puzzle, puzzleFrom } from './format.ts'

/** A puzzle of a day. Its position is '' if only the rules know it. */
export interface Daily {
  puzzle: Puzzle
  position: string
}

const ask = (game: Game, date: string) => request('GET', `/puzzle/daily?game=${game}&date=${date}`, undefined, 5000)

const key = 'tafelrunde.daily'

/** Returns the answer of the server that was kept today. */
function kept(store: LessonStore | undefined, game: Game, date: string): ShownPuzzle | undefined {
  try {
    const answer = JSON.parse(store?.getItem(key) ?? '{}')[game] as ShownPuzzle | undefined
    return answer?.date === date && answer.puzzle.fen ? answer : undefined
  } catch {
    return undefined
  }
}

function keep(store: LessonStore | undefined, game: Game, answer: ShownPuzzle): void {
  try {
    store?.setItem(key, JSON.stringify({ ...JSON.parse(store.getItem(key) ?? '{}'), [game]: answer }))
  } catch {
    // It is asked for again.
  }
}

/**
 * todaysPuzzle returns the puzzle of a game and of the current date: as the server has answered today, or from the collection if it
 * does not answer. It is undefined if the date has none.
 */
export async function todaysPuzzle(
  game: Game,
  date: string,
  store: LessonStore | undefined,
  server: typeof ask = ask,
): Promise<Daily | undefined> {
  try {
    const answer = kept(store, game, date) ?? (await server(game, date))
    keep(store, game, answer)
    return { puzzle: puzzleFrom(answer), position: answer.puzzle.fen }
  } catch {
    const { daily, byId } = await collections[game]()
    const puzzle = byId.get(dailyOn(daily, date))
    return puzzle && { puzzle, position: '' }
  }
}
