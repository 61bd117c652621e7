import type { Store } from '../saved/games.svelte.ts'
import type { Based, Kept } from '../server/saver.svelte.ts'

const prefix = 'tafelrunde.note.'

/** The most characters of a note. */
export const maxNote = 4000

/** A note of a person that the server has not acknowledged. */
export interface NoteDraft extends Based {
  person: string
  text: string
}

/** The drafts of the notes on a match, stored in the browser. Each tab has its own, so that tabs do not overwrite each other's. */
export class NoteDrafts implements Kept<NoteDraft> {
  #store: Store | undefined
  #prefix: string
  #key: string

  /** `tab` names this tab. */
  constructor(store: Store | undefined, match: string, tab: string) {
    this.#store = store
    this.#prefix = `${prefix}${match}.`
    this.#key = this.#prefix + tab
  }

  put(draft: NoteDraft): boolean {
    try {
      this.#store?.setItem(this.#key, JSON.stringify(draft))
      return this.#store !== undefined
    } catch {
      return false
    }
  }

  remove(): void {
    this.#store?.removeItem(this.#key)
  }

  /** Takes over a draft of the person, also that of a tab that is open: the same text may be sent twice. */
  take(person: string): NoteDraft | undefined {
    const store = this.#store
    const keys = Array.from({ length: store?.length ?? 0 }, (_, i) => store?.key(i) ?? '')
    for (const key of keys) {
      const draft = key.startsWith(this.#prefix) ? readDraft(store?.getItem(key)) : undefined
      if (draft?.person !== person) continue
      // Under the new key before the old one is removed.
      if (key !== this.#key && this.put(draft)) store?.removeItem(key)
      return draft
    }
    return undefined
  }
}

function readDraft(json: string | null | undefined): NoteDraft | undefined {
  try {
    const { person, base, text } = JSON.parse(json ?? '')
    return typeof person === 'string' && typeof base === 'number' && typeof text === 'string'
      ? { person, base, text }
      : undefined
  } catch {
    return undefined
  }
}
