import type { MatchView } from '../server/api.ts'

export type Confirming = 'never' | 'correspondence' | 'always'
export const confirmings: readonly Confirming[] = ['never', 'correspondence', 'always']

const key = 'tafelrunde.moving'

/** Preferences for moves in online games, stored in the browser. */
class Preferences {
  confirm = $state<Confirming>('correspondence')
  premove = $state(true)

  constructor() {
    try {
      // Earlier builds called premoves "ahead".
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<'confirm' | 'premove' | 'ahead', unknown>
      this.confirm = confirmings.find((known) => known === stored.confirm) ?? this.confirm
      const premove = stored.premove ?? stored.ahead
      if (typeof premove === 'boolean') this.premove = premove
    } catch {
      // The defaults hold.
    }
  }

  change(fields: { confirm?: Confirming; premove?: boolean }): void {
    this.confirm = fields.confirm ?? this.confirm
    this.premove = fields.premove ?? this.premove
    try {
      localStorage.setItem(key, JSON.stringify({ confirm: this.confirm, premove: this.premove }))
    } catch {
      // The choice holds until the page is left.
    }
  }

  /** Whether a move in this match is to be confirmed. */
  asks(view: MatchView): boolean {
    return (
      this.confirm === 'always' || (this.confirm === 'correspondence' && view.settings.clock.kind === 'correspondence')
    )
  }
}

export const preferences = new Preferences()
