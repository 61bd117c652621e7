import { beforeEach, expect, test } from 'vitest'
import { computer, person, type SavedLancelot, type SavedWotn } from '../saved/game.ts'
import { speech } from '../words/words.svelte.ts'
import { dateTag, tagsOf } from './tags.ts'

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
  expect(tagsOf(game, { reason: 'checkmate', winners: [1] })).toEqual({
    Event: 'Tafelrunde',
    Date: '2026.03.05',
    White: 'Ann',
    Black: 'Kay (computer, level 3)',
    Result: '0-1',
    Termination: 'normal',
  })
})

test('a later game of a series has the colors of that game', () => {
  const later: SavedWotn = { ...game, white: 1, series: { points: [0, 1], won: [1, 0], drawn: 1 } }
  const tags = tagsOf(later, undefined)
  expect([tags.White, tags.Black, tags.Round, tags.Termination]).toEqual([
    'Kay (computer, level 3)',
    'Ann',
    '3',
    'unterminated',
  ])
  expect(tagsOf(later, { reason: 'agreed', winners: [] }).Result).toBe('1/2-1/2')
})

test('a pasted game keeps its own tags', () => {
  const { started: _, ...old } = game
  const pasted: SavedWotn = { ...old, players: [person(), person('Ben')], tags: { Event: 'Club', Date: '1999.??.??' } }
  const tags = tagsOf(pasted, { reason: 'recorded', winners: [0] })
  expect([tags.Event, tags.Date, tags.White, tags.Result, tags.Termination]).toEqual([
    'Club',
    '1999.??.??',
    '?',
    '1-0',
    undefined,
  ])
  expect(dateTag(undefined)).toBe('????.??.??')
})

test('tags of Lancelot name the seats', () => {
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
  expect(tagsOf(field, { reason: 'target', winners: [0] }, ['a', 'b', 'c'])).toEqual({
    Event: 'Tafelrunde',
    Date: '2026.03.05',
    SeatA: 'Ann',
    SeatB: 'Gawein (Computer, Spielstärke 7)',
    SeatC: 'Grün',
    Termination: 'target',
  })
})
