import { expect, test } from 'vitest'
import { computerGame } from '../saved/easy.ts'
import { computer, person, type SavedGame, type SavedWotn } from '../saved/game.ts'
import type { PlayedGame, Settings, Summary } from '../server/api.ts'
import { writeSearch } from '../ui/gamesearch.ts'
import { newestFirst, playedEntry, runningEntry, savedEntry } from './entry.ts'
import { found, noSearch, onServer, readSearch, type Search } from './search.ts'

const day = (text: string) => new Date(`${text}T12:00`).getTime()

const base: SavedWotn = {
  ...(computerGame({ game: 'wotn', variant: 'wotn', start: '' }, { levels: [12], milliseconds: 500 }) as SavedWotn),
  moves: ['e2e4', 'e7e5'],
  changed: day('2026-03-05'),
}
const game = (part: Partial<SavedWotn> = {}): SavedGame => ({ ...base, ...part })
const onScreen = game({ players: [person('Anna'), person('Ben')] })
const { started: _, ...unstarted } = onScreen
const imported = { ...unstarted, tags: { Date: '1999.??.??' } } as SavedGame

const settings = { game: 'wotn', variant: 'chess', clock: { kind: 'none' }, rated: true } as Settings
const played = {
  match: 'm',
  game: 2,
  settings,
  players: [
    { id: 'me', name: 'Me', account: true },
    { id: 'you', name: 'You', account: true },
  ],
  outcome: { over: true, reason: 'checkmate', winners: [1] },
  endedAt: day('2026-03-06'),
  moves: 30,
} as PlayedGame
const running = {
  match: 'r',
  game: 1,
  phase: 'playing',
  settings,
  seats: played.players,
  openedAt: day('2026-03-07'),
} as Summary

test('games of all kinds are in one list, the newest first', () => {
  const all = [
    savedEntry(base, undefined, false),
    savedEntry(imported, [0], false),
    playedEntry(played, 'me'),
    runningEntry(running, 'me'),
  ]
  expect(newestFirst(all).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'online match/r/1',
    'online match/m/2',
    `computer wotn/${base.id}`,
    `imported wotn/${base.id}`,
  ])
  expect(savedEntry(onScreen, [0], false)).toMatchObject({ kind: 'screen', mine: -1 })
  expect(savedEntry(onScreen, [0], true).kind).toBe('imported')
  expect(savedEntry(game({ white: 1 }), [0], false)).toMatchObject({ mine: 1 })
  // The strengths of several computers would fill the screen.
  const table = game({
    game: 'lancelot',
    players: [base.players[0], base.players[1], base.players[1]],
  } as unknown as Partial<SavedWotn>)
  expect(savedEntry(table, undefined, false).title).not.toMatch(/\(|\d/)
  const shared = game({ game: 'lancelot', players: [person('Anna'), person('Ben')] } as unknown as Partial<SavedWotn>)
  expect(savedEntry(shared, [0, 1], false).result).toBe('Anna and Ben share the win')
  // Against a computer and online, the result is that of the person, in the same words.
  const lost = playedEntry({ ...played, outcome: { over: true, winners: [1] } }, 'me').result
  expect(savedEntry(base, [1], false).result).toBe(lost)
  const waiting = { ...running, seats: [running.seats[0] ?? {}, {}], phase: 'waiting' as const, game: 0 }
  expect(runningEntry(waiting, 'me')).toMatchObject({ path: 'match/r', title: 'Your table' })
  expect(runningEntry({ ...waiting, settings: { ...settings, invited: ['Cleo'] } }, 'me').title).toBe('vs Cleo')
  // Without a move nothing is lost, unless it is rated.
  const unmoved = { ...played, moves: 0, outcome: { over: true, reason: 'resignation', winners: [1] } }
  expect(playedEntry(unmoved, 'me').winners).toEqual([1])
  expect(playedEntry({ ...unmoved, settings: { ...settings, rated: false } }, 'me').winners).toEqual([])
  // A game that the person has left is lost, although others play on.
  const left = runningEntry({ ...running, left: [0] }, 'me')
  expect([found({ ...noSearch, result: 'running' }, left), found({ ...noSearch, result: 'lost' }, left)]).toEqual([
    false,
    true,
  ])
})

test('the list is searched', () => {
  const is = (search: Partial<Search>, saved = onScreen, winners: readonly number[] | undefined = [0]) =>
    found({ ...noSearch, ...search }, savedEntry(saved, winners, false))
  expect([is({}), is({ player: 'ann' }), is({ player: 'x' })]).toEqual([true, true, false])
  expect([is({ player: 'Anna', result: 'won' }), is({ player: 'Ben', result: 'won' })]).toEqual([true, false])
  expect([is({ player: 'Anna', result: 'lost' }), is({ player: 'Ben', result: 'lost' })]).toEqual([false, true])
  expect([is({ result: 'drawn' }), is({ result: 'drawn' }, onScreen, [])]).toEqual([false, true])
  const open = (search: Partial<Search>) => found({ ...noSearch, ...search }, savedEntry(onScreen, undefined, false))
  expect([open({ result: 'running' }), open({ result: 'finished' }), is({ result: 'finished' })]).toEqual([
    true,
    false,
    true,
  ])
  // Against the computer the result is that of the person.
  const against = game({ players: [person(), computer(500, 12)] })
  expect([is({ result: 'won' }, against, [0]), is({ result: 'won' }, against, [1])]).toEqual([true, false])
  expect(is({ result: 'lost' }, against, [1])).toBe(true)
  expect([is({ kind: 'screen' }), is({ kind: 'computer' }), is({ kind: 'computer' }, against)]).toEqual([
    true,
    false,
    true,
  ])
  expect([is({ variant: 'wotn' }), is({ variant: 'chess' })]).toEqual([true, false])
  expect([is({ min: '2' }), is({ min: '3' }), is({ max: '1' })]).toEqual([true, false, false])
  expect([is({ from: '2026-03-05', until: '2026-03-05' }), is({ until: '2026-03-04' })]).toEqual([true, false])
  expect(is({ until: '1999-01-01' }, imported)).toBe(true)
})

test('the server searches finished online games with the same conditions', () => {
  const on = (search: Partial<Search>) => onServer({ ...noSearch, ...search })
  expect(on({ player: 'x', result: 'lost', variant: 'chess', min: '3' })).toEqual({
    opponent: 'x',
    against: '',
    result: 'lost',
    variant: 'chess',
    min: '3',
    max: '',
    from: '',
    until: '',
  })
  expect(on({ result: 'finished', kind: 'online' })?.result).toBe('')
  expect([on({ result: 'running' }), on({ kind: 'imported' })]).toEqual([undefined, undefined])
})

test('a search is read as it is written', () => {
  const search: Search = { ...noSearch, player: 'Änne & Co', kind: 'computer', result: 'lost', from: '2026-01-02' }
  expect(readSearch(`#${writeSearch(search)}`)).toEqual(search)
  expect(readSearch('#result=x&kind=y&min=a&from=yesterday&variant=y')).toEqual(noSearch)
})
