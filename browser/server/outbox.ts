/** A move on its way to the server: the number of its game, and the moves played before it. */
export interface Outgoing {
  game: number
  ply: number
  move: string
}

const key = (match: string) => `tafelrunde.outgoing.${match}`

/** Moves on their way, kept so that they survive that the page is loaded again in the same tab. */
export const outbox = {
  write(match: string, outgoing: Outgoing): void {
    try {
      sessionStorage.setItem(key(match), JSON.stringify(outgoing))
    } catch {
      // Without storage the move is sent as long as the page stays.
    }
  },

  clear(match: string): void {
    try {
      sessionStorage.removeItem(key(match))
    } catch {
      // Nothing is stored then.
    }
  },

  read(match: string): Outgoing | undefined {
    try {
      const { game, ply, move } = JSON.parse(sessionStorage.getItem(key(match)) ?? 'null') ?? {}
      if (Number.isInteger(game) && Number.isInteger(ply) && typeof move === 'string') return { game, ply, move }
    } catch {
      // What cannot be read is as good as nothing.
    }
    return undefined
  },
}
