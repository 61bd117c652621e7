/** Names of analyses and games in lists. */
import { counted, t } from '../words/words.svelte.ts'
import { gameOf } from './address.ts'
import type { Subject } from './board.svelte.ts'
import { seatName } from './lancelot.svelte.ts'

type Named = Pick<Subject, 'variant' | 'tags'>

/** playersOf returns the names of the players, '' without any. */
export function playersOf({ variant, tags }: Named): string {
  if (variant === 'lancelot') return [0, 1, 2, 3, 4].flatMap((seat) => seatName(tags, seat) || []).join(' – ')
  const { White = '', Black = '' } = tags
  return White || Black ? `${White || '?'} – ${Black || '?'}` : ''
}

/** nameOf returns the names of the players, else the name of the variant. */
export function nameOf(subject: Named): string {
  const { variant } = subject
  return playersOf(subject) || (variant === 'lancelot' ? t('game.lancelot') : t(`variant.${variant}`))
}

/** lengthText returns "12 moves", or "24 turns" of Lancelot. A move of Way of the Knight is one of White and one of Black. */
export function lengthText(variant: Subject['variant'], plies: number): string {
  return gameOf(variant) === 'wotn'
    ? counted('analysis.open.moves', Math.ceil(plies / 2))
    : counted('analysis.open.turns', plies)
}
