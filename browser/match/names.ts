import { type Player, person } from '../kept/kept.ts'
import type { MatchView } from '../online/api.ts'
import { bareName, isGuest } from '../online/said.ts'
import type { Color } from '../rules/contract.ts'
import { list, lookUp, t } from '../words/words.svelte.ts'

/** The side of a seat in this game: "White", "Red". */
export function sideOf(view: MatchView, seat: number): string {
  return view.settings.game === 'wotn' ? t(`color.${colorOf(view, seat)}`) : lookUp(`seat.${seat}`)
}

/** The seat that begins a game of Way of the Knight has White. */
export function colorOf(view: MatchView, seat: number): Color {
  return seat === view.round.first ? 'w' : 'b'
}

export function seatOf(view: MatchView, color: Color): number {
  return color === 'w' ? view.round.first : 1 - view.round.first
}

/** The name of who sits there, else that of the side. */
export function nameAt(view: MatchView, seat: number): string {
  return bareName(view.seats[seat]?.player ?? {}) || sideOf(view, seat)
}

/** All seats by names that tell them apart in a sentence: that of the side for engines, and where two are called alike. */
export function distinctNames(view: MatchView): string[] {
  const names = view.seats.map(({ player }) => (player.id ? bareName(player) : ''))
  return names.map((name, seat) => {
    const alone = names.indexOf(name) === seat && names.lastIndexOf(name) === seat
    return name && alone ? name : sideOf(view, seat)
  })
}

/** All seats, as the views of a table name them. */
export function playersOf(view: MatchView): Player[] {
  return view.seats.map((_, seat) => person(nameAt(view, seat)))
}

/** What is to be known of a seat besides its name: a guest, an engine in its place, away, out of the game. */
export function noteAt(view: MatchView, seat: number, present: readonly boolean[]): string {
  const chair = view.seats[seat]
  if (!chair?.player.id) return ''
  const state = () => {
    if (chair.out) return t('match.out')
    if (chair.engine > 0) return t('online.engine', { level: chair.engine })
    return present[seat] === false && seat !== view.you ? t('match.away') : ''
  }
  return [isGuest(chair.player) ? t('online.guest') : '', state()].filter(Boolean).join(', ')
}

/** How the game ended, as a heading and a reason. */
export function outcomeText(view: MatchView): { heading: string; reason: string } {
  const { reason = '', winners } = view.outcome
  if (reason === 'abort') return { heading: t('match.aborted'), reason: '' }
  const who = winners ?? []
  const names = list(who.map((seat) => nameAt(view, seat)))
  const loser = list(view.seats.flatMap((_, seat) => (who.includes(seat) ? [] : [nameAt(view, seat)])))
  const heading =
    who.length === 0 ? t('result.draw') : t(who.length === 1 ? 'result.won' : 'result.shared', { who: names })
  return { heading, reason: lookUp(`result.${reason}`, { loser, target: view.settings.target ?? 0 }) }
}
