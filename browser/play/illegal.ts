import type { IllegalReason, KindInfo, Problem, Variant, WotnState } from '../rules/contract.ts'
import { kinds } from '../rules/kinds.gen.ts'
import { kindOf, movement, theName } from '../words/kinds.svelte.ts'
import { problemText } from '../words/problems.ts'
import { isKey, lookUp, t } from '../words/words.svelte.ts'

/** Why a move is not legal, as a sentence, and the address of the paragraph of the rules, or ''. */
export interface Why {
  text: string
  paragraph: string
}

/** The kinds in the order of section 3 of the rules: those of the standard variant first. */
const ordered = [...kinds.filter(({ alternative }) => !alternative), ...kinds.filter(({ alternative }) => alternative)]

/** paragraphOf returns the id of the paragraph about the movement of a kind. */
export function paragraphOf(kind: KindInfo): string {
  return `p3.${ordered.indexOf(kind) + 1}`
}

/** The paragraphs of the reasons; those that are missing are about the kind of piece. */
const wotnParagraphs: Partial<Record<IllegalReason['code'], string>> = {
  'not-yours': 'p1.1',
  'own-piece': 'p1.1',
  blocked: 'p2.6',
  pinned: 'p5.2',
  'in-check': 'p5.2',
  'king-attacked': 'p5.2',
  'castling-lost': 'p6.1',
  'castling-blocked': 'p6.1',
  'castling-check': 'p6.1',
  'castling-through': 'p6.1',
}

/**
 * triedPiece returns the square of the piece that a refused move is about, or '': the one on `from`, or, if that is no piece of
 * the side to move, the one tried before if it cannot move at all. The board does not select such a piece, so that a second tap,
 * on its target, comes alone.
 */
export function triedPiece(game: WotnState, before: string, from: string): string {
  const own = (square: string) => game.pieces.some((p) => p.square === square && p.color === game.turn)
  if (own(from)) return from
  return own(before) && !game.legal.some((move) => move.from === before) ? before : ''
}

/** whyOf returns the reason of the rules as a sentence. */
export function whyOf(reason: IllegalReason, variant: Variant): Why {
  const kind = kindOf(reason.kind)
  const values = {
    kind: theName(reason.kind, variant),
    square: reason.square,
    other: theName(reason.other, variant),
    movement: kind ? movement(kind) : '',
  }
  const text = lookUp(`why.${reason.code}`, values) || t('board.illegal')
  const paragraph = wotnParagraphs[reason.code] ?? (kind ? paragraphOf(kind) : '')
  return { text, paragraph: variant === 'chess' || !paragraph ? '' : `rules/wotn#${paragraph}` }
}

const lancelotParagraphs: Record<string, string> = {
  occupied: 'p1.6',
  chivalry: 'p3.1',
  'excalibur-first': 'p7.1',
  'no-excalibur-turn': 'p7.5',
  'no-stone': 'p7.12',
  unmoved: 'p7.5',
  'no-stone-after': 'p7.12',
}

/** whyNotTurn returns the problem of a turn of Lancelot as a sentence. `names` are those of the seats. */
export function whyNotTurn(problem: Problem, names: readonly string[] = []): Why {
  // Letters stand for seats in texts of games only.
  const { ply: _ply, move: _move, letter: _letter, ...args } = problem.args
  const code = String(args.reason ?? problem.code)
  const paragraph = lancelotParagraphs[code]
  const text = isKey(`problem.${code}`) ? problemText({ ...problem, code, args }, names) : t('board.illegal')
  return { text, paragraph: paragraph ? `rules/lancelot#${paragraph}` : '' }
}
