/** What a person chooses for a game with friends, and chose last in this browser. */

import { times } from '../newgame/usualclocks.ts'
import type { ClockRequest } from '../server/api.ts'
import type { Game } from '../ui/route.svelte.ts'

export type Time = 'short' | 'long' | 'daily' | 'none'

/** The times to choose from, for each game. */
export const clocks: Record<Game, Record<Time, ClockRequest>> = {
  wotn: { short: times['10+5'], long: times['30+20'], daily: times['1d'], none: { kind: 'none' } },
  lancelot: { short: times['10+10'], long: times['30+20'], daily: times['1d'], none: { kind: 'none' } },
}

export interface Choice {
  game: Game
  /** Of Lancelot. */
  seats: number
  time: Time
  /** The own colour of Way of the Knight: the seat that begins counts from the own one; -1 is by lot. */
  first: number
}

const key = 'tafelrunde.friend'

/** lastChoice returns what the person chose last, or the usual game. */
export function lastChoice(store: Pick<Storage, 'getItem'> | undefined): Choice {
  let stored: Partial<Record<keyof Choice, unknown>> = {}
  try {
    stored = JSON.parse(store?.getItem(key) ?? '{}') ?? {}
  } catch {
    // It is not read again.
  }
  const { game, seats, time, first } = stored
  return {
    game: game === 'lancelot' ? game : 'wotn',
    seats: [2, 3, 4, 5].find((n) => n === seats) ?? 2,
    time: (Object.keys(clocks.wotn) as Time[]).find((one) => one === time) ?? 'short',
    first: [-1, 0, 1].find((n) => n === first) ?? -1,
  }
}

/** keepChoice stores a choice as the last one. */
export function keepChoice(store: Pick<Storage, 'setItem'> | undefined, choice: Choice): void {
  try {
    store?.setItem(key, JSON.stringify(choice))
  } catch {
    // The next dialog shows the usual game.
  }
}
