/** Changes of a game tree. They change the nodes in place and return what is shown next. */

import { buildTree, type Node, type Tree } from '../play/tree.ts'
import type { Notation, RecordMove } from '../rules/contract.ts'

/** A move to be added. */
export interface NewMove {
  text: string
  san: string
  notation?: Notation | undefined
}

/** treeOf returns the tree of a recorded game. The comments are those on the start position of a game without moves. */
export function treeOf(moves: readonly RecordMove[], comments: readonly string[] = []): Tree {
  const tree = buildTree(moves, moves)
  if (moves.length === 0) tree.root.after = [...comments]
  return tree
}

/** add returns the node of a move after `at`. The move becomes a new variation, or continues the line, unless it exists. */
export function add(tree: Tree, at: Node, move: NewMove): Node {
  const known = at.children.find(({ text }) => text === move.text)
  if (known) return known
  const main = at === tree.end
  const node: Node = {
    id: Math.max(...tree.all.map(({ id }) => id)) + 1,
    parent: at,
    children: [],
    ply: at.ply + 1,
    text: move.text,
    san: move.san,
    notation: move.notation,
    nags: [],
    before: [],
    after: [],
    main,
  }
  if (!at.parent && at.children.length === 0) {
    node.before = at.after
    at.after = []
  }
  at.children.push(node)
  tree.all.push(node)
  if (main) tree.end = node
  return node
}

/**
 * promote moves the variation of a node up by one among its siblings. The variation is the innermost that contains the node.
 * On the main line nothing changes.
 */
export function promote(tree: Tree, node: Node): void {
  let first: Node = node
  while (first.parent && first.parent.children[0] === first) first = first.parent
  const siblings = first.parent?.children
  if (!siblings) return
  const index = siblings.indexOf(first)
  moveChild(tree, siblings, index, index - 1)
}

/** The innermost variation that contains a node and has another one after it; undefined if there is none. */
function demotable(node: Node): Node | undefined {
  for (let at = node; at.parent; at = at.parent) {
    if (at.parent.children.at(-1) !== at) return at
  }
  return undefined
}

/** canDemote reports whether demote changes something. */
export const canDemote = (node: Node): boolean => demotable(node) !== undefined

/** demote moves the innermost variation that contains a node and has another one after it down by one among its siblings. */
export function demote(tree: Tree, node: Node): void {
  const first = demotable(node)
  const siblings = first?.parent?.children
  if (!first || !siblings) return
  const index = siblings.indexOf(first)
  moveChild(tree, siblings, index, index + 1)
}

function moveChild(tree: Tree, siblings: Node[], from: number, to: number): void {
  const opening = tree.root.children[0]
  siblings.splice(to, 0, ...siblings.splice(from, 1))
  keepIntroduction(tree, opening)
  markMain(tree)
}

/**
 * keepIntroduction gives the comments on the start position, which are those before the main line's first move, to another
 * first move, or to the root if there is none. `opening` is the one before.
 */
function keepIntroduction(tree: Tree, opening: Node | undefined): void {
  const [first] = tree.root.children
  if (!opening || first === opening || opening.before.length === 0) return
  if (first) first.before = [...opening.before, ...first.before]
  else tree.root.after = opening.before
  opening.before = []
}

/** remove deletes a node with all after it and returns its parent. The root stays. */
export function remove(tree: Tree, node: Node): Node {
  const { parent } = node
  if (!parent) return node
  const opening = tree.root.children[0]
  parent.children.splice(parent.children.indexOf(node), 1)
  keepIntroduction(tree, opening)
  const gone = new Set<Node>()
  const mark = (at: Node): void => {
    gone.add(at)
    at.children.forEach(mark)
  }
  mark(node)
  tree.all = tree.all.filter((other) => !gone.has(other))
  markMain(tree)
  return parent
}

/** markMain finds the main line after a change. */
function markMain(tree: Tree): void {
  for (const node of tree.all) node.main = false
  let at = tree.root
  at.main = true
  while (at.children[0]) {
    at = at.children[0]
    at.main = true
  }
  tree.end = at
}

type CommentsOf = (node: Node) => string[]

/**
 * record returns the main line of a tree as recorded moves, with its variations. `commentsOf` returns the comments after a move.
 */
export function record(tree: Tree, commentsOf: CommentsOf = ({ after }) => after): RecordMove[] {
  return lineOf(tree.root, 0, commentsOf)
}

/** lineOf returns the line that begins with a child of `parent`. The first of several children contains the others. */
function lineOf(parent: Node, index: number, commentsOf: CommentsOf): RecordMove[] {
  const moves: RecordMove[] = []
  let from = parent
  let at = parent.children[index]
  while (at) {
    const { text, san, notation, nags, before } = at
    const after = commentsOf(at)
    const variations =
      at === from.children[0] ? from.children.slice(1).map((_, i) => lineOf(from, i + 1, commentsOf)) : []
    moves.push({ text, san, ...(notation && { notation }), nags, before, after, variations })
    from = at
    at = at.children[0]
  }
  return moves
}

/** place returns the index among its siblings of each node from the root to a node. */
export function place(node: Node): number[] {
  const indices: number[] = []
  for (let at = node; at.parent; at = at.parent) indices.unshift(at.parent.children.indexOf(at))
  return indices
}

/** nodeAt returns the node with that place, or the last one on the way that exists. */
export function nodeAt(tree: Tree, indices: readonly number[]): Node {
  let at = tree.root
  for (const index of indices) {
    const next = at.children[index]
    if (!next) return at
    at = next
  }
  return at
}
