import { session } from './session.svelte.ts'
import { site } from './site.svelte.ts'

/** The day on which the person did not want an account, as the browser stores it. */
const key = 'tafelrunde.no-account-on'

const today = () => new Date().toDateString()

function stored(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** The offer to guests to keep a finished game with an account. */
class Keeping {
  #declined = $state(stored())
  /** The dialog that creates an account is open. people/CreateDialog.svelte shows it. */
  open = $state(false)

  /** The person is a guest who may create an account and has not declined it today. */
  get offered(): boolean {
    const { person } = session
    if (!person || person.account || this.#declined === today()) return false
    return site.description?.registration === 'open'
  }

  /** Ends the offer for this day. */
  decline(): void {
    this.#declined = today()
    try {
      localStorage.setItem(key, this.#declined)
    } catch {
      // The storage is blocked: the offer comes back with the next page.
    }
  }
}

export const keeping = new Keeping()
