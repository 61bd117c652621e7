/** The description of the site: registration, guests, and the announcement of its administration. */
import { afterPaint } from '../ui/afterpaint.ts'
import type { DocumentName } from '../ui/route.svelte.ts'
import { speech } from '../words/words.svelte.ts'
import { request, type SiteDescription } from './api.ts'

/** Milliseconds between requests while the page is visible; pages with a stream learn of a new announcement at once. */
const interval = 60_000
/** The key of the dismissed announcement in the storage of the browser. */
const key = 'tafelrunde.announcement'

function stored(): number {
  try {
    return Number(localStorage.getItem(key) ?? '')
  } catch {
    return 0
  }
}

class Site {
  /** Undefined until it is loaded. */
  description = $state.raw<SiteDescription | undefined>()
  #dismissed = $state(stored())
  #ended = $state(0)
  #loading = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The announcement in the language of the page, until it ends. */
  get announcement(): { text: string; since: number; dismissed: boolean } | undefined {
    const { text, german, since } = this.description?.announcement ?? {}
    if (text === undefined || since === undefined || since === this.#ended) return undefined
    return { text: (speech.language === 'de' && german) || text, since, dismissed: since === this.#dismissed }
  }

  /** Whether people without an account may play; true as long as it is unknown. */
  get guests(): boolean {
    return this.description?.guests ?? true
  }

  /** The texts of the operator that exist. */
  get documents(): readonly DocumentName[] {
    return (this.description?.documents ?? []) as DocumentName[]
  }

  async load(): Promise<void> {
    if (this.#loading) return
    this.#loading = true
    try {
      this.description = await request('GET', '/site')
      const { since = 0, until } = this.description.announcement ?? {}
      clearTimeout(this.#timer)
      if (until) {
        const end = () => {
          this.#ended = since
        }
        // A longer timeout would overflow; the page loads the description again before.
        this.#timer = setTimeout(end, Math.min(Math.max(0, until - Date.now()), 2 ** 31 - 1))
      }
    } catch {
      // The next request tries again.
    } finally {
      this.#loading = false
    }
  }

  /** Loads the announcement if the stream reports another one: when it was made, or undefined for none. */
  report(announcement: number | undefined): void {
    if (this.description && this.description.announcement?.since !== announcement) void this.load()
  }

  /** Hides the announcement in this browser, except on the home page. */
  dismiss(): void {
    this.#dismissed = this.description?.announcement?.since ?? 0
    try {
      localStorage.setItem(key, String(this.#dismissed))
    } catch {
      // It comes back with the next page.
    }
  }

  /** Loads the description now and from time to time. Returns a function that stops this. */
  follow(): () => void {
    const load = () => {
      if (!document.hidden) void this.load()
    }
    const cancel = afterPaint(load)
    const timer = setInterval(load, interval)
    document.addEventListener('visibilitychange', load)
    return () => {
      cancel()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', load)
    }
  }
}

export const site = new Site()
