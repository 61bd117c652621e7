import { expect, test } from 'vitest'
import { newId } from '../ui/id.ts'
import { computer, person, read, type SavedLancelot, type SavedWotn, write, writeShort } from './game.ts'

const wotn: SavedWotn = {
  version: 1,
  game: 'wotn',
  id: newId(),
  changed: 5,
  variant: 'wotn-alternative',
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  moves: ['e2e4'],
  players: [person('Ann'), computer(300, 4)],
  white: 0,
  flipped: false,
  series: { points: [0, 1], won: [1, 0], drawn: 2 },
  end: { reason: 'resigned', winners: [0] },
  notes: [{ text: 'e2e4', san: 'e4', nags: [1], before: [], after: ['good'], variations: [] }],
  tags: { Event: 'Club' },
}

const lancelot: SavedLancelot = {
  version: 1,
  game: 'lancelot',
  id: newId(),
  changed: 6,
  start: '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7',
  moves: ['g8'],
  players: [person(), computer()],
  end: null,
  tags: {},
}

test('a stored game is read back unchanged', () => {
  expect(read(write(wotn))).toEqual({ ok: true, saved: wotn })
  expect(read(write(lancelot))).toEqual({ ok: true, saved: lancelot })
})

test('the clock of a game and its end on time are read back', () => {
  const clock = {
    initial: 180_000,
    increment: 2000,
    times: [[0, 180_000], null] as [[0, number], null],
    used: 7,
    out: [1],
  }
  const saved: SavedWotn = { ...wotn, clock, end: { reason: 'time', winners: [1] } }
  expect(read(write(saved))).toEqual({ ok: true, saved })
  expect(read(writeShort(saved))).toMatchObject({ ok: true, saved: { clock, end: saved.end } })
  // Builds without clocks know this end.
  expect(JSON.parse(write(saved)).end).toMatchObject({ reason: 'recorded', winners: [1] })
})

test('that a game goes on from another is read back', () => {
  for (const text of [write({ ...wotn, branched: true }), writeShort({ ...lancelot, branched: true })])
    expect(read(text)).toMatchObject({ ok: true, saved: { branched: true } })
})

test('text that is not JSON is refused', () => {
  expect(read(write(wotn).slice(0, -3))).toEqual({ ok: false, why: 'not-json' })
  expect(read('')).toEqual({ ok: false, why: 'not-json' })
})

test('a game of another version is refused', () => {
  expect(read(JSON.stringify({ ...wotn, version: 0 }))).toEqual({ ok: false, why: 'other-version' })
  expect(read(JSON.stringify({ ...wotn, version: undefined }))).toEqual({ ok: false, why: 'other-version' })
})

test.each<[string, object]>([
  ['no moves', { ...wotn, moves: undefined }],
  ['a move that is a number', { ...wotn, moves: [4] }],
  ['an unknown variant', { ...wotn, variant: 'shogi' }],
  ['three players', { ...wotn, players: [person(), person(), person()] }],
  ['negative points', { ...wotn, series: { ...wotn.series, points: [-1, 0] } }],
  ['a clock without times', { ...wotn, clock: { initial: 1, increment: 0 } }],
  ['a number for whether it is branched', { ...wotn, branched: 1 }],
  ['an unknown ending', { ...wotn, end: { reason: 'flag', winners: [0] } }],
  ['a note without variations', { ...wotn, notes: [{ ...wotn.notes[0], variations: undefined }] }],
  ['level 0', { ...wotn, players: [person(), computer(300, 0)] }],
  ['level 18', { ...wotn, players: [person(), computer(300, 18)] }],
  ['a level that is not an integer', { ...lancelot, players: [person(), computer(300, 2.5)] }],
  ['one seat of Lancelot', { ...lancelot, players: [person()] }],
  ['an unknown game', { ...lancelot, game: 'go' }],
  ['a list', [lancelot]],
])('%s is refused', (_, data) => {
  expect(read(JSON.stringify(data))).toEqual({ ok: false, why: 'wrong-shape' })
})
