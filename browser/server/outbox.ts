/** A move that is being sent: the number of its game, and the number of moves before it. */
export interface Outgoing {
  game: number
  ply: number
  move: string
}

const key = (match: string) => `tafelrunde.outgoing.${match}`

/** Moves that are being sent, stored so that they survive a reload of the tab. */
export const outbox = {
  write(match: string, outgoing: Outgoing): void {
    try {
      sessionStorage.setItem(key(match), JSON.stringify(outgoing))
    } catch {
      // Without storage, the move is sent until the page is left.
    }
  },

  clear(match: string): void {
    try {
      sessionStorage.removeItem(key(match))
    } catch {
      // Nothing was stored.
    }
  },

  read(match: string): Outgoing | undefined {
    try {
      const { game, ply, move } = JSON.parse(sessionStorage.getItem(key(match)) ?? 'null') ?? {}
      if (Number.isInteger(game) && Number.isInteger(ply) && typeof move === 'string') return { game, ply, move }
    } catch {
      // Unreadable moves are ignored.
    }
    return undefined
  },
}
