/** A game as a tree of moves, with comments and variations. */
import type { MoveKind, Notation, RecordMove } from '../rules/contract.ts'
import { commentText } from './comments.ts'

export interface Node {
  /** Index in `all`; 0 for the root. */
  id: number
  parent: Node | null
  /** The next move, then the variations in its place. */
  children: Node[]
  /** Number of moves that lead here. */
  ply: number
  text: string
  san: string
  /** Missing if the promotion is left open. */
  notation: Notation | undefined
  nags: number[]
  before: string[]
  after: string[]
  /** On the main line. */
  main: boolean
}

export interface Tree {
  all: Node[]
  root: Node
  /** The last move of the main line. */
  end: Node
}

/** A move as it was played. */
export interface Played {
  text: string
  san: string
  notation?: Notation
}

/** buildTree returns the tree of the moves played, with the notes up to the first other move. */
export function buildTree(played: readonly Played[], notes: readonly RecordMove[]): Tree {
  const all: Node[] = []
  const add = (parent: Node | null, move: Partial<RecordMove> & Played, main: boolean): Node => {
    const node: Node = {
      id: all.length,
      parent,
      children: [],
      ply: parent ? parent.ply + 1 : 0,
      text: move.text,
      san: move.san,
      notation: move.notation,
      nags: move.nags ?? [],
      before: move.before ?? [],
      after: move.after ?? [],
      main,
    }
    all.push(node)
    parent?.children.push(node)
    return node
  }
  const branch = (from: Node, line: readonly RecordMove[]): void => {
    let at = from
    for (const move of line) {
      const next = add(at, move, false)
      for (const variation of move.variations) branch(at, variation)
      at = next
    }
  }

  const root = add(null, { text: '', san: '' }, true)
  let end = root
  let noted = true
  played.forEach((move, i) => {
    const note = notes[i]
    noted = noted && note?.text === move.text
    const next = add(end, noted && note ? { ...note, ...move } : move, true)
    if (noted && note) for (const variation of note.variations) branch(end, variation)
    end = next
  })
  return { all, root, end }
}

/** path returns the moves that lead to a node. */
export function path(node: Node): string[] {
  const moves: string[] = []
  for (let at: Node | null = node; at?.parent; at = at.parent) moves.unshift(at.text)
  return moves
}

/** lineEnd returns the last node of a node's line. */
export function lineEnd(node: Node): Node {
  let at = node
  while (at.children[0]) at = at.children[0]
  return at
}

/** A sequence of moves with the variations beside each. */
export interface Line {
  moves: { node: Node; variations: Line[] }[]
}

/** lineAfter returns the line that begins after a node. */
export function lineAfter(node: Node): Line {
  return follow(node.children[0], node)
}

function follow(first: Node | undefined, parent: Node): Line {
  const moves: Line['moves'] = []
  let at = first
  let from = parent
  while (at) {
    const variations = at === from.children[0] ? from.children.slice(1).map((child) => follow(child, child)) : []
    moves.push({ node: at, variations })
    from = at
    at = at.children[0]
  }
  return { moves }
}

const glyphs: Record<number, string> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  10: '=',
  14: '+=',
  15: '=+',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
}

/** glyphText returns the symbols of a move's NAGs. */
export function glyphText(node: Node): string {
  return node.nags.map((nag) => glyphs[nag] ?? ` $${nag}`).join('')
}

/** The symbol of a review for a move, and what it means, in words. */
export interface ReviewMark {
  kind: MoveKind
  symbol: string
  words: string
}

/** hasOwnSymbol reports whether the author of the record has given a move a symbol such as "!?". */
export function hasOwnSymbol({ nags }: Node): boolean {
  return nags.some((nag) => nag >= 1 && nag <= 6)
}

/** symbolWords returns the symbols behind a move for a screen reader. */
export function symbolWords(node: Node, mark: ReviewMark | undefined): string {
  if (!mark) return glyphText(node)
  return glyphText(node) + (hasOwnSymbol(node) ? `, ${mark.words}` : mark.symbol)
}

/** Comments that are not only commands, such as the time of a move. */
const said = (comments: readonly string[]) => comments.filter((comment) => commentText(comment) !== '')

/** A block of the move list: a pair of moves, or comments and variations between pairs. */
export type Block =
  | { kind: 'pair'; number: number; white: Node | null; black: Node | null }
  | { kind: 'notes'; comments: readonly string[]; variations: readonly Line[] }

/** moveNumber returns the number of a move. `first` is twice FEN's move number at the start, one more if Black moves first. */
export function moveNumber(node: Node, first: number): { number: number; black: boolean } {
  const ply = first + node.ply - 1
  return { number: Math.floor(ply / 2), black: ply % 2 === 1 }
}

/** blocks returns the blocks of a line. `first` is as for moveNumber. */
export function blocks(line: Line, first: number, bare = false): Block[] {
  const all: Block[] = []
  for (const { node, variations } of line.moves) {
    const [before, after] = [said(node.before), said(node.after)]
    if (!bare && before.length > 0) all.push({ kind: 'notes', comments: before, variations: [] })
    const { number, black } = moveNumber(node, first)
    const open = all.at(-1)
    if (!black) all.push({ kind: 'pair', number, white: node, black: null })
    else if (open?.kind === 'pair' && open.number === number) open.black = node
    else all.push({ kind: 'pair', number, white: null, black: node })
    if (!bare && (after.length > 0 || variations.length > 0)) all.push({ kind: 'notes', comments: after, variations })
  }
  return all
}
