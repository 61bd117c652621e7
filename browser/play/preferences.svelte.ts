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
      // Versions before 0.1.0 stored `premove` as "ahead".
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<'confirm' | 'premove' | 'ahead', unknown>
      this.confirm = confirmings.find((known) => known === stored.confirm) ?? this.confirm
      const premove = stored.premove ?? stored.ahead
      if (typeof premove === 'boolean') this.premove = premove
    } catch {
      // Use the defaults.
    }
  }

  change(fields: { confirm?: Confirming; premove?: boolean }): void {
    this.confirm = fields.confirm ?? this.confirm
    this.premove = fields.premove ?? this.premove
    try {
      localStorage.setItem(key, JSON.stringify({ confirm: this.confirm, premove: this.premove }))
    } catch {
      // The choice is valid until the page is left.
    }
  }

  /** Whether moves in this match must be confirmed. */
  confirms(view: MatchView): boolean {
    return (
      this.confirm === 'always' || (this.confirm === 'correspondence' && view.settings.clock.kind === 'correspondence')
    )
  }
}

export const preferences = new Preferences()
