import { refusalOf } from '../server/api.ts'
import { Attempt } from '../server/attempt.svelte.ts'
import { proof } from '../server/proof.svelte.ts'
import { announcer } from '../ui/arialive.svelte.ts'

/** The progress of requests of one section: one at a time, with a message or the refusal. */
export class Task extends Attempt {
  done = $state('')

  /** Runs requests, after a confirmation of the identity if the server needs one. Returns whether they succeeded. */
  override async run(action: () => Promise<void>, message = ''): Promise<boolean> {
    if (this.busy) return false
    this.done = ''
    if (!(await super.run(() => proof.before(action)))) return false
    this.done = message
    if (message) announcer.say(message)
    return true
  }

  /** Runs requests that only read, beside an action if there is one. Returns whether they succeeded. */
  async read(action: () => Promise<void>): Promise<boolean> {
    try {
      await proof.before(action)
      return true
    } catch (reason) {
      if (!this.busy) this.refusal = refusalOf(reason)
      return false
    }
  }
}
