import { type Activity, request } from '../server/api.ts'

/** Milliseconds between two requests. The browser sends the tag of its last response, and usually receives a 304. */
const every = 5000

/** The current activity on the server: numbers, live games, finished games. It is requested while the page is visible. */
export class LiveActivity {
  now: Activity | undefined = $state.raw()
  /** The last request had no response. */
  failed = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #open = false
  readonly #visible = () => {
    if (document.visibilityState === 'visible' && this.#open) void this.#load()
  }

  open(): void {
    if (this.#open) return
    this.#open = true
    document.addEventListener('visibilitychange', this.#visible)
    void this.#load()
  }

  close(): void {
    this.#open = false
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#visible)
  }

  async #load(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      this.now = await request('GET', '/lobby/activity')
      this.failed = false
    } catch {
      this.failed = true // The last response stays.
    }
    clearTimeout(this.#timer)
    if (this.#open && document.visibilityState === 'visible') this.#timer = setTimeout(() => void this.#load(), every)
  }
}
