import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, Refused, Unreachable } from './api.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

function keys(): (string | undefined)[] {
  return fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key') ?? undefined)
}

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status })
}

test('a request that creates something is sent again with the same key when its answer is lost', async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  fetched.mockResolvedValueOnce(answer(503, { code: 'unavailable', message: '' }))
  fetched.mockResolvedValueOnce(answer(201, { match: 'm' }))
  const asked = ask('POST', '/matches', {})
  await vi.runAllTimersAsync()
  expect(await asked).toEqual({ match: 'm' })
  const [first = '', ...others] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(others).toEqual([first, first])
  fetched.mockResolvedValueOnce(answer(201, { match: 'n' }))
  await ask('POST', '/matches', {})
  expect(keys()[3]).not.toBe(first)
})

test('a request is given up after some attempts, and a refused one is not sent again', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  const lost = ask('POST', '/reports', {})
  const given = expect(lost).rejects.toBeInstanceOf(Unreachable)
  await vi.runAllTimersAsync()
  await given
  expect(fetched).toHaveBeenCalledTimes(3)
  fetched.mockReset()
  fetched.mockResolvedValue(answer(409, { code: 'seated', message: '' }))
  await expect(ask('POST', '/matches/m/commands', { type: 'sit', seat: 1 })).rejects.toBeInstanceOf(Refused)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('moves and reading requests have no key and are sent once', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  await expect(ask('POST', '/matches/m/commands', { type: 'move', move: 'e2e4' })).rejects.toBeInstanceOf(Unreachable)
  await expect(ask('GET', '/lobby')).rejects.toBeInstanceOf(Unreachable)
  expect(keys()).toEqual([undefined, undefined])
})
