/** Writes moves of Way of the Knight with figures, with names or in Betza's notation, and in words. */
import type { Color, Notation, Variant } from '../rules/contract.ts'
import type { Options } from '../ui/settings.svelte.ts'
import { goalName, nameOf, victimName } from '../words/kinds.svelte.ts'
import { t } from '../words/words.svelte.ts'

/** A part of a move on screen: a text, or the figure of a piece. */
export type Part = { text: string } | { figure: string; color: Color }

/** A move on screen, and in words for screen readers. */
export interface ShownMove {
  parts: readonly Part[]
  words: string
}

const castlings = { short: 'O-O', long: 'O-O-O' } as const
const checks = { '': '', check: '+', mate: '#' } as const

/** textMove returns a move that is the same on screen and in words. */
export function textMove(text: string): ShownMove {
  return { parts: [{ text }], words: text }
}

/** moveParts returns a move in the chosen notation. Pawns have neither figure nor name, as in chess. */
export function moveParts(
  move: { san: string; notation?: Notation | undefined },
  color: Color,
  variant: Variant,
  style: Options['notation'],
): Part[] {
  const { notation } = move
  if (!notation || style === 'betza') return [{ text: move.san }]
  const { kind, promotion } = notation
  const piece = (letter: string): Part =>
    style === 'figures' ? { figure: letter, color } : { text: nameOf(letter, variant) }
  const check = checks[notation.check]
  if (notation.castling) return [{ text: castlings[notation.castling] + check }]
  const squares = notation.origin + (notation.captured ? 'x' : '') + notation.to
  const parts: Part[] = []
  if (kind !== 'P') parts.push(piece(kind))
  parts.push({ text: kind !== 'P' && style === 'names' ? ` ${squares}` : squares })
  if (promotion) parts.push({ text: ' → ' }, piece(promotion))
  if (check) parts.push({ text: check })
  return parts
}

/** moveWords returns a move in words: "Squire captures Pawn on d5, promotes to Knight, check", "d-Pawn captures Squire on e5". */
export function moveWords(notation: Notation, variant: Variant): string {
  const { to, promotion, check, castling } = notation
  const pawn = notation.kind === 'P' && notation.origin.length === 1
  const kind = (pawn ? `${notation.origin}-` : '') + nameOf(notation.kind, variant)
  const origin = pawn ? '' : notation.origin
  const captured = notation.captured && victimName(notation.captured, variant)
  const parts: string[] = []
  if (castling) parts.push(t(`spoken.castling.${castling}`))
  else if (captured && origin) parts.push(t('spoken.captures.from', { kind, origin, captured, to }))
  else if (captured) parts.push(t('spoken.captures', { kind, captured, to }))
  else if (origin) parts.push(t('spoken.moves.from', { kind, origin, to }))
  else parts.push(t('spoken.moves', { kind, to }))
  const goal = promotion && goalName(promotion, variant)
  if (goal && captured) parts.push(t('spoken.and-promotes', { captures: parts.pop() ?? '', kind: goal }))
  else if (goal) parts.push(t('announce.promotes', { kind: goal }))
  if (check) parts.push(t(`announce.${check}`))
  return parts.join(', ')
}

/** shownMove returns a move on screen and in words. Without its notation both are its SAN. */
export function shownMove(
  move: { san: string; notation?: Notation | undefined },
  color: Color,
  variant: Variant,
  style: Options['notation'],
): ShownMove {
  return {
    parts: moveParts(move, color, variant, style),
    words: move.notation ? moveWords(move.notation, variant) : move.san,
  }
}
