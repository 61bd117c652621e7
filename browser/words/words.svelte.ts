import type { en } from './en.ts'
import { fill } from './fill.ts'

export type Language = 'en' | 'de'
export const languages: readonly Language[] = ['en', 'de']
/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** The key of a text. */
export type Key = keyof typeof en

type Name<Hole extends string> = Hole extends `${infer Name}:${string}` ? Name : Hole
type Holes<S extends string> = S extends `${string}{${infer Hole}}${infer Rest}` ? Name<Hole> | Holes<Rest> : never

/** The arguments of a text: none, or a value for each {placeholder}. */
export type Args<K extends Key> = [Holes<(typeof en)[K]>] extends [never]
  ? []
  : [values: Record<Holes<(typeof en)[K]>, string | number>]

/** A key that exists in the forms `key.one` and `key.other`. */
export type CountKey = Key extends infer K ? (K extends `${infer Stem}.one` ? Stem : never) : never

type Catalogue = Readonly<Record<Key, string>>

// A page needs the texts of one language only.
const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}
const catalogues: Partial<Record<Language, Catalogue>> = {}

class Speech {
  language = $state<Language>('en')
}

/** The current language, whose texts are loaded. Views that read it update when it changes. */
export const speech = new Speech()

/** loadTexts loads the texts of a language. It fails if the network does. */
export async function loadTexts(language: Language): Promise<void> {
  catalogues[language] ??= await loaders[language]()
}

/** hasTexts reports whether the texts of a language are loaded. */
export function hasTexts(language: Language): boolean {
  return catalogues[language] !== undefined
}

function catalogue(): Catalogue {
  const texts = catalogues[speech.language]
  if (!texts) throw new Error(`the texts of "${speech.language}" are not loaded`)
  return texts
}

/** preferred returns the first supported language of the given language tags, or English. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languages.find((known) => tag.toLowerCase().split('-')[0] === known)
    if (language) return language
  }
  return 'en'
}

/** t returns a text in the current language. */
export function t<K extends Key>(key: K, ...values: Args<K>): string {
  return fill(catalogue()[key], values[0] ?? {})
}

/** perLanguage returns a function that returns the formatter of the current language. Formatters are slow to make. */
function perLanguage<F>(make: (language: Language) => F): () => F {
  const made = new Map<Language, F>()
  return () => {
    const language = speech.language
    const formatter = made.get(language) ?? make(language)
    made.set(language, formatter)
    return formatter
  }
}

const plurals = perLanguage((language) => new Intl.PluralRules(language))
const oneDecimal = perLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const twoDecimals = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }))

/** counted returns the singular or plural form of a text, with the number in {n}. */
export function counted(stem: CountKey, n: number, values: Record<string, string | number> = {}): string {
  const form = plurals().select(n) === 'one' ? 'one' : 'other'
  return fill(catalogue()[`${stem}.${form}` as Key], { ...values, n })
}

/** isKey reports whether a key exists, for keys built from data. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(catalogue(), key)
}

/** lookUp returns the text of a key built from data, or '' if there is none. */
export function lookUp(key: string, values: Record<string, string | number> = {}): string {
  return isKey(key) ? fill(catalogue()[key], values) : ''
}

// Not with Intl.ListFormat, as its first use takes 30 ms, in the middle of a move.
function joined(parts: readonly string[], word: string): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`
}

/** list returns "a, b and c". */
export function list(parts: readonly string[]): string {
  return joined(parts, t('list.and'))
}

/** sentence returns a text that begins with a capital letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** alternatives returns "a, b or c". */
export function alternatives(parts: readonly string[]): string {
  return joined(parts, t('list.or'))
}

/** moment formats a date and time in the short form of the browser's region. */
export function moment(milliseconds: number): string {
  const own = navigator.languages.find((tag) => tag.startsWith(speech.language)) ?? speech.language
  return new Intl.DateTimeFormat(own, { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds)
}

const agoUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** agoText returns how long ago a moment is: "5 minutes ago", "yesterday"; after a week the day. */
export function agoText(milliseconds: number, now = Date.now()): string {
  const past = Math.max(0, now - milliseconds)
  if (past > 7 * agoUnits[0][1]) return dayText(milliseconds)
  const [unit, size] = agoUnits.find(([, size]) => past >= size) ?? agoUnits[2]
  return new Intl.RelativeTimeFormat(speech.language, { numeric: 'auto' }).format(-Math.floor(past / size), unit)
}

/** dayText formats a date without its time in the form of the browser's region. */
export function dayText(milliseconds: number): string {
  const own = navigator.languages.find((tag) => tag.startsWith(speech.language)) ?? speech.language
  return new Intl.DateTimeFormat(own, { dateStyle: 'medium' }).format(milliseconds)
}

/** tenths formats a number with one decimal, rounded down: "2.1" or "2,1". */
export function tenths(n: number): string {
  return oneDecimal().format(Math.floor(n * 10) / 10)
}

/** decimalPoint returns "." or ",". */
export function decimalPoint(): string {
  return (
    oneDecimal()
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.'
  )
}

/** points returns a score with at most two decimals: "1", "0.5", "0,33". */
export function points(n: number): string {
  return twoDecimals().format(n)
}

/** signed returns "+2", "0" or "−1", with the minus sign U+2212. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0'
}
