/**
 * Badges of games against the computer. They are kept with the progress in the lessons, and so with the account: the stage has the
 * code of the badge, the exercise is the ID of the saved game and the number of moves that after which the person had the badge.
 */
import { type BadgeCode, badgeCodes, type EarnedBadge } from '../rules/contract.ts'
import { isWhole, type SavedGame } from './game.ts'
import type { Solved } from './merge.ts'

const prefix = 'badge-'

const codes: readonly BadgeCode[] = [...badgeCodes.wotn, ...badgeCodes.lancelot]

/** gameOf returns the game of a badge. */
export function gameOf(code: BadgeCode): SavedGame['game'] {
  return (badgeCodes.wotn as readonly BadgeCode[]).includes(code) ? 'wotn' : 'lancelot'
}

/** isBadge reports whether a text is the code of a badge that this build knows. */
export function isBadge(code: string): code is BadgeCode {
  return (codes as readonly string[]).includes(code)
}

/** A badge and the saved game in which it was earned. The game may be that of another browser. */
export interface KeptBadge extends EarnedBadge {
  id: string
}

/** keptBadges returns the badges among the results, each once for every browser in which it was earned. */
export function keptBadges(solved: Readonly<Record<string, Solved>>): KeptBadge[] {
  return Object.entries(solved).flatMap(([name, { moves }]) => {
    const [stage = '', id = ''] = name.split('/')
    const code = stage.slice(prefix.length)
    return stage.startsWith(prefix) && isBadge(code) ? [{ code, id, ply: moves }] : []
  })
}

/** alone returns the side of the person in a whole game of one person against computers, else undefined. */
export function alone({ game, players, ...saved }: SavedGame): number | undefined {
  const people = players.flatMap(({ by }, player) => (by === 'person' ? [player] : []))
  const [person] = people
  if (person === undefined || people.length > 1 || !isWhole(saved)) return undefined
  if (game === 'lancelot' || !('white' in saved)) return person
  return person === saved.white ? 0 : 1
}

/** resultsOf returns what the badges of a game add to the results: those that are not there yet. */
export function resultsOf(
  solved: Readonly<Record<string, Solved>>,
  id: string,
  earned: readonly EarnedBadge[],
): Record<string, Solved> {
  const known = new Set(keptBadges(solved).map(({ code }) => code))
  const fresh = earned.filter(({ code }) => !known.has(code))
  return Object.fromEntries(fresh.map(({ code, ply }) => [`${prefix}${code}/${id}`, { moves: ply, stars: 3 }]))
}
