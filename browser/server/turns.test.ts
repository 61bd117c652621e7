import { expect, test } from 'vitest'
import type { Summary } from './api.ts'
import { isSlow, isToMove, leastTimeFirst, nextAfter } from './turns.ts'

const summary = (match: string, some: object = {}) =>
  ({
    match,
    phase: 'playing',
    seats: [{ id: 'anna' }, { id: 'ben' }],
    toAct: 0,
    deadline: 0,
    settings: { clock: { kind: 'correspondence' } },
    ...some,
  }) as Summary
const names = (matches: readonly Summary[]) => matches.map(({ match }) => match).join(' ')

test('the game with the least time comes first, games without a limit last', () => {
  const games = [
    summary('none'),
    summary('late', { deadline: 9 }),
    summary('also none'),
    summary('soon', { deadline: 2 }),
  ]
  expect(names(games.toSorted(leastTimeFirst))).toBe('soon late none also none')
})

test('the next game is the first other one that was not left without a move', () => {
  const games = [summary('a'), summary('b'), summary('c')]
  expect(nextAfter(games, 'elsewhere', [])?.match).toBe('a')
  expect(nextAfter(games, 'c', [])?.match).toBe('a')
  expect(nextAfter(games, 'a', ['a'])?.match).toBe('b')
  expect(nextAfter(games, 'b', ['a'])?.match).toBe('c')
  expect(nextAfter(games, 'b', ['c', 'a'])?.match).toBe('c')
  expect(nextAfter([summary('a')], 'a', [])).toBeUndefined()
  expect(nextAfter([], 'a', [])).toBeUndefined()
})

test('only games in progress wait for a move', () => {
  expect(isToMove(summary('a'), 'anna')).toBe(true)
  expect(isToMove(summary('a'), 'ben')).toBe(false)
  expect(isToMove(summary('a', { left: [0] }), 'anna')).toBe(false)
  for (const phase of ['waiting', 'finished', 'closed']) {
    expect(isToMove(summary('a', { phase }), 'anna')).toBe(false)
    expect(isSlow(summary('a', { phase }))).toBe(false)
  }
  expect(isSlow(summary('a', { settings: { clock: { kind: 'real-time' } } }))).toBe(false)
  expect(isSlow(summary('a', { settings: { clock: { kind: 'none' } } }))).toBe(true)
})
