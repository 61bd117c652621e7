import type { LineName } from '../rules/contract.ts'
import { t } from './words.svelte.ts'

/** turnText returns a turn of Lancelot as people read it: "Excalibur g6 · g8". The seat that acts next, as in "g8>c", is left out. */
export function turnText(turn: string): string {
  return turn
    .replace(/>.*/, '')
    .split(',')
    .map((part) => (part.startsWith('X') ? `Excalibur ${part.slice(1)}` : part))
    .join(' · ')
}

/** spokenTurn returns a turn of Lancelot in words, for screen readers too: "g8", "Excalibur to g6, stone on g8". */
export function spokenTurn(turn: string): string {
  const parts = turn.replace(/>.*/, '').split(',')
  if (!turn.includes('X')) return parts.join(', ')
  return parts
    .map((part) => {
      const key = part.startsWith('X') ? 'lancelot.turn.excalibur' : 'lancelot.turn.stone'
      return t(key, { square: part.replace('X', '') })
    })
    .join(', ')
}

/** lineText returns the name of a line of Lancelot: "row 6", "diagonal d4 to k11". */
export function lineText({ kind, name }: LineName): string {
  if (kind === 'row' || kind === 'column') return t(`lancelot.line.${kind}`, { name })
  const [from = '', to = ''] = name.split('–')
  return t('lancelot.line.diagonal', { from, to })
}
