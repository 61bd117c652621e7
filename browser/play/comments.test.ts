import { expect, test } from 'vitest'
import { commentText, readShapes, shapesOf, toggled, withShapes, withText, writtenShapes } from './comments.ts'

const comments = ['better is d4 [%cal Ge2e4,Rd1h5] [%clk 0:01:30]', '[%csl Yd5]', '[%eval 0.3]']

test('commands are not shown', () => {
  expect(comments.map(commentText)).toEqual(['better is d4', '', ''])
})

test('shapes are read', () => {
  expect(shapesOf(comments)).toEqual([
    { from: 'e2', to: 'e4', brush: 'green' },
    { from: 'd1', to: 'h5', brush: 'red' },
    { from: 'd5', to: 'd5', brush: 'yellow' },
  ])
  expect(shapesOf(['[%cal Ge2, Xe2e4, Ge2e15, Go2e4] [%csl Ge2e4]'])).toEqual([])
  expect(shapesOf(['[%cal Yk3n14][%csl Gd11]'])).toEqual([
    { from: 'k3', to: 'n14', brush: 'yellow' },
    { from: 'd11', to: 'd11', brush: 'green' },
  ])
})

test('written shapes are read, or the wrong word is named', () => {
  const board = (square: string) => square !== 'n14'
  const shapes = readShapes(' gd4, RE2E4;Bk11 ', board)
  expect(shapes).toEqual([
    { from: 'd4', to: 'd4', brush: 'green' },
    { from: 'e2', to: 'e4', brush: 'red' },
    { from: 'k11', to: 'k11', brush: 'blue' },
  ])
  expect(writtenShapes(shapes as never)).toEqual(['Gd4', 'Re2e4', 'Bk11'])
  expect(readShapes('', board)).toEqual([])
  for (const wrong of ['d4', 'Xd4', 'Gd', 'Gd15', 'Gn14', 'Ga1n14', 'Ga1a2a3'])
    expect(readShapes(`Gd4 ${wrong}`, board)).toEqual({ wrong })
})

test('shapes replace those before, and other commands stay', () => {
  expect(withShapes(comments, [{ from: 'a1', to: 'a1', brush: 'blue' }])).toEqual([
    'better is d4 [%clk 0:01:30]',
    '[%eval 0.3]',
    '[%csl Ba1]',
  ])
  expect(shapesOf(withShapes(comments, shapesOf(comments)))).toHaveLength(3)
  expect(withShapes(['[%cal Ge2e4]'], [])).toEqual([])
})

test('a text replaces the one before, and commands stay', () => {
  expect(withText(comments, ' good\n move ')).toEqual([
    'good move',
    '[%cal Ge2e4,Rd1h5][%clk 0:01:30][%csl Yd5][%eval 0.3]',
  ])
  expect(withText(['old'], '')).toEqual([])
})

test('a shape drawn twice is removed', () => {
  const shape = { from: 'e2', to: 'e4', brush: 'green' } as const
  expect(toggled(toggled([], shape), shape)).toEqual([])
  expect(toggled([shape], { ...shape, brush: 'red' })).toEqual([{ ...shape, brush: 'red' }])
})
