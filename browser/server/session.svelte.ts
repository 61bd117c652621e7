import { forgetLessons, leaveLessons } from '../saved/lessons.ts'
import { type Person, type Refusal, request } from './api.ts'
import { createPasskey, usePasskey } from './passkeys.ts'

/** Milliseconds between attempts to load the person. */
const retryEvery = 5000

/** The session of this browser: of a guest, of a person with an account, or none. */
class Session {
  person = $state.raw<Person | undefined>()
  /** Loading the person failed. */
  unreachable = $state(false)
  /** Whether the server has said who the person is. */
  known = $state(false)
  /** The ID of the account that was created in this tab, or ''. */
  created = ''
  #loaded: Promise<void> | undefined

  /** Loads the person once. */
  load(): Promise<void> {
    this.#loaded ??= request('GET', '/session').then(
      (person) => {
        this.person = person.id ? person : undefined
        this.unreachable = false
        this.known = true
      },
      () => {
        this.unreachable = true
        this.#loaded = undefined
      },
    )
    return this.#loaded
  }

  /** Loads the person again every few seconds, and when the network is back. Returns the function that ends it. */
  retry(): () => void {
    const load = () => void this.load()
    const timer = setInterval(load, retryEvery)
    addEventListener('online', load)
    return () => {
      clearInterval(timer)
      removeEventListener('online', load)
    }
  }

  /** Becomes a guest, or renames the guest. */
  async becomeGuest(name: string): Promise<void> {
    this.person = await request('POST', '/session', { name })
  }

  /** lacksName reports whether this person must choose a name before a request that was refused, if it was, can succeed. */
  lacksName(refusal?: Refusal): boolean {
    return !this.person || (!this.person.account && refusal?.code === 'name-of-account')
  }

  /** Renames the account. */
  async rename(name: string): Promise<void> {
    this.person = await request('POST', '/me/name', { name })
  }

  /** Creates an account. A guest becomes the account. `invitation` is the secret of an invitation, '' for none. */
  async createAccount(name: string, password: string, invitation = ''): Promise<void> {
    this.person = await request('POST', '/account', { name, password, ...(invitation && { invitation }) })
    this.created = this.person.id
  }

  /** Creates an account with a passkey, or adds a passkey to the account. */
  async createAccountByPasskey(name: string, label: string, invitation = ''): Promise<void> {
    const { ceremony, options } = await request('POST', '/passkeys/new', { name, ...(invitation && { invitation }) })
    const had = this.person?.account
    this.person = await request('POST', '/passkeys', {
      ceremony,
      credential: await createPasskey(options),
      label,
    })
    if (!had) this.created = this.person.id
  }

  /** `takeGuest` moves the guest's matches to the account. */
  async signIn(name: string, password: string, takeGuest: boolean): Promise<void> {
    this.person = await request('POST', '/login', { name, password, takeGuest })
  }

  async signInByPasskey(takeGuest: boolean): Promise<void> {
    const { ceremony, options } = await request('POST', '/passkeys/challenge')
    this.person = await request('POST', '/passkeys/login', {
      ceremony,
      credential: await usePasskey(options),
      takeGuest,
    })
  }

  /** Signs in with a recovery code, which is spent, and sets a new password. */
  async recover(name: string, code: string, password: string): Promise<void> {
    this.person = await request('POST', '/login/recovery', { name, code, password })
  }

  /** Signs in with a link of an administrator, which is spent, and sets a new password. */
  async reset(link: string, password: string): Promise<void> {
    this.person = await request('POST', '/login/reset', { link, password })
  }

  async setPassword(old: string, now: string): Promise<void> {
    this.person = await request('POST', '/me/password', { ...(old && { old }), new: now })
  }

  /** Confirms that a warning was read. */
  async confirmWarning(): Promise<void> {
    const { person } = this
    if (!person) return
    const { warning: _, ...rest } = person
    this.person = rest
    await request('DELETE', '/me/warning').catch(() => {})
  }

  async signOut(): Promise<void> {
    await forgetPushes()
    await request('DELETE', '/session')
    leaveLessons()
    this.person = undefined
  }

  async signOutElsewhere(): Promise<void> {
    this.person = await request('POST', '/me/sessions/end')
  }

  /** Confirms the identity for some minutes, for requests that need it. */
  async prove(password: string): Promise<void> {
    await request('POST', '/me/proof', { password })
  }

  async proveByPasskey(): Promise<void> {
    const { ceremony, options } = await request('POST', '/passkeys/challenge')
    await request('POST', '/me/proof', { ceremony, credential: await usePasskey(options) })
  }

  /** Deletes the account or the guest. After a confirmation the password may be ''. */
  async deleteAccount(name: string, password: string): Promise<void> {
    await request('POST', '/me/delete', { name, ...(password && { password }) })
    await forgetPushes()
    forgetLessons(this.person?.id ?? '')
    this.person = undefined
  }
}

/** Ends the pushes to this browser, so that the next person in it does not get them. */
function forgetPushes(): Promise<void> {
  return import('./push.svelte.ts').then(({ push }) => push.forget()).catch(() => {})
}

export const session = new Session()
