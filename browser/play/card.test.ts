import { expect, test } from 'vitest'
import type { WotnMove } from '../rules/contract.ts'
import { followPiece } from './card.svelte.ts'

const move = (text: string, captures = '', corner?: WotnMove['corner']): WotnMove => ({
  text,
  san: '',
  color: 'w',
  from: text.slice(0, 2),
  to: text.slice(2, 4),
  kind: '',
  promotion: text.slice(4),
  captures,
  notation: { castling: '', kind: '', origin: '', captured: '', to: '', promotion: '', check: '' },
  ...(corner && { corner }),
})
const line = [
  move('e2e4'),
  move('d7d5'),
  move('e4d5s', 'd5'),
  move('d8d5', 'd5'),
  move('e1g1', '', { from: 'h1', to: 'f1' }),
]

test.each([
  ['e2', 0, 1, 'e4'],
  ['e2', 0, 3, 'd5'],
  ['e2', 0, 4, ''],
  ['d7', 0, 2, 'd5'],
  ['d7', 0, 3, ''],
  ['d8', 0, 4, 'd5'],
  ['d5', 4, 0, 'd8'],
  ['d5', 3, 0, 'e2'],
  ['h1', 0, 5, 'f1'],
  ['f1', 5, 4, 'h1'],
  ['g1', 5, 4, 'e1'],
  ['a1', 0, 5, 'a1'],
])('the piece on %s after %d moves: after %d moves its square is "%s"', (square, before, after, there) => {
  expect(followPiece(square, line.slice(0, before), line.slice(0, after))).toBe(there)
})

test('a piece is followed from one variation into another', () => {
  const other = [move('e2e3'), move('d7d6')]
  expect(followPiece('e4', line.slice(0, 1), other)).toBe('e3')
  expect(followPiece('d5', line.slice(0, 3), other)).toBe('e3')
})

test('a piece captured en passant is gone', () => {
  expect(followPiece('d5', [], [move('e5d6', 'd5')])).toBe('')
})
