import { ask, type Person } from './api.ts'

/** Who one is for the server. A name is enough to play. */
class Session {
  person = $state.raw<Person | undefined>()
  #loaded: Promise<void> | undefined

  /** Asks the server who one is, unless it is known. */
  load(): Promise<void> {
    this.#loaded ??= ask<Person>('GET', '/session').then(
      (person) => {
        this.person = person.id ? person : undefined
      },
      () => {
        this.#loaded = undefined
      },
    )
    return this.#loaded
  }

  /** Becomes a guest of that name, or changes the guest's name. */
  async become(name: string): Promise<void> {
    this.person = await ask<Person>('POST', '/session', { name })
  }
}

export const session = new Session()
