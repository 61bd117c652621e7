import { lancelot } from './client.ts'

/** Size is squares a side, target the stones that win; both as usual for a number of seats. */
export type Fields = Readonly<Record<number, { size: number; target: number }>>

let asked: Promise<Fields> | undefined

/** What the rules say of each number of seats from two to five. It fails where the rules do not load, and may then be asked again. */
export function usualFields(): Promise<Fields> {
  asked ??= find().catch((reason) => {
    asked = undefined
    throw reason
  })
  return asked
}

async function find(): Promise<Fields> {
  const found: Record<number, { size: number; target: number }> = {}
  for (let seats = 2; seats <= 5; seats++) {
    const start = await lancelot.start({ seats, diagonals: false, excalibur: false, target: 0, first: 0 })
    const game = start.ok ? await lancelot.game(start.value, [], '') : start
    if (game.ok) found[seats] = { size: game.value.rows.length, target: game.value.rules.target }
  }
  return found
}
