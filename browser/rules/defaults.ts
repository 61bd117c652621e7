import { lancelot } from './client.ts'

/** The default size of the board (squares per side) and target (captured stones that win) for a number of seats. */
export interface BoardDefaults {
  size: number
  target: number
}

let loaded: Promise<ReadonlyMap<number, BoardDefaults>> | undefined

/** boardDefaults returns the defaults of the rules by number of seats, 2 to 5. After a failure the next call tries again. */
export function boardDefaults(): Promise<ReadonlyMap<number, BoardDefaults>> {
  loaded ??= load().catch((reason) => {
    loaded = undefined
    throw reason
  })
  return loaded
}

async function load(): Promise<ReadonlyMap<number, BoardDefaults>> {
  const defaults = new Map<number, BoardDefaults>()
  for (let seats = 2; seats <= 5; seats++) {
    const start = await lancelot.start({ seats, diagonals: false, excalibur: false, target: 0, first: 0 })
    const game = start.ok ? await lancelot.game(start.value, [], '') : start
    if (game.ok) defaults.set(seats, { size: game.value.rows.length, target: game.value.rules.target })
  }
  return defaults
}
