/** Without anything for so long, the connection is lost. */
const silence = 10_000
const again = 1000

type Hear = (data: unknown, id: number) => void

/**
 * A stream of server-sent events that comes back by itself and goes on after the last event that was heard.
 */
export class Line {
  lost = $state(false)
  readonly #address: (after: number) => string
  readonly #hear: Readonly<Record<string, Hear>>
  #source: EventSource | undefined
  #after = 0
  #heard = 0
  #watch: ReturnType<typeof setInterval> | undefined
  #later: ReturnType<typeof setTimeout> | undefined

  constructor(address: (after: number) => string, hear: Readonly<Record<string, Hear>>) {
    this.#address = address
    this.#hear = hear
  }

  open(): void {
    this.#watch ??= setInterval(() => {
      if (Date.now() - this.#heard <= silence) return
      this.lost = true
      this.reopen()
    }, 1000)
    addEventListener('online', this.reopen)
    addEventListener('offline', this.#drop)
    this.reopen()
  }

  close(): void {
    clearInterval(this.#watch)
    clearTimeout(this.#later)
    this.#watch = undefined
    this.#source?.close()
    removeEventListener('online', this.reopen)
    removeEventListener('offline', this.#drop)
  }

  /** Begins a new connection at once. */
  reopen = (): void => {
    clearTimeout(this.#later)
    this.#source?.close()
    this.#heard = Date.now()
    const source = new EventSource(this.#address(this.#after))
    this.#source = source
    for (const [name, hear] of Object.entries(this.#hear)) {
      source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        this.#heard = Date.now()
        this.lost = false
        const id = Number(lastEventId)
        if (id > this.#after) this.#after = id
        hear(JSON.parse(data), id)
      })
    }
    source.onerror = this.#drop
  }

  #drop = (): void => {
    if (this.#watch === undefined) return
    this.#source?.close()
    this.lost = true
    clearTimeout(this.#later)
    this.#later = setTimeout(this.reopen, again)
  }
}
