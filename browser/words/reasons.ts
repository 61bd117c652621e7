/** Writes the facts behind a verdict on a move of Way of the Knight as sentences. */
import type { FaultFacts, MoveThreat, PVMove, Variant, VariationGain } from '../rules/contract.ts'
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

/** FaultReasons has the data from which moveReasons writes its sentences. */
export interface FaultReasons {
  /** The side that moved. */
  seat: number
  best: PVMove | undefined
  reply: PVMove | undefined
  allowsMate: number
  missesMate: number
  facts: FaultFacts | undefined
}

/** victims lists pieces as the object of a sentence: "the Rook on a5 and the Queen on h8". */
function victims(pieces: readonly { kind: string; square: string }[], variant: Variant): string {
  return list(pieces.map(({ kind, square }) => t('reason.victim.on', { kind: victimName(kind, variant), square })))
}

/** phrase says what a tactical move does, with verbs in the infinitive. */
function phrase(
  { notation: { captured, promotion, check, to } }: PVMove,
  threat: MoveThreat | undefined,
  variant: Variant,
): string {
  const attacks = threat?.attacks ?? []
  const pieces = victims(attacks, variant)
  return list([
    captured ? t('reason.captures', { captured: victimName(captured, variant), to }) : t('reason.moves', { to }),
    ...(promotion ? [t('reason.promotes', { kind: goalName(promotion, variant) })] : []),
    ...(check ? [t(`reason.${check}`)] : []),
    ...(attacks.length > 0 ? [t(attacks.length > 1 ? 'reason.forks' : 'reason.attacks', { pieces })] : []),
    ...(threat?.mate ? [t('reason.threatens-mate')] : []),
  ])
}

/** tactical reports whether a move does something that a phrase names. */
function tactical(
  { notation: { captured, promotion, check, castling } }: PVMove,
  threat: MoveThreat | undefined,
): boolean {
  if (castling) return false
  return (
    captured !== '' ||
    promotion !== '' ||
    check !== '' ||
    (threat !== undefined && (threat.attacks.length > 0 || threat.mate))
  )
}

/** replyReason says what a move allows: "Lets the Knight capture the Pawn on e5 and promote to Baron." */
export function replyReason(reply: PVMove, variant: Variant, threat?: MoveThreat): string {
  return t('reason.reply', { who: who(reply, variant), parts: phrase(reply, threat, variant) })
}

/** missedReason says what was possible: "Here the Knight could capture the Pawn on e5." */
export function missedReason(best: PVMove, variant: Variant, threat?: MoveThreat): string {
  return t('reason.missed', { who: who(best, variant), parts: phrase(best, threat, variant) })
}

/** moveName names a quiet move: "Rook to e8". */
export function moveName({ text, notation: { kind, origin, castling, check, to } }: PVMove, variant: Variant): string {
  const name = nameOf(kind, variant)
  const move = castling
    ? t(`reason.better.${castling}`)
    : origin
      ? t('spoken.moves.from', { kind: name, origin: text.slice(0, 2), to })
      : t('spoken.moves', { kind: name, to })
  return check ? t(`reason.better.${check}`, { move }) : move
}

/** betterReason names a quiet move that was better. */
export function betterReason(best: PVMove, variant: Variant): string {
  return t('reason.better', { move: moveName(best, variant) })
}

/** gainReason says what a side wins by a line: "As a result, White wins the Rook on e8 for the Bishop." */
export function gainReason(
  key: 'reason.gain.reply' | 'reason.gain.better',
  seat: number,
  { wins, loses, promotes }: VariationGain,
  variant: Variant,
): string {
  const pieces = victims(wins, variant)
  const price = list(loses.map(({ kind }) => t('reason.victim', { kind: victimName(kind, variant) })))
  const balance = pieces
    ? [price ? t('reason.gain.wins-for', { pieces, price }) : t('reason.gain.wins', { pieces })]
    : price
      ? [t('reason.gain.gives', { price })]
      : []
  const parts = [
    ...balance,
    ...promotes.map(({ from, to }) =>
      t('reason.gain.promotes', {
        from: t('reason.victim', { kind: victimName(from, variant) }),
        to: goalName(to, variant),
      }),
    ),
  ]
  return t(key, { side: t(seat === 0 ? 'color.w' : 'color.b'), parts: list(parts) })
}

/** moveReasons returns the reasons of a fault. If nothing else explains it, they name the best reply. */
export function moveReasons(
  { seat, best, reply, allowsMate, missesMate, facts }: FaultReasons,
  variant: Variant,
): string[] {
  const all: string[] = []
  if (missesMate > 0) all.push(t('review.misses.mate', { n: missesMate }))
  if (allowsMate > 0) all.push(t('review.allows.mate', { n: allowsMate }))
  else if (reply) {
    if (tactical(reply, facts?.reply)) all.push(replyReason(reply, variant, facts?.reply))
    if (facts?.replyGain && !isCapture(reply, facts.replyGain))
      all.push(gainReason('reason.gain.reply', 1 - seat, facts.replyGain, variant))
  }
  if (!best) return all
  const missed = tactical(best, facts?.better)
  const gain = facts?.betterGain && !isCapture(best, facts.betterGain) ? facts.betterGain : undefined
  if (all.length === 0 && reply && !missed && !gain) all.push(t('reason.allows', { move: moveName(reply, variant) }))
  all.push(missed ? missedReason(best, variant, facts?.better) : betterReason(best, variant))
  if (gain && missesMate === 0 && !facts?.replyGain) all.push(gainReason('reason.gain.better', seat, gain, variant))
  return all
}

/** isCapture reports whether a move alone makes a gain, which its own phrase says. */
function isCapture({ notation: { captured, promotion } }: PVMove, { wins, loses, promotes }: VariationGain): boolean {
  return (
    loses.length === 0 &&
    wins.every(({ kind }) => kind === captured) &&
    wins.length <= 1 &&
    promotes.every(({ to }) => to === promotion) &&
    promotes.length <= 1
  )
}
