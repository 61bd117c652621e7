import type { Variant } from '../rules/contract.ts'
import { newId } from '../ui/id.ts'
import { newClock, type TimeControl } from './clock.ts'
import { computer, person, type SavedGame } from './game.ts'
import { easyLevel } from './levels.ts'

/** Milliseconds for each move of an easy computer. */
const time = 500

/** The game, its rules and its start position; '' is the usual one of Way of the Knight. */
export type Setup =
  | { game: 'wotn'; variant: Variant; start: string }
  | { game: 'lancelot'; start: string; seats: number }

/** The levels of the computers by seat, and the time for each of their moves. */
export interface Opponents {
  levels: readonly number[]
  milliseconds: number
  /** The clock of the game, missing for none. */
  control?: TimeControl | undefined
}

/** computerGame returns a new game of a person, who has White, or Black if `black`, or the first seat, against computers. */
export function computerGame(setup: Setup, opponents: Opponents, black = false): SavedGame {
  const { levels, milliseconds, control } = opponents
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
    ...(control && { clock: newClock(control) }),
  } as const
  const computers = levels.map((level) => computer(milliseconds, level))
  if (setup.game === 'lancelot') return { ...base, moves: [], game: 'lancelot', players: [person(), ...computers] }
  return {
    ...base,
    moves: [],
    game: 'wotn',
    variant: setup.variant,
    players: [person(), computers[0] ?? computer(milliseconds)],
    white: black ? 1 : 0,
    flipped: black,
    series: { points: [0, 0], won: [0, 0], drawn: 0 },
    notes: [],
  }
}

/** easyGame returns a new game of a person, who moves first, against easy computers. */
export function easyGame(setup: Setup): SavedGame {
  const opponents = setup.game === 'lancelot' ? setup.seats - 1 : 1
  return computerGame(setup, { levels: Array(opponents).fill(easyLevel), milliseconds: time })
}
