import { expect, test } from 'vitest'
import { geometryOf, placed } from './diagram.ts'

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
