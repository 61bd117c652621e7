import type { Topic } from './hub.ts'
import { type Listener, shared } from './shared.ts'

type Handler = (data: unknown, id: number) => void

/**
 * The events of one topic, the lobby, the person's tables or a match, on the stream that all tabs share. It reconnects by itself and continues
 * after the last event received.
 */
export class Connection {
  lost = $state(false)
  readonly #listener: Listener
  #unsubscribe: (() => void) | undefined

  /** `after` is the number of the last event that is known. */
  constructor(topic: Topic, handlers: Readonly<Record<string, Handler>>, after = 0) {
    this.#listener = {
      topic,
      after,
      onEvent: (name, data, id) => handlers[name]?.(data, id),
      onAlive: () => {
        this.lost = false
      },
      onLost: () => {
        this.lost = true
      },
    }
  }

  open(): void {
    this.#unsubscribe ??= shared.subscribe(this.#listener)
  }

  close(): void {
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  /** Connects again after a change of the session. */
  reopen(): void {
    shared.reconnect()
  }
}
