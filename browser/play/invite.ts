/** The words of an invitation to a table. */
import type { Clock, MatchView } from '../server/api.ts'
import { clockSizes } from '../server/clock.ts'
import { bareName, clockText, isChess, variantText } from '../server/texts.ts'
import { counted, t } from '../words/words.svelte.ts'

type Table = Pick<MatchView, 'owner' | 'seats' | 'settings' | 'you'>

/** inviteTitle returns "Alice invites you to Way of the Knight". */
export function inviteTitle({ owner, settings }: Pick<Table, 'owner' | 'settings'>): string {
  const game = isChess(settings) ? t('invite.chess') : t(`game.${settings.game}`)
  const who = bareName(owner)
  return who ? t('invite.title', { who, game }) : t('invite.title.nobody', { game })
}

/** timeText returns "10 minutes each, plus 5 s per move", "1 day per move" or "no clock". */
export function timeText(clock: Clock): string {
  if (clock.kind !== 'real-time') return clockText(clock)
  const { minutes, seconds } = clockSizes(clock)
  return clock.increment > 0 ? t('invite.clock.increment', { minutes, seconds }) : t('invite.clock', { minutes })
}

/** inviteTerms returns what a person without a seat has to know before joining: time, colour, rating and special rules. */
export function inviteTerms({ seats, settings }: Table): string[] {
  const { clock, first, game, rated, start, variant } = settings
  const terms = [timeText(clock)]
  if (seats.length > 2) {
    const free = seats.filter(({ player }) => !player.id && !player.engine).length
    terms.unshift(t('lobby.offer.seats', { n: seats.length }), counted('lobby.free', free))
  }
  if (game === 'wotn' && seats.length === 2) {
    const free = seats.findIndex(({ player }) => !player.id && !player.engine)
    terms.push(t(first < 0 ? 'invite.color.lot' : first === free ? 'invite.color.w' : 'invite.color.b'))
  }
  terms.push(t(rated ? 'online.rated' : 'invite.casual'))
  if (variant === 'wotn-alternative' || (game === 'lancelot' && variant !== 'basic')) terms.push(variantText(settings))
  if (start) terms.push(t('online.position'))
  if (settings.handicap) terms.push(t('online.handicap'))
  if (settings.pair) terms.push(t('online.pair'))
  if (!settings.takebacks) terms.push(t('online.no-takebacks'))
  return terms
}

/** inviteText returns an invitation in a sentence, to be sent with its link. */
export function inviteText(table: Table): string {
  return `${inviteTitle(table)}, ${timeText(table.settings.clock)}`
}
