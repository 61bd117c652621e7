import { expect, test } from 'vitest'
import { type KeptLancelot, person, write } from './kept.ts'
import { Shelf, type Store } from './shelf.svelte.ts'

class Memory implements Store {
  entries = new Map<string, string>()
  full = false

  get length(): number {
    return this.entries.size
  }
  key(i: number): string | null {
    return [...this.entries.keys()][i] ?? null
  }
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new Error('the storage is full')
    this.entries.set(key, value)
  }
  removeItem(key: string): void {
    this.entries.delete(key)
  }
}

function game(id: string, changed = 1): KeptLancelot {
  return {
    version: 1,
    game: 'lancelot',
    id,
    changed,
    start: '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7',
    moves: [],
    players: [person(), person()],
    end: null,
    tags: {},
  }
}

function opened(store: Store | undefined): Shelf {
  const shelf = new Shelf()
  shelf.open(store)
  return shelf
}

test('games are found again, the last one first', () => {
  const store = new Memory()
  const shelf = opened(store)
  shelf.keep(game('old'))
  shelf.keep(game('new'))
  store.entries.set('tafelrunde.game.old', write(game('old', 10)))
  store.entries.set('tafelrunde.game.new', write(game('new', 20)))
  const again = opened(store)
  expect(again.games.map(({ id }) => id)).toEqual(['new', 'old'])
  expect(again.last('lancelot')?.id).toBe('new')
  expect(again.last('wotn')).toBeUndefined()
})

test('a game that cannot be read is put aside whole, and stays there', () => {
  const store = new Memory()
  store.entries.set('tafelrunde.game.broken', '{"version":1,')
  store.entries.set('tafelrunde.game.elder', '{"version":0,"moves":["e4"]}')
  store.entries.set('somebody.else', 'kept')
  const shelf = opened(store)
  expect(shelf.games).toEqual([])
  expect(shelf.asides.map(({ why }) => why).sort()).toEqual(['not-json', 'other-version'])
  expect(store.getItem('tafelrunde.aside.broken')).toBe('{"version":1,')
  expect(store.getItem('tafelrunde.game.broken')).toBeNull()
  expect(store.getItem('somebody.else')).toBe('kept')
  expect(opened(store).asides).toHaveLength(2)
})

test('a full storage is reported, and nothing is given up for it', () => {
  const store = new Memory()
  store.entries.set('tafelrunde.game.broken', 'no game')
  store.full = true
  const shelf = opened(store)
  expect(shelf.asides).toHaveLength(1)
  expect(store.getItem('tafelrunde.game.broken')).toBe('no game')
  shelf.keep(game('new'))
  expect(shelf.refused).toBe(true)
  expect(shelf.find('new')).toBeDefined()
})

test('without any storage the page still plays', () => {
  const shelf = opened(undefined)
  expect(shelf.refused).toBe(true)
  shelf.keep(game('new'))
  expect(shelf.find('new')).toBeDefined()
})

test('what is removed is gone', () => {
  const store = new Memory()
  const shelf = opened(store)
  shelf.keep(game('new'))
  shelf.remove('new')
  expect(shelf.games).toEqual([])
  expect(opened(store).games).toEqual([])
})
