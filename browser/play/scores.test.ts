import { expect, test } from 'vitest'
import { scoresOf } from './scores.ts'

test('points from the result of a record', () => {
  expect(scoresOf('[White "A"]\n[Result "1-0"]\n\n1. e4 1-0')).toEqual(['1', '0'])
  expect(scoresOf('[Result "1/2-1/2"]')).toEqual(['½', '½'])
  expect(scoresOf('[Result "*"]\n\n1. e4\n\n[Result "0-1/3-1/3"]')).toEqual(['0', '1/3', '1/3'])
  expect(scoresOf('[Result "*"]')).toEqual([])
  expect(scoresOf('no tags')).toEqual([])
})
