import type { Times } from '../play/times.ts'
import { type GameView, type Refusal, Refused, Unreachable } from '../server/api.ts'
import { bareName, guestName } from '../server/texts.ts'

/** A finished game of a match on the server, by its moves. */
export interface MatchGame {
  start: string
  moves: string[]
  /** The names of the players by seat, '' if there is none. */
  names: string[]
  /** The side or seat of the person at this screen, -1 for none. */
  own: number
  /** The times of the moves. */
  times: Times[]
}

/** matchGame returns a finished game of a match. It rejects with Refused ('no-game' while it is being played) or Unreachable. */
export async function matchGame(id: string, game: number): Promise<MatchGame> {
  const view = JSON.parse(await text(`api/matches/${id}/games/${game}`)) as GameView
  if (view.endedAt === 0) throw new Refused({ code: 'no-game', message: 'the game is not finished' })
  // If a seat was out, the replay has the moves as the rules need them.
  const moves = view.replay?.moves ?? view.moves.map(({ move }) => move)
  const clock = view.settings.clock.kind
  // Without a clock nobody has a time, and correspondence clocks do not show what is left.
  const times = view.times.map(({ spent, clock: left }): Times => {
    if (clock === 'none') return {}
    return { spent, ...(clock === 'real-time' && { clock: left }) }
  })
  const names = view.seats.map(({ player }) => bareName(player))
  return { start: view.replay?.start ?? view.start, moves, names, times, own: ownSide(view) }
}

function ownSide({ settings, seats, you }: GameView): number {
  if (settings.game === 'lancelot' || you < 0) return you
  return seats[you]?.side === 'b' ? 1 : 0
}

/**
 * matchRecord returns a finished game of a match as PGN. The server refuses games that are not finished, so that nobody gets
 * the help of the engine with them here. It rejects with Refused or Unreachable.
 */
export async function matchRecord(id: string, game: number): Promise<string> {
  const record = await text(`api/matches/${id}/games/${game}/record`)
  return record.replace(
    /^(\[\w+ ")(?:Guest|Gast) (\d{4})("\])$/gm,
    (_, before, n, after) => before + guestName(n) + after,
  )
}

/** text returns the body of an answer of the server. */
async function text(path: string): Promise<string> {
  let response: Response
  let body: string
  try {
    response = await fetch(path)
    body = await response.text()
  } catch (reason) {
    throw new Unreachable(String(reason))
  }
  if (response.ok) return body
  let refusal: Refusal
  try {
    refusal = JSON.parse(body) as Refusal
  } catch {
    throw new Unreachable(`${response.status} ${response.statusText}`)
  }
  if (response.status >= 500) throw new Unreachable(`${response.status} ${response.statusText}`)
  throw new Refused(refusal)
}
