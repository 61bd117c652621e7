import type { SavedGame } from '../saved/game.ts'
import { climbOf, isLadder, type Ladder, levelsOf } from '../saved/ladder.ts'
import type { Solved } from '../saved/merge.ts'
import type { Attempt } from '../saved/puzzles.ts'
import type { Settings, Summary } from '../server/api.ts'

/** After this number of beaten opponents, people who have not opened a lesson are no longer asked to. */
const enough = 3

/** isNew reports whether a person without lessons may not know the games yet. */
export function isNew(solved: Readonly<Record<string, Solved>>): boolean {
  return Object.keys(solved).filter(isLadder).length < enough
}

const ladderOf = ({ game, variant, seats }: Settings): string => (game === 'lancelot' ? `lancelot-${seats}` : variant)

/** isBegun reports whether one of some games of this browser and of the server is against an opponent of a ladder. */
export function isBegun(
  games: readonly SavedGame[],
  online: readonly Pick<Summary, 'seats' | 'settings'>[],
  ladder: Ladder,
  level: number,
): boolean {
  return (
    games.some((saved) => climbOf(saved)?.ladder === ladder && levelsOf(saved).includes(level)) ||
    online.some(({ settings, seats }) => ladderOf(settings) === ladder && seats.some(({ engine }) => engine === level))
  )
}

/**
 * lastGame returns the game that was played last in this browser, or that a puzzle was from; else that of an online game that runs,
 * undefined if there is none. The lists have the newest first.
 */
export function lastGame(
  games: readonly Pick<SavedGame, 'game' | 'changed'>[],
  attempts: readonly Pick<Attempt, 'game' | 'at'>[],
  online: readonly Pick<Summary, 'settings'>[],
): Attempt['game'] | undefined {
  const [saved, attempt] = [games[0], attempts[0]]
  if (saved && saved.changed >= (attempt?.at ?? 0)) return saved.game
  return attempt?.game ?? online[0]?.settings.game
}
