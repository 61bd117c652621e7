import { expect, test } from 'vitest'
import type { ShownMove } from '../play/notation.ts'
import type { Answer } from '../rules/contract.ts'
import { Memory } from '../saved/memory.ts'
import { PuzzleRecord } from '../saved/puzzles.svelte.ts'
import { AnalysisBoard, type Shown } from './board.svelte.ts'
import { Learning } from './learn.svelte.ts'
import { keepMistake } from './mistakes.ts'
import type { Review } from './review.svelte.ts'
import type { Verdict } from './verdict.ts'

class FreeBoard extends AnalysisBoard<Shown> {
  override usual(): undefined {}

  override async load(moves: readonly string[]): Promise<Answer<Shown>> {
    const outcome = { over: false, winners: [], reason: '' } as unknown as Shown['outcome']
    return { ok: true, value: { position: `after ${moves.join(' ')}`, played: [], outcome } }
  }
  protected override async write(): Promise<Answer<string>> {
    return { ok: true, value: '' }
  }
  override words = () => ''
  override numbered = () => ''
  override moveShown = (): ShownMove => ({ parts: [], words: '' }) as unknown as ShownMove
  override names = ['', '']
}

/** The exercises of a game of White with mistakes in the first two moves, and those that were missed so far. */
function exercises() {
  const moves = ['a', 'x', 'b', 'y'].map((text) => ({
    text,
    san: text,
    nags: [],
    before: [],
    after: [],
    variations: [],
  }))
  const board = new FreeBoard({ variant: 'wotn', start: '', moves, tags: {} })
  const mistake = (ply: number): Verdict => ({
    ply,
    seat: 0,
    kind: 'mistake',
    only: false,
    loss: 20,
    share: 0.2,
    bestShare: 0.4,
    best: { text: `best${ply}`, san: '' },
  })
  const review = {
    verdicts: [mistake(0), mistake(2)],
    nodes: board.line(['a', 'x', 'b', 'y']),
    solves: async (_: Verdict, __: unknown, move: string) => move === 'good',
  } as unknown as Review<Shown, Verdict>
  const missed: string[] = []
  const learning = new Learning(board, review, 0, (node, best, failed) =>
    missed.push(`${node.text} ${best}${failed ? '' : ' untried'}`),
  )
  return { board, learning, missed }
}

test('a mistake is missed unless the first move solves it, and only once', async () => {
  const { learning, missed } = exercises()
  await learning.try('good')
  learning.next()
  await learning.try('bad')
  learning.again()
  await learning.try('b')
  learning.again()
  await learning.show()
  learning.next()
  expect([missed, learning.phase, learning.solved]).toEqual([['b best2'], 'done', 1])
})

test('the move of the game, the solution and skipping are no solutions', async () => {
  const { learning, missed } = exercises()
  await learning.try('a')
  learning.again()
  await learning.try('best0')
  learning.next()
  learning.next()
  expect(missed).toEqual(['a best0', 'b best2'])
})

test('mistakes that were not tried are kept when the exercises end', async () => {
  const [none, one, all] = [exercises(), exercises(), exercises()]
  none.learning.end()
  none.learning.end()
  await one.learning.try('bad')
  one.learning.end()
  await all.learning.try('good')
  all.learning.next()
  await all.learning.try('good')
  all.learning.end()
  expect([none.missed, one.missed, all.missed]).toEqual([
    ['a best0 untried', 'b best2 untried'],
    ['a best0', 'b best2 untried'],
    [],
  ])
})

test('a mistake is kept with its position and an address that shows it', async () => {
  const record = new PuzzleRecord()
  record.open(new Memory())
  const { board } = exercises()
  const [mistake] = board.line(['a', 'x', 'b']).slice(2)
  if (!mistake) throw new Error('no move')
  const solve = async (_: string, __: string, best: string) => [best, 'nearly']
  await keepMistake(board, mistake, 'best2', true, record, solve)
  board.match = { id: 'm', game: 1, moves: [] }
  await keepMistake(board, mistake, 'other', true, record, solve)
  expect(record.mistakes).toMatchObject([
    {
      rules: 'wotn',
      position: 'after a x',
      played: 'b',
      best: ['best2', 'nearly'],
      source: 'analysis/wotn#variant=wotn&fen=after_a_x&moves=b',
    },
  ])
})
