/** A good move as a hint in two steps: the piece or the row, then the move. */
import type { Shape } from '../board/props.ts'
import type { LancelotState, WotnState } from '../rules/contract.ts'
import { nameOf } from '../words/kinds.svelte.ts'
import { spokenTurn } from '../words/notation.ts'
import { t } from '../words/words.svelte.ts'
import * as lancelotBoard from './lancelotboard.ts'

/** The position that a hint is for. */
export interface Hinted {
  wotn?: WotnState | null | undefined
  lancelot?: LancelotState | null | undefined
}

/** stoneOf returns the square of the stone of a turn. */
function stoneOf(turn: string): string {
  return turn.split(',').find((part) => !part.startsWith('X')) ?? turn
}

/** hintText returns a step of a hint in words. `move` is the good move. */
export function hintText({ wotn, lancelot }: Hinted, move: string, step: number): string {
  if (lancelot) {
    const excaliburTurn = move.includes('X') && lancelot.phase === 'turn'
    if (step === 1)
      return excaliburTurn
        ? t('learn.hint.excalibur-turn')
        : t('learn.hint.row', { row: stoneOf(move).replace(/\D/g, '') })
    return move.includes('X')
      ? t('learn.hint.turn', { turn: spokenTurn(move) })
      : t('learn.hint.stone', { square: stoneOf(move) })
  }
  const found = wotn?.legal.find(({ text }) => text === move)
  if (!wotn || !found) return ''
  const { from, to, kind, promotion } = found
  if (step === 1) return t('learn.hint.piece', { piece: nameOf(kind, wotn.variant), square: from })
  const words = t('learn.hint.move', { from, to })
  if (!promotion) return words
  return t('learn.hint.promotion', { move: words, kind: nameOf(promotion, wotn.variant) })
}

/** hintShapes returns a step of a hint as drawings. */
export function hintShapes({ wotn, lancelot }: Hinted, move: string, step: number): Shape[] {
  if (!move || step === 0) return []
  if (lancelot) {
    if (step === 2) return lancelotBoard.arrows(lancelot, move).map((shape) => ({ ...shape, brush: 'blue' }))
    const stone = stoneOf(move)
    const row = lancelot.lines.find(({ kind, squares }) => kind === 'row' && squares.includes(stone))
    return row ? [{ from: row.squares[0] ?? '', to: row.squares.at(-1) ?? '', brush: 'blue' }] : []
  }
  const found = wotn?.legal.find(({ text }) => text === move)
  if (!found) return []
  const { from, to } = found
  return [{ from, to: step === 1 ? from : to, brush: 'blue' }]
}
