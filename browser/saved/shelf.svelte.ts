import { type Kept, read, type Unreadable, write } from './kept.ts'

/** A stored text that this page cannot read. It is put aside under a name of its own and never thrown away unasked. */
export interface Aside {
  key: string
  text: string
  why: Unreadable
}

const gamePrefix = 'tafelrunde.game.'
const asidePrefix = 'tafelrunde.aside.'

/** What the shelf needs of the browser's storage. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** All games kept in this browser. */
export class Shelf {
  games = $state.raw<Kept[]>([])
  asides = $state.raw<Aside[]>([])
  /** The browser refuses to keep anything (full, or forbidden). */
  refused = $state(false)
  #store: Store | undefined

  /** Reads all that is stored. What cannot be read is moved aside, whole. */
  open(store: Store | undefined): void {
    this.#store = store
    this.refused = store === undefined
    const games: Kept[] = []
    const asides: Aside[] = []
    for (const key of store ? keys(store) : []) {
      const text = store?.getItem(key) ?? ''
      const reading = read(text)
      if (key.startsWith(asidePrefix)) {
        asides.push({ key, text, why: reading.ok ? 'wrong-shape' : reading.why })
      } else if (key.startsWith(gamePrefix)) {
        if (reading.ok && key === gamePrefix + reading.kept.id) games.push(reading.kept)
        else asides.push(this.#putAside(key, text, reading.ok ? 'wrong-shape' : reading.why))
      }
    }
    this.games = games.sort((a, b) => b.changed - a.changed)
    this.asides = asides
  }

  find(id: string): Kept | undefined {
    return this.games.find((kept) => kept.id === id)
  }

  /** The game of that kind that was played last. */
  last<G extends Kept['game']>(game: G): Extract<Kept, { game: G }> | undefined {
    return this.games.find((kept): kept is Extract<Kept, { game: G }> => kept.game === game)
  }

  /** Keeps the game as it now is. */
  keep(kept: Kept): void {
    const now = { ...kept, changed: Date.now() }
    this.games = [now, ...this.games.filter((other) => other.id !== kept.id)]
    this.refused = !this.#write(gamePrefix + now.id, write(now))
  }

  remove(id: string): void {
    this.games = this.games.filter((kept) => kept.id !== id)
    this.#store?.removeItem(gamePrefix + id)
  }

  removeAside(key: string): void {
    this.asides = this.asides.filter((aside) => aside.key !== key)
    this.#store?.removeItem(key)
  }

  /** The new place is written before the old one is given up. */
  #putAside(key: string, text: string, why: Unreadable): Aside {
    const aside = asidePrefix + key.slice(gamePrefix.length)
    if (!this.#write(aside, text)) return { key, text, why }
    this.#store?.removeItem(key)
    return { key: aside, text, why }
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

export const shelf = new Shelf()

/** The browser's storage, or undefined where it is forbidden. */
export function browserStore(): Store | undefined {
  try {
    const store = localStorage
    store.getItem(gamePrefix)
    return store
  } catch {
    return undefined
  }
}
