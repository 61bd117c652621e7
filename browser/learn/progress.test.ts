import { describe, expect, test, vi } from 'vitest'
import { LessonGame } from '../saved/lessongame.svelte.ts'
import type { LessonStore } from '../saved/lessons.ts'
import { lackOf, merge, nothing, parseResults, type Results, type Solved } from '../saved/merge.ts'
import { Progress, parse } from '../saved/progress.svelte.ts'
import { AccountLessons, type Request } from './account.svelte.ts'
import { starsFor } from './stars.ts'

function memory(text?: string): LessonStore & { all: Map<string, string> } {
  const all = new Map<string, string>(text === undefined ? [] : [['tafelrunde.lessons', text]])
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, text) => void all.set(key, text),
    removeItem: (key) => void all.delete(key),
  }
}

function opened(store: LessonStore): Progress {
  const progress = new Progress()
  progress.open(store)
  return progress
}

test('what is stored is read again', () => {
  const store = memory()
  const progress = opened(store)
  expect(progress.chess).toBeUndefined()
  progress.answerChess(true)
  progress.visit('first', 3)
  progress.add({ 'first/a': { moves: 2, stars: 2 } })
  progress.keepGame('first', 'g', ['e2e4'], [])
  const again = opened(store)
  expect([again.chess, again.last, again.starsOf('first', 'a'), again.starsOf('first', 'b')]).toEqual([
    true,
    'first/3',
    2,
    0,
  ])
  expect(again.gameOf('first', 'g')).toEqual(['e2e4'])
  again.keepGame('first', 'g', [], ['e2e4'])
  expect(again.gameOf('first', 'g')).toEqual([])
})

test('a game that another tab has continued is not overwritten', () => {
  const store = memory()
  const [one, two] = [opened(store), opened(store)]
  const [first, second] = [new LessonGame(one, 'first', 'g'), new LessonGame(two, 'first', 'g')]
  const stored = () => opened(store).gameOf('first', 'g')
  first.keep(['e2e4'])
  second.keep(['d2d4'])
  expect([first.newer, second.newer, stored()]).toEqual([false, true, ['e2e4']])
  // Nor by its end, or by other changes in the older tab.
  second.keep([])
  two.visit('first', 2)
  two.add({ 's/a': { moves: 1, stars: 3 } })
  two.keepFaults('first', 'a', 1)
  expect([second.newer, stored()]).toEqual([true, ['e2e4']])
  expect(second.load()).toEqual(['e2e4'])
  second.keep(['e2e4', 'e7e5'])
  expect([second.newer, stored()]).toEqual([false, ['e2e4', 'e7e5']])
  // The same reply of the computer in both tabs is no difference.
  first.keep(['e2e4', 'e7e5'])
  expect(first.newer).toBe(false)
})

test('two tabs keep the games, mistakes and repetitions of each other', () => {
  const store = memory()
  const [one, two] = [opened(store), opened(store)]
  one.keepGame('s', 'g', ['e2e4'], [])
  one.keepFaults('s', 'a', 1)
  one.add({ 's/a': { moves: 1, stars: 3 } })
  two.keepGame('s', 'h', ['d2d4'], [])
  two.keepFaults('s', 'b', 2)
  two.add({ 's/b': { moves: 1, stars: 3 } })
  const all = opened(store)
  expect([all.gameOf('s', 'g'), all.gameOf('s', 'h')]).toEqual([['e2e4'], ['d2d4']])
  expect([all.faultsOf('s', 'a'), all.faultsOf('s', 'b')]).toEqual([1, 2])
  expect(Object.values(all.solved).map(({ repetition }) => repetition?.step)).toEqual([3, 3])
})

test('a game lasts until the page is closed if the storage is full', () => {
  const store = memory()
  const progress = opened(store)
  const game = new LessonGame(progress, 'first', 'g')
  store.setItem = () => {
    throw new Error('full')
  }
  game.keep(['e2e4'])
  game.keep(['e2e4', 'e7e5'])
  expect([game.newer, game.load()]).toEqual([false, ['e2e4', 'e7e5']])
})

test('a person who signs in takes the game along', () => {
  const progress = opened(memory())
  const game = new LessonGame(progress, 'first', 'g')
  game.keep(['e2e4'])
  progress.use('anna')
  expect(game.newer).toBe(false)
  game.keep(['e2e4', 'e7e5'])
  expect([game.newer, progress.gameOf('first', 'g')]).toEqual([false, ['e2e4', 'e7e5']])
  // It does not replace another one.
  progress.use('')
  progress.keepGame('first', 'g', ['d2d4'], ['e2e4'])
  expect(game.newer).toBe(true)
  game.keep(['e2e4', 'e7e5', 'g1f3'])
  expect(progress.gameOf('first', 'g')).toEqual(['d2d4'])
})

test('a game goes on in a tab while another one creates an account', () => {
  const tab = new EventTarget()
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  const store = memory()
  const [one, two] = [opened(store), opened(store)]
  one.follow()
  const game = new LessonGame(one, 'first', 'g')
  game.keep(['e2e4'])
  two.use('anna')
  two.takeOver()
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'tafelrunde.lessons-owner', newValue: 'anna' }))
  expect(game.newer).toBe(false)
  game.keep(['e2e4', 'e7e5'])
  expect([game.newer, opened(store).gameOf('first', 'g')]).toEqual([false, ['e2e4', 'e7e5']])
  vi.unstubAllGlobals()
})

test('mistakes and hints cost stars, until the exercise is solved', () => {
  expect([0, 1, 2, 3, 40].map(starsFor)).toEqual([3, 2, 2, 1, 1])
  const store = memory()
  opened(store).keepFaults('first', 'a', 2)
  const again = opened(store)
  expect([again.faultsOf('first', 'a'), again.faultsOf('first', 'b')]).toEqual([2, 0])
  again.keepFaults('first', 'a', 0)
  expect(opened(store).faultsOf('first', 'a')).toBe(0)
})

test('the better result stays, also that of another tab', () => {
  const store = memory()
  const [one, two] = [opened(store), opened(store)]
  one.add({ 's/a': { moves: 1, stars: 3 } })
  two.add({ 's/a': { moves: 4, stars: 1 }, 's/b': { moves: 2, stars: 3 } })
  expect(two.solved).toMatchObject({ 's/a': { moves: 1, stars: 3 }, 's/b': { moves: 2, stars: 3 } })
})

test('it is kept when an exercise was solved last, also by an account', () => {
  const store = memory()
  const progress = opened(store)
  progress.add({ 's/a': { moves: 3, stars: 1 } })
  progress.use('anna')
  progress.takeOver()
  progress.receive(nothing)
  const first = opened(store).solved['s/a']?.repetition
  expect(first?.step).toBe(0)
  expect(Math.abs((first?.at ?? 0) - Date.now())).toBeLessThan(60_000)
  progress.add({ 's/a': { moves: 3, stars: 3 } })
  expect(progress.solved['s/a']?.repetition?.step).toBe(1)
  // Wins against the computer are not repeated.
  progress.add({ 'ladder-wotn/12': { moves: 9, stars: 3 } })
  expect(progress.solved['ladder-wotn/12']).toEqual({ moves: 9, stars: 3 })
})

test('repetitions that an earlier build kept apart are read, and sent to the account', () => {
  const solved = { 's/a': { moves: 3, stars: 1 } }
  const repetitions = { 's/a': { at: 5, step: 2 }, 's/gone': { at: 5, step: 1 } }
  const store = memory()
  store.setItem('tafelrunde.lessons-of.anna', JSON.stringify({ version: 1, solved, repetitions, sent: { solved } }))
  const progress = opened(store)
  progress.use('anna')
  const read = { 's/a': { moves: 3, stars: 1, repetition: { at: 5, step: 2 } } }
  expect(progress.solved).toEqual(read)
  expect(progress.unsent()).toEqual({ solved: read })
  // The next time they are stored with the results.
  progress.receive({ solved })
  expect(opened(store).solved).toEqual(read)
})

test('damaged data is left out', () => {
  for (const text of [null, '', '{', '7', 'null', '{"version":2}']) expect(parse(text).solved).toEqual({})
  const text = JSON.stringify({
    version: 1,
    solved: { a: { moves: 1, stars: 3 }, b: { moves: 0, stars: 3 }, c: { moves: 1, stars: 9 }, d: null },
    games: { g: ['e2e4'], h: 'e2e4', i: [4] },
    repetitions: { a: { at: 5, step: 2 }, b: { at: 5, step: 9 }, c: 3 },
    chess: 'yes',
  })
  expect(parse(text)).toEqual({
    solved: { a: { moves: 1, stars: 3, repetition: { at: 5, step: 2 } } },
    games: { g: ['e2e4'] },
    faults: {},
    sent: nothing,
  })
})

test('a blocked storage is no obstacle', () => {
  const blocked = () => {
    throw new Error('blocked')
  }
  const progress = opened({ getItem: blocked, setItem: blocked, removeItem: blocked })
  progress.add({ 's/a': { moves: 1, stars: 3 } })
  expect(progress.starsOf('s', 'a')).toBe(3)
  progress.use('anna')
  expect(progress.starsOf('s', 'a')).toBe(0)
})

describe('merging', () => {
  /** random returns a function that returns whole numbers below n. */
  function random(seed: number): (n: number) => number {
    let state = seed
    return (n) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 2 ** 32) * n)
    }
  }

  function someResults(below: (n: number) => number): Results {
    const solved: Record<string, Solved> = {}
    for (let n = below(4); n > 0; n--)
      solved[`s/${below(4)}`] = {
        moves: 1 + below(5),
        stars: 1 + below(3),
        ...(below(2) && { repetition: { at: 1 + below(3), step: below(5) } }),
      }
    return {
      solved,
      ...(below(2) && { chess: { yes: below(2) === 1, at: 1 + below(3) } }),
      ...(below(2) && { last: { place: `s/${below(3)}`, at: 1 + below(3) } }),
    }
  }

  /** The slow twin looks at all results of each exercise at once. */
  function slow(parts: readonly Results[]): Results {
    const names = new Set(parts.flatMap(({ solved }) => Object.keys(solved)))
    const solved = [...names].map((name) => {
      const all = parts.flatMap((part) => part.solved[name] ?? [])
      const [moves, stars] = [Math.min(...all.map((r) => r.moves)), Math.max(...all.map((r) => r.stars))]
      const repetition = all
        .flatMap((r) => r.repetition ?? [])
        .sort((a, b) => a.at - b.at || a.step - b.step)
        .at(-1)
      return [name, { moves, stars, ...(repetition && { repetition }) }]
    })
    const chess = parts
      .flatMap((part) => part.chess ?? [])
      .sort((a, b) => a.at - b.at || Number(a.yes) - Number(b.yes))
      .at(-1)
    const last = parts
      .flatMap((part) => part.last ?? [])
      .sort((a, b) => a.at - b.at || (a.place < b.place ? -1 : 1))
      .at(-1)
    return { solved: Object.fromEntries(solved), ...(chess && { chess }), ...(last && { last }) }
  }

  test('neither order nor repetition matters', () => {
    const below = random(27)
    for (let round = 0; round < 500; round++) {
      const parts = [someResults(below), someResults(below), someResults(below)]
      const [a, b, c] = parts as [Results, Results, Results]
      const all = slow(parts)
      expect(merge(merge(a, b), c)).toEqual(all)
      expect(merge(a, merge(b, c))).toEqual(all)
      expect(merge(merge(c, b), a)).toEqual(all)
      expect(merge(all, b)).toEqual(all)
      expect(merge(a, a)).toEqual(a)
      expect(merge(a, nothing)).toEqual(a)
      expect(parseResults(JSON.parse(JSON.stringify(all)))).toEqual(all)
      // What b lacks of a is all that is needed, and nothing is lacking afterwards.
      const lack = lackOf(b, a)
      expect(merge(b, lack ?? nothing)).toEqual(merge(a, b))
      expect(lackOf(merge(a, b), a)).toBeUndefined()
    }
  })

  test('what is lacking comes in parts', () => {
    const own: Results = {
      solved: Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`s/${i}`, { moves: 1, stars: 3 }])),
    }
    let server: Results = nothing
    for (const n of [2, 2, 1]) {
      const lack = lackOf(server, own, 2)
      expect(Object.keys(lack?.solved ?? {})).toHaveLength(n)
      server = merge(server, lack ?? nothing)
    }
    expect(lackOf(server, own, 2)).toBeUndefined()
  })
})

/** A server with the progress of people, and the person of the cookie. */
class Server {
  people: Record<string, Results> = {}
  cookie = ''
  reachable = true
  puts = 0
  /** The server's clock. */
  now = 1e15

  request: Request = async (method, results) => {
    if (!this.reachable) throw new Error('unreachable')
    const person = this.cookie
    if (person === '') throw new Error('no session')
    if (method === 'PUT' && results) {
      if (results.person !== person) throw new Error('lessons-person')
      if (Object.keys(results.solved).length > 100) throw new Error('request')
      this.puts++
      const early = <T extends { at: number }>(value: T): T => ({ ...value, at: Math.min(value.at, this.now) })
      const { chess, last } = results
      const solved = Object.fromEntries(
        Object.entries(results.solved).map(([name, { repetition, ...result }]) => [
          name,
          { ...result, ...(repetition && { repetition: early(repetition) }) },
        ]),
      )
      const part = { solved, ...(chess && { chess: early(chess) }), ...(last && { last: early(last) }) }
      this.people[person] = merge(this.people[person] ?? nothing, part)
    }
    return { person, ...(this.people[person] ?? nothing) }
  }
}

describe('with an account', () => {
  /** A device with its browser's storage; `open` opens the page there. */
  function device(server: Server) {
    const store = memory()
    return {
      store,
      open() {
        const progress = opened(store)
        const sender = new AccountLessons(progress, server.request)
        progress.onChange(() => void sender.send())
        return { progress, sender, use: (account: string, created = false) => sender.use(account, created) }
      },
    }
  }

  test('two devices have the best of both', async () => {
    const server = new Server()
    server.cookie = 'anna'
    const [phone, desk] = [device(server).open(), device(server).open()]
    await Promise.all([phone.use('anna'), desk.use('anna')])
    phone.progress.add({ 's/a': { moves: 4, stars: 1 } })
    desk.progress.add({ 's/a': { moves: 1, stars: 3 }, 's/b': { moves: 2, stars: 2 } })
    desk.progress.visit('s', 2)
    await Promise.all([phone.sender.send(), desk.sender.send()])
    phone.progress.answerChess(true)
    await phone.sender.send()
    expect(phone.progress.solved).toMatchObject({ 's/a': { moves: 1, stars: 3 }, 's/b': { moves: 2, stars: 2 } })
    expect(phone.progress.solved).toEqual(desk.progress.solved)
    expect([phone.progress.last, phone.sender.kept]).toEqual(['s/2', true])
    const { puts } = server
    await desk.sender.send()
    expect([server.puts, server.people.anna?.chess?.yes]).toEqual([puts, true])
  })

  test('changes made offline are sent later, also after the page was closed', async () => {
    const server = new Server()
    server.cookie = 'anna'
    const phone = device(server)
    const first = phone.open()
    await first.use('anna')
    server.reachable = false
    first.progress.add({ 's/a': { moves: 1, stars: 3 } })
    await first.sender.send()
    expect(first.sender.kept).toBe(false)
    // Offline, the page does not know the session. The progress is still that of the account.
    const second = phone.open()
    expect([second.progress.account, second.progress.starsOf('s', 'a')]).toEqual(['anna', 3])
    second.progress.add({ 's/b': { moves: 1, stars: 3 } })
    server.reachable = true
    const third = phone.open()
    await third.use('anna')
    expect(third.sender.kept).toBe(true)
    expect(Object.keys(server.people.anna?.solved ?? {})).toEqual(['s/a', 's/b'])
  })

  test('many exercises are sent in parts', async () => {
    const server = new Server()
    server.cookie = 'anna'
    const { progress, sender, use } = device(server).open()
    await use('anna')
    progress.add(Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`s/${i}`, { moves: 1, stars: 3 }])))
    await sender.send()
    expect([server.puts, Object.keys(server.people.anna?.solved ?? {}).length]).toEqual([3, 250])
  })

  test('two people on one device stay apart', async () => {
    const server = new Server()
    const shared = device(server)
    server.cookie = 'anna'
    const anna = shared.open()
    await anna.use('anna')
    anna.progress.add({ 's/a': { moves: 1, stars: 3 } })
    await anna.sender.send()
    server.reachable = false
    anna.progress.add({ 's/unsent': { moves: 1, stars: 3 } })
    await anna.sender.send()
    server.reachable = true
    // Ben signs in in another tab. Anna's tab does not send her progress in his name.
    server.cookie = 'ben'
    await anna.sender.send()
    const ben = shared.open()
    await ben.use('ben')
    expect(ben.progress.solved).toEqual({})
    ben.progress.add({ 's/b': { moves: 1, stars: 3 } })
    await ben.sender.send()
    expect(server.people).toMatchObject({ anna: { solved: { 's/a': {} } }, ben: { solved: { 's/b': {} } } })
    expect(server.people.ben?.solved['s/a']).toBeUndefined()
    // He signs out, and without an account nobody's progress is shown. The server has his, so the browser forgets it.
    await ben.use('')
    expect([ben.progress.solved, shared.store.all.has('tafelrunde.lessons-of.ben')]).toEqual([{}, false])
    // Hers is still there, with what was not sent.
    server.cookie = 'anna'
    const again = shared.open()
    await again.use('anna')
    expect(Object.keys(server.people.anna?.solved ?? {})).toEqual(['s/a', 's/unsent'])
  })

  test('what was solved without an account goes to a new account, to others only when asked', async () => {
    const server = new Server()
    const shared = device(server)
    shared.open().progress.add({ 's/a': { moves: 1, stars: 3 } })
    server.cookie = 'old'
    const old = shared.open()
    await old.use('old')
    expect([old.progress.solved, old.progress.unowned]).toEqual([{}, 1])
    await old.use('')
    expect(old.progress.starsOf('s', 'a')).toBe(3)
    server.cookie = 'new'
    await old.use('new', true)
    expect([old.progress.starsOf('s', 'a'), old.progress.unowned]).toEqual([3, 0])
    expect(server.people.new?.solved).toMatchObject({ 's/a': { moves: 1, stars: 3 } })
    await old.use('')
    expect(old.progress.solved).toEqual({})
    old.progress.add({ 's/b': { moves: 1, stars: 3 } })
    server.cookie = 'old'
    await old.use('old')
    old.progress.takeOver()
    await old.sender.send()
    expect(Object.keys(server.people.old?.solved ?? {})).toEqual(['s/b'])
  })

  test('the moment of a clock that is fast is that of the server', async () => {
    const server = new Server()
    server.cookie = 'anna'
    server.now = 1000
    const { store, open } = device(server)
    const { progress, sender, use } = open()
    await use('anna')
    progress.visit('s', 1)
    await sender.send()
    expect(server.people.anna?.last).toEqual({ place: 's/1', at: 1000 })
    // Another device opens another exercise later by the server's clock.
    server.people.anna = merge(server.people.anna ?? nothing, { solved: {}, last: { place: 's/2', at: 1001 } })
    progress.add({ 's/a': { moves: 1, stars: 3 } })
    await sender.send()
    expect([progress.last, server.people.anna.last?.place]).toEqual(['s/2', 's/2'])
    // Nor does it hide for long that an exercise is due, here and elsewhere.
    const repetition = { at: 1000, step: 3 }
    expect([progress.solved['s/a']?.repetition, sender.kept]).toEqual([repetition, true])
    expect(opened(store).solved['s/a']?.repetition).toEqual(repetition)
  })
})
