/** The ID of the account in this browser whose recovery codes are still to be saved. */
const key = 'tafelrunde.codes-due'

/** Whether a person who created an account in this browser is reminded of recovery codes. */
class CodesDue {
  #account: string = $state('')

  constructor() {
    try {
      this.#account = localStorage.getItem(key) ?? ''
    } catch {
      // The storage is blocked: the reminder ends with the page.
    }
  }

  /** Reports whether the person with this ID is reminded. */
  has(person: string | undefined): boolean {
    return person !== undefined && person !== '' && this.#account === person
  }

  /** Begins to remind the person of a new account. */
  begin(account: string): void {
    this.#set(account)
  }

  /** Ends the reminder: the codes are there, or the person does not want any. */
  end(): void {
    this.#set('')
  }

  #set(account: string): void {
    this.#account = account
    try {
      if (account) localStorage.setItem(key, account)
      else localStorage.removeItem(key)
    } catch {
      // See above.
    }
  }
}

export const codesDue = new CodesDue()
