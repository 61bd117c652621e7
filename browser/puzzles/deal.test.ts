import { expect, test } from 'vitest'
import { deal, isForRuns } from './deal.ts'
import type { Puzzle } from './format.ts'
import { collection } from './plugin.ts'

const puzzles = Array.from({ length: 40 }, (_, i): Puzzle => {
  return { id: `p${i}`, rules: 'wotn', start: '', solution: [], rating: 1000 + 25 * i, themes: i % 2 ? ['fork'] : [] }
})
const any = { difficulty: 'normal', theme: '', skipped: [] } as const
/** The numbers of the puzzles that can be dealt. */
const dealt = (wish: Parameters<typeof deal>[1], attempts: { id: string; at: number }[] = []) =>
  Array.from({ length: 10 }, (_, i) => Number(deal(puzzles, wish, 1500, attempts, () => i / 10)?.id.slice(1))).sort(
    (a, b) => a - b,
  )

test('puzzles near the own rating are dealt, easier or harder ones if they are wanted', () => {
  expect(dealt(any)).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24])
  expect(dealt({ ...any, difficulty: 'easier' })).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
  expect(dealt({ ...any, difficulty: 'harder' })).toEqual([23, 24, 25, 26, 27, 28, 29, 30, 31, 32])
  expect(dealt({ ...any, theme: 'fork' })).toEqual([11, 13, 15, 17, 19, 21, 23, 25, 27, 29])
  expect(deal(puzzles, { ...any, theme: 'none' }, 1500, [])).toBeUndefined()
})

test('attempted puzzles return only if there are no others, the oldest ones first', () => {
  const seen = puzzles.slice(18, 22).map(({ id }, i) => ({ id, at: 10 - i }))
  expect(dealt(any, seen)).toEqual([13, 14, 15, 16, 17, 22, 23, 24, 25, 26].filter((n) => n < 18 || n > 21))
  const all = puzzles.map(({ id }, i) => ({ id, at: 100 - i }))
  expect(dealt(any, all)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39])
})

test('skipped puzzles return only if there are no others', () => {
  const skipped = puzzles.slice(18, 22).map(({ id }) => id)
  expect(dealt({ ...any, skipped })).toEqual([13, 14, 15, 16, 17, 22, 23, 24, 25, 26])
  expect(deal(puzzles.slice(18, 22), { ...any, skipped }, 1500, [], () => 0)?.id).toBe('p20')
})

test('runs have puzzles with the usual rules and two seats, and enough of them', () => {
  const start = (captured: string) => `8/8 a ${captured} 9,9 - basic 7`
  expect([
    isForRuns({ rules: 'wotn-alternative', start: '' }),
    isForRuns({ rules: 'lancelot', start: start('3,6') }),
    isForRuns({ rules: 'lancelot', start: start('3,6,1') }),
  ]).toEqual([false, true, false])
  for (const game of ['wotn', 'lancelot'])
    expect(collection(game).puzzles.filter(isForRuns).length).toBeGreaterThanOrEqual(60)
})
