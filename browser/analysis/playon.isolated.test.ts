import { beforeEach, expect, test, vi } from 'vitest'
import { usualStart } from '../rules/starts.ts'
import { computer, type SavedGame } from '../saved/game.ts'
import { savedGames } from '../saved/games.svelte.ts'
import { climbOf } from '../saved/ladder.ts'
import { Memory } from '../saved/memory.ts'
import { place } from '../ui/route.svelte.ts'
import { type Moment, playOn } from './playon.ts'

// The modules of the page read the document when they are loaded.
vi.hoisted(() => {
  Object.assign(globalThis, { document: { querySelector: () => null, documentElement: {} } })
})

const go = vi.spyOn(place, 'go').mockImplementation(() => {})

beforeEach(() => savedGames.open(new Memory(), new Memory()))

/** The game that was begun last. */
function begun(): SavedGame | undefined {
  return savedGames.find(String(go.mock.lastCall?.[0]).split('/')[1] ?? '')
}

test.each<[string, Moment]>([
  ['Way of the Knight', { variant: 'wotn', start: '', moves: [], position: 'p', seats: 2, toAct: 0 }],
  ['Lancelot', { variant: 'lancelot', start: usualStart, moves: [], position: 'p', seats: 2, toAct: 0 }],
])('a game of %s that goes on from moves of an analysis is on no ladder', (_, moment) => {
  playOn(moment, computer())
  expect(begun() && climbOf(begun() as SavedGame)).toBeDefined()
  playOn({ ...moment, moves: ['a', 'b'] }, computer())
  expect(begun()).toMatchObject({ moves: ['a', 'b'], branched: true })
  expect(climbOf(begun() as SavedGame)).toBeUndefined()
})
