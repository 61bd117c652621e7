import type { SavedGame } from '../saved/game.ts'
import { climbOf, isLadder, type Ladder, levelsOf } from '../saved/ladder.ts'
import type { Solved } from '../saved/merge.ts'

/** After this number of beaten opponents, people who have not opened a lesson are no longer asked to. */
const enough = 3

/** isNew reports whether a person without lessons may not know the games yet. */
export function isNew(solved: Readonly<Record<string, Solved>>): boolean {
  return Object.keys(solved).filter(isLadder).length < enough
}

/** isBegun reports whether one of some games is against an opponent of a ladder. */
export function isBegun(games: readonly SavedGame[], ladder: Ladder, level: number): boolean {
  return games.some((saved) => climbOf(saved)?.ladder === ladder && levelsOf(saved).includes(level))
}
