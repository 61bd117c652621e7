import { expect, test } from 'vitest'
import { geometryOf, placed, readDiagram, squaresOf } from './diagram.ts'

test('pieces, stones and Excalibur of a diagram', () => {
  expect(
    placed([
      { square: 'e4', kind: 'P', color: 'w', stone: -1 },
      { square: 'g7', stone: 2 },
      { square: 'f6', stone: -1, excalibur: true },
    ]),
  ).toEqual([
    { square: 'e4', art: { piece: 'P', color: 'w' } },
    { square: 'g7', art: { stone: 2 } },
    { square: 'f6', art: { excalibur: true } },
  ])
})

test('only the board of Way of the Knight is checkered', () => {
  expect(geometryOf('wotn', { columns: ['a'], rows: [1] }).checkered).toBe(true)
  expect(geometryOf('lancelot', { columns: ['d'], rows: [4] }).checkered).toBe(false)
})

test('positions of both games are read as the server draws them', () => {
  const wotn = readDiagram('wotn', '4k3/8/8/8/4S3/8/8/4K3 w - - 0 1')
  expect(wotn.columns.join('')).toBe('abcdefgh')
  expect(wotn.rows).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(wotn.pieces.map(({ square, kind, color }) => `${color}${kind}${square}`)).toEqual(['bKe8', 'wSe4', 'wKe1'])
  const small = readDiagram('lancelot', '8/8/8/8/3a4/8/8/8 b 0,0 29,30 - basic 7')
  expect(small.columns.join('')).toBe('defghijk')
  expect(small.rows).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
  expect(small.pieces).toEqual([{ square: 'g7', stone: 0 }])
  const large = readDiagram('lancelot', '12/12/12/12/12/12/12/5*6/12/12/12/11d d 0,0,0,0 30,30,30,30 - excalibur 9')
  expect(large.pieces).toEqual([
    { square: 'g6', stone: -1, excalibur: true },
    { square: 'm2', stone: 3 },
  ])
})

test('squares of moves', () => {
  expect(squaresOf('e7e8N')).toEqual(['e7', 'e8'])
  expect(squaresOf('k11')).toEqual(['k11'])
  expect(squaresOf('')).toEqual([])
})
