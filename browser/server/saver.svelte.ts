import { type Refusal, refusalOf } from './api.ts'

/**
 * saved: the server has everything. waiting: a change is sent in a moment. saving: it is being sent. offline: the server does
 * not answer; it is tried again. conflict: the text was changed elsewhere. gone: it was deleted elsewhere. refused: the
 * server does not accept the change.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'gone' | 'refused'

/** How long changes are collected, in milliseconds, and the delays before repeated attempts. */
const collect = 1500
const retries = [3000, 10_000, 30_000]

/** A change, with the version on the server that it is based on. */
export interface Based {
  base: number
}

/** Where changes are kept in the browser. */
export interface Kept<D> {
  /** Returns whether the browser has stored the change. */
  put(draft: D): boolean
  remove(draft: D): void
}

/** Sends the changes of a text to the server, and keeps them in the browser until it has them. */
export class Saver<D extends Based> {
  state: SaveState = $state('saved')
  refusal: Refusal | undefined = $state.raw()
  /** The browser could not keep the change either. */
  unkept = $state(false)
  /** The change that the server does not have. */
  draft: D | undefined = $state.raw()
  #version: number
  #drafts: Kept<D>
  #send: (draft: D) => Promise<number>
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0
  #sending: Promise<void> | undefined

  /** `version` is that of the text. `send` stores a change and returns the new version. */
  constructor(version: number, drafts: Kept<D>, send: (draft: D) => Promise<number>) {
    this.#version = version
    this.#drafts = drafts
    this.#send = send
  }

  /** The version that the next change is based on. */
  get version(): number {
    return this.#version
  }

  /** Continues with a draft of an earlier visit. */
  resume(draft: D): void {
    this.draft = draft
    if (draft.base === this.#version) this.#schedule(0)
    else this.state = 'conflict'
  }

  /** The text was changed. */
  edit(change: Omit<D, 'base'>): void {
    this.draft = { ...change, base: this.draft?.base ?? this.#version } as D
    this.unkept = !this.#drafts.put(this.draft)
    if (this.state === 'conflict' || this.state === 'gone' || this.state === 'saving') return
    if (this.state === 'offline') return
    this.refusal = undefined
    this.#schedule(collect)
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    if (this.state !== 'offline') this.state = 'waiting'
    this.#timer = setTimeout(() => void this.flush(), delay)
  }

  /** Sends what is waiting at once. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#sending) return this.#sending
    if (!this.draft || this.state === 'conflict' || this.state === 'gone') return Promise.resolve()
    this.#sending = this.#run().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  async #run(): Promise<void> {
    while (this.draft) {
      const { draft } = this
      this.state = 'saving'
      try {
        this.#version = await this.#send(draft)
      } catch (reason) {
        this.#failed(refusalOf(reason))
        return
      }
      this.#attempts = 0
      this.refusal = undefined
      if (this.draft === draft) {
        this.draft = undefined
        this.#drafts.remove(draft)
      } else if (this.draft) {
        // Changed meanwhile.
        this.draft = { ...this.draft, base: this.#version }
        this.unkept = !this.#drafts.put(this.draft)
      }
    }
    this.unkept = false
    this.state = 'saved'
  }

  #failed(refusal: Refusal): void {
    this.refusal = refusal
    switch (refusal.code) {
      case 'study-changed':
      case 'note-changed':
        this.state = 'conflict'
        return
      case 'not-found':
        this.state = 'gone'
        return
      case 'unreachable':
      case 'busy':
      case 'too-much':
      case 'in-progress':
        this.state = 'offline'
        this.#schedule(retries[Math.min(this.#attempts++, retries.length - 1)] ?? 0)
        return
      default:
        this.state = 'refused'
    }
  }

  /** Drops the change: the person keeps what the server has, or has saved the change elsewhere. */
  discard(): void {
    clearTimeout(this.#timer)
    if (this.draft) this.#drafts.remove(this.draft)
    this.draft = undefined
    this.refusal = undefined
    this.state = 'saved'
  }

  /** Stops trying. The change stays in the browser. */
  end(): void {
    clearTimeout(this.#timer)
  }
}
