import { expect, test } from 'vitest'
import { easyGame } from './easy.ts'
import { keepState, keptState } from './state.ts'

class Room implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  readonly texts = new Map<string, string>()
  readonly #most: number
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }
  get length() {
    return this.texts.size
  }
  key(i: number) {
    return [...this.texts.keys()][i] ?? null
  }
  getItem(key: string) {
    return this.texts.get(key) ?? null
  }
  removeItem(key: string) {
    this.texts.delete(key)
  }
  setItem(key: string, text: string) {
    if (text.length > this.#most) throw new Error('full')
    this.texts.set(key, text)
  }
}

const game = easyGame({ game: 'wotn', variant: 'wotn', start: '' })
const moved = { ...game, moves: ['e2e4'] } as typeof game

test('a state is kept for one game, its moves and one build', () => {
  const store = new Room()
  expect(keptState(store, 'a', moved)).toBeUndefined()
  keepState(store, 'a', moved, { turn: 'b' })
  expect(keptState(store, 'a', moved)).toEqual({ turn: 'b' })
  expect(keptState(store, 'a', game)).toBeUndefined()
  expect(keptState(store, 'b', moved)).toBeUndefined()
  expect(keptState(store, 'a', easyGame({ game: 'wotn', variant: 'chess', start: '' }))).toBeUndefined()
  keepState(store, 'a', game, { turn: 'w' })
  expect(keptState(store, 'a', moved)).toBeUndefined()
})

test('nothing is kept without room, and nothing unreadable is read', () => {
  const full = new Room(1000)
  keepState(full, 'a', moved, {})
  expect(full.length).toBe(0)
  const store = new Room()
  keepState(store, 'a', moved, 'x'.repeat(1_000_000))
  expect(store.length).toBe(0)
  for (const text of ['', '{', '7', 'null', '{"of":1}']) {
    store.setItem('tafelrunde.state', text)
    expect(keptState(store, 'a', moved)).toBeUndefined()
  }
})
