/** What comes after a game against computer opponents that counts on the ladder. */
import { type SavedGame, winnersOf } from '../saved/game.ts'
import { aboutAs, climbOf, easier, levelsOf, lossesInARow, stronger, wonOf } from '../saved/ladder.ts'
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

/** afterGame returns what comes after a finished game, undefined if it is on no ladder. `games` are the last ones, newest first. */
export function afterGame(saved: SavedGame, games: readonly SavedGame[]): After | undefined {
  const climb = climbOf(saved)
  const winners = winnersOf(saved) ?? []
  if (!climb) return undefined
  const won = winners.includes(climb.side)
  const players = saved.game === 'wotn' ? [playerOf(saved, 'w'), playerOf(saved, 'b')] : saved.players
  const speaker = winners.map((side) => players[side]).find((player) => player?.by === 'computer')?.level ?? climb.level
  const said = winners.length > 0 ? lookUp(`character.${won ? 'lost' : 'won'}.${speaker}`) : ''
  const stars = Object.values(wonOf(saved, winners) ?? {})[0]?.stars ?? 0
  const way = (): Way => {
    if (won) {
      const level = stronger(levelsOf(saved).at(-1) ?? climb.level)
      return level === undefined ? { to: 'all' } : { to: 'next', level }
    }
    if (winners.length === 0 || lossesInARow(games, climb) < enough) return { to: 'again' }
    const level = easier(climb.level)
    return level === undefined ? { to: 'lessons' } : { to: 'easier', level }
  }
  return { speaker, said, stars, way: way() }
}

/** nextLevels returns the levels of the next computers: different ones about as strong as a level, if those before were different. */
export function nextLevels(before: readonly number[], level: number): number[] {
  return new Set(before).size > 1 ? aboutAs(level, before.length) : before.map(() => level)
}
