/** Writes the facts behind a verdict on a move of Way of the Knight as sentences. */
import type { PVMove, Variant } from '../rules/contract.ts'
import { goalName, nameOf, theName, victimName } from './kinds.svelte.ts'
import { list, speech, t } from './words.svelte.ts'

/** who names the piece that moves: "the Knight", "the Knight on f3" if there is another that could move, or "the d-pawn". */
function who({ text, notation: { kind, origin } }: PVMove, variant: Variant): string {
  const german = speech.language === 'de'
  const file = kind === 'P' ? origin.charAt(0) : ''
  if (file)
    return t('reason.pawn', { file, pawn: german ? nameOf(kind, variant) : nameOf(kind, variant).toLowerCase() })
  const name = t('reason.piece', { kind: theName(kind, variant) })
  return origin ? t('reason.piece.on', { piece: name, square: text.slice(0, 2) }) : name
}

/** phrase says what a tactical move does, with verbs in the infinitive. */
function phrase({ notation: { captured, promotion, check, to } }: PVMove, variant: Variant): string {
  return list([
    captured ? t('reason.captures', { captured: victimName(captured, variant), to }) : t('reason.moves', { to }),
    ...(promotion ? [t('reason.promotes', { kind: goalName(promotion, variant) })] : []),
    ...(check ? [t(`reason.${check}`)] : []),
  ])
}

/** replyReason says what a move allows: "Lets the Knight capture the Pawn on e5 and promote to Baron." */
export function replyReason(reply: PVMove, variant: Variant): string {
  return t('reason.reply', { who: who(reply, variant), parts: phrase(reply, variant) })
}

/** missedReason says what was possible: "Here the Knight could capture the Pawn on e5." */
export function missedReason(best: PVMove, variant: Variant): string {
  return t('reason.missed', { who: who(best, variant), parts: phrase(best, variant) })
}

/** betterReason names a quiet move that was better. */
export function betterReason(best: PVMove, variant: Variant): string {
  const { kind, origin, castling, check, to } = best.notation
  const name = nameOf(kind, variant)
  const move = castling
    ? t(`reason.better.${castling}`)
    : origin
      ? t('spoken.moves.from', { kind: name, origin: best.text.slice(0, 2), to })
      : t('spoken.moves', { kind: name, to })
  return t('reason.better', { move: check ? t(`reason.better.${check}`, { move }) : move })
}
