import { expect, test } from 'vitest'
import { readFen, readLancelot, withStone, writeFen, writeLancelot } from './setup.ts'

test.each([
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/1g2y2p/3x4/2i2t2/2I2T2/3X4/1G2Z2P/R3K2R b Kq - 3 17',
  '6k1/8/1s3d2/2PpP3/3N4/2H1F3/1V3L2/4K3 w - d6 0 1',
])('%s survives', (fen) => {
  expect(writeFen(readFen(fen))).toBe(fen)
})

test('an incomplete FEN can be edited', () => {
  expect(writeFen(readFen(''))).toBe('8/8/8/8/8/8/8/8 w - - 0 1')
  expect(writeFen(readFen('9k/K99/ b KX'))).toBe('8/K7/8/8/8/8/8/8 b K - 0 1')
})

test.each([
  '8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7',
  '1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7',
  '10/8*1/4a5/4b5/10/4a5/2ca1a4/4a5/4c5/4b5 a 0,0,0 25,28,28 abc excalibur 8',
  '5*8/14/14/14/14/14/14/14/14/14/14/14/14/14 e 0,0,0,0,0 30,30,30,30,30 ace diagonals+excalibur 10',
])('%s survives', (text) => {
  expect(writeLancelot(readLancelot(text))).toBe(text)
})

test('stones come from the hand and go back', () => {
  const start = readLancelot('8/8/8/8/8/8/8/8 a 0,0 30,30 ab excalibur 7')
  const one = withStone(start, 'd4', 'b')
  expect(writeLancelot(one)).toBe('8/8/8/8/8/8/8/b7 a 0,0 30,29 ab excalibur 7')
  expect(writeLancelot(withStone(one, 'd4', 'a'))).toBe('8/8/8/8/8/8/8/a7 a 0,0 29,30 ab excalibur 7')
  expect(withStone(one, 'd4', '')).toEqual(start)
  const sword = withStone(withStone(start, 'e5', '*'), 'k11', '*')
  expect(writeLancelot(sword)).toBe('7*/8/8/8/8/8/8/8 a 0,0 30,30 ab excalibur 7')
})
