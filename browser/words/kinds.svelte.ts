import { wotn } from '../rules/client.ts'
import type { KindInfo, Variant } from '../rules/contract.ts'
import { lookUp, speech, t } from './words.svelte.ts'

/** The table of all kinds of pieces. Empty until loadKinds has finished. */
class Kinds {
  all = $state.raw<readonly KindInfo[]>([])
}

const kinds = new Kinds()

/** loadKinds loads the table from the rules, unless it is loaded. */
export async function loadKinds(): Promise<void> {
  if (kinds.all.length === 0) kinds.all = await wotn.kinds()
}

export function kindOf(letter: string): KindInfo | undefined {
  return kinds.all.find((kind) => kind.letter === letter)
}

/** kindName returns the name of a kind. The alternative variant has other names for some kinds. */
export function kindName(kind: KindInfo, variant: Variant = 'wotn'): string {
  return (variant === 'wotn-alternative' ? kind.alternativeName : kind.name)[speech.language]
}

/** nameOf returns the name of the kind with a letter, or the letter while the table is not loaded. */
export function nameOf(letter: string, variant: Variant): string {
  const kind = kindOf(letter)
  return kind ? kindName(kind, variant) : letter
}

/** movement describes how a kind moves, atom by atom of its notation. */
export function movement(kind: KindInfo): string {
  const atoms = (kind.betza || 'P').match(/fbD|NN|[A-Z]/g) ?? []
  const parts = atoms.map((atom) => lookUp(`atom.${atom === 'C' ? 'L' : atom}`)).filter(Boolean)
  const text = parts.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** pieceName returns, for example, "White Pawn". */
export function pieceName(piece: { kind: string; color: 'w' | 'b' }, variant: Variant): string {
  return t('piece', { color: t(`color.${piece.color}`), kind: nameOf(piece.kind, variant) })
}
