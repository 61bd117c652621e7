import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer, LessonExercise } from '../rules/contract.ts'
import { MiniHints } from './minihints.ts'

/** An engine whose searches end when the test says so. */
class Engine {
  searches: { moves: readonly string[]; answer: (hint: string) => void; fail: () => void }[] = []
  stops = 0
  hint = (_: LessonExercise, moves: readonly string[]) =>
    new Promise<Answer<string>>((resolve, reject) => {
      this.searches.push({
        moves,
        answer: (value) => resolve({ ok: true, value }),
        fail: () => reject(new Error('stopped')),
      })
    })
  stop = () => {
    this.stops++
    this.searches.at(-1)?.fail()
  }
}

let engine: Engine
let hints: MiniHints

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  engine = new Engine()
  hints = new MiniHints({} as LessonExercise, () => engine)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the search begins before the hint is requested, and only once', async () => {
  hints.prepare(['e2e4'])
  expect(engine.searches).toHaveLength(0)
  vi.advanceTimersByTime(2000)
  expect(engine.searches.map(({ moves }) => moves)).toEqual([['e2e4']])
  const hint = hints.find(['e2e4'])
  engine.searches[0]?.answer('e7e5')
  expect(await hint).toEqual({ ok: true, value: 'e7e5' })
  expect(await hints.find(['e2e4'])).toEqual({ ok: true, value: 'e7e5' })
  expect(engine.searches).toHaveLength(1)
  expect(engine.stops).toBe(0)
})

test('a move ends the search of the position before it', () => {
  hints.prepare([])
  vi.advanceTimersByTime(2000)
  hints.leave()
  expect(engine.stops).toBe(1)
  hints.prepare(['e2e4', 'e7e5'])
  hints.leave()
  vi.advanceTimersByTime(2000)
  expect(engine.searches).toHaveLength(1)
})

test('after a failure the next request searches again', async () => {
  const failed = hints.find([])
  engine.searches[0]?.fail()
  await expect(failed).rejects.toThrow()
  const hint = hints.find([])
  engine.searches[1]?.answer('e2e4')
  expect(await hint).toEqual({ ok: true, value: 'e2e4' })
})

test('a hidden page searches nothing', () => {
  vi.stubGlobal('document', { hidden: true })
  hints.prepare([])
  vi.advanceTimersByTime(2000)
  expect(engine.searches).toHaveLength(0)
})
