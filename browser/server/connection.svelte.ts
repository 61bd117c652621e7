import type { Topic } from './hub.ts'
import { type Listener, shared } from './shared.ts'

type Handler = (data: unknown, id: number) => void

/**
 * The events of one topic, the lobby or a match, on the stream that all tabs share. It reconnects by itself and continues
 * after the last event received.
 */
export class Connection {
  lost = $state(false)
  readonly #listener: Listener
  #leave: (() => void) | undefined

  constructor(topic: Topic, handlers: Readonly<Record<string, Handler>>) {
    this.#listener = {
      topic,
      after: 0,
      heard: (name, data, id) => handlers[name]?.(data, id),
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

  /** Connects again, after the person has changed. */
  reopen(): void {
    shared.again()
  }
}
