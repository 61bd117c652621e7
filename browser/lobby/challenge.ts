/** What a person chose for the last challenge in this browser. */
export interface Chosen {
  game: string
  clock: string
  rated: boolean
}

const key = 'tafelrunde.challenge'

/** lastChosen returns the last choice, or undefined if there is none. */
export function lastChosen(store: Pick<Storage, 'getItem'> | undefined): Chosen | undefined {
  try {
    const { game, clock, rated } = JSON.parse(store?.getItem(key) ?? '') ?? {}
    return { game: String(game), clock: String(clock), rated: rated === true }
  } catch {
    return undefined
  }
}

/** keepChosen stores a choice as the last one. */
export function keepChosen(store: Pick<Storage, 'setItem'> | undefined, chosen: Chosen): void {
  try {
    store?.setItem(key, JSON.stringify(chosen))
  } catch {
    // The next dialog shows the usual game.
  }
}
