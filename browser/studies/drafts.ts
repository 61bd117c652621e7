/**
 * Changes of chapters that the server has not acknowledged, stored in the browser as JSON. Each tab has its own draft of a
 * chapter, so that tabs do not overwrite each other's. A draft of a tab that is gone is taken over when the chapter is opened.
 */
import { readSaved, type SavedAnalysis } from '../analysis/saved.svelte.ts'
import type { Store } from '../saved/games.svelte.ts'

/** The version of the stored form. */
const version = 1
const prefix = 'tafelrunde.study.'

/** A changed chapter. */
export interface Draft {
  /** The version of the chapter on the server that the change is based on. */
  base: number
  title: string
  /** Its id is the one of the chapter. */
  saved: SavedAnalysis
}

export class Drafts {
  #store: Store | undefined
  #prefix: string
  readonly tab: string

  /** `tab` names this tab. */
  constructor(store: Store | undefined, study: string, tab: string) {
    this.#store = store
    this.#prefix = `${prefix}${study}.`
    this.tab = tab
  }

  #key(chapter: string, tab = this.tab): string {
    return `${this.#prefix}${chapter}.${tab}`
  }

  /** Stores the draft of this tab. Returns whether the browser has stored it. */
  put(draft: Draft): boolean {
    try {
      this.#store?.setItem(this.#key(draft.saved.id), JSON.stringify({ version, ...draft }))
      return this.#store !== undefined
    } catch {
      return false
    }
  }

  remove({ saved: { id } }: Draft): void {
    this.#store?.removeItem(this.#key(id))
  }

  #keys(): string[] {
    const store = this.#store
    return Array.from({ length: store?.length ?? 0 }, (_, i) => store?.key(i) ?? '').filter((key) =>
      key.startsWith(this.#prefix),
    )
  }

  /** The chapters that have drafts of tabs that are not open, or of this one. */
  waiting(open: ReadonlySet<string>): string[] {
    return this.#keys().flatMap((key) => {
      const [chapter = '', tab = ''] = key.slice(this.#prefix.length).split('.')
      return tab === this.tab || !open.has(tab) ? [chapter] : []
    })
  }

  /** Returns the draft of a chapter of this tab, or takes over one of a tab that is not among the open ones. */
  take(chapter: string, open: ReadonlySet<string>): Draft | undefined {
    const own = this.#read(this.#key(chapter))
    if (own) return own
    const start = `${this.#prefix}${chapter}.`
    for (const key of this.#keys()) {
      if (!key.startsWith(start) || open.has(key.slice(start.length))) continue
      const draft = this.#read(key)
      if (!draft) continue
      // Under the new key before the old one is removed.
      if (this.put(draft)) this.#store?.removeItem(key)
      return draft
    }
    return undefined
  }

  #read(key: string): Draft | undefined {
    let data: unknown
    try {
      data = JSON.parse(this.#store?.getItem(key) ?? '')
    } catch {
      return undefined
    }
    if (typeof data !== 'object' || data === null) return undefined
    const { version: stored, base, title, saved: text } = data as Record<string, unknown>
    const saved = readSaved(text)
    if (stored !== version || typeof base !== 'number' || typeof title !== 'string' || !saved) return undefined
    return { base, title, saved }
  }
}

/** The tabs that are open hold a lock with this name and their own. */
const lockPrefix = 'tafelrunde study '

/** holdTab marks a tab as open until the page is closed. */
export function holdTab(tab: string): void {
  void navigator.locks?.request(lockPrefix + tab, { mode: 'shared' }, () => new Promise(() => {}))
}

/** openTabs returns the tabs that are open. Without locks (on pages served over HTTP) it is not known, and there are none. */
export async function openTabs(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? []
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])))
}
