import type { Variant } from '../rules/contract.ts'
import { newId } from '../ui/id.ts'
import { computer, person, type SavedGame } from './game.ts'
import { easyLevel } from './levels.ts'

/** Milliseconds for each of its moves. */
const time = 500

/** The game, its rules and its start position; '' is the usual one of Way of the Knight. */
export type Setup =
  | { game: 'wotn'; variant: Variant; start: string }
  | { game: 'lancelot'; start: string; seats: number }

/** easyGame returns a new game of a person, who moves first, against easy computers. */
export function easyGame(setup: Setup): SavedGame {
  const now = Date.now()
  const base = {
    version: 1,
    id: newId(),
    changed: now,
    started: now,
    start: setup.start,
    moves: [],
    end: null,
    tags: {},
  } as const
  if (setup.game === 'lancelot') {
    const others = Array.from({ length: setup.seats - 1 }, () => computer(time, easyLevel))
    return { ...base, moves: [], game: 'lancelot', players: [person(), ...others] }
  }
  return {
    ...base,
    moves: [],
    game: 'wotn',
    variant: setup.variant,
    players: [person(), computer(time, easyLevel)],
    white: 0,
    flipped: false,
    series: { points: [0, 0], won: [0, 0], drawn: 0 },
    notes: [],
  }
}
