import { expect, test } from 'vitest'
import type { RecordMove } from '../rules/contract.ts'
import { blocks, buildTree, glyphText, type Line, lineAfter, lineEnd, path } from './tree.ts'

function note(text: string, ...variations: RecordMove[][]): RecordMove {
  return { text, san: text.toUpperCase(), nags: [], before: [], after: [], variations }
}

const played = (...texts: string[]) => texts.map((text) => ({ text, san: text.toUpperCase() }))

const text = (line: Line): string =>
  line.moves
    .map(({ node, variations }) => node.san + variations.map((variation) => ` (${text(variation)})`).join(''))
    .join(' ')

test('a game without notes is one line', () => {
  const tree = buildTree(played('a', 'b', 'c'), [])
  expect(tree.end.ply).toBe(3)
  expect(path(tree.end)).toEqual(['a', 'b', 'c'])
  expect(text(lineAfter(tree.root))).toBe('A B C')
})

test('variations are children of the position before the move they replace', () => {
  const notes = [note('a'), note('b', [note('x', [note('p'), note('q')]), note('y')], [note('z')]), note('c')]
  const tree = buildTree(played('a', 'b', 'c', 'd'), notes)
  expect(text(lineAfter(tree.root))).toBe('A B (X Y) (P Q) (Z) C D')
  const q = tree.all.find((node) => node.san === 'Q')
  expect(q && path(q)).toEqual(['a', 'p', 'q'])
  const x = tree.all.find((node) => node.san === 'X')
  expect(x && lineEnd(x).san).toBe('Y')
})

test('notes end at the first other move', () => {
  const notes = [note('a'), note('b', [note('x')]), note('c', [note('y')])]
  const tree = buildTree(played('a', 'other', 'c'), notes)
  expect(text(lineAfter(tree.root))).toBe('A OTHER C')
})

test('symbols of NAGs follow the move', () => {
  const tree = buildTree(played('a', 'b'), [
    { ...note('a'), nags: [3] },
    { ...note('b'), nags: [146] },
  ])
  expect(tree.all.map(glyphText)).toEqual(['', '!!', ' $146'])
})

test('comments split pairs, and Black can move first', () => {
  const notes: RecordMove[] = [{ ...note('a'), after: ['well'] }, note('b'), note('c', [note('x')]), note('d')]
  const set = (first: number) =>
    blocks(lineAfter(buildTree(played('a', 'b', 'c', 'd'), notes).root), first).map((block) =>
      block.kind === 'pair'
        ? `${block.number} ${block.white?.san ?? '…'} ${block.black?.san ?? ''}`.trim()
        : [...block.comments, ...block.variations.map(text)].join(' '),
    )
  expect(set(2)).toEqual(['1 A', 'well', '1 … B', '2 C', 'X', '2 … D'])
  expect(set(3)).toEqual(['1 … A', 'well', '2 B C', 'X', '3 D'])
})
