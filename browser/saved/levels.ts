/**
 * The playing levels of the computer. A level is stored and sent as a number, its code, whose meaning never changes.
 * Codes 1 to 10 are the numbered levels. The beginners, which are weaker than level 3, have the codes from 11 on.
 * docs/levels.md has the table. Each level is a character with a name, a temperament and a face: the texts are
 * `character.name.` and so on with the code, pieces/faces.ts draws the faces.
 */
import { lookUp, t } from '../words/words.svelte.ts'

/** The level without deliberate errors. */
export const fullStrength = 10
const firstBeginner = 11
const beginners = 7
/** The weakest numbered level that is offered. Levels 1 and 2 are valid, because games use them. */
const firstNumbered = 3

/** The levels to choose from, the weakest first. */
export const offered: readonly number[] = [
  ...Array.from({ length: beginners }, (_, i) => firstBeginner + i),
  ...Array.from({ length: fullStrength - firstNumbered + 1 }, (_, i) => firstNumbered + i),
]

/** isLevel reports whether a value is the code of a level. */
export function isLevel(x: unknown): x is number {
  return typeof x === 'number' && Number.isInteger(x) && x >= 1 && x < firstBeginner + beginners
}

/** beginnerOf returns the number of a beginner, 0 for numbered levels. */
export function beginnerOf(level: number): number {
  return Math.max(0, level - firstBeginner + 1)
}

/** The level of a game for somebody who does not know it yet. */
export const easyLevel = 12
/** The level of the first computer that somebody chooses. */
export const firstLevel = 14

/** offeredWith returns the levels to choose from and the current one, which may be an old level. */
export function offeredWith(level: number): readonly number[] {
  return offered.includes(level) ? offered : [level, ...offered]
}

/** levelText returns "level 3" or "beginner 2". */
export function levelText(level: number): string {
  const n = beginnerOf(level)
  return n > 0 ? t('player.level.beginner', { n }) : t('player.level.short', { level })
}

/** characterName returns the name of the character of a level: "Merlin". */
export function characterName(level: number): string {
  return lookUp(`character.name.${level}`)
}

/** characterText returns the name with a description: "Merlin, the wizard". */
export function characterText(level: number): string {
  return t('player.character', { name: characterName(level), who: lookUp(`character.who.${level}`) })
}

/** temperText returns the temperament of the character of a level, a sentence. */
export function temperText(level: number): string {
  return lookUp(`character.temper.${level}`)
}

/** choiceText returns the character and the level, for lists: "Merlin (10, full strength)". */
export function choiceText(level: number): string {
  return t('player.character.choice', { name: characterName(level), level: strengthText(level) })
}

/** computerText returns "Kay (computer, level 3)" or "Elaine (computer, beginner 2)". */
export function computerText(level: number): string {
  const [n, name] = [beginnerOf(level), characterName(level)]
  return n > 0 ? t('player.computer.beginner', { n, name }) : t('player.computer.level', { level, name })
}

/** strengthText returns "5, medium" or "beginner 2". */
export function strengthText(level: number): string {
  return beginnerOf(level) > 0 ? levelText(level) : `${level}, ${lookUp(`player.level.${level}`)}`
}
