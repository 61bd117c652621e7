import { expect, test } from 'vitest'
import { readShapes, shapesOf, toggled, withShapes, withText } from '../play/comments.ts'
import type { ShownMove } from '../play/notation.ts'
import { path } from '../play/tree.ts'
import type { Answer, RecordMove } from '../rules/contract.ts'
import { AnalysisBoard, type Shown } from './board.svelte.ts'
import { canDemote, record, treeOf } from './edit.ts'
import type { SavedAnalysis } from './saved.svelte.ts'

/** A board whose moves are all legal. */
class FreeBoard extends AnalysisBoard<Shown> {
  override usual(): undefined {}

  override async load(moves: readonly string[]): Promise<Answer<Shown>> {
    const outcome = { over: false, winners: [], reason: '' } as unknown as Shown['outcome']
    return { ok: true, value: { position: moves.join(' '), played: moves.map((text) => ({ text })), outcome } }
  }
  protected override async write(moves: RecordMove[]): Promise<Answer<string>> {
    return { ok: true, value: JSON.stringify(moves) }
  }
  override words = () => ''
  override numbered = () => ''
  override moveShown = (): ShownMove => ({ parts: [], words: '' }) as unknown as ShownMove
  override names = ['', '']
}

/** The slow twin of a board: a tree of nested lists without parents, which every change copies. */
interface Twin {
  move: string
  nags: number[]
  before: string[]
  after: string[]
  children: Twin[]
}

const leaf = (move: string): Twin => ({ move, nags: [], before: [], after: [], children: [] })

/** Returns a copy of a tree, changed at a place. */
function changed(tree: Twin, line: readonly string[], change: (node: Twin) => Twin): Twin {
  const [first, ...rest] = line
  if (first === undefined) return change(tree)
  return {
    ...tree,
    children: tree.children.map((child) => (child.move === first ? changed(child, rest, change) : child)),
  }
}

const find = (tree: Twin, line: readonly string[]): Twin =>
  line.reduce((node, move) => node.children.find((child) => child.move === move) ?? leaf('?'), tree)

/** Exchanges two neighbouring children of a node, the second of which has the index. */
function swapped(node: Twin, index: number): Twin {
  const children = node.children.map((_, i, all) => all[i === index ? i - 1 : i === index - 1 ? i + 1 : i] ?? leaf('?'))
  return { ...node, children }
}

/** Moves the comments on the start position to the first move, which was another one, or to the root. */
function introduced(tree: Twin, old: Twin): Twin {
  const opening = old.children[0]
  const first = tree.children[0]
  if (!opening || first?.move === opening.move) return tree
  if (!first) return { ...tree, after: opening.before }
  const children = tree.children.map((child) => {
    if (child === first) return { ...child, before: [...opening.before, ...child.before] }
    return child.move === opening.move ? { ...child, before: [] } : child
  })
  return { ...tree, children }
}

const twin = {
  add: (tree: Twin, line: readonly string[], move: string): Twin =>
    changed(tree, line, (node) => {
      if (node.children.some((child) => child.move === move)) return node
      if (line.length > 0 || node.children.length > 0) return { ...node, children: [...node.children, leaf(move)] }
      return { ...node, after: [], children: [{ ...leaf(move), before: node.after }] }
    }),
  remove: (tree: Twin, line: readonly string[]): Twin =>
    introduced(
      changed(tree, line.slice(0, -1), (node) => ({
        ...node,
        children: node.children.filter(({ move }) => move !== line.at(-1)),
      })),
      tree,
    ),
  promote(tree: Twin, line: readonly string[]): Twin {
    for (let length = line.length; length > 0; length--) {
      const parent = line.slice(0, length - 1)
      const index = find(tree, parent).children.findIndex(({ move }) => move === line[length - 1])
      if (index > 0)
        return introduced(
          changed(tree, parent, (node) => swapped(node, index)),
          tree,
        )
    }
    return tree
  },
  demote(tree: Twin, line: readonly string[]): Twin {
    for (let length = line.length; length > 0; length--) {
      const parent = line.slice(0, length - 1)
      const { children } = find(tree, parent)
      const index = children.findIndex(({ move }) => move === line[length - 1])
      if (index < children.length - 1)
        return introduced(
          changed(tree, parent, (node) => swapped(node, index + 1)),
          tree,
        )
    }
    return tree
  },
  /** Changes the comments on a position; those on the start position are before the first move, if there is one. */
  comment: (tree: Twin, line: readonly string[], change: (comments: string[]) => string[]): Twin =>
    line.length > 0 || tree.children.length === 0
      ? changed(tree, line, (node) => ({ ...node, after: change(node.after) }))
      : {
          ...tree,
          children: tree.children.map((child, i) => (i > 0 ? child : { ...child, before: change(child.before) })),
        },
  setNAGs: (tree: Twin, line: readonly string[], nags: number[]): Twin =>
    changed(tree, line, (node) => ({ ...node, nags })),
}

const twinOf = ({ text, nags, before, after, children }: ReturnType<typeof treeOf>['root']): Twin => ({
  move: text,
  nags,
  before,
  after,
  children: children.map(twinOf),
})

/** Returns a generator of numbers below a bound. */
function generator(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state * 48271) % 2147483647
    return state % bound
  }
}

/** The number of boards with 150 changes each, such as BOARDS=2000. */
const boards = Number(process.env.BOARDS ?? 12)

test('random changes of a board, taken back and made again, agree with a slow twin', {
  timeout: 30_000 + 1000 * boards,
}, () => {
  const done: Record<string, number> = {}
  for (let seed = 1; seed <= boards; seed++) {
    const random = generator(seed)
    const board = new FreeBoard({ variant: 'wotn', start: '', moves: [], tags: {} })
    let stored: SavedAnalysis | undefined
    board.saveElsewhere = (saved) => {
      stored = structuredClone(saved)
    }
    const past: Twin[] = []
    let now = leaf('')
    let future: Twin[] = []
    const make = (name: string, next: Twin) => {
      past.push(now)
      if (past.length > 100) past.shift()
      future = []
      now = next
      done[name] = (done[name] ?? 0) + 1
    }
    for (let i = 0; i < 150; i++) {
      board.jump(board.tree.all[random(board.tree.all.length)] ?? board.tree.root)
      const line = path(board.at)
      const at = board.at
      switch (random(15)) {
        case 0:
          if (at.main) break
          make('promote', twin.promote(now, line))
          board.promote()
          expect(path(board.at)).toEqual(line)
          break
        case 1:
          if (!board.canDemote) break
          make('demote', twin.demote(now, line))
          board.demote()
          expect(path(board.at)).toEqual(line)
          break
        case 2:
          if (line.length === 0) break
          make('remove', twin.remove(now, line))
          board.remove()
          expect(path(board.at)).toEqual(line.slice(0, -1))
          break
        case 3: {
          const text = ['', 'good', 'bad move', '(or 12.Nf3)', ' two\n lines '][random(5)] ?? ''
          make(
            'comment',
            twin.comment(now, line, (comments) => withText(comments, text)),
          )
          board.comment(withText(board.comments, text))
          break
        }
        case 4: {
          const [shape] = readShapes(['Ge4', 'Rd5', 'Ge2e4', 'Ye2e4', 'Bg1f3'][random(5)] ?? '', () => true) as never[]
          if (!shape) throw new Error('no shape')
          const draw = (comments: readonly string[]) => withShapes(comments, toggled(shapesOf(comments), shape))
          make('mark', twin.comment(now, line, draw))
          board.comment(draw(board.comments))
          break
        }
        case 5: {
          if (line.length === 0) break
          const nags = [[], [1], [4, 18], [6, 10]][random(4)] ?? []
          make('NAG', twin.setNAGs(now, line, nags))
          board.setNAGs(nags)
          break
        }
        case 6: {
          for (let n = 1 + random(4); n > 0; n--) {
            const before = past.pop()
            board.undo()
            if (!before) break
            future.push(now)
            now = before
            done.undo = (done.undo ?? 0) + 1
          }
          if (random(2) > 0) break
          const next = future.pop()
          board.redo()
          if (!next) break
          past.push(now)
          now = next
          done.redo = (done.redo ?? 0) + 1
          break
        }
        case 7: {
          // Several at once: any other change forgets them.
          for (let n = 1 + random(4); n > 0; n--) {
            const next = future.pop()
            board.redo()
            if (!next) break
            past.push(now)
            now = next
            done.redo = (done.redo ?? 0) + 1
          }
          break
        }
        default: {
          const moves = Array.from({ length: 1 + random(3) }, () => 'abc'[random(3)] ?? 'a')
          let next = now
          moves.forEach((move, j) => {
            next = twin.add(next, [...line, ...moves.slice(0, j)], move)
          })
          const size = board.tree.all.length
          board.play(moves.map((text) => ({ text, san: text })))
          if (board.tree.all.length > size) make('play', next)
          expect(path(board.at)).toEqual([...line, ...moves])
        }
      }
      expect(twinOf(board.tree.root)).toEqual(now)
      expect([board.canUndo, board.canRedo]).toEqual([past.length > 0, future.length > 0])
      expect(canDemote(board.at)).toBe(twin.demote(now, path(board.at)) !== now)
      // What is saved is the tree, and the tree is built again of it.
      if (stored) expect(stored.moves).toEqual(record(board.tree))
      const again = treeOf(stored?.moves ?? [], stored?.comments)
      expect(twinOf(again.root)).toEqual(now)
      expect(again.all.length).toBe(board.tree.all.length)
    }
  }
  const names = ['play', 'promote', 'demote', 'remove', 'comment', 'mark', 'NAG', 'undo', 'redo']
  for (const name of names) expect(done[name], name).toBeGreaterThan(boards)
  if (process.env.BOARDS) console.log(boards, 'boards', done)
})

test('what was taken back is shown where it was changed', () => {
  const board = new FreeBoard({ variant: 'wotn', start: '', moves: [], tags: {} })
  board.saveElsewhere = () => {}
  board.play(['a', 'b'].map((text) => ({ text, san: text })))
  const [, a, b] = board.tree.all
  if (!a || !b) throw new Error('no moves')
  board.jump(a)
  board.comment(['on a'])
  board.jump(b)
  board.setNAGs([1])
  board.jump(board.tree.root)
  board.undo()
  expect(path(board.at)).toEqual(['a', 'b'])
  board.undo()
  expect(path(board.at)).toEqual(['a'])
  board.redo()
  expect([path(board.at), board.comments]).toEqual([['a'], ['on a']])
  board.undo()
  board.undo()
  expect([path(board.at), board.canUndo]).toEqual([[], false])
  board.redo()
  expect(path(board.at)).toEqual(['a', 'b'])
})
