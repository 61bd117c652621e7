import type { Topic } from './hub.ts'
import { type Listener, shared } from './shared.ts'

type Hear = (data: unknown, id: number) => void

/**
 * What the server tells of one topic: the lobby or a match. It comes back by itself and goes on after the last event that
 * was heard.
 */
export class Connection {
  lost = $state(false)
  readonly #listener: Listener
  #leave: (() => void) | undefined

  constructor(topic: Topic, hear: Readonly<Record<string, Hear>>) {
    this.#listener = {
      topic,
      after: 0,
      heard: (name, data, id) => hear[name]?.(data, id),
      alive: () => {
        this.lost = false
      },
      lost: () => {
        this.lost = true
      },
    }
  }

  open(): void {
    this.#leave ??= shared.join(this.#listener)
  }

  close(): void {
    this.#leave?.()
    this.#leave = undefined
  }

  /** Connects anew, after one has become somebody else. */
  reopen(): void {
    shared.again()
  }
}
