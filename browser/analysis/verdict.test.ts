import { expect, test } from 'vitest'
import { glyphOf, isMistake, ownShare, turningPoint, type Verdict } from './verdict.ts'

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

test('the turning point is the last mistake that gave the game away', () => {
  const mistake = (ply: number, bestShare: number, share: number) =>
    verdict('mistake', { ply, bestShare, share, loss: 100 * (bestShare - share) })
  const first = mistake(2, 0.6, 0.3)
  const back = mistake(5, 0.7, 0.45)
  const late = mistake(9, 0.4, 0.05)
  expect(turningPoint([verdict('good'), first, back, late], 2)).toBe(back)
  // Nobody had an even share: the mistake that lost most. Three players have an even share with a third.
  expect(turningPoint([mistake(3, 0.4, 0.3), late], 2)).toBe(late)
  expect(turningPoint([mistake(3, 0.4, 0.3), late], 3)).toBe(late)
  expect(turningPoint([mistake(1, 0.35, 0.2), mistake(4, 0.3, 0)], 3)?.ply).toBe(1)
  expect(turningPoint([verdict('good'), verdict('inaccuracy')], 2)).toBeUndefined()
})

test('half of a draw is won', () => {
  expect(ownShare([500, 300, 200])).toBe(650)
})
