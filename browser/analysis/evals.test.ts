import { expect, test } from 'vitest'
import { evaluationFor, evaluationOf, withEvaluation } from './evals.ts'

test('evaluations are read from comments, in pawns and as mates', () => {
  expect(evaluationOf(['good [%eval 0.35] move'])).toEqual({ score: 35, mate: 0 })
  expect(evaluationOf(['[%clk 0:01:00]', '[%eval -1.2,18]'])).toEqual({ score: -120, mate: 0 })
  expect(evaluationOf(['[%eval #-3] [%clk 0:01:00]'])).toEqual({ score: 0, mate: -3 })
  expect(evaluationOf(['[%eval 0.1]', '[%eval #2]'])).toEqual({ score: 0, mate: 2 })
  expect(evaluationOf(['[%eval 9999]'])).toEqual({ score: 10_000, mate: 0 })
  for (const comment of ['', '[%eval]', '[%eval x]', '[%eval #]', '[%eval #0]', '%eval 0.3', '[%evaluation 0.3]'])
    expect(evaluationOf([comment]), comment).toBeUndefined()
})

test('an evaluation replaces the one in the comments, once', () => {
  const white = { score: 35, mate: 0 }
  for (const comments of [
    [],
    ['good'],
    ['[%clk 0:01:00][%emt 0:00:02]'],
    ['a [%eval 2.1] b', '[%csl Gd4]'],
    ['[%eval #3]'],
  ]) {
    const written = withEvaluation(comments, white)
    expect(written.join(' ').match(/\[%eval/g)).toHaveLength(1)
    expect(evaluationOf(written)).toEqual(white)
    expect(withEvaluation(written, white)).toEqual(written)
  }
  expect(withEvaluation(['good', '[%clk 0:01:00][%emt 0:00:02]'], { score: -120, mate: 0 })).toEqual([
    'good',
    '[%eval -1.20] [%clk 0:01:00][%emt 0:00:02]',
  ])
  const text = (score: number, mate = 0) => withEvaluation([], { score, mate })[0]
  expect([text(0), text(-0), text(7), text(20_000), text(0, 3), text(0, -3)]).toEqual([
    '[%eval 0.00]',
    '[%eval 0.00]',
    '[%eval 0.07]',
    '[%eval 100.00]',
    '[%eval #3]',
    '[%eval #-3]',
  ])
})

test('an evaluation is from the point of view of White', () => {
  expect(evaluationFor({ score: 30, mate: 0 }, 0)).toEqual({ score: 30, mate: 0 })
  expect(evaluationFor({ score: 30, mate: 2 }, 1)).toEqual({ score: -30, mate: -2 })
  expect(evaluationFor({ mate: 0 }, 0)).toBeUndefined()
})
