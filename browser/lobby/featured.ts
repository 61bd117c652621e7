/** The public game on the board of the first page and of the lobby: which one it is, and what its clocks show. */
import { type SavedGame, winnersOf } from '../saved/game.ts'
import type { Activity, Summary } from '../server/api.ts'

type LiveGame = Activity['games'][number]

/** The longest time from a move until the list of games has it, in milliseconds. */
const delay = 7000

/** A shorter game is not replayed. */
export const fewest = 4

/** How many finished games are tried until one has enough moves to be replayed. */
const tried = 3

function strength({ ratings }: LiveGame): number {
  return ratings.reduce((sum, rating) => sum + (rating?.shown ?? 0), 0)
}

/** featuredGame returns the running game to show: the match that is shown already, else that of the strongest players. */
export function featuredGame(games: readonly LiveGame[], shown: string): LiveGame | undefined {
  const strongest = games.toSorted((a, b) => strength(b) - strength(a))[0]
  return games.find(({ match }) => match === shown) ?? strongest
}

/** replayable returns the finished matches whose last game can be replayed, the newest first. */
export function replayable(finished: readonly Summary[]): Summary[] {
  return finished.filter(({ outcome }) => outcome?.over && outcome.reason !== 'abort').slice(0, tried)
}

/** lastFinished returns the game that ended last of those that were played in this browser and can be replayed. */
export function lastFinished(games: readonly SavedGame[]): SavedGame | undefined {
  return games.find((saved) => saved.started !== undefined && saved.moves.length >= fewest && winnersOf(saved))
}

/**
 * clocksOf returns the time left of each seat at a time of this browser, in milliseconds. `seen` is when the page has received
 * the position, and `fresh` that it saw the one before: then the clock has not run for much longer, whatever the time here is.
 */
export function clocksOf(game: LiveGame, now: number, seen: number, fresh: boolean): number[] {
  const { clocks = [], turnAt = 0, toAct } = game
  const ran = Math.min(Math.max(now - turnAt, now - seen), fresh ? now - seen + delay : Number.POSITIVE_INFINITY)
  return clocks.map((clock, seat) => (seat === toAct && turnAt > 0 ? Math.max(0, clock - ran) : clock))
}
