import { request } from '../server/api.ts'
import { codesDue } from '../server/codes.svelte.ts'

/** Recovery codes that were just created. They stay on the page until the person has saved them. */
class Recovery {
  codes: readonly string[] = $state.raw([])

  /** Creates codes, which replace earlier ones. The server may need a recent confirmation of the identity. */
  async create(): Promise<void> {
    this.codes = (await request('POST', '/me/recovery-codes')).codes
  }

  saved(): void {
    this.codes = []
    codesDue.end()
  }
}

export const recovery = new Recovery()
