import { ask, type Passkey, type Person } from './api.ts'
import { createPasskey, usePasskey } from './passkeys.ts'

/** Who one is for the server. A name is enough to play. */
class Session {
  person = $state.raw<Person | undefined>()
  /** The server has not said who one is, as it could not be reached. */
  unreachable = $state(false)
  #loaded: Promise<void> | undefined

  /** Asks the server who one is, unless it is known. */
  load(): Promise<void> {
    this.#loaded ??= ask<Person>('GET', '/session').then(
      (person) => {
        this.person = person.id ? person : undefined
        this.unreachable = false
      },
      () => {
        this.unreachable = true
        this.#loaded = undefined
      },
    )
    return this.#loaded
  }

  /** Becomes a guest of that name, or changes the guest's name. */
  async becomeGuest(name: string): Promise<void> {
    this.person = await ask<Person>('POST', '/session', { name })
  }

  /** Gives one's account another name. */
  async rename(name: string): Promise<void> {
    this.person = await ask<Person>('POST', '/me/name', { name })
  }

  /** Makes an account, of the guest if one is. */
  async createAccount(name: string, password: string): Promise<void> {
    this.person = await ask<Person>('POST', '/account', { name, password })
  }

  /** Makes an account that a passkey opens, or adds a passkey to one's own. */
  async createAccountByPasskey(name: string, label: string): Promise<void> {
    const { ceremony, options } = await ask<Question>('POST', '/passkeys/new', { name })
    this.person = await ask<Person>('POST', '/passkeys', { ceremony, credential: await createPasskey(options), label })
  }

  /** `takeGuest` takes the matches of the guest that one is along. */
  async signIn(name: string, password: string, takeGuest: boolean): Promise<void> {
    this.person = await ask<Person>('POST', '/login', { name, password, takeGuest })
  }

  async signInByPasskey(takeGuest: boolean): Promise<void> {
    const { ceremony, options } = await ask<Question>('POST', '/passkeys/challenge')
    this.person = await ask<Person>('POST', '/passkeys/login', {
      ceremony,
      credential: await usePasskey(options),
      takeGuest,
    })
  }

  async setPassword(old: string, now: string): Promise<void> {
    this.person = await ask<Person>('POST', '/me/password', { ...(old && { old }), new: now })
  }

  async signOut(): Promise<void> {
    await ask('DELETE', '/session')
    this.person = undefined
  }

  async signOutElsewhere(): Promise<void> {
    this.person = await ask<Person>('POST', '/me/sessions/end')
  }

  /** Proves who one is, for what the server does only then, for some minutes. */
  async prove(password: string): Promise<void> {
    await ask('POST', '/me/proof', { password })
  }

  async proveByPasskey(): Promise<void> {
    const { ceremony, options } = await ask<Question>('POST', '/passkeys/challenge')
    await ask('POST', '/me/proof', { ceremony, credential: await usePasskey(options) })
  }

  /** Goes for good. The password may be left out after a proof. */
  async deleteAccount(name: string, password: string): Promise<void> {
    await ask('POST', '/me/delete', { name, ...(password && { password }) })
    this.person = undefined
  }
}

interface Question {
  ceremony: string
  options: { publicKey: unknown }
}

export interface Keys {
  passkeys: Passkey[]
  /** One can enter with a password too. */
  password: boolean
}

export const session = new Session()
