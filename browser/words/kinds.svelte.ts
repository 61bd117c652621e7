import type { KindInfo, Variant } from '../rules/contract.ts'
import { kinds } from '../rules/kinds.gen.ts'
import { lookUp, speech, t } from './words.svelte.ts'

/** kindOf returns the kind with a letter; undefined for other texts. */
export function kindOf(letter: string): KindInfo | undefined {
  return kinds.find((kind) => kind.letter === letter)
}

/** kindName returns the name of a kind. Chess and the alternative variant have other names for some kinds. */
export function kindName(kind: KindInfo, variant: Variant = 'wotn'): string {
  if (variant === 'chess' && kind.letter === 'N') return t('kind.chess.N')
  if (variant === 'chess' && kind.letter === 'B') return t('kind.chess.B')
  return (variant === 'wotn-alternative' ? kind.alternativeName : kind.name)[speech.language]
}

/** nameOf returns the name of the kind with a letter, or the text if there is none. */
export function nameOf(letter: string, variant: Variant): string {
  const kind = kindOf(letter)
  return kind ? kindName(kind, variant) : letter
}

/** German nouns whose accusative and dative have an ending, and those that are not masculine. */
const endings: Readonly<Record<string, string>> = { P: 'n', S: 'n', Y: 'en', F: 'en' }
const feminine = 'GXZQ'
const neuter = 'I'

function inflected(
  letter: string,
  variant: Variant,
  articles: readonly [string, string, string],
  ends: Readonly<Record<string, string>> = endings,
): string {
  const name = nameOf(letter, variant)
  if (speech.language === 'en' || !kindOf(letter)) return name
  const [masculine, other, neutral] = articles
  if (feminine.includes(letter)) return `${other} ${name}`
  return `${neuter.includes(letter) ? neutral : masculine} ${name}${ends[letter] ?? ''}`
}

/** theName returns the name of a kind as the subject of a sentence, after "the" in English: "Squire", "der Knappe". */
export function theName(letter: string, variant: Variant): string {
  return inflected(letter, variant, ['der', 'die', 'das'], {})
}

/** victimName returns the name of a captured kind in a sentence: "Squire", "den Knappen". */
export function victimName(letter: string, variant: Variant): string {
  return inflected(letter, variant, ['den', 'die', 'das'])
}

/** goalName returns the name of a kind that a piece is promoted to in a sentence: "Squire", "zum Knappen". */
export function goalName(letter: string, variant: Variant): string {
  return inflected(letter, variant, ['zum', 'zur', 'zum'])
}

/** movement describes how a kind moves, atom by atom of its notation. */
export function movement(kind: KindInfo): string {
  const atoms = (kind.betza || 'P').match(/fbD|NN|[A-Z]/g) ?? []
  const parts = atoms.map((atom) => lookUp(`atom.${atom === 'C' ? 'L' : atom}`)).filter(Boolean)
  const text = parts.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** kindPath returns the address of the page of a kind. */
export function kindPath(kind: KindInfo): string {
  return `pieces/${kind.name.en.toLowerCase().replaceAll(' ', '-')}`
}

/** kindOfPath returns the kind whose page has this last part of its address; undefined for other texts. */
export function kindOfPath(name: string): KindInfo | undefined {
  return kinds.find((kind) => kindPath(kind) === `pieces/${name}`)
}

/**
 * promotesBy returns the conditions under which a kind is promoted, or '' if it never is. The rank is that of the board for a
 * black piece, else counted from the side of the piece.
 */
export function promotesBy(kind: KindInfo, color?: 'w' | 'b'): string {
  const level = kind.promotesOnCaptureFrom
  const rank = color === 'b' && kind.promotionRank > 0 ? 9 - kind.promotionRank : kind.promotionRank
  if (level === 0) return ''
  if (level > 1 && rank > 0) return t('piece.promotes.capture-or-rank', { level, rank })
  if (level === 1 && rank > 0) return t('piece.promotes.any-or-rank', { rank })
  return level > 1 ? t('piece.promotes.capture', { level }) : t('piece.promotes.any')
}

/** pieceName returns, for example, "White Pawn". */
export function pieceName(piece: { kind: string; color: 'w' | 'b' }, variant: Variant): string {
  return t('piece', { color: t(`color.${piece.color}`), kind: nameOf(piece.kind, variant) })
}
