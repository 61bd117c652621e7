import { wotn } from '../rules/client.ts'
import type { KindInfo, Variant } from '../rules/contract.ts'
import { lookUp, speech, t } from './words.svelte.ts'

/** The table of all kinds of men, once the rules have told it. */
class Men {
  kinds = $state.raw<readonly KindInfo[]>([])
}

export const men = new Men()

/** Asks the rules for the table, unless it is known. */
export async function learnMen(): Promise<void> {
  if (men.kinds.length === 0) men.kinds = await wotn.kinds()
}

export function kindOf(letter: string): KindInfo | undefined {
  return men.kinds.find((kind) => kind.letter === letter)
}

/** The name of a kind; some have another one under other ways. */
export function kindName(kind: KindInfo, ways: Variant = 'wotn'): string {
  return (ways === 'wotn-alternative' ? kind.alternativeName : kind.name)[speech.language]
}

export function nameOf(letter: string, ways: Variant): string {
  const kind = kindOf(letter)
  return kind ? kindName(kind, ways) : letter
}

/** How a kind moves, in words, atom by atom of its notation. */
export function movement(kind: KindInfo): string {
  const atoms = (kind.betza || 'P').match(/fbD|NN|[A-Z]/g) ?? []
  const parts = atoms.map((atom) => lookUp(`atom.${atom === 'C' ? 'L' : atom}`)).filter(Boolean)
  const text = parts.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "White Pawn" */
export function manName(man: { kind: string; color: 'w' | 'b' }, ways: Variant): string {
  return t('piece', { color: t(`color.${man.color}`), kind: nameOf(man.kind, ways) })
}
