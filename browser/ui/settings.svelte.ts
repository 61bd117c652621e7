import { type Language, languages, preferred, speech } from '../words/words.svelte.ts'

export type Scheme = 'system' | 'light' | 'dark'
const schemes: readonly Scheme[] = ['system', 'light', 'dark']

/** public/before-paint.js reads both keys before the first paint. */
const languageKey = 'tafelrunde.language'
const schemeKey = 'tafelrunde.scheme'

/** stored returns the stored value of a key, or null if there is none or the storage is blocked. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice is valid until the page is left.
  }
}

class Settings {
  scheme = $state<Scheme>('system')

  /** Applies the stored choices, else the settings of the browser. */
  restore(): void {
    const language = stored(languageKey)
    speech.language = languages.find((known) => known === language) ?? preferred(navigator.languages)
    const scheme = stored(schemeKey)
    this.scheme = schemes.find((known) => known === scheme) ?? 'system'
    this.#apply()
  }

  setLanguage(language: Language): void {
    speech.language = language
    store(languageKey, language)
    this.#apply()
  }

  setScheme(scheme: Scheme): void {
    this.scheme = scheme
    store(schemeKey, scheme)
    this.#apply()
  }

  #apply(): void {
    const root = document.documentElement
    root.lang = speech.language
    if (this.scheme === 'system') delete root.dataset.theme
    else root.dataset.theme = this.scheme
  }
}

export const settings = new Settings()
