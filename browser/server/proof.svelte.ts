import { Refused } from './api.ts'

interface Request {
  /** Whether the password is not enough. */
  passkeyOnly: boolean
  proved: () => void
  cancelled: () => void
}

/** Confirms the identity with the password or a passkey before a change of the account or by staff, if the server needs it. */
class Proof {
  /** Shown by people/Proof.svelte. */
  request = $state.raw<Request | undefined>()
  /** The confirmation in progress, for which all actions wait. */
  #pending: Promise<void> | undefined

  /** Runs an action, and again after a confirmation if the server needs one. Rejects with the refusal without one. */
  async before<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (reason) {
      const code = reason instanceof Refused ? reason.refusal.code : ''
      if (code !== 'proof-needed' && code !== 'passkey-needed') throw reason
      this.#pending ??= this.#ask(code === 'passkey-needed')
      try {
        await this.#pending
      } catch {
        throw reason
      }
      return action()
    }
  }

  async #ask(passkeyOnly: boolean): Promise<void> {
    try {
      await new Promise<void>((proved, cancelled) => {
        this.request = { passkeyOnly, proved, cancelled }
      })
    } finally {
      this.request = undefined
      this.#pending = undefined
    }
  }
}

export const proof = new Proof()
