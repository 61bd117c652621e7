/**
 * The ladder of computer opponents: one for each variant of Way of the Knight and for each number of seats of Lancelot. What was
 * won is kept with the progress in the lessons, and so with the account: the stage is the name of the ladder, the exercise the code
 * of the level.
 */
import type { Variant } from '../rules/contract.ts'
import { isWhole, type SavedGame, winnersOf } from './game.ts'
import { easyLevel, offered } from './levels.ts'
import type { Solved } from './merge.ts'

export type Seats = 2 | 3 | 4 | 5
export type Ladder = Variant | `lancelot-${Seats}`

/** The number of opponents of a hall. */
export const perHall = 3

/** The halls, the weakest opponents first. */
export const halls: readonly (readonly number[])[] = Array.from({ length: offered.length / perHall }, (_, i) =>
  offered.slice(i * perHall, (i + 1) * perHall),
)

/** seatsOf returns the number of seats on a ladder of Lancelot, 0 on the others. */
export function seatsOf(ladder: Ladder): number {
  return Number(/^lancelot-(\d)$/.exec(ladder)?.[1] ?? 0)
}

const stage = (ladder: Ladder) => `ladder-${ladder}`

/** isUsual reports whether a start of Lancelot is the usual one of its number of seats. Any seat may move first. */
function isUsual(start: string, seats: number): boolean {
  const size = 4 + 2 * seats
  const all = (each: number, n: number, between: string) => Array(n).fill(each).join(between)
  const [board, first = '', ...rest] = start.split(' ')
  const usual = `${all(0, seats, ',')} ${all(30, seats, ',')} - basic ${5 + seats}`
  return board === all(size, size, '/') && /^[a-e]$/.test(first) && rest.join(' ') === usual
}

/** A game that counts on a ladder: a whole one from the usual start, of one person without handicap against computers. */
export interface Climb {
  ladder: Ladder
  /** The level of the weakest computer. */
  level: number
  /** The side of the person. */
  side: number
}

/** climbOf returns what a game counts for, undefined for a game that is on no ladder. */
export function climbOf(saved: SavedGame): Climb | undefined {
  const levels = saved.players.filter(({ by }) => by === 'computer').map(({ level }) => level)
  if (levels.length !== saved.players.length - 1) return undefined
  const level = offered.find((one) => levels.includes(one))
  const person = saved.players.findIndex(({ by }) => by === 'person')
  if (level === undefined || person < 0 || !isWhole(saved)) return undefined
  if (saved.game === 'lancelot') {
    const seats = saved.players.length as Seats
    return isUsual(saved.start, seats) ? { ladder: `lancelot-${seats}`, level, side: person } : undefined
  }
  if (saved.start !== '' || saved.handicap) return undefined
  return { ladder: saved.variant, level, side: person === saved.white ? 0 : 1 }
}

/** levelsOf returns the levels of the computers of a game, each once, the weakest first. */
export function levelsOf({ players }: SavedGame): number[] {
  return offered.filter((level) => players.some((player) => player.by === 'computer' && player.level === level))
}

/** wonOf returns what a game that was won adds to the progress: all computers were beaten. Hints and moves taken back cost stars. */
export function wonOf(saved: SavedGame, winners: readonly number[]): Record<string, Solved> | undefined {
  const climb = climbOf(saved)
  if (!climb || winners.length !== 1 || winners[0] !== climb.side) return undefined
  const help = (saved.hints ?? 0) + (saved.takebacks ?? 0)
  const stars = help === 0 ? 3 : help <= 3 ? 2 : 1
  const moves = Math.max(1, Math.ceil(saved.moves.length / saved.players.length))
  return Object.fromEntries(levelsOf(saved).map((level) => [`${stage(climb.ladder)}/${level}`, { moves, stars }]))
}

/** starsOn returns the stars of a win against a level, 0 without one. */
export function starsOn(solved: Readonly<Record<string, Solved>>, ladder: Ladder, level: number): number {
  return solved[`${stage(ladder)}/${level}`]?.stars ?? 0
}

/** isLadder reports whether a result is a win on a ladder. */
export const isLadder = (name: string): boolean => name.startsWith('ladder-')

/** isLesson reports whether a result is one of a lesson, and neither of a ladder nor a badge. */
export function isLesson(name: string): boolean {
  return !/^(ladder|badge)-/.test(name)
}

/** nextOn returns the level above the strongest one that was beaten, also of these levels; undefined above the last. */
export function nextOn(
  solved: Readonly<Record<string, Solved>>,
  ladder: Ladder,
  beaten: readonly number[] = [],
): number | undefined {
  const best = offered.findLastIndex((level) => beaten.includes(level) || starsOn(solved, ladder, level) > 0)
  return best < 0 ? easyLevel : offered[best + 1]
}

/** easier returns the level below, undefined for the weakest. */
export function easier(level: number): number | undefined {
  return offered[offered.indexOf(level) - 1]
}

/** weaker returns the weaker one of two levels. */
export function weaker(a: number, b: number): number {
  return offered.indexOf(b) < offered.indexOf(a) ? b : a
}

/** A finished game that counts on a ladder. */
export interface Climbed {
  id: string
  ladder: Ladder
  /** The levels of the computers, each once, the weakest first. */
  levels: readonly number[]
  /** Undefined for a draw. */
  won: boolean | undefined
  /** When it ended, in milliseconds since 1970. */
  at: number
}

/** climbedOf returns what a finished game has been on its ladder, undefined for one that is not finished or on no ladder. */
export function climbedOf(saved: SavedGame): Climbed | undefined {
  const winners = winnersOf(saved)
  const climb = winners && climbOf(saved)
  if (!climb) return undefined
  const won = winners.length > 0 ? winners.includes(climb.side) : undefined
  return { id: saved.id, ladder: climb.ladder, levels: levelsOf(saved), won, at: saved.changed }
}

/** triedOn returns the levels that were played, of the games in this browser. */
export function triedOn(games: readonly Climbed[], ladder: Ladder): ReadonlySet<number> {
  return new Set(games.flatMap((game) => (game.ladder === ladder ? game.levels : [])))
}

/** lossesInARow counts the last games against the same weakest level, of games newest first, that were lost without a win between. */
export function lossesInARow(games: readonly Climbed[], { ladder, levels }: Climbed): number {
  let losses = 0
  for (const game of games) {
    if (game.ladder !== ladder || game.levels[0] !== levels[0]) continue
    if (game.won) break
    if (game.won === false) losses++
  }
  return losses
}

/** aboutAs returns n different levels about as strong as one, in the order of their strength. */
export function aboutAs(level: number, n: number): number[] {
  const at = Math.max(0, offered.indexOf(level))
  const from = Math.min(Math.max(0, at - Math.floor(n / 2)), offered.length - n)
  return offered.slice(from, from + n)
}
