import { settings } from '../ui/settings.svelte.ts'
import { speech } from '../words/words.svelte.ts'
import { request } from './api.ts'

/** Milliseconds after a change until it is sent, so that a slider sends once. */
const delay = 800

/**
 * AccountSettings keeps the settings with an account. When the page is opened and after a login, the later settings win, but
 * settings that were chosen without this account never replace those of the account. Failures are not reported: the settings
 * are in the browser, and are sent the next time.
 */
class AccountSettings {
  #account = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Uses the settings of an account, '' for none. */
  async use(account: string): Promise<void> {
    if (account === this.#account) return
    this.#account = account
    clearTimeout(this.#timer)
    if (account === '') return
    try {
      const stored = await request('GET', '/me/settings')
      if (this.#account !== account) return
      const own = settings.account === account
      if (stored.changed > (own ? settings.changed : 0)) settings.adopt(stored.settings, stored.changed, account)
      else if (settings.changed > stored.changed) await this.#send()
    } catch {
      // Offline, or the session has ended.
    }
  }

  /** Sends changes from now on. Returns a function that stops it. */
  follow(): () => void {
    const stop = settings.onChange(() => {
      if (this.#account === '') return
      settings.assign(this.#account)
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#send().catch(() => {}), delay)
    })
    return () => {
      stop()
      clearTimeout(this.#timer)
    }
  }

  async #send(): Promise<void> {
    const account = this.#account
    settings.assign(account)
    const { changed, choices } = settings
    const sent = { ...choices, language: speech.language }
    const stored = await request('PUT', '/me/settings', { settings: sent, changed })
    // Another device changed them later.
    if (this.#account === account && settings.changed === changed && stored.changed > changed) {
      settings.adopt(stored.settings, stored.changed, account)
    }
  }
}

export const accountSettings = new AccountSettings()
