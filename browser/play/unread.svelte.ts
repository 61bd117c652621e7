import type { OnlineMatch } from '../server/match.svelte.ts'
import { session } from '../server/session.svelte.ts'
import { playSound } from '../sound/sound.ts'

/** Whether the chat of a match is open, and the messages of others that came while it was closed. */
export class Unread {
  open = $state(false)
  /** The number of the last event that is read. The messages from before the page was opened are. */
  #read = $state(0)
  /** The number of the last message that was heard. */
  #heard: number
  readonly #match: OnlineMatch

  constructor(match: OnlineMatch) {
    this.#match = match
    this.#read = match.view?.seq ?? 0
    this.#heard = this.#read
  }

  /** The messages of others since an event. */
  #since(number: number): number {
    if (this.#match.view?.muted) return 0
    return this.#match.messages.filter(({ id, by }) => id > number && by !== session.person?.id).length
  }

  get #last(): number {
    return Math.max(this.#read, ...this.#match.messages.map(({ id }) => id))
  }

  /** Plays the sound of new messages, and notes that they are read while the chat is open. To be called in an effect. */
  follow(): void {
    if (this.#since(this.#heard) > 0) playSound('message')
    this.#heard = this.#last
    if (this.open) this.#read = this.#last
  }

  get count(): number {
    return this.open ? 0 : this.#since(this.#read)
  }

  toggle(): void {
    this.open = !this.open
    this.#read = this.#last
  }
}
