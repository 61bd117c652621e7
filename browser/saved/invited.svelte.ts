/** A table that a person was invited to and left without a seat, for example to do the first exercises. */
import type { Game } from '../ui/route.svelte.ts'

/** The table. */
export interface Invited {
  match: string
  /** The name of the person who invites. */
  host: string
  game: Game
}

/** The stage with the exercises before the game. */
export const firstStage: Readonly<Record<Game, string>> = { wotn: 'wotn-start', lancelot: 'lancelot-start' }

const key = 'tafelrunde.invited'

/** The invitation of this tab, which survives a reload. */
class Invitation {
  table: Invited | undefined = $state.raw(read())

  /** Remembers the table while the person is on other pages, or forgets it. */
  set(table: Invited | undefined): void {
    this.table = table
    try {
      if (table) sessionStorage.setItem(key, JSON.stringify(table))
      else sessionStorage.removeItem(key)
    } catch {
      // The browser keeps nothing; a reload forgets the table.
    }
  }
}

function read(): Invited | undefined {
  try {
    const { match, host, game } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Invited>
    if (typeof match !== 'string' || !/^[\w-]+$/.test(match) || typeof host !== 'string') return undefined
    return game === 'wotn' || game === 'lancelot' ? { match, host, game } : undefined
  } catch {
    return undefined
  }
}

export const invitation = new Invitation()
