import { read, type SavedGame, type Unreadable, write, writeShort } from './game.ts'

/** A stored text that this page cannot read. It moves to a key of its own and stays until the user deletes it. */
export interface UnreadableGame {
  key: string
  text: string
  why: Unreadable
}

const gamePrefix = 'tafelrunde.game.'
/** Imported games can be many. They are read only where they are listed or opened. */
const importedPrefix = 'tafelrunde.imported.'
const unreadablePrefix = 'tafelrunde.aside.'
/** Imports leave this number of characters free, so that games that are being played can be saved. */
const reserve = 250_000
const reserveKey = 'tafelrunde.reserve'
/** Games without a move, in the storage of the tab. */
const beginningPrefix = 'tafelrunde.beginning.'

/** Games that were removed and can be restored. */
export interface Removed {
  games: readonly SavedGame[]
  imported: readonly SavedGame[]
}

/** The part of the browser's storage that saved games use. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The games saved in this browser. */
export class SavedGames {
  games = $state.raw<SavedGame[]>([])
  unreadable = $state.raw<UnreadableGame[]>([])
  /** The imported games, newest first, once `loadImported` has been called. */
  imported = $state.raw<SavedGame[]>([])
  #importedLoaded = false
  /** The browser refuses to store games: the storage is full or blocked. */
  refused = $state(false)
  #store: Store | undefined
  #tab: Store | undefined

  /** Reads all stored games. Unreadable ones move to keys of their own. `tab` is the storage of this tab. */
  open(store: Store | undefined, tab?: Store): void {
    this.#store = store
    this.#tab = tab
    this.refused = store === undefined
    store?.removeItem(reserveKey)
    const games: SavedGame[] = []
    const unreadable: UnreadableGame[] = []
    for (const key of store ? keys(store) : []) {
      const text = store?.getItem(key) ?? ''
      const reading = read(text)
      if (key.startsWith(unreadablePrefix)) {
        unreadable.push({ key, text, why: reading.ok ? 'wrong-shape' : reading.why })
      } else if (key.startsWith(gamePrefix)) {
        if (reading.ok && key === gamePrefix + reading.saved.id) games.push(reading.saved)
        else unreadable.push(this.#setAside(key, text, reading.ok ? 'wrong-shape' : reading.why))
      }
    }
    this.games = games.sort((a, b) => b.changed - a.changed)
    this.unreadable = unreadable
    this.imported = []
    this.#importedLoaded = false
  }

  /** Reads the imported games, unless they are known. Unreadable ones move to keys of their own. */
  loadImported(): void {
    const store = this.#store
    if (this.#importedLoaded) return
    this.#importedLoaded = true
    const games: SavedGame[] = []
    for (const key of store ? keys(store) : []) {
      if (!key.startsWith(importedPrefix)) continue
      const text = store?.getItem(key) ?? ''
      const reading = read(text)
      if (reading.ok && key === importedPrefix + reading.saved.id) games.push(reading.saved)
      else {
        const moved = this.#setAside(key, text, reading.ok ? 'wrong-shape' : reading.why, importedPrefix)
        this.unreadable = [...this.unreadable, moved]
      }
    }
    this.imported = games.sort((a, b) => b.changed - a.changed)
  }

  /** Returns the number of imported games without reading them. */
  countImported(): number {
    if (this.#importedLoaded) return this.imported.length
    return this.#store ? keys(this.#store).filter((key) => key.startsWith(importedPrefix)).length : 0
  }

  /**
   * Stores imported games. Returns those that were not stored, because the browser has no room for them and the reserve; no
   * game after the first of them is stored.
   */
  addImported(games: readonly SavedGame[]): SavedGame[] {
    this.loadImported()
    const room = this.#write(reserveKey, ' '.repeat(reserve))
    const stored: SavedGame[] = []
    const refused: SavedGame[] = []
    for (const saved of games) {
      const done = room && refused.length === 0 && this.#write(importedPrefix + saved.id, writeShort(saved))
      if (done) stored.push(saved)
      else refused.push(saved)
    }
    this.#store?.removeItem(reserveKey)
    this.imported = [...stored, ...this.imported]
    return refused
  }

  /** Removes imported games. */
  removeImported(ids: ReadonlySet<string>): void {
    for (const id of ids) this.#store?.removeItem(importedPrefix + id)
    this.imported = this.imported.filter(({ id }) => !ids.has(id))
  }

  find(id: string): SavedGame | undefined {
    const known = this.games.find((saved) => saved.id === id) ?? this.imported.find((saved) => saved.id === id)
    if (known) return known
    const stored = [
      this.#tab?.getItem(beginningPrefix + id),
      this.#importedLoaded ? undefined : this.#store?.getItem(importedPrefix + id),
    ]
    for (const text of stored) {
      const reading = read(text ?? '')
      if (reading.ok && reading.saved.id === id) return reading.saved
    }
    return undefined
  }

  /** The game of that kind that was changed last. */
  last<G extends SavedGame['game']>(game: G): Extract<SavedGame, { game: G }> | undefined {
    return this.games.find((saved): saved is Extract<SavedGame, { game: G }> => saved.game === game)
  }

  /**
   * Stores the game with the current time as its last change. A changed game is no longer an imported one. A new game is known
   * only to this tab, and not listed, until its first move.
   *
   * It returns the time of the change, which is the version of the game. If another tab has stored a newer version since the
   * one that was changed here, nothing is stored, the newer version is listed, and the version stays as it was.
   */
  save(saved: SavedGame): number {
    const newer = this.#newer(saved)
    if (newer) {
      this.#list(newer)
      return saved.changed
    }
    const now = { ...saved, changed: Math.max(Date.now(), saved.changed + 1) }
    const imported = this.#store?.getItem(importedPrefix + saved.id) != null
    const listed = imported || this.games.some(({ id }) => id === saved.id)
    if (!listed && saved.moves.length === 0 && !saved.end && this.#begin(now)) return now.changed
    this.#list(now)
    this.refused = !this.#write(gamePrefix + now.id, write(now))
    if (this.refused) return now.changed
    this.removeImported(new Set([saved.id]))
    this.#tab?.removeItem(beginningPrefix + saved.id)
    return now.changed
  }

  /**
   * Stores how the rules have ended a listed game, or its clock, and returns the game with it. It is the same version: the moves
   * have not changed. Nothing is stored if another tab has changed the game.
   */
  amend<G extends SavedGame>(saved: G, fields: Pick<SavedGame, 'winners'> | Pick<SavedGame, 'clock'>): G {
    const amended = { ...saved, ...fields }
    if (this.#newer(saved) || !this.games.some(({ id }) => id === saved.id)) return amended
    this.games = this.games.map((other) => (other.id === saved.id ? amended : other))
    this.refused = !this.#write(gamePrefix + saved.id, write(amended))
    return amended
  }

  /** Returns the stored version of a game if another tab has changed it, else undefined. */
  #newer({ id, changed }: SavedGame): SavedGame | undefined {
    const reading = read(this.#store?.getItem(gamePrefix + id) ?? '')
    return reading.ok && reading.saved.changed > changed ? reading.saved : undefined
  }

  #list(saved: SavedGame): void {
    this.games = [saved, ...this.games.filter(({ id }) => id !== saved.id)]
  }

  /** Lists games that other tabs change, and returns the function that stops it. */
  follow(): () => void {
    const stored = ({ key, newValue }: StorageEvent) => {
      if (!key?.startsWith(gamePrefix)) return
      const reading = read(newValue ?? '')
      if (reading.ok) this.#list(reading.saved)
    }
    addEventListener('storage', stored)
    return () => removeEventListener('storage', stored)
  }

  /** Stores a game for this tab. It returns false if the browser refuses. */
  #begin(saved: SavedGame): boolean {
    try {
      this.#tab?.setItem(beginningPrefix + saved.id, write(saved))
      return this.#tab !== undefined
    } catch {
      return false
    }
  }

  remove(id: string): void {
    this.removeAll(new Set([id]))
  }

  /** Removes games and returns them, for `restore`. */
  removeAll(ids: ReadonlySet<string>): Removed {
    const among = (games: readonly SavedGame[]) => games.filter(({ id }) => ids.has(id))
    const removed = { games: among(this.games), imported: among(this.imported) }
    this.games = this.games.filter(({ id }) => !ids.has(id))
    for (const id of ids) this.#store?.removeItem(gamePrefix + id)
    this.removeImported(ids)
    return removed
  }

  /** Stores removed games again, unchanged. Returns those that the browser refused to store, because its storage is full. */
  restore(removed: Removed): Removed {
    const refused = { games: [] as SavedGame[], imported: [] as SavedGame[] }
    const stored = (games: readonly SavedGame[], prefix: string, to: (saved: SavedGame) => string, rest: SavedGame[]) =>
      games.filter((saved) => {
        const done = this.#write(prefix + saved.id, to(saved))
        if (!done) rest.push(saved)
        return done
      })
    const games = stored(removed.games, gamePrefix, write, refused.games)
    const imported = stored(removed.imported, importedPrefix, writeShort, refused.imported)
    this.games = [...this.games, ...games].sort((a, b) => b.changed - a.changed)
    this.imported = [...this.imported, ...imported].sort((a, b) => b.changed - a.changed)
    return refused
  }

  removeUnreadable(key: string): void {
    this.unreadable = this.unreadable.filter((other) => other.key !== key)
    this.#store?.removeItem(key)
  }

  /** Writes the text under its new key before it removes the old one. */
  #setAside(key: string, text: string, why: Unreadable, prefix = gamePrefix): UnreadableGame {
    const moved = unreadablePrefix + key.slice(prefix.length)
    if (!this.#write(moved, text)) return { key, text, why }
    this.#store?.removeItem(key)
    return { key: moved, text, why }
  }

  #write(key: string, text: string): boolean {
    try {
      this.#store?.setItem(key, text)
      return this.#store !== undefined
    } catch {
      return false
    }
  }
}

function keys(store: Store): string[] {
  return Array.from({ length: store.length }, (_, i) => store.key(i)).filter((key) => key !== null)
}

export const savedGames = new SavedGames()

/**
 * leavesReserve calls a function that stores something less important than games that are being played. It returns false if the
 * browser refuses, or if there would be no room left for these.
 */
export function leavesReserve(store: Store, put: () => void): boolean {
  try {
    store.setItem(reserveKey, ' '.repeat(reserve))
    put()
    return true
  } catch {
    return false
  } finally {
    store.removeItem(reserveKey)
  }
}

/** tabStore returns the storage of this tab, or undefined if it is blocked. */
export function tabStore(): Store | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** browserStore returns the browser's storage, or undefined if it is blocked. */
export function browserStore(): Store | undefined {
  try {
    const store = localStorage
    store.getItem(gamePrefix)
    return store
  } catch {
    return undefined
  }
}
