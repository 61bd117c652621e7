import { beforeEach, expect, test } from 'vitest'
import { newClock } from '../saved/clock.ts'
import { computer, person, type SavedLancelot, type SavedWotn } from '../saved/game.ts'
import { speech } from '../words/words.svelte.ts'
import { shortName } from './players.ts'
import { dateTag, notesOf, recordedGame, resultTag, tagsOf } from './tags.ts'

beforeEach(() => {
  speech.language = 'en'
})

const game: SavedWotn = {
  version: 1,
  game: 'wotn',
  id: 'a',
  changed: 0,
  started: new Date(2026, 2, 5, 23, 30).getTime(),
  variant: 'wotn',
  start: '',
  moves: [],
  players: [person('Ann'), computer(1000, 3)],
  white: 0,
  flipped: false,
  series: { points: [0, 0], won: [0, 0], drawn: 0 },
  end: null,
  notes: [],
  tags: {},
}

test('a record has the date, the players and the result', () => {
  const end = { reason: 'checkmate', winners: [1] }
  expect(tagsOf(game, end)).toEqual({ Event: 'Tafelrunde', Date: '2026.03.05', Termination: 'normal' })
  expect(recordedGame(game, end)).toEqual({ players: ['Ann', 'Kay (computer, strength 8 of 15)'], winners: [1] })
})

test('a later game of a series has the colors of that game', () => {
  const later: SavedWotn = { ...game, white: 1, series: { points: [0, 1], won: [1, 0], drawn: 1 } }
  const tags = tagsOf(later, undefined)
  expect([tags.Round, tags.Termination]).toEqual(['3', 'unterminated'])
  expect(recordedGame(later, undefined)).toEqual({ players: ['Kay (computer, strength 8 of 15)', 'Ann'] })
})

test('a player without a name has that of the side', () => {
  const one: SavedWotn = { ...game, players: [person(), person('Ben')], white: 1 }
  expect(recordedGame(one, undefined)).toEqual({ players: ['Ben', 'Black'] })
})

test('a result is written as in PGN', () => {
  expect([[0], [1], [], [0, 1]].map((winners) => resultTag(winners))).toEqual(['1-0', '0-1', '1/2-1/2', '1/2-1/2'])
  expect([[2], [1, 2]].map((winners) => resultTag(winners, 3))).toEqual(['0-0-1', '0-1/2-1/2'])
})

test('a pasted game keeps its own tags', () => {
  const { started: _, ...old } = game
  const pasted: SavedWotn = { ...old, players: [person(), person('Ben')], tags: { Event: 'Club', Date: '1999.??.??' } }
  const end = { reason: 'recorded', winners: [0] }
  expect(tagsOf(pasted, end)).toEqual({ Event: 'Club', Date: '1999.??.??' })
  expect(recordedGame(pasted, end)).toEqual({ players: ['', 'Ben'], winners: [0] })
  expect(dateTag(undefined)).toBe('????.??.??')
})

test('a record of Lancelot has the players of the seats', () => {
  const field: SavedLancelot = {
    version: 1,
    game: 'lancelot',
    id: 'b',
    changed: 0,
    started: game.started ?? 0,
    start: '',
    moves: [],
    players: [person('Ann'), computer(300, 7), person()],
    end: null,
    tags: {},
  }
  speech.language = 'de'
  const end = { reason: 'target', winners: [0] }
  expect(tagsOf(field, end)).toEqual({ Event: 'Tafelrunde', Date: '2026.03.05', Termination: 'target' })
  expect(recordedGame(field, end)).toEqual({
    players: ['Ann', 'Gawein (Computer, Stärke 12 von 15)', 'Grün'],
    winners: [0],
  })
})

test('a name of a record is short without its level or mark', () => {
  expect(['Kay (computer, strength 8 of 15)', 'Ann (guest)', 'Ben', ''].map(shortName)).toEqual([
    'Kay',
    'Ann',
    'Ben',
    '',
  ])
})

test('a record has the time control, the times of the moves and that the time was over', () => {
  const clock = {
    ...newClock({ initial: 180_000, increment: 2000 }),
    times: [[0, 180_000], null, [0, 171_500]] as never,
  }
  const timed: SavedWotn = { ...game, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6'], clock }
  const tags = tagsOf(timed, { reason: 'time', winners: [0] })
  expect(tags).toMatchObject({ TimeControl: '180+2', Termination: 'time forfeit' })
  expect(notesOf(timed).map(({ text, after }) => [text, ...after])).toEqual([
    ['e2e4', '[%clk 0:03:00][%emt 0:00:00]'],
    ['e7e5'],
    ['g1f3', '[%clk 0:02:51.5][%emt 0:00:10.5]'],
    ['b8c6'],
  ])
  expect(notesOf(game)).toEqual([])
})
