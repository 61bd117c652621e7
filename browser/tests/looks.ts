import { test } from '@playwright/test'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import { fill } from '../words/fill.ts'
import type { Key } from '../words/words.svelte.ts'

/** The languages and colour schemes in which the games are played through. */
export interface Look {
  language: 'en' | 'de'
  scheme: 'light' | 'dark'
}

export const looks: readonly Look[] = [
  { language: 'en', scheme: 'light' },
  { language: 'de', scheme: 'dark' },
]

export function lookName({ language, scheme }: Look): string {
  return `${language}, ${scheme}`
}

/** The browser of all tests of this block speaks and looks so. */
export function wear({ language, scheme }: Look): void {
  test.use({ locale: language === 'en' ? 'en-GB' : 'de-DE', colorScheme: scheme })
}

/** The catalogue of a language. */
export function speaking(language: Look['language']) {
  const catalogue: Record<Key, string> = language === 'en' ? en : de
  return (key: Key, values: Record<string, string | number> = {}) => fill(catalogue[key], values)
}
