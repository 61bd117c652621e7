import type { LineName } from '../rules/contract.ts'
import { t } from './words.svelte.ts'

/** turnText returns a turn of Lancelot as people read it: "X g6 · g8". The seat that acts next, as in "g8>c", is left out. */
export function turnText(turn: string): string {
  return turn
    .replace(/>.*/, '')
    .split(',')
    .map((part) => (part.startsWith('X') ? `X ${part.slice(1)}` : part))
    .join(' · ')
}

/** lineText returns the name of a line of Lancelot: "Row 6". */
export function lineText({ kind, name }: LineName): string {
  return t(kind === 'row' || kind === 'column' ? `lancelot.line.${kind}` : 'lancelot.line.diagonal', { name })
}
