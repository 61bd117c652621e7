import { type Refusal, refusalOf } from './api.ts'

/** What a person does in one part of a page: whether it is being done, and why it has failed. */
export class Attempt {
  busy = $state(false)
  refusal: Refusal | undefined = $state.raw()

  /** Does something and returns whether it has succeeded. */
  async run(action: () => Promise<unknown>): Promise<boolean> {
    this.busy = true
    this.refusal = undefined
    try {
      await action()
      return true
    } catch (reason) {
      this.refusal = refusalOf(reason)
      return false
    } finally {
      this.busy = false
    }
  }
}
