import type { MatchView } from '../server/api.ts'

export type Confirming = 'never' | 'correspondence' | 'always'
export const confirmings: readonly Confirming[] = ['never', 'correspondence', 'always']

const key = 'tafelrunde.moving'

/** How somebody likes to move at tables on the server; saved in the browser. */
class Preferences {
  confirm = $state<Confirming>('correspondence')
  ahead = $state(true)

  constructor() {
    try {
      const { confirm, ahead } = JSON.parse(localStorage.getItem(key) ?? '{}') as { confirm?: unknown; ahead?: unknown }
      this.confirm = confirmings.find((known) => known === confirm) ?? this.confirm
      if (typeof ahead === 'boolean') this.ahead = ahead
    } catch {
      // What is usual holds.
    }
  }

  change(fields: { confirm?: Confirming; ahead?: boolean }): void {
    this.confirm = fields.confirm ?? this.confirm
    this.ahead = fields.ahead ?? this.ahead
    try {
      localStorage.setItem(key, JSON.stringify({ confirm: this.confirm, ahead: this.ahead }))
    } catch {
      // The choice holds until the page is left.
    }
  }

  /** Whether a move at this table is to be confirmed. */
  asks(view: MatchView): boolean {
    return (
      this.confirm === 'always' || (this.confirm === 'correspondence' && view.settings.clock.kind === 'correspondence')
    )
  }
}

export const preferences = new Preferences()
