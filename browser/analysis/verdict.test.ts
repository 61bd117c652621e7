import { expect, test } from 'vitest'
import { glyphOf, isMistake, ownShare, type Verdict } from './verdict.ts'

const verdict = (kind: Verdict['kind'], rest: Partial<Verdict> = {}): Verdict => {
  return {
    ply: 0,
    seat: 0,
    kind,
    only: false,
    loss: 0,
    share: 0.5,
    bestShare: 0.5,
    best: { text: 'g8', san: 'g8' },
    ...rest,
  }
}

test('mistakes and blunders with a better move are exercises', () => {
  const kinds = ['good', 'inaccuracy', 'mistake', 'blunder'] as const
  expect(kinds.map((kind) => isMistake(verdict(kind)))).toEqual([false, false, true, true])
  expect(isMistake(verdict('blunder', { best: undefined }))).toBe(false)
})

test('symbols', () => {
  expect(glyphOf(verdict('good'))).toBe('')
  expect(glyphOf(verdict('good', { only: true }))).toBe('□')
  expect((['inaccuracy', 'mistake', 'blunder'] as const).map((kind) => glyphOf(verdict(kind)))).toEqual([
    '?!',
    '?',
    '??',
  ])
})

test('half of a draw is won', () => {
  expect(ownShare([500, 300, 200])).toBe(650)
})
