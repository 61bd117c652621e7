import { expect, test } from 'vitest'
import { gameOfText, kindOfText, otherGame } from './paste.ts'

test.each([
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'position'],
  ['  6k1/8/1s3d2/2PpP3/3N4/2H1F3/1V3L2/4K3 w - d6 0 1\n', 'position'],
  ['rnbqkbnr/pppppppp/8/8 w', 'position'],
  ['1.e4 e5 2.Nf3 Nc6 3.d4 Nxd4?! 4.Nxd4/NW exd4/WfbD', 'game'],
  ['[Event "?"]\n\n1. e4 *', 'game'],
  ['exd4/WfbD', 'game'],
  ['', 'game'],
])('of Way of the Knight: %s', (text, expected) => {
  expect(kindOfText('wotn', text)).toBe(expected)
})

test.each([
  ['8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7', 'position'],
  ['5*8/14/14/14/14/14/14/14/14/14/14/14/14/14 a 0,0,0,0,0 30,30,30,30,30 abcde diagonals+excalibur 10', 'position'],
  ['g8 h7 Xg6,g8', 'game'],
])('of Lancelot: %s', (text, expected) => {
  expect(kindOfText('lancelot', text)).toBe(expected)
})

test.each([
  ['[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"] 1. g8 h9 3. e5', 'lancelot'],
  ['8/8/8/8/8/8/8/8 b 0,0 30,30 - basic 7', 'lancelot'],
  ['1. g8 h9 3. e5', 'lancelot'],
  ['1. g8 (1. e5) g7 3. X g6 · h8 {fine} *', 'lancelot'],
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'wotn'],
  ['8/8/8/8/8/8/8/8 b - - 0 1', 'wotn'],
  ['[Event "?"]\n[White "Ann"]\n\n1. e4 *', 'wotn'],
  ['1.e4 e5 2.Nf3 Nc6 3.d4 Nxd4?! 4.Nxd4/NW exd4/WfbD', 'wotn'],
  ['4.(WfbD)e4 d5', 'wotn'],
  ['1. e4 e5', undefined],
  ['hello nonsense', undefined],
  ['8/8/8 quatsch', undefined],
  ['', undefined],
])('the game of %s', (text, expected) => {
  expect(gameOfText(text)).toBe(expected)
})

test('a text of the other game is a problem', () => {
  expect(otherGame('wotn', '1. g8 h9').map(({ code }) => code)).toEqual(['text-of-lancelot'])
  expect(otherGame('lancelot', '1. Nf3 d5').map(({ code }) => code)).toEqual(['text-of-wotn'])
  expect(otherGame('lancelot', '1. g8 h9')).toEqual([])
})
