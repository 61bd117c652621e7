import type { Refusal } from '../server/api.ts'
import { attempt } from './study.svelte.ts'

/** The actions of a dialog, with the refusal of the last one. */
export class Actions {
  busy = $state(false)
  refusal: Refusal | undefined = $state.raw()

  /** Runs an action, and then `done` if it was not refused. */
  async run(action: () => Promise<unknown>, done?: () => void): Promise<void> {
    this.busy = true
    this.refusal = await attempt(action)
    this.busy = false
    if (!this.refusal) done?.()
  }
}
