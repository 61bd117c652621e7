import { expect, test } from 'vitest'
import { person, read, type SavedGame, write, writeShort } from '../saved/game.ts'
import { keyOf, kindOf, partEnd, Remarks, savedOf, winnersOf } from './import.svelte.ts'

const note = (text: string, after: string[] = []) => ({
  text,
  san: text,
  nags: [],
  before: [],
  after,
  variations: [],
})

function game(fields: Partial<SavedGame> = {}): SavedGame {
  return {
    version: 1,
    id: 'a',
    changed: 1,
    game: 'wotn',
    variant: 'wotn',
    start: '',
    moves: ['e2e4', 'e7e5'],
    players: [person('Anna'), person('Ben')],
    white: 0,
    flipped: false,
    series: { points: [0, 0], won: [0, 0], drawn: 0 },
    notes: [],
    tags: { Date: '2026.03.05' },
    end: { reason: 'recorded', winners: [0] },
    ...fields,
  } as SavedGame
}

test('the short stored form contains everything and is shorter', () => {
  const notes = [
    note('e2e4', ['[%clk 0:04:58]']),
    { ...note('e7e5'), nags: [1], variations: [[{ ...note('d7d5', ['x']), san: 'd5' }]] },
  ]
  const saved = game({ notes })
  expect(read(writeShort(saved))).toEqual({ ok: true, saved })
  expect(writeShort(saved).length).toBeLessThan(write(saved).length)
  // Notes on other moves keep their texts.
  const other = game({ notes: [note('d2d4', ['x'])] })
  expect(read(writeShort(other))).toEqual({ ok: true, saved: other })
  expect(read(writeShort(game({ notes: [note('e2e4'), note('e7e5')] })))).toEqual({ ok: true, saved: game() })
  expect(read(writeShort(game()).replace('"notes":[]', '"notes":[1]')).ok).toBe(false)
})

test('duplicates are recognised', () => {
  expect(keyOf(game({ id: 'b', changed: 7 }))).toBe(keyOf(game()))
  expect(keyOf(game({ tags: { Date: '2026.03.06' } }))).not.toBe(keyOf(game()))
  expect(keyOf(game({ moves: ['e2e4'] }))).not.toBe(keyOf(game()))
  expect(keyOf(game({ players: [person('Anna'), person('Cara')] }))).not.toBe(keyOf(game()))
})

test('a text is read as the game that it shows, or as chosen', () => {
  expect(kindOf('\n[A "x"]\n[Position "8/8"]\n', 'wotn')).toBe('lancelot')
  expect(kindOf('[A "Ann"]\n[B "Ben"]\n\n1. g8 k4 2. d9 *\n\n[A "Cleo"]\n\n1. a1 *', 'wotn')).toBe('lancelot')
  expect(kindOf('[Event "x"]\n\n1. g8 k4 h7 1/2-0-1/2\n', 'chess')).toBe('lancelot')
  expect(kindOf('[Event "x"]\n\n1. e4 {[Position "x"]}', 'chess')).toBe('chess')
  expect(kindOf('[Event "x"]\n\n1. e4 Nf6 *\n\n[Position "8/8"]\n\n1. a1', 'lancelot')).toBe('detect')
  expect(kindOf('[Event "x"]\n\n1. e4 e5 *', 'lancelot')).toBe('lancelot')
  const many = '[Event "x"]\n\n1. e4 e5 *\n\n'.repeat(100_000)
  expect(kindOf(many, 'wotn-alternative')).toBe('wotn-alternative')
})

test('a long text is read in parts of whole games', () => {
  const games = [
    '[White "a"]\n\n1. e4 e5 1-0\n\n',
    '[White "b"]\n\n[Black "c"]\n\n1. e4 {1-0\n\nx} *\n\n\n',
    '[White "d"]\n; 1-0\n\n[Black "e"]\n\n1. e4 1/2-0-1/2\n\n',
    '1. d4\n',
  ]
  const text = games.join('')
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = partEnd(text, at, 50)
    parts.push(text.slice(at, end))
    at = end
  }
  expect(parts.join('')).toBe(text)
  expect(parts).toEqual([games[0], games[1], `${games[2]}${games[3]}`])
  expect(partEnd('x'.repeat(1000), 0, 10)).toBe(1000)
})

test('remarks are grouped by cause, with their moves and lines', () => {
  const remarks = new Remarks()
  const illegal = (move: string, line: number) => ({
    code: 'illegal-move',
    args: { ply: 8, number: '5.', move, text: move, reason: 'cannot-reach', line },
    message: '',
  })
  const other = (text: string) => ({ code: 'unknown-variant', args: { text }, message: '' })
  remarks.add(1, 1, [illegal('Kh8', 9)])
  remarks.add(2, 20, [other('Atomic')])
  remarks.add(3, 40, [other('Chess960')])
  remarks.add(4, 50, [illegal('Ka1', 58), illegal('Ka2', 59)])
  expect(remarks.games).toBe(4)
  expect(remarks.causes.map(({ problem, count }) => [problem.code, problem.args.text, count])).toEqual([
    ['illegal-move', 'Kh8', 3],
    ['unknown-variant', 'Atomic', 1],
    ['unknown-variant', 'Chess960', 1],
  ])
  expect(remarks.causes[0]?.places).toEqual([
    { number: 1, line: 9, move: '5.Kh8' },
    { number: 4, line: 58, move: '5.Ka1' },
  ])
  expect(remarks.causes[1]?.places).toEqual([{ number: 2, line: 20, move: '' }])
  for (let number = 5; number < 200; number++) remarks.add(number, number, [other('Atomic')])
  expect(remarks.causes[0]?.places).toHaveLength(100)
})

test('results', () => {
  expect(winnersOf('1-0', false)).toEqual([0])
  expect(winnersOf('1/2-1/2', false)).toEqual([])
  expect(winnersOf('1/2-1/2', true)).toEqual([0, 1])
  expect(winnersOf('0-1/2-1/2', true)).toEqual([1, 2])
  expect(winnersOf('*', false)).toBeUndefined()
})

test('the players of a record keep their names', () => {
  const read = { moves: [], result: '*', over: false, start: '' }
  const lancelot = { ...read, variant: 'lancelot' as const, seats: 3, tags: { A: 'Ann', B: '?', C: 'Cat' } }
  expect(savedOf(lancelot, 1).players.map(({ name }) => name)).toEqual(['Ann', '', 'Cat'])
  const wotn = { ...read, variant: 'wotn' as const, seats: 2, tags: { White: 'Ann', Black: 'Ben' } }
  expect(savedOf(wotn, 1).players.map(({ name }) => name)).toEqual(['Ann', 'Ben'])
})
