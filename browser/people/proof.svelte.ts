import { Refused } from '../server/api.ts'

interface Request {
  proved: () => void
  cancelled: () => void
}

/** Confirms the identity with the password or a passkey before a change of the account, if the server needs it. */
class Proof {
  /** Shown by Proof.svelte. */
  request = $state.raw<Request | undefined>()

  /** Runs an action, and again after a confirmation if the server needs one. Rejects with the refusal without one. */
  async before(action: () => Promise<void>): Promise<void> {
    try {
      return await action()
    } catch (reason) {
      if (!(reason instanceof Refused) || reason.refusal.code !== 'proof-needed') throw reason
      try {
        await new Promise<void>((resolve, reject) => {
          this.request = { proved: resolve, cancelled: () => reject(reason) }
        })
      } finally {
        this.request = undefined
      }
      return action()
    }
  }
}

export const proof = new Proof()
