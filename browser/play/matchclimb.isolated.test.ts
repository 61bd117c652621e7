import { beforeEach, expect, test, vi } from 'vitest'
import { usualStart } from '../rules/starts.ts'
import { climbedGames } from '../saved/climbed.ts'
import { climbOf } from '../saved/ladder.ts'
import { progress } from '../saved/progress.svelte.ts'
import type { MatchView } from '../server/api.ts'
import { addHelp, helpIn, keepClimb, savedOf } from './matchclimb.ts'

beforeEach(() => {
  const all = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, text: string) => void all.set(key, text),
  })
})

const seats = (...players: object[]) => players.map((player) => ({ player, out: false, engine: 0 }))

/** A game of Lancelot that the second seat has won against a computer. */
const view = (match: string, changes: object = {}): MatchView =>
  ({
    match,
    game: 1,
    phase: 'finished',
    you: 1,
    now: 1,
    settings: { game: 'lancelot', variant: 'basic', seats: 2, clock: { kind: 'real-time' } },
    start: usualStart,
    moves: ['g8', 'f7'].map((move) => ({ move })),
    outcome: { over: true, reason: 'target', winners: [1] },
    seats: seats({ engine: 13 }, { id: '1', name: 'Ann' }),
    ...changes,
  }) as unknown as MatchView

test('a game that is won on the server counts on the ladder, with its help', () => {
  keepClimb(view('other'))
  expect(progress.solved).toEqual({})
  addHelp(view('m'), 0)
  expect(helpIn(view('m'))).toBe(0)
  addHelp(view('m'), 1)
  keepClimb(view('m'))
  expect(progress.solved).toEqual({ 'ladder-lancelot-2/13': { moves: 1, stars: 2 } })
})

test('games that were seen in progress are remembered once, also lost ones', () => {
  const lost = { outcome: { over: true, reason: 'target', winners: [0] } }
  keepClimb(view('unseen', lost))
  expect(climbedGames()).toEqual([])
  addHelp(view('m'), 0)
  keepClimb(view('m', lost))
  keepClimb(view('m', { ...lost, now: 2 }))
  const game = { id: 'm/1', ladder: 'lancelot-2', levels: [13], won: false, at: 1 }
  expect(climbedGames()).toEqual([game])
})

test('the conditions are those of games in the browser', () => {
  const counts = (changes: object) => climbOf(savedOf(view('m', changes), 0))
  expect(counts({})).toEqual({ ladder: 'lancelot-2', level: 13, side: 1 })
  expect(counts({ start: '8/8/8/8/8/8/8/8 a 0,0 30,30 - diagonals 7' })).toBeUndefined()
  expect(counts({ seats: seats({ id: '2', name: 'Ben' }, { id: '1', name: 'Ann' }) })).toBeUndefined()
  expect(counts({ seats: [...seats({ engine: 13 }), { player: { id: '1' }, out: false, engine: 5 }] })).toBeUndefined()
  const wotn = { game: 'wotn', variant: 'chess', seats: 2, clock: { kind: 'real-time' } }
  expect(counts({ settings: wotn, start: 'rnbqkbnr/8 w' })).toEqual({ ladder: 'chess', level: 13, side: 1 })
  expect(counts({ settings: { ...wotn, start: 'k7/8 w' }, start: 'k7/8 w' })).toBeUndefined()
  expect(counts({ settings: { ...wotn, handicap: true } })).toBeUndefined()
})

test('the help of the last games only is remembered', () => {
  for (let i = 0; i < 30; i++) addHelp(view(`m${i}`), i)
  expect(helpIn(view('m0'))).toBeUndefined()
  expect(helpIn(view('m29'))).toBe(29)
})
