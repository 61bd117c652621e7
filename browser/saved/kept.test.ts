import { expect, test } from 'vitest'
import { newId } from '../ui/id.ts'
import { computer, type KeptLancelot, type KeptWotn, person, read, write } from './kept.ts'

const wotn: KeptWotn = {
  version: 1,
  game: 'wotn',
  id: newId(),
  changed: 5,
  ways: 'wotn-alternative',
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

const lancelot: KeptLancelot = {
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

test('a game is read as it was written', () => {
  expect(read(write(wotn))).toEqual({ ok: true, kept: wotn })
  expect(read(write(lancelot))).toEqual({ ok: true, kept: lancelot })
})

test('a game kept before there were levels is read at full strength', () => {
  const { level: _, ...player } = computer(3000)
  const reading = read(JSON.stringify({ ...lancelot, players: [person(), player] }))
  expect(reading).toEqual({ ok: true, kept: { ...lancelot, players: [person(), computer(3000, 10)] } })
})

test('what is not JSON is said to be so', () => {
  expect(read(write(wotn).slice(0, -3))).toEqual({ ok: false, why: 'not-json' })
  expect(read('')).toEqual({ ok: false, why: 'not-json' })
})

test('another version is not guessed at', () => {
  expect(read(JSON.stringify({ ...wotn, version: 0 }))).toEqual({ ok: false, why: 'other-version' })
  expect(read(JSON.stringify({ ...wotn, version: undefined }))).toEqual({ ok: false, why: 'other-version' })
})

test.each<[string, object]>([
  ['no moves', { ...wotn, moves: undefined }],
  ['a move that is a number', { ...wotn, moves: [4] }],
  ['unknown ways', { ...wotn, ways: 'shogi' }],
  ['three players of two', { ...wotn, players: [person(), person(), person()] }],
  ['negative points', { ...wotn, series: { ...wotn.series, points: [-1, 0] } }],
  ['an ending that nobody knows', { ...wotn, end: { reason: 'flag', winners: [0] } }],
  ['a note without variations', { ...wotn, notes: [{ ...wotn.notes[0], variations: undefined }] }],
  ['level 0', { ...wotn, players: [person(), computer(300, 0)] }],
  ['level 11', { ...wotn, players: [person(), computer(300, 11)] }],
  ['half a level', { ...lancelot, players: [person(), computer(300, 2.5)] }],
  ['one seat of Lancelot', { ...lancelot, players: [person()] }],
  ['a game that nobody knows', { ...lancelot, game: 'go' }],
  ['a list', [lancelot]],
])('%s is a wrong shape', (_, data) => {
  expect(read(JSON.stringify(data))).toEqual({ ok: false, why: 'wrong-shape' })
})
