import { de } from './de.ts'
import { en } from './en.ts'
import { fill } from './fill.ts'

export type Language = 'en' | 'de'
export const languages: readonly Language[] = ['en', 'de']

/** The names of all texts, as the English catalogue has them. */
export type Key = keyof typeof en

type Name<Hole extends string> = Hole extends `${infer Name}:${string}` ? Name : Hole
type Holes<S extends string> = S extends `${string}{${infer Hole}}${infer Rest}` ? Name<Hole> | Holes<Rest> : never

/** What a text wants to be filled with: nothing, or a value for each of its {holes}. */
export type Args<K extends Key> = [Holes<(typeof en)[K]>] extends [never]
  ? []
  : [values: Record<Holes<(typeof en)[K]>, string | number>]

/** The stems of texts that exist in the forms `stem.one` and `stem.other`. */
export type CountKey = Key extends infer K ? (K extends `${infer Stem}.one` ? Stem : never) : never

const catalogues: Record<Language, Record<Key, string>> = { en, de }

class Speech {
  language = $state<Language>('en')
}

/** The language that the page speaks now. Reading it in a view makes the view follow. */
export const speech = new Speech()

/** The first of these language tags that the page speaks, else English. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languages.find((known) => tag.toLowerCase().split('-')[0] === known)
    if (language) return language
  }
  return 'en'
}

/** The text of that name in the language spoken now. */
export function t<K extends Key>(key: K, ...values: Args<K>): string {
  return fill(catalogues[speech.language][key], values[0] ?? {})
}

/** The text for so many; its number stands in the hole {n}. */
export function counted(stem: CountKey, n: number, values: Record<string, string | number> = {}): string {
  const form = new Intl.PluralRules(speech.language).select(n) === 'one' ? 'one' : 'other'
  return fill(catalogues[speech.language][`${stem}.${form}` as Key], { ...values, n })
}

/** Whether a text of that name exists, for names put together from data. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key)
}

/** The text of a name put together from data, or '' where there is none. */
export function lookUp(key: string, values: Record<string, string | number> = {}): string {
  return isKey(key) ? fill(catalogues[speech.language][key], values) : ''
}

/** "a, b and c" */
export function list(parts: readonly string[]): string {
  return new Intl.ListFormat(speech.language, { type: 'conjunction' }).format(parts)
}

/** A day and time, short, as the reader's own country writes it. */
export function moment(milliseconds: number): string {
  const own = navigator.languages.find((tag) => tag.startsWith(speech.language)) ?? speech.language
  return new Intl.DateTimeFormat(own, { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds)
}

/** "2.1", "2,1": to a tenth, cut off. */
export function tenths(n: number): string {
  const shown = new Intl.NumberFormat(speech.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return shown.format(Math.floor(n * 10) / 10)
}

/** What stands before tenths: "." or ",". */
export function decimalPoint(): string {
  return new Intl.NumberFormat(speech.language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** "1", "0.5", "0,33": a share of a point. */
export function points(n: number): string {
  return new Intl.NumberFormat(speech.language, { maximumFractionDigits: 2 }).format(n)
}

/** "+2", "0", "−1": with a true minus sign, as wide as the plus. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0'
}
