import { test } from '@playwright/test'
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import { fill } from '../words/fill.ts'
import type { Key } from '../words/words.svelte.ts'

/** A language and a colour scheme. Most tests run once for each of `looks`. */
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

/** useLook sets the language and the colour scheme of the browser for all tests of the block. */
export function useLook({ language, scheme }: Look): void {
  test.use({ locale: language === 'en' ? 'en-GB' : 'de-DE', colorScheme: scheme })
}

/** textsOf returns a function that returns the texts of a language. */
export function textsOf(language: Look['language']) {
  const catalogue: Record<Key, string> = language === 'en' ? en : de
  return (key: Key, values: Record<string, string | number> = {}) => fill(catalogue[key], values)
}
