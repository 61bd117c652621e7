import { Refused } from '../server/api.ts'

interface Question {
  proved: () => void
  cancelled: () => void
}

/** What changes the account asks for the password or a passkey first, unless one was given a moment ago. */
class Proof {
  /** Proof.svelte puts the question. */
  question = $state.raw<Question | undefined>()

  /** Carries out an action, once more after a proof if the server needs one. Rejects with the refusal if there is none. */
  async before(action: () => Promise<void>): Promise<void> {
    try {
      return await action()
    } catch (reason) {
      if (!(reason instanceof Refused) || reason.refusal.code !== 'proof-needed') throw reason
      try {
        await new Promise<void>((resolve, reject) => {
          this.question = { proved: resolve, cancelled: () => reject(reason) }
        })
      } finally {
        this.question = undefined
      }
      return action()
    }
  }
}

export const proof = new Proof()
