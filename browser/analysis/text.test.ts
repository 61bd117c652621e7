import { expect, test } from 'vitest'
import { coordinateMoves } from './text.ts'

const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

test.each([
  ['e2e4', { start: '', moves: ['e2e4'] }],
  [' e2e4, d7d5\n e4d5s ', { start: '', moves: ['e2e4', 'd7d5', 'e4d5s'] }],
  ['position startpos moves e2e4 e7e5', { start: '', moves: ['e2e4', 'e7e5'] }],
  ['startpos', { start: '', moves: [] }],
  [`position fen ${fen}`, { start: fen, moves: [] }],
  [`fen ${fen} moves e2e4`, { start: fen, moves: ['e2e4'] }],
  ['', undefined],
  ['1.e4 e5', undefined],
  ['e4 e5 Nf3', undefined],
  ['e2e4 e5', undefined],
  [fen, undefined],
  ['position startpos moves e4', undefined],
])('%s', (text, expected) => {
  expect(coordinateMoves(text)).toEqual(expected)
})
