import { expect, test } from 'vitest'
import { person, type SavedLancelot, write } from './game.ts'
import { SavedGames, type Store } from './games.svelte.ts'
import { Memory } from './memory.ts'

function game(id: string, changed = 1): SavedLancelot {
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

function opened(store: Store | undefined): SavedGames {
  const saved = new SavedGames()
  saved.open(store)
  return saved
}

test('games are listed by the time of their last change', () => {
  const store = new Memory()
  const saved = opened(store)
  saved.save(game('old'))
  saved.save(game('new'))
  store.entries.set('tafelrunde.game.old', write(game('old', 10)))
  store.entries.set('tafelrunde.game.new', write(game('new', 20)))
  const again = opened(store)
  expect(again.games.map(({ id }) => id)).toEqual(['new', 'old'])
  expect(again.last('lancelot')?.id).toBe('new')
  expect(again.last('wotn')).toBeUndefined()
})

test('an unreadable game moves to a key of its own, unchanged, and stays there', () => {
  const store = new Memory()
  store.entries.set('tafelrunde.game.broken', '{"version":1,')
  store.entries.set('tafelrunde.game.elder', '{"version":0,"moves":["e4"]}')
  store.entries.set('somebody.else', 'text')
  const saved = opened(store)
  expect(saved.games).toEqual([])
  expect(saved.unreadable.map(({ why }) => why).sort()).toEqual(['not-json', 'other-version'])
  expect(store.getItem('tafelrunde.aside.broken')).toBe('{"version":1,')
  expect(store.getItem('tafelrunde.game.broken')).toBeNull()
  expect(store.getItem('somebody.else')).toBe('text')
  expect(opened(store).unreadable).toHaveLength(2)
})

test('a full storage is reported, and no stored text is lost', () => {
  const store = new Memory()
  store.entries.set('tafelrunde.game.broken', 'no game')
  store.full = true
  const saved = opened(store)
  expect(saved.unreadable).toHaveLength(1)
  expect(store.getItem('tafelrunde.game.broken')).toBe('no game')
  saved.save(game('new'))
  expect(saved.refused).toBe(true)
  expect(saved.find('new')).toBeDefined()
})

test('without storage, games last until the page is left', () => {
  const saved = opened(undefined)
  expect(saved.refused).toBe(true)
  saved.save(game('new'))
  expect(saved.find('new')).toBeDefined()
})

test('a removed game is not stored', () => {
  const store = new Memory()
  const saved = opened(store)
  saved.save(game('new'))
  saved.remove('new')
  expect(saved.games).toEqual([])
  expect(opened(store).games).toEqual([])
})

test('a game without moves is not listed, and survives a reload of the tab', () => {
  const [store, tab] = [new Memory(), new Memory()]
  const saved = new SavedGames()
  saved.open(store, tab)
  saved.save(game('tried'))
  saved.save(game('another'))
  expect(store.entries.size).toBe(0)
  expect(saved.games).toEqual([])
  const again = new SavedGames()
  again.open(store, tab)
  const tried = again.find('tried')
  expect(tried?.start).toBe(game('tried').start)
  again.save({ ...game('tried'), moves: ['g6'] })
  expect(again.games.map(({ id }) => id)).toEqual(['tried'])
  expect(again.find('tried')?.moves).toEqual(['g6'])
  expect([...tab.entries.keys()]).toEqual(['tafelrunde.beginning.another'])
  // A game that begins again stays, and so does one that has ended.
  again.save(game('tried'))
  again.save({ ...game('another'), end: { reason: 'resigned', winners: [0] } })
  expect(again.games.map(({ id }) => id)).toEqual(['another', 'tried'])
  // Without a storage for the tab it is saved at once.
  const blocked = new SavedGames()
  blocked.open(new Memory())
  blocked.save(game('tried'))
  expect(blocked.find('tried')?.id).toBe('tried')
})

test('an import leaves room for games that are being played, and loses none that is stored', () => {
  const store = new Memory()
  const saved = opened(store)
  saved.save(game('mine'))
  const games = Array.from({ length: 1000 }, (_, i) => game(`i${i}`))
  store.room = 300_000
  const refused = saved.addImported(games)
  const taken = games.length - refused.length
  expect(taken).toBeGreaterThan(50)
  expect(refused).toEqual(games.slice(taken))
  expect(saved.imported.map(({ id }) => id)).toEqual(games.slice(0, taken).map(({ id }) => id))
  // The room is free for games, which can grow.
  expect(store.getItem('tafelrunde.reserve')).toBeNull()
  saved.save({ ...game('mine'), moves: Array.from({ length: 500 }, () => 'e4') })
  expect(saved.refused).toBe(false)
  // Another import takes nothing, until games are deleted.
  expect(saved.addImported(refused)).toEqual(refused)
  saved.removeAll(new Set(games.slice(0, 20).map(({ id }) => id)))
  expect(refused.length - saved.addImported(refused).length).toBeGreaterThan(10)
  expect(opened(store).games.map(({ id }) => id)).toEqual(['mine'])
})

test('several games are removed and restored unchanged', () => {
  const store = new Memory()
  const saved = opened(store)
  for (const id of ['a', 'b', 'c']) saved.save(game(id))
  saved.addImported([game('x', 7), game('y', 6)])
  const before = [...store.entries].sort()
  const removed = saved.removeAll(new Set(['a', 'c', 'x', 'unknown']))
  expect([...store.entries.keys()].sort()).toEqual(['tafelrunde.game.b', 'tafelrunde.imported.y'])
  expect([saved.games, saved.imported].map((games) => games.map(({ id }) => id))).toEqual([['b'], ['y']])
  // A full storage refuses them; they are restored later.
  store.full = true
  const refused = saved.restore(removed)
  expect([refused.games, refused.imported].map((games) => games.map(({ id }) => id).sort())).toEqual([
    ['a', 'c'],
    ['x'],
  ])
  store.full = false
  expect(saved.restore(refused)).toEqual({ games: [], imported: [] })
  expect([...store.entries].sort()).toEqual(before)
  expect(saved.imported.map(({ id }) => id)).toEqual(['x', 'y'])
})

test('a tab with an older version does not overwrite the newer one, which it lists', () => {
  const store = new Memory()
  opened(store).save({ ...game('g'), moves: ['a1'] })
  const [one, two] = [opened(store), opened(store)]
  const [mine, stale] = [one.find('g'), two.find('g')] as [SavedLancelot, SavedLancelot]
  const version = one.save({ ...mine, moves: ['a1', 'b2'] })
  expect(version).toBeGreaterThan(mine.changed)

  expect(two.save({ ...stale, moves: ['a1', 'c3'] })).toBe(stale.changed)
  expect(opened(store).find('g')?.moves).toEqual(['a1', 'b2'])
  expect(two.find('g')).toMatchObject({ moves: ['a1', 'b2'], changed: version })
  expect(one.save({ ...mine, changed: version, moves: ['a1', 'b2', 'd4'] })).toBeGreaterThan(version)
})
