import { type Browser, expect } from '@playwright/test'
import type { Look } from './looks.ts'
import type { Person, TestServer } from './server.ts'

export interface Member extends Person {
  name: string
}

/** newMembers returns people with accounts of these names. */
export function newMembers<const Names extends readonly string[]>(
  server: TestServer,
  browser: Browser,
  look: Look,
  names: Names,
  size?: { width: number; height: number },
): Promise<{ -readonly [N in keyof Names]: Member }> {
  const members = names.map(async (name) => {
    const person = await server.newPerson(browser, look, size)
    const answer = await person.page.request.post('/api/account', { data: { name, password: 'long enough' } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return { ...person, name }
  })
  return Promise.all(members) as Promise<{ -readonly [N in keyof Names]: Member }>
}

/** matchOf starts a public match without clocks, and returns its ID and a function that sends a command from a seat. */
export async function matchOf(players: readonly Person[], settings: { game: string; variant: string }) {
  const at = (number: number): Person => {
    const player = players.at(number)
    if (!player) throw new Error('no players')
    return player
  }
  const all = { seats: players.length, first: 0, clock: { kind: 'none' }, visibility: 'public', ...settings }
  const opened = await at(0).page.request.post('/api/matches', { data: { settings: all, seat: 0 } })
  const match: string = (await opened.json()).match
  const send = async (seat: number, data: object) => {
    const answer = await at(seat).page.request.post(`/api/matches/${match}/commands`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  for (const seat of players.keys()) if (seat > 0) await send(seat, { type: 'sit', seat })
  return { match, send }
}

/**
 * playedMatch plays a game of matchOf, in turn, until the player of the last seat resigns, and returns the ID of the match.
 */
export async function playedMatch(
  players: readonly Person[],
  settings: { game: string; variant: string },
  moves: readonly string[],
): Promise<string> {
  const { match, send } = await matchOf(players, settings)
  for (const [ply, move] of moves.entries()) await send(ply % players.length, { type: 'move', move })
  await send(-1, { type: 'resign' })
  return match
}
