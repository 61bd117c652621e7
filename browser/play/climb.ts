/** What comes after a game against computer opponents that counts on the ladder, right after it and on the first page. */
import { type SavedGame, winnersOf } from '../saved/game.ts'
import {
  aboutAs,
  type Climbed,
  climbedOf,
  easier,
  type Ladder,
  lossesInARow,
  nextOn,
  weaker,
  wonOf,
} from '../saved/ladder.ts'
import { easyLevel } from '../saved/levels.ts'
import type { Solved } from '../saved/merge.ts'
import { lookUp } from '../words/words.svelte.ts'
import { playerOf } from './players.ts'

/** After this number of lost games a weaker opponent is offered. */
const enough = 2

/** What the game leads to: a stronger or a weaker opponent, the lessons, nothing beyond the strongest opponent, or nothing new. */
type Way = { to: 'next' | 'easier'; level: number } | { to: 'lessons' | 'all' | 'again' }

export interface After {
  /** The computer that speaks: one that has won, or the weakest one. */
  speaker: number
  /** What it says, '' after a draw. */
  said: string
  /** The stars of a win, 0 without one. */
  stars: number
  way: Way
}

type Progress = Readonly<Record<string, Solved>>

/** wayAfter returns what a game leads to. `games` are the last ones, newest first, with it. */
function wayAfter(game: Climbed, games: readonly Climbed[], solved: Progress): Way {
  if (game.won) {
    const level = nextOn(solved, game.ladder, game.levels)
    return level === undefined ? { to: 'all' } : { to: 'next', level }
  }
  if (game.won === undefined || lossesInARow(games, game) < enough) return { to: 'again' }
  const level = easier(game.levels[0] ?? 0)
  return level === undefined ? { to: 'lessons' } : { to: 'easier', level }
}

/**
 * afterGame returns what comes after a finished game, undefined if it is on no ladder. `games` are the last ones, newest first,
 * with or without it.
 */
export function afterGame(saved: SavedGame, games: readonly Climbed[], solved: Progress): After | undefined {
  const game = climbedOf(saved)
  if (!game) return undefined
  const winners = winnersOf(saved) ?? []
  const players = saved.game === 'wotn' ? [playerOf(saved, 'w'), playerOf(saved, 'b')] : saved.players
  const winner = winners.map((side) => players[side]).find((player) => player?.by === 'computer')
  const speaker = winner?.level ?? game.levels[0] ?? 0
  const said = winners.length > 0 ? lookUp(`character.${game.won ? 'lost' : 'won'}.${speaker}`) : ''
  const stars = Object.values(wonOf(saved, winners) ?? {})[0]?.stars ?? 0
  return { speaker, said, stars, way: wayAfter(game, [game, ...games.filter(({ id }) => id !== game.id)], solved) }
}

/** What to offer on a ladder: a level, undefined if the strongest one was beaten, and before it the lessons. */
export interface Offer {
  level: number | undefined
  lessons: boolean
}

/** offerOn returns what to offer on a ladder: what the last game on it leads to. `games` are newest first. */
export function offerOn(ladder: Ladder, games: readonly Climbed[], solved: Progress): Offer {
  const next = nextOn(solved, ladder)
  const last = games.find((game) => game.ladder === ladder)
  const way = last && wayAfter(last, games, solved)
  if (!way || way.to === 'all') return { level: next, lessons: false }
  if ('level' in way) return { level: way.level, lessons: false }
  const [level = easyLevel] = last.levels
  return { level: next === undefined ? level : weaker(level, next), lessons: way.to === 'lessons' }
}

/** nextLevels returns the levels of the next computers: different ones about as strong as a level, if those before were different. */
export function nextLevels(before: readonly number[], level: number): number[] {
  return new Set(before).size > 1 ? aboutAs(level, before.length) : before.map(() => level)
}
