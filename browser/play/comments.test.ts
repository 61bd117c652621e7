import { expect, test } from 'vitest'
import { commentText, shapesOf, toggled, withShapes, withText } from './comments.ts'

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
  expect(shapesOf(['[%cal Ge2, Xe2e4, Ge2e9] [%csl Ge2e4]'])).toEqual([])
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
