import type { Color } from '../rules/contract.ts'
import { computer, type Player, person } from '../saved/game.ts'
import { computerText } from '../saved/levels.ts'
import type { HandicapPromotion, MatchView, Outcome, Seated } from '../server/api.ts'
import { bareName, gameText, hasArms, markOf, ratingText } from '../server/texts.ts'
import { list, lookUp, points, t } from '../words/words.svelte.ts'
import { namesOf } from './players.ts'
import type { ShownRating } from './source.ts'

/** sideOf returns the name of a side: "White", "Red". */
export function sideOf(view: MatchView, seat: number): string {
  return view.settings.game === 'wotn' ? t(`color.${colorOf(view, seat)}`) : lookUp(`seat.${seat}`)
}

/** colorOf returns the color of a seat in Way of the Knight. */
export function colorOf(view: MatchView, seat: number): Color {
  return view.seats[seat]?.side === 'b' ? 'b' : 'w'
}

/** handicapOf returns the state of the handicap promotions before a game, and whether they are those of the person at this screen. */
export function handicapOf(view: MatchView): {
  color: Color
  promotions: readonly HandicapPromotion[]
  left: number
  mine: boolean
} {
  const promotions = view.round.promotions ?? []
  return {
    color: colorOf(view, view.toAct),
    promotions,
    left: (view.round.points?.[view.toAct] ?? 0) - promotions.length,
    mine: view.commands.includes('promote'),
  }
}

/** seatOf returns the seat that has a color, -1 before the first game. */
export function seatOf(view: MatchView, color: Color): number {
  return view.seats.findIndex(({ side }) => side === color)
}

/** playerAt returns the player in a seat: a free seat has a person without a name. */
export function playerAt(view: MatchView, seat: number): Player {
  const player = view.seats[seat]?.player ?? {}
  return player.engine ? computer(0, player.engine) : person(bareName(player))
}

/** personAt returns the person in a seat, undefined for a computer or a free seat. */
export function personAt(view: MatchView, seat: number): Seated | undefined {
  const player = view.seats[seat]?.player
  return player && hasArms(player) ? player : undefined
}

/** distinctNames returns the names of all seats, as [namesOf]. */
export function distinctNames(view: MatchView): string[] {
  const seats = [...view.seats.keys()]
  return namesOf(
    seats.map((seat) => playerAt(view, seat)),
    seats.map((seat) => sideOf(view, seat)),
  )
}

/** nameAt returns the name of a seat, the same everywhere in a match. */
export function nameAt(view: MatchView, seat: number): string {
  return distinctNames(view)[seat] ?? sideOf(view, seat)
}

/** recordName returns the name of a seat in a record of the game: that of the player, with the level of a computer. */
export function recordName(view: MatchView, seat: number): string {
  return bareName(view.seats[seat]?.player ?? {}) || sideOf(view, seat)
}

/** The rating of people without a rated game. */
const firstRating = { shown: 1500, provisional: true }

/** ratingAt returns the rating of a seat, undefined for computers and guests. After a rated game it is that before the game. */
export function ratingAt(view: MatchView, seat: number): ShownRating | undefined {
  const { player } = view.seats[seat] ?? {}
  if (!player?.account || player.engine) return undefined
  const rating = view.ratings[seat] ?? (view.settings.rated ? firstRating : undefined)
  const changed = view.ratingChanges?.[seat]
  if (!changed) return rating && { text: ratingText(rating) }
  const provisional = rating?.provisional ?? false
  return { text: ratingText({ shown: changed.before, provisional }), change: changed.after - changed.before }
}

/** noteAt returns the note beside a name: guest, bot, berserk, computer in its place, away, out of the game. */
export function noteAt(view: MatchView, seat: number, away: readonly boolean[]): string {
  const seatView = view.seats[seat]
  if (!seatView?.player.id) return ''
  const state = () => {
    if (seatView.out) return t('match.out')
    if (seatView.engine > 0) return computerText(seatView.engine)
    return away[seat] && seat !== view.you ? t('match.away') : ''
  }
  return [markOf(seatView.player), seatView.berserk ? t('action.berserk') : '', state()].filter(Boolean).join(', ')
}

/** resultText returns "Ann wins", "Draw" or "Game aborted". */
export function resultText(view: MatchView, { reason, winners }: Outcome): string {
  if (reason === 'abort') return t('match.aborted')
  const who = winners ?? []
  if (who.length === 0) return t('result.draw')
  return t(who.length === 1 ? 'result.won' : 'result.shared', { who: list(who.map((seat) => nameAt(view, seat))) })
}

/** The reasons that are true of the loser too: "You lost by checkmate". */
const lostBy = new Set(['checkmate', 'resignation', 'resigned', 'time', 'no-turn'])

/** The one winner of a game of Lancelot has reached the target, and it is another side than `you`. */
const reachedByOther = (you: number, winners: readonly number[], reason: string) =>
  reason === 'target' && you >= 0 && winners.length === 1 && winners[0] !== you

/**
 * ownResult returns "You won" or "You lost" for a person who plays on one of the sides, and '' if the result names the winner:
 * in shared wins, draws, games of three and more whose reason does not name the winner, and where the reason is only true of the
 * winner. A person whom all others have beaten together has lost.
 */
export function ownResult(you: number, sides: number, winners: readonly number[], reason: string): string {
  if (you < 0) return ''
  if (winners.length === 1 && winners[0] === you) return t('result.you-won')
  const beaten = winners.length === sides - 1 && !winners.includes(you) && lostBy.has(reason)
  const lost = reachedByOther(you, winners, reason) || beaten
  return lost ? t('result.you-lost') : ''
}

/** reasonText returns the reason of a result, after its heading: "by checkmate". `who` is the name of a single winner. */
export function reasonText(
  you: number,
  winners: readonly number[],
  reason: string,
  { target, who }: { target: number; who: string },
): string {
  if (reachedByOther(you, winners, reason)) return t('result.target.by', { who, target })
  return lookUp(`result.${reason}`, { target })
}

/**
 * outcomeText returns the heading "Ann wins", or "You won" to Ann, and the reason "by checkmate". target is the number of
 * stones that wins a game of Lancelot.
 */
export function outcomeText(view: MatchView, target: number): { heading: string; reason: string } {
  const { reason = '', winners = [], cause } = view.outcome
  const heading = ownResult(view.you, view.seats.length, winners, reason) || resultText(view, view.outcome)
  if (reason === 'abort') {
    if (cause === 'moderator') return { heading, reason: t('result.abort.moderator') }
    const by = view.endedBy ?? -1
    if (view.settings.tournament && by >= 0 && view.seats.length === 2) {
      // The tournament gives the point to the opponent of a player who does not come.
      const winner = 1 - by
      return {
        heading: view.you === winner ? t('result.point.yours') : t('result.point', { who: nameAt(view, winner) }),
        reason: t(cause === 'engine' ? 'result.abort.engine' : 'result.absent', { who: nameAt(view, by) }),
      }
    }
    return { heading, reason: by < 0 ? '' : lookUp(`result.abort.${cause}`, { who: nameAt(view, by) }) }
  }
  return { heading, reason: reasonText(view.you, winners, reason, { target, who: nameAt(view, winners[0] ?? 0) }) }
}

/** scoreText returns "Ann: 1 · Gareth: 0.5". */
export function scoreText(view: MatchView): string {
  return view.seats.map((_, seat) => `${nameAt(view, seat)}: ${points(view.score?.[seat] ?? 0)}`).join(' · ')
}

/** matchTitle returns the title of a match page: the game and the players before the first game, then the players. */
export function matchTitle(view: MatchView): string {
  const { game } = view.settings
  if (view.phase === 'waiting' || view.phase === 'closed') {
    const names = view.seats.map(({ player }) => bareName(player)).filter(Boolean)
    return `${gameText(view.settings)}: ${names.join(' – ')}`
  }
  const seats = game === 'wotn' ? [seatOf(view, 'w'), seatOf(view, 'b')] : view.seats.keys()
  const names = [...seats].map((seat) => nameAt(view, seat)).join(' – ')
  return yourTurn(view) ? `${t('match.your-turn')} · ${names}` : names
}

/** yourTurn reports whether the person at this screen is to act. */
export function yourTurn(view: MatchView): boolean {
  return view.you >= 0 && view.toAct === view.you && view.seats[view.you]?.engine === 0
}
