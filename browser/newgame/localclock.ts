/** The clock of a new local game. The last choice is remembered in this browser. */
import type { TimeControl } from '../saved/clock.ts'
import { browserStore, type Store } from '../saved/games.svelte.ts'
import { times } from './usualclocks.ts'

/** A usual time control of a local game, or '' for none. */
export type ClockChoice = (typeof clockChoices)[number]

/** The choices in the order in which they are offered. */
export const clockChoices = ['', '3+2', '5+3', '10+5', '10+10', '30+20'] as const

/** controlOf returns the time control of a choice, undefined for none. */
export function controlOf(choice: ClockChoice): TimeControl | undefined {
  if (choice === '') return undefined
  const { initial, increment } = times[choice]
  return { initial, increment }
}

/** choiceOf returns the choice of a time control, '' for one that is not offered. */
export function choiceOf(control: TimeControl | undefined): ClockChoice {
  const same = (choice: ClockChoice) => {
    const one = controlOf(choice)
    return one?.initial === control?.initial && one?.increment === control?.increment
  }
  return clockChoices.find(same) ?? ''
}

const key = 'tafelrunde.clock'

/** lastClock returns the last choice, or none. */
export function lastClock(store: Pick<Store, 'getItem'> | undefined = browserStore()): ClockChoice {
  const stored = store?.getItem(key)
  return clockChoices.find((choice) => choice === stored) ?? ''
}

/** rememberClock stores a choice as the last one. */
export function rememberClock(
  choice: ClockChoice,
  store: Pick<Store, 'setItem' | 'removeItem'> | undefined = browserStore(),
): void {
  try {
    if (choice === '') store?.removeItem(key)
    else store?.setItem(key, choice)
  } catch {
    // The choice is not remembered.
  }
}
