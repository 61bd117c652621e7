import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FoundGame } from '../rules/contract.ts'
import { Refused, Unreachable } from '../server/api.ts'
import { Adding } from './adding.svelte.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const games: FoundGame[] = ['a', 'b', 'c'].map((title) => ({ title, text: title, plies: 1, left: [] }))

/** Stores games, and fails as the test asks. */
function fake() {
  const stored: string[] = []
  const keys: string[] = []
  const failures: (Error | undefined)[] = []
  const add = async (game: FoundGame, key: string) => {
    keys.push(key)
    const failure = failures.shift()
    if (failure) throw failure
    stored.push(game.title)
  }
  return { stored, keys, failures, adding: new Adding(games, add) }
}

test('a second run begins with the first game that is not stored', async () => {
  const { stored, keys, failures, adding } = fake()
  const full = new Refused({ code: 'study-many', message: '' })
  failures.push(undefined, full)
  await expect(adding.run()).rejects.toBe(full)
  expect([stored, adding.stored, adding.running]).toEqual([['a'], 1, false])
  await adding.run()
  expect([stored, adding.stored]).toEqual([['a', 'b', 'c'], 3])
  expect(keys).toHaveLength(4)
  expect(keys[0]).not.toBe(keys[1])
})

test('a game whose answer was lost is sent again with the same key', async () => {
  const { stored, keys, failures, adding } = fake()
  failures.push(new Unreachable(''))
  await expect(adding.run()).rejects.toBeInstanceOf(Unreachable)
  await adding.run()
  expect(keys[0]).toBe(keys[1])
  expect(stored).toEqual(['a', 'b', 'c'])
})

test('a server that asks to wait gets the request later', async () => {
  const { stored, failures, adding } = fake()
  failures.push(
    undefined,
    new Refused({ code: 'too-much', message: '' }, 7),
    new Refused({ code: 'busy', message: '' }),
  )
  const run = adding.run()
  await vi.advanceTimersByTimeAsync(6900)
  expect([stored, adding.stored, adding.waiting]).toEqual([['a'], 1, true])
  await vi.advanceTimersByTimeAsync(200)
  expect([stored, adding.waiting]).toEqual([['a'], true])
  await vi.advanceTimersByTimeAsync(5000)
  await run
  expect([stored, adding.stored, adding.waiting]).toEqual([['a', 'b', 'c'], 3, false])
})

test('stop ends a wait; the rest can be added later', async () => {
  const { stored, failures, adding } = fake()
  failures.push(undefined, new Refused({ code: 'too-much', message: '' }, 60))
  const run = adding.run()
  await vi.advanceTimersByTimeAsync(10)
  adding.stop()
  await run
  expect([stored, adding.running, adding.waiting]).toEqual([['a'], false, false])
  await adding.run()
  expect(stored).toEqual(['a', 'b', 'c'])
})
