import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Memory } from '../saved/memory.ts'
import { puzzleRecord } from '../saved/puzzles.svelte.ts'
import { firstAttempts } from '../saved/puzzlestats.ts'
import { keepAttempt, keepDaily, keepDealt, keepMistake, solvedFirst } from './attempt.ts'
import type { Puzzle } from './format.ts'

vi.mock('../rules/client.ts', () => ({
  puzzles: { rate: async () => ({ ok: true, value: { rating: 1600, deviation: 300, volatility: 0.09 } }) },
}))

const puzzle = (id: string): Puzzle => ({ id, rules: 'wotn', start: '', solution: [], rating: 1500 })
const kinds = () => puzzleRecord.attempts.map(({ id, kind }) => `${id} ${kind}`).reverse()

beforeEach(() => {
  vi.useFakeTimers()
  puzzleRecord.open(new Memory())
})
afterEach(() => vi.useRealTimers())

test('the puzzle of a day that ends before it is solved is none', () => {
  vi.setSystemTime('2026-12-01T23:50:00Z')
  keepDaily(puzzle('aaaaaaa'), '2026-12-01', true)
  keepDaily(puzzle('aaaaaaa'), '2026-12-01', true)
  vi.setSystemTime('2026-12-02T00:05:00Z')
  keepDaily(puzzle('bbbbbbb'), '2026-12-01', true)
  expect(kinds()).toEqual(['aaaaaaa daily', 'bbbbbbb training'])
  expect(puzzleRecord.streak('wotn', '2026-12-02')).toEqual({ days: 1, doneToday: false })
  keepDaily(puzzle('ccccccc'), '2026-12-02', false)
  vi.advanceTimersByTime(1)
  keepAttempt(puzzle('ccccccc'), 'training', true)
  expect(['aaaaaaa', 'bbbbbbb', 'ccccccc', 'ddddddd'].map(solvedFirst)).toEqual([true, true, false, false])
})

test('only dealt puzzles change the rating of a guest', async () => {
  keepAttempt(puzzle('aaaaaaa'), 'training', true)
  keepDaily(puzzle('bbbbbbb'), '2020-01-01', true)
  expect(puzzleRecord.ratingOf('wotn').rating).toBe(1500)
  vi.advanceTimersByTime(1)
  await keepDealt(puzzle('aaaaaaa'), true)
  expect(puzzleRecord.ratingOf('wotn').rating).toBe(1500)
  await keepDealt(puzzle('ccccccc'), true)
  expect([puzzleRecord.ratingOf('wotn').rating, puzzleRecord.attempts.length]).toEqual([1600, 4])
})

test('what is failed in a run comes back, and is no first attempt', () => {
  vi.setSystemTime('2026-12-01T12:00:00Z')
  keepMistake(puzzle('aaaaaaa'), { win: false })
  keepMistake(puzzle('bbbbbbb'), { win: false, skipped: true })
  keepMistake(puzzle('ccccccc'), { win: true })
  expect(puzzleRecord.due(Date.parse('2026-12-02T12:00:00Z')).map(({ id }) => id)).toEqual(['aaaaaaa'])
  expect(firstAttempts(puzzleRecord.attempts)).toEqual([])
})
