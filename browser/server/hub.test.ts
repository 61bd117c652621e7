import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FromHub, Hub, type Source } from './hub.ts'

class Fake implements Source {
  onerror: (() => void) | null = null
  closed = false
  readonly address: string
  #listeners = new Map<string, (event: { data: string }) => void>()

  constructor(address: string) {
    this.address = address
  }

  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(name, listener)
  }

  close(): void {
    this.closed = true
  }

  dispatch(name: string, data: unknown): void {
    this.#listeners.get(name)?.({ data: JSON.stringify(data) })
  }

  event(match: string, seq: number): void {
    this.dispatch('match', { match, seq, event: { type: 'moved', seq } })
  }

  /** The decoded query. */
  get query(): string {
    return decodeURIComponent(this.address.replace('api/stream?', ''))
  }
}

let sources: Fake[]
let sent: Record<string, FromHub[]>
let hub: Hub
const last = () => sources.at(-1) as Fake
const subscribe = (tab: string, topics: Record<string, number>) =>
  hub.receive({ type: 'subscribe', tab, topics, locked: true })
const received = (tab: string) =>
  (sent[tab] ?? []).flatMap((message) =>
    message.type === 'event' && message.name === 'match' ? [`${message.topic}${message.id}`] : [],
  )
let ends: Map<string, () => void>

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  sent = {}
  ends = new Map()
  hub = new Hub(
    (address) => {
      const source = new Fake(address)
      sources.push(source)
      return source
    },
    (tab, message) => {
      sent[tab] = [...(sent[tab] ?? []), message]
    },
    (tab) => new Promise((resolve) => ends.set(tab, resolve)),
  )
})
afterEach(() => {
  hub.close()
  vi.useRealTimers()
})

test('tabs share one stream, and each receives its topics', () => {
  subscribe('one', { m: 0 })
  subscribe('two', { m: 0, lobby: 0 })
  subscribe('three', { n: 4 })
  expect(sources.filter(({ closed }) => !closed)).toEqual([last()])
  expect(last().query).toBe('lobby=true&match=m:0&match=n:4')
  last().event('m', 1)
  last().event('n', 5)
  last().dispatch('lobby', { waiting: [] })
  expect([received('one'), received('two'), received('three')]).toEqual([['m1'], ['m1'], ['n5']])
  expect(sent.two?.at(-1)).toMatchObject({ topic: 'lobby', name: 'lobby' })
  expect(sent.one?.some((message) => message.type === 'event' && message.topic === 'lobby')).toBe(false)
})

test('changes of the lobby reach all tabs as whole lists, and a gap makes the hub request them', () => {
  const shown = (tab: string) =>
    (sent[tab] ?? []).flatMap((message) =>
      message.type === 'event' && message.name === 'lobby'
        ? [(message.data as { waiting: { match: string }[] }).waiting.map(({ match }) => match).join()]
        : [],
    )
  const rest = { moreWaiting: false, morePlaying: false }
  const open = (version: number, match: string) =>
    last().dispatch('lobby-change', {
      version,
      waiting: { inserted: [{ at: 0, table: { match } }] },
      playing: {},
      ...rest,
    })
  subscribe('one', { lobby: 0 })
  open(8, 'early') // without lists
  expect(sources).toHaveLength(2)
  last().dispatch('lobby', { version: 7, waiting: [{ match: 'a' }], playing: [], ...rest })
  open(8, 'b')
  subscribe('two', { lobby: 0 })
  open(9, 'c')
  expect([shown('one'), shown('two')]).toEqual([
    ['a', 'b,a', 'c,b,a'],
    ['b,a', 'c,b,a'],
  ])
  expect(sources).toHaveLength(2)
  open(11, 'e')
  expect(sources).toHaveLength(3)
  expect(last().query).toBe('lobby=true')
})

test('tabs share the tables of the person, which are those of the session', () => {
  const own = (tab: string) =>
    (sent[tab] ?? []).flatMap((message) => (message.type === 'event' && message.name === 'own' ? [message.data] : []))
  subscribe('one', { own: 0, m: 0 })
  expect(last().query).toBe('own=true&match=m:0')
  last().dispatch('own', { person: 'ann' })
  subscribe('two', { own: 0 })
  expect([own('one'), own('two')]).toEqual([[{ person: 'ann' }], [{ person: 'ann' }]])
  hub.receive({ type: 'reconnect', tab: 'one', lost: false })
  subscribe('three', { own: 0 })
  expect(own('three')).toEqual([])
})

test('a later tab receives past events without another stream', () => {
  subscribe('one', { m: 0 })
  for (const seq of [1, 2, 3]) last().event('m', seq)
  subscribe('two', { m: 1 })
  expect(received('two')).toEqual(['m2', 'm3'])
  expect(sources).toHaveLength(1)
})

test('a tab that needs earlier events makes the hub request them', () => {
  subscribe('one', { m: 5 })
  last().event('m', 6)
  subscribe('two', { m: 0 })
  expect(last().query).toBe('match=m:0')
  for (const seq of [1, 2, 3, 4, 5, 6]) last().event('m', seq)
  expect(received('two')).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6'])
})

test('the stream reconnects after an error and resumes after the last event', () => {
  subscribe('one', { m: 0 })
  last().event('m', 1)
  last().onerror?.()
  expect(sent.one?.at(-1)).toEqual({ type: 'lost' })
  expect(last().closed).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(sources).toHaveLength(2)
  expect(last().query).toBe('match=m:1')
  last().event('m', 1)
  last().event('m', 2)
  expect(received('one')).toEqual(['m1', 'm2'])
})

test('a lost connection is detected within ten seconds without data; heartbeats are data', () => {
  subscribe('one', { m: 0 })
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(4000)
    last().dispatch('beat', { now: 1, present: { m: [true, false] } })
  }
  expect(sent.one).not.toContainEqual({ type: 'lost' })
  expect(sent.one?.at(-1)).toMatchObject({ name: 'beat', data: { now: 1, present: [true, false] } })
  vi.advanceTimersByTime(9900)
  expect(sent.one?.at(-1)).toEqual({ type: 'lost' })
})

test('the stream reconnects after the computer was suspended', () => {
  subscribe('one', { m: 0 })
  last().dispatch('beat', { now: 1, present: {} })
  vi.setSystemTime(Date.now() + 3_600_000)
  hub.receive({ type: 'reconnect', tab: 'one', lost: true })
  expect(sources).toHaveLength(2)
  last().dispatch('beat', { now: 2, present: {} })
  hub.receive({ type: 'reconnect', tab: 'one', lost: true })
  expect(sources).toHaveLength(2)
  hub.receive({ type: 'reconnect', tab: 'one', lost: false })
  expect(sources).toHaveLength(3)
})

test('a closed tab receives nothing, and the last one closes the stream', async () => {
  subscribe('one', { m: 0 })
  subscribe('two', { n: 0 })
  hub.receive({ type: 'close', tab: 'one' })
  expect(last().query).toBe('match=n:0')
  ends.get('two')?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(sources.every(({ closed }) => closed)).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sources.every(({ closed }) => closed)).toBe(true)
})

test('a tab without messages is removed, and may subscribe again', () => {
  subscribe('one', { m: 0 })
  subscribe('two', { n: 0 })
  for (let i = 0; i < 8; i++) {
    vi.advanceTimersByTime(20_000)
    subscribe('two', { n: 0 })
  }
  expect(last().query).toBe('match=n:0')
  subscribe('one', { m: 3 })
  expect(last().query).toBe('match=n:0&match=m:3')
})

test('a match that is gone is not requested again, except for a new subscriber', () => {
  subscribe('one', { m: 0, n: 0 })
  last().dispatch('gone', { match: 'm' })
  expect(sent.one?.at(-1)).toMatchObject({ topic: 'm', name: 'gone' })
  last().onerror?.()
  vi.advanceTimersByTime(1000)
  expect(last().query).toBe('match=n:0')
  subscribe('two', { m: 0 })
  expect(last().query).toBe('match=m:0&match=n:0')
})
