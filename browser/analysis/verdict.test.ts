import { expect, test } from 'vitest'
import type { WotnLine } from '../rules/contract.ts'
import { accuracy, classify, type Evaluation, evaluationOf, glyphOf, kindOf } from './verdict.ts'

const notation = { castling: '', kind: 'N', origin: '', captured: '', to: 'e4', promotion: '', check: '' } as const

/** A line of the side to move with this win share in percent. */
function line(move: string, share: number, mate = 0): WotnLine {
  const wdl: [number, number, number] = [share * 10, 0, 1000 - share * 10]
  return { depth: 9, score: 0, mate, wdl, pv: [{ text: move, san: move, notation }] }
}

const position = (turn: 'w' | 'b', ...lines: WotnLine[]): Evaluation =>
  evaluationOf(turn, { depth: 9, lines, nodes: 1, milliseconds: 1, hashFull: 0, done: false }, [])

test.each([
  [0, 'good'],
  [4.99, 'good'],
  [5, 'inaccuracy'],
  [9.99, 'inaccuracy'],
  [10, 'mistake'],
  [15, 'blunder'],
  [100, 'blunder'],
])('a loss of %f points is %s', (loss, kind) => {
  expect(kindOf(loss)).toBe(kind)
})

test('the loss is that of the side that moved', () => {
  const white = classify(0, 'a', position('w', line('b', 60)), position('b', line('c', 52)))
  expect(white).toMatchObject({ side: 'w', kind: 'mistake', best: { text: 'b' }, reply: { text: 'c' }, only: false })
  expect(white.loss).toBeCloseTo(12)
  const black = classify(1, 'c', position('b', line('d', 52)), position('w', line('e', 78)))
  expect(black).toMatchObject({ side: 'b', kind: 'blunder' })
  expect(black.loss).toBeCloseTo(30)
  expect(classify(2, 'e', position('w', line('f', 40)), position('b', line('g', 20))).loss).toBe(0)
})

test('the best move loses nothing, and can be the only one', () => {
  const next = position('b', line('x', 60))
  expect(classify(0, 'a', position('w', line('a', 55), line('b', 44)), next)).toMatchObject({ loss: 0, only: true })
  expect(classify(0, 'a', position('w', line('a', 55), line('b', 46)), next).only).toBe(false)
  expect(classify(0, 'b', position('w', line('a', 55), line('b', 20)), next).only).toBe(false)
  expect(classify(0, 'a', position('w', line('a', 55)), next).only).toBe(false)
})

test('mates are named', () => {
  const mated = classify(0, 'a', position('w', line('b', 50)), position('b', line('c', 100, 2)))
  expect(mated).toMatchObject({ kind: 'blunder', allowsMate: 2, missesMate: 0 })
  const lost = classify(0, 'a', position('w', line('b', 0, -3)), position('b', line('c', 100, 2)))
  expect(lost).toMatchObject({ kind: 'good', allowsMate: 0 })
  const missed = classify(0, 'a', position('w', line('b', 100, 4)), position('b', line('c', 30)))
  expect(missed).toMatchObject({ kind: 'blunder', missesMate: 4 })
  const slower = classify(0, 'a', position('w', line('b', 100, 2)), position('b', line('c', 0, -5)))
  expect(slower).toMatchObject({ kind: 'good', missesMate: 0 })
  const ended = classify(0, 'b2', position('w', line('b', 100, 1)), evaluationOf('b', undefined, [0]))
  expect(ended).toMatchObject({ loss: 0, missesMate: 0, reply: undefined })
  expect(classify(0, 'b2', position('w', line('b', 100, 1)), evaluationOf('b', undefined, []))).toMatchObject({
    kind: 'blunder',
    missesMate: 1,
  })
})

test('accuracy is the mean of the own moves', () => {
  const verdicts = [
    classify(0, 'a', position('w', line('a', 50)), position('b', line('x', 50))),
    classify(1, 'x', position('b', line('y', 50)), position('w', line('a', 72))),
    classify(2, 'b', position('w', line('a', 72)), position('b', line('x', 28))),
  ]
  expect(accuracy(verdicts, 'w')).toBeCloseTo(100)
  expect(accuracy(verdicts, 'b')).toBeCloseTo(100 / Math.E)
  expect(accuracy([], 'w')).toBeUndefined()
  expect(verdicts.map(glyphOf)).toEqual(['', '??', ''])
})
