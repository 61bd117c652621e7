/**
 * The playing levels of the computer. A level is stored and sent as a number, its code, whose meaning never changes.
 * Codes 1 to 10 are the levels that came first, codes from 11 on those that are weaker than code 3. The page shows the place of
 * a level in one list, its strength: 1 to 15. docs/levels.md has the table. Each level is a character with a name, a temperament and a face: the texts are
 * `character.name.` and so on with the code, pieces/faces.ts draws the faces.
 */
import { fullStrength } from '../rules/contract.ts'
import { lookUp, t } from '../words/words.svelte.ts'

export { fullStrength }

const firstBeginner = 11
const beginners = 7
/** The smallest code below 11 that is offered. The codes 1 and 2 are valid, because games use them. */
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

/** strengthOf returns the place of a level in the list of all levels, from 1; 0 for old levels that are not offered. */
function strengthOf(level: number): number {
  return offered.indexOf(level) + 1
}

/** The level of a game for somebody who does not know it yet. */
export const easyLevel = 12
/** The level of the first computer that somebody chooses. */
export const firstLevel = 14

/** offeredWith returns the levels to choose from and the current one, which may be an old level. */
export function offeredWith(level: number): readonly number[] {
  return offered.includes(level) ? offered : [level, ...offered]
}

/** levelText returns "strength 8", or "former level 2". */
export function levelText(level: number): string {
  const n = strengthOf(level)
  return n > 0 ? t('player.level.short', { n }) : t('player.level.former', { level })
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

/** choiceText returns the character and the strength, for lists: "Merlin (15 of 15, full strength)". */
export function choiceText(level: number): string {
  return t('player.character.choice', { name: characterName(level), level: strengthText(level) })
}

/** ofText returns "strength 8 of 15", or "former level 2". */
export function ofText(level: number): string {
  const n = strengthOf(level)
  return n > 0 ? t('player.level.of', { n, all: offered.length }) : levelText(level)
}

/** computerText returns "Kay (computer, strength 8 of 15)". */
export function computerText(level: number): string {
  return t('player.computer.level', { name: characterName(level), level: ofText(level) })
}

/** strengthText returns "8 of 15, easy", or "former level 2". */
export function strengthText(level: number): string {
  const n = strengthOf(level)
  if (n === 0) return levelText(level)
  return t('player.level.choice', { n, all: offered.length, words: lookUp(`player.level.${level}`) })
}
