import { expect, test } from 'vitest'
import { path } from '../play/tree.ts'
import type { RecordMove } from '../rules/contract.ts'
import { add, nodeAt, place, record, treeOf } from './edit.ts'

const move = (text: string, rest: Partial<RecordMove> = {}): RecordMove => ({
  text,
  san: text,
  nags: [],
  before: [],
  after: [],
  variations: [],
  ...rest,
})

const game = [
  move('e4', {
    after: ['best by test'],
    variations: [[move('d4'), move('d5', { nags: [2], variations: [[move('f5')]] })]],
  }),
  move('e5', { variations: [[move('c5')], [move('e6'), move('d4')]] }),
  move('f4', { before: ['the gambit'] }),
]

test('a tree becomes the record it was built from', () => {
  expect(record(treeOf(game))).toEqual(game)
  expect(record(treeOf([]))).toEqual([])
})

test('a move is added once', () => {
  const tree = treeOf(game)
  const size = tree.all.length
  expect(add(tree, tree.root, move('e4'))).toBe(tree.root.children[0])
  const end = add(tree, tree.end, move('exf4'))
  expect(tree.end).toBe(end)
  expect(end.main).toBe(true)
  const side = add(tree, tree.root, move('c4'))
  expect(side.main).toBe(false)
  expect(tree.all).toHaveLength(size + 2)
  expect(new Set(tree.all.map(({ id }) => id)).size).toBe(size + 2)
  expect(path(add(tree, side, move('c5')))).toEqual(['c4', 'c5'])
  expect(record(tree)[0]?.variations.map((line) => line.map(({ text }) => text))).toEqual([
    ['d4', 'd5'],
    ['c4', 'c5'],
  ])
})

test('a node is found again by its place', () => {
  const tree = treeOf(game)
  for (const node of tree.all) expect(nodeAt(treeOf(record(tree)), place(node)).text).toBe(node.text)
  expect(nodeAt(tree, [0, 0, 7])).toBe(tree.root.children[0]?.children[0])
})
