import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import { fill } from '../words/fill.ts'
import type { Key } from '../words/words.svelte.ts'
import { test } from './test.ts'

/** A language and a colour scheme. Tests of what is seen run once for each of `looks`. */
export interface Look {
  language: 'en' | 'de'
  scheme: 'light' | 'dark'
}

export const looks: readonly Look[] = [
  { language: 'en', scheme: 'light' },
  { language: 'de', scheme: 'dark' },
]

/**
 * oneLook returns the look for tests of what the page does, rather than how it looks: the first one for even numbers, the
 * second one for odd ones. With TAFELRUNDE_ALL_LOOKS it returns both.
 */
export function oneLook(which: number): readonly Look[] {
  return process.env.TAFELRUNDE_ALL_LOOKS ? looks : [looks[which % 2] as Look]
}

export function lookName({ language, scheme }: Look): string {
  return `${language}, ${scheme}`
}

/** useLook sets the language and the colour scheme of the browser for all tests of the block. */
export function useLook({ language, scheme }: Look): void {
  test.use({ locale: language === 'en' ? 'en-GB' : 'de-DE', colorScheme: scheme })
}

/** textsOf returns a function that returns the texts of a language. */
export function textsOf(language: Look['language']) {
  const catalogue: Record<Key, string> = language === 'en' ? en : de
  return (key: Key, values: Record<string, string | number> = {}) => fill(catalogue[key], values)
}

/** capital returns a text as it begins a sentence. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
