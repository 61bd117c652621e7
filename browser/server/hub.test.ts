import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FromHub, Hub, type Source } from './hub.ts'

class Fake implements Source {
  onerror: (() => void) | null = null
  closed = false
  readonly address: string
  #hear = new Map<string, (event: { data: string }) => void>()

  constructor(address: string) {
    this.address = address
  }

  addEventListener(name: string, hear: (event: { data: string }) => void): void {
    this.#hear.set(name, hear)
  }

  close(): void {
    this.closed = true
  }

  say(name: string, data: unknown): void {
    this.#hear.get(name)?.({ data: JSON.stringify(data) })
  }

  event(match: string, seq: number): void {
    this.say('match', { match, seq, event: { type: 'moved', seq } })
  }

  /** What was asked for, readable. */
  get asked(): string {
    return decodeURIComponent(this.address.replace('/api/stream?', ''))
  }
}

let sources: Fake[]
let told: Record<string, FromHub[]>
let hub: Hub
const last = () => sources.at(-1) as Fake
const want = (tab: string, wants: Record<string, number>) => hub.hear({ say: 'want', tab, wants, mayLock: true })
const heard = (tab: string) =>
  (told[tab] ?? []).flatMap((message) =>
    message.tell === 'heard' && message.name === 'match' ? [`${message.topic}${message.id}`] : [],
  )
let ends: Map<string, () => void>

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  told = {}
  ends = new Map()
  hub = new Hub(
    (address) => {
      const source = new Fake(address)
      sources.push(source)
      return source
    },
    (tab, message) => {
      told[tab] = [...(told[tab] ?? []), message]
    },
    (tab) => new Promise((resolve) => ends.set(tab, resolve)),
  )
})
afterEach(() => {
  hub.close()
  vi.useRealTimers()
})

test('tabs share one line, and each hears what it wants', () => {
  want('one', { m: 0 })
  want('two', { m: 0, lobby: 0 })
  want('three', { n: 4 })
  expect(sources.filter(({ closed }) => !closed)).toEqual([last()])
  expect(last().asked).toBe('lobby=true&match=m:0&match=n:4')
  last().event('m', 1)
  last().event('n', 5)
  last().say('lobby', { waiting: [] })
  expect([heard('one'), heard('two'), heard('three')]).toEqual([['m1'], ['m1'], ['n5']])
  expect(told.two?.at(-1)).toMatchObject({ topic: 'lobby', name: 'lobby' })
  expect(told.one?.some((message) => message.tell === 'heard' && message.topic === 'lobby')).toBe(false)
})

test('who comes later is told what others have heard, without another line', () => {
  want('one', { m: 0 })
  for (const seq of [1, 2, 3]) last().event('m', seq)
  want('two', { m: 1 })
  expect(heard('two')).toEqual(['m2', 'm3'])
  expect(sources).toHaveLength(1)
})

test('who needs more than others have heard gets it', () => {
  want('one', { m: 5 })
  last().event('m', 6)
  want('two', { m: 0 })
  expect(last().asked).toBe('match=m:0')
  for (const seq of [1, 2, 3, 4, 5, 6]) last().event('m', seq)
  expect(heard('two')).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6'])
})

test('the line comes back after an error and goes on after the last event', () => {
  want('one', { m: 0 })
  last().event('m', 1)
  last().onerror?.()
  expect(told.one?.at(-1)).toEqual({ tell: 'lost' })
  expect(last().closed).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(sources).toHaveLength(2)
  expect(last().asked).toBe('match=m:1')
  last().event('m', 1)
  last().event('m', 2)
  expect(heard('one')).toEqual(['m1', 'm2'])
})

test('silence is noticed within ten seconds, and beats are no silence', () => {
  want('one', { m: 0 })
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(4000)
    last().say('beat', { now: 1, present: { m: [true, false] } })
  }
  expect(told.one).not.toContainEqual({ tell: 'lost' })
  expect(told.one?.at(-1)).toMatchObject({ name: 'beat', data: { now: 1, present: [true, false] } })
  vi.advanceTimersByTime(9900)
  expect(told.one?.at(-1)).toEqual({ tell: 'lost' })
})

test('after a sleep the line begins anew', () => {
  want('one', { m: 0 })
  last().say('beat', { now: 1, present: {} })
  vi.setSystemTime(Date.now() + 3_600_000)
  hub.hear({ say: 'again', tab: 'one', lost: true })
  expect(sources).toHaveLength(2)
  last().say('beat', { now: 2, present: {} })
  hub.hear({ say: 'again', tab: 'one', lost: true })
  expect(sources).toHaveLength(2)
  hub.hear({ say: 'again', tab: 'one', lost: false })
  expect(sources).toHaveLength(3)
})

test('a tab that ends is no longer told, and the last one ends the line', async () => {
  want('one', { m: 0 })
  want('two', { n: 0 })
  hub.hear({ say: 'bye', tab: 'one' })
  expect(last().asked).toBe('match=n:0')
  ends.get('two')?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(sources.every(({ closed }) => closed)).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sources.every(({ closed }) => closed)).toBe(true)
})

test('a tab that says nothing for long is forgotten, and welcome again', () => {
  want('one', { m: 0 })
  want('two', { n: 0 })
  for (let i = 0; i < 8; i++) {
    vi.advanceTimersByTime(20_000)
    want('two', { n: 0 })
  }
  expect(last().asked).toBe('match=n:0')
  want('one', { m: 3 })
  expect(last().asked).toBe('match=n:0&match=m:3')
})

test('a match that is gone is not asked for again, unless somebody comes anew', () => {
  want('one', { m: 0, n: 0 })
  last().say('gone', { match: 'm' })
  expect(told.one?.at(-1)).toMatchObject({ topic: 'm', name: 'gone' })
  last().onerror?.()
  vi.advanceTimersByTime(1000)
  expect(last().asked).toBe('match=n:0')
  want('two', { m: 0 })
  expect(last().asked).toBe('match=m:0&match=n:0')
})
