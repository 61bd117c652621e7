import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused, request, Unreachable } from './api.ts'

const table = {
  settings: {
    game: 'wotn',
    variant: 'wotn',
    seats: 2,
    clock: { kind: 'none' },
    visibility: 'public',
  },
} as const

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

function respond(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status })
}

test('a request that creates something is repeated with the same key if there is no response', async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  fetched.mockResolvedValueOnce(respond(503, { code: 'unavailable', message: '' }))
  fetched.mockResolvedValueOnce(respond(201, { match: 'm' }))
  const created = request('POST', '/matches', table)
  await vi.runAllTimersAsync()
  expect(await created).toEqual({ match: 'm' })
  const [first = '', ...others] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(others).toEqual([first, first])
  fetched.mockResolvedValueOnce(respond(201, { match: 'n' }))
  await request('POST', '/matches', table)
  expect(keys()[3]).not.toBe(first)
})

test('a request is repeated twice, and not after a refusal', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  const lost = request('POST', '/reports', { about: 'p', reason: 'else' })
  const given = expect(lost).rejects.toBeInstanceOf(Unreachable)
  await vi.runAllTimersAsync()
  await given
  expect(fetched).toHaveBeenCalledTimes(3)
  fetched.mockReset()
  fetched.mockResolvedValue(respond(409, { code: 'seated', message: '' }))
  await expect(request('POST', '/matches/m/commands', { type: 'sit', seat: 1 })).rejects.toBeInstanceOf(Refused)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('moves and GET requests have no key and are sent once', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  await expect(request('POST', '/matches/m/commands', { type: 'move', move: 'e2e4' })).rejects.toBeInstanceOf(
    Unreachable,
  )
  await expect(request('GET', '/lobby')).rejects.toBeInstanceOf(Unreachable)
  expect(keys()).toEqual([undefined, undefined])
})
