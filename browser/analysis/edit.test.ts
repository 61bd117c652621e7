import { expect, test } from 'vitest'
import { path } from '../play/tree.ts'
import type { RecordMove } from '../rules/contract.ts'
import { add, canDemote, demote, nodeAt, place, promote, record, remove, treeOf } from './edit.ts'

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

test('comments on the start position stay with it', () => {
  const tree = treeOf([
    move('e4', { before: ['the start'], variations: [[move('d4', { before: ['or'] })], [move('c4')]] }),
  ])
  const [e4, d4, c4] = tree.root.children
  if (!e4 || !d4 || !c4) throw new Error('no children')
  promote(tree, d4)
  expect([d4.before, e4.before]).toEqual([['the start', 'or'], []])
  remove(tree, d4)
  expect(e4.before).toEqual(['the start', 'or'])
  demote(tree, e4)
  expect([c4.before, e4.before]).toEqual([['the start', 'or'], []])
  demote(tree, e4)
  expect(c4.before).toEqual(['the start', 'or'])
})

/** The slow twin: all lines of a tree as lists of moves, in the order of a walk, with the variations behind the main move. */
type Lines = string[][]

const linesOf = (tree: ReturnType<typeof treeOf>): Lines => (tree.all.length === 1 ? [] : walk(tree.root))
function walk(node: ReturnType<typeof treeOf>['root']): Lines {
  return node.children.flatMap((child) => [path(child), ...walk(child)])
}

const begins = (line: readonly string[], with_: readonly string[]) => with_.every((text, i) => line[i] === text)

/** The children of a line in the twin, in order. */
const childrenOf = (lines: Lines, line: readonly string[]) =>
  lines.filter((other) => other.length === line.length + 1 && begins(other, line))

const twin = {
  add(lines: Lines, at: string[], move: string): Lines {
    const line = [...at, move]
    if (lines.some((other) => other.join() === line.join())) return lines
    // Behind everything that begins with the parent.
    const last = lines.findLastIndex((other) => begins(other, at) && at.length > 0)
    const index = at.length === 0 ? lines.length : last + 1
    return lines.toSpliced(index, 0, line)
  },
  remove: (lines: Lines, at: string[]) => lines.filter((other) => at.length === 0 || !begins(other, at)),
  demote(lines: Lines, at: string[]): Lines {
    for (let length = at.length; length > 0; length--) {
      const siblings = childrenOf(lines, at.slice(0, length - 1))
      const index = siblings.findIndex((line) => line.join() === at.slice(0, length).join())
      const after = siblings[index + 1]
      // The variation after it moves up.
      if (after) return twin.promote(lines, after)
    }
    return lines
  },
  promote(lines: Lines, at: string[]): Lines {
    for (let length = at.length; length > 0; length--) {
      const siblings = childrenOf(lines, at.slice(0, length - 1))
      const index = siblings.findIndex((line) => line.join() === at.slice(0, length).join())
      if (index === 0) continue
      const [own, before] = [siblings[index] ?? [], siblings[index - 1] ?? []]
      const block = lines.filter((line) => begins(line, own))
      const rest = lines.filter((line) => !begins(line, own))
      return rest.toSpliced(
        rest.findIndex((line) => line.join() === before.join()),
        0,
        ...block,
      )
    }
    return lines
  },
}

test('random changes agree with a slow twin and survive the record', () => {
  let seed = 1
  const random = (n: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % n
  }
  for (let round = 0; round < 5; round++) {
    let tree = treeOf([])
    let lines: Lines = []
    for (let i = 0; i < 60; i++) {
      const node = tree.all[random(tree.all.length)] ?? tree.root
      const at = path(node)
      const what = random(11)
      if (what < 7) {
        const text = 'abc'[random(3)] ?? 'a'
        add(tree, node, move(text))
        lines = twin.add(lines, at, text)
      } else if (what < 9) {
        promote(tree, node)
        lines = twin.promote(lines, at)
      } else if (what < 10) {
        const before = lines
        const can = canDemote(node)
        demote(tree, node)
        lines = twin.demote(lines, at)
        expect(can).toBe(lines !== before)
      } else {
        expect(remove(tree, node)).toBe(node.parent ?? node)
        if (node.parent) lines = twin.remove(lines, at)
      }
      expect(linesOf(tree)).toEqual(lines)
      expect(tree.all).toHaveLength(lines.length + 1)
      let end = tree.root
      while (end.children[0]) end = end.children[0]
      expect(tree.end).toBe(end)
      expect(tree.all.filter(({ main }) => main)).toHaveLength(end.ply + 1)
    }
    tree = treeOf(record(tree))
    expect(linesOf(tree)).toEqual(lines)
  }
})
