import { expect, test } from 'vitest'
import { decimalPoint, speech } from '../words/words.svelte.ts'
import type { MatchView } from './api.ts'
import { isRunning, timeLeft, timeLeftAfter, timeText } from './clock.ts'

const seatView = {
  player: { name: 'Ann' },
  clock: 60_000,
  quota: 0,
  moved: true,
  out: false,
  engine: 0,
  rematch: false,
}
const view = (changes: Partial<MatchView>): MatchView =>
  ({
    phase: 'playing',
    toAct: 0,
    turnAt: 1000,
    deadline: 90_000,
    settings: { clock: { kind: 'real-time', initial: 60_000, increment: 0 } },
    seats: [seatView, { ...seatView, moved: false }, { ...seatView, engine: 4 }],
    ...changes,
  }) as MatchView

test('the clock of the seat to act counts down from the start of its turn', () => {
  expect(timeLeft(view({}), 0, 11_000)).toBe(50_000)
  expect(timeLeft(view({}), 0, 100_000)).toBe(0)
  expect(timeLeft(view({}), 1, 11_000)).toBe(60_000)
  expect(isRunning(view({}), 0)).toBe(true)
  expect(isRunning(view({}), 1)).toBe(false)
})

test('a clock is stopped before the first move, after the game, and for computers', () => {
  expect(timeLeft(view({ toAct: 1 }), 1, 11_000)).toBe(60_000)
  expect(isRunning(view({ toAct: 1 }), 1)).toBe(false)
  expect(timeLeft(view({ phase: 'finished' }), 0, 11_000)).toBe(60_000)
  expect(timeLeft(view({ toAct: 2 }), 2, 11_000)).toBeUndefined()
})

test('a correspondence turn has the full time', () => {
  const settings = { clock: { kind: 'correspondence', perTurn: 86_400_000 } } as MatchView['settings']
  expect(timeLeft(view({ settings }), 0, 30_000)).toBe(60_000)
  expect(timeLeft(view({ settings }), 1, 30_000)).toBeUndefined()
})

test.each<[number, string]>([
  [0, '0:00.0'],
  [9_950, '0:09.9'],
  [20_000, '0:20'],
  [65_000, '1:05'],
  [3_723_000, '1:02:03'],
  [183_600_000, '2 d 03:00'],
])('%i ms is shown as %s', (milliseconds, text) => {
  expect(timeText(milliseconds, 'd', '.')).toBe(text)
})

test('tenths follow the decimal separator of the language', () => {
  expect(timeText(13_800, 'T', ',')).toBe('0:13,8')
  speech.language = 'de'
  expect(decimalPoint()).toBe(',')
  speech.language = 'en'
  expect(decimalPoint()).toBe('.')
})

test('a finished game has a clock after each move', () => {
  const past = view({
    phase: 'finished',
    moves: [
      { seat: 0, move: 'e2e4' },
      { seat: 1, move: 'e7e5' },
      { seat: 0, move: 'd2d4' },
    ],
    seats: [
      { ...seatView, clock: 41_000 },
      { ...seatView, clock: 7_000 },
    ] as MatchView['seats'],
  })
  const game = { ...past, endedAt: 9, games: 2, times: [60, 60, 52].map((s) => ({ at: 0, spent: 0, clock: s * 1000 })) }
  expect([0, 1, 2, 3].map((moves) => timeLeftAfter(game, 0, moves))).toEqual([60_000, 60_000, 60_000, 41_000])
  expect([0, 1, 2, 3].map((moves) => timeLeftAfter(game, 1, moves))).toEqual([60_000, 60_000, 60_000, 7_000])
})
