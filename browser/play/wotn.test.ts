import { expect, test } from 'vitest'
import type { WotnState } from '../rules/contract.ts'
import { WotnGame, type WotnSource } from './wotn.svelte.ts'

/** A game in which White is to move and Black is the person at this screen. */
function waiting(source: Partial<WotnSource>): WotnGame {
  const state = { turn: 'w', played: [], outcome: { over: false } } as unknown as WotnState
  const game = new WotnGame({ premover: 1, mayMove: false, busy: false, moves: [], notes: [], ...source } as WotnSource)
  game.state = state
  game.shown = state
  return game
}

test('a premove can be entered while the other side is to move', () => {
  expect(waiting({}).mayPremove).toBe(true)
  expect(waiting({ premover: -1 }).mayPremove).toBe(false)
  expect(waiting({ premover: 0 }).mayPremove).toBe(false)
})

test('a premove can be entered while the rules compute the position after the other side has moved', () => {
  expect(waiting({ mayMove: true, moves: ['f2f3'] }).mayPremove).toBe(true)
})
