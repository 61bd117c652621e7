import { hasTexts, type Language, languages, loadTexts, preferred, speech } from '../words/words.svelte.ts'
import { type SoundKind, soundKinds } from './sounds.ts'

export { type SoundKind, soundKinds }

/** public/before-paint.js reads the keys before the first paint. */
const languageKey = 'tafelrunde.language'
const choicesKey = 'tafelrunde.settings'

/** The values of each choice among several, the default first. */
export const options = {
  scheme: ['system', 'light', 'dark'],
  /** Theme of the board. */
  board: ['wood', 'slate', 'parchment', 'contrast'],
  /** Set of pieces: silhouettes that stand free on the board, or figures in a frame. */
  pieces: ['standing', 'framed'],
  /** Notation of moves on screen: figures, names of pieces, or the letters of Betza's notation. */
  notation: ['figures', 'names', 'betza'],
  /** Animation of moves, promotions and captures. The setting of the system for reduced motion has precedence. */
  animation: ['normal', 'fast', 'off'],
  /** Which online moves must be confirmed. */
  confirm: ['correspondence', 'never', 'always'],
} as const

export type Options = { -readonly [name in keyof typeof options]: (typeof options)[name][number] }
export type Scheme = Options['scheme']

/** All choices but the language. They are kept in the browser and with the account. */
export interface Choices extends Options {
  coordinates: boolean
  premove: boolean
  /** Sounds are played, of all kinds that are not muted. */
  sound: boolean
  /** From 0 to 1. */
  volume: number
  muted: readonly SoundKind[]
  /** A notification of the system when it is the player's turn and the page is hidden. */
  notify: boolean
  /** Phones vibrate when it is the player's turn. */
  vibrate: boolean
  /** Sound and vibration when it is the player's turn in a game without a real-time clock that is not on the page. */
  slowTurns: boolean
  /** Moves are explained without being asked in the first games against the computer. */
  coach: boolean
  /** Games that computer opponents offer are listed in the lobby. */
  offers: boolean
}

export const defaults: Choices = {
  scheme: 'system',
  board: 'wood',
  pieces: 'standing',
  notation: 'figures',
  animation: 'normal',
  confirm: 'correspondence',
  coordinates: true,
  premove: true,
  sound: true,
  volume: 0.6,
  muted: [],
  notify: false,
  vibrate: true,
  slowTurns: false,
  coach: true,
  offers: true,
}

/**
 * parseChoices returns the choices in a stored text or a parsed object. A field that is missing or has an unknown value gets
 * its default; unknown fields are ignored.
 */
export function parseChoices(stored: unknown): Choices {
  const fields = (stored && typeof stored === 'object' ? stored : {}) as Record<string, unknown>
  const choices: Record<string, unknown> = { ...defaults }
  for (const [name, values] of Object.entries(options)) {
    if ((values as readonly unknown[]).includes(fields[name])) choices[name] = fields[name]
  }
  for (const [name, value] of Object.entries(defaults)) {
    if (typeof value === 'boolean' && typeof fields[name] === 'boolean') choices[name] = fields[name]
  }
  const { volume, muted } = fields
  if (typeof volume === 'number' && volume >= 0 && volume <= 1) choices.volume = volume
  if (Array.isArray(muted)) choices.muted = soundKinds.filter((kind) => muted.includes(kind))
  return choices as unknown as Choices
}

/** stored returns the stored value of a key, or null if there is none or the storage is blocked. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** storedObject returns the object stored as JSON under a key, or an empty one. */
function storedObject(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored(key) ?? '{}')
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice is valid until the page is left.
  }
}

/** chosenLanguage returns the stored language, else that of the browser. */
function chosenLanguage(): Language {
  const language = stored(languageKey)
  return languages.find((known) => known === language) ?? preferred(navigator.languages)
}

class Settings {
  choices = $state<Choices>(defaults)
  /** When a setting was changed last, in milliseconds since 1970; 0 for the defaults. */
  changed = 0
  /** The account that the settings belong to, '' if they were chosen without one. */
  account = ''
  #listeners = new Set<() => void>()
  #wanted: Language = 'en'

  /** Loads the texts of the language that restore applies. It fails if the network does. */
  async load(): Promise<void> {
    await loadTexts(chosenLanguage())
  }

  /** Applies the stored choices, else the settings of the browser. */
  restore(): void {
    this.#speak(chosenLanguage())
    const fields = storedObject(choicesKey)
    this.choices = parseChoices(fields)
    this.changed = typeof fields.changed === 'number' ? fields.changed : 0
    this.account = typeof fields.account === 'string' ? fields.account : ''
    this.#apply()
  }

  /** Calls a function after each change that the user makes in this tab. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows the changes in other tabs from now on. Returns a function that stops it. */
  follow(): () => void {
    const changed = ({ key }: StorageEvent) => {
      if (key === choicesKey || key === languageKey) this.restore()
    }
    addEventListener('storage', changed)
    return () => removeEventListener('storage', changed)
  }

  /** Applies the settings that are stored with an account. */
  adopt(fields: Readonly<Record<string, unknown>>, changed: number, account: string): void {
    const language = languages.find((known) => known === fields.language)
    if (language) {
      store(languageKey, language)
      this.#speak(language)
    }
    this.choices = parseChoices(fields)
    this.changed = changed
    this.account = account
    this.#store()
  }

  /** Marks the settings as those of an account. */
  assign(account: string): void {
    this.account = account
    this.#store()
  }

  setLanguage(language: Language): void {
    store(languageKey, language)
    this.#speak(language)
    this.#noteChange()
  }

  /** Switches to a language as soon as its texts are loaded, and not if another one is chosen before. */
  #speak(language: Language): void {
    this.#wanted = language
    if (hasTexts(language)) {
      speech.language = language
      return
    }
    const speak = () => {
      if (language !== this.#wanted) return
      speech.language = language
      this.#apply()
    }
    loadTexts(language).then(speak, () => addEventListener('online', () => this.#speak(language), { once: true }))
  }

  /** Changes some choices, applies and stores them. */
  change(fields: Partial<Choices>): void {
    this.choices = parseChoices({ ...this.choices, ...fields })
    this.#noteChange()
  }

  #noteChange(): void {
    // Later than the last change, also if the clock was set back.
    this.changed = Math.max(Date.now(), this.changed + 1)
    this.#store()
    for (const listener of this.#listeners) listener()
  }

  #store(): void {
    const { changed, account } = this
    store(choicesKey, JSON.stringify({ ...this.choices, changed, account }))
    this.#apply()
  }

  /** Style sheets select by data-theme, data-board, data-pieces and data-animation of the root element. */
  #apply(): void {
    const root = document.documentElement
    const { scheme, board, pieces, animation } = this.choices
    // Browsers work out all styles again, even if it is the same.
    if (root.lang !== speech.language) root.lang = speech.language
    if (scheme === 'system') delete root.dataset.theme
    else root.dataset.theme = scheme
    Object.assign(root.dataset, { board, pieces, animation })
  }
}

export const settings = new Settings()
