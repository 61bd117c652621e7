/** Texts for data of the server: names, clocks, settings, moves. */
import { characterName, computerText } from '../saved/levels.ts'
import { turnText } from '../words/notation.ts'
import { counted, dayText, list, lookUp, signed, t } from '../words/words.svelte.ts'
import type { Clock, Rating, Seated, Settings, Summary, Tournament } from './api.ts'
import { clockSizes } from './clock.ts'

/** The names that pages give guests, in the language of the guest. */
const generated = /^(?:Guest|Gast) (\d{4})$/

/** guestName returns the name of a guest who has not chosen one. */
export const guestName = (n: string): string => t('online.guest.new', { n })

/** generatedNumber returns the number in the name of a guest who has not chosen one, else undefined. */
function generatedNumber(seated: Seated): string | undefined {
  return isGuest(seated) ? generated.exec(seated.name ?? '')?.[1] : undefined
}

/** tournamentName returns the name of a tournament, or its day if a moderator has removed the name. */
export function tournamentName({ name, startsAt }: Pick<Tournament, 'name' | 'startsAt'>): string {
  return name || t('tournament.nameless', { day: dayText(startsAt) })
}

/**
 * bareName returns a name, "Gareth (computer, strength 9 of 15)", or '' for a free seat. It marks neither guests nor bots, except by
 * generated names of guests, which are in the language of the page.
 */
export function bareName(seated: Seated): string {
  const n = generatedNumber(seated)
  if (n) return guestName(n)
  return seated.engine ? computerText(seated.engine) : (seated.name ?? '')
}

/** isGuest reports whether a seat has a person without an account. Deleted people are not guests. */
export function isGuest({ id = '', account = false }: Seated): boolean {
  return hasArms({ id }) && !account
}

/** hasArms reports whether a seat has a person who was not deleted. */
export function hasArms({ id = '' }: Pick<Seated, 'id'>): boolean {
  return id !== '' && !id.startsWith('gone-')
}

/** markOf returns "guest" or "bot", or '' for a person with an account or a generated name. */
export function markOf(seated: Seated): string {
  if (seated.bot) return t('online.bot')
  return isGuest(seated) && !generatedNumber(seated) ? t('online.guest') : ''
}

/** seatedName returns the name with guests and bots marked: "Ann (guest)". */
export function seatedName(seated: Seated): string {
  const name = bareName(seated)
  const mark = markOf(seated)
  return mark && name ? t('online.marked', { name, mark }) : name
}

/**
 * seatedNames returns the names as seatedName does, '' for free seats. Several computers are named only: with their strengths they
 * would fill the screen of a phone.
 */
export function seatedNames(seats: readonly Seated[]): string[] {
  const several = seats.filter(({ engine }) => engine).length > 1
  return seats.map((seated) => (several && seated.engine ? characterName(seated.engine) : seatedName(seated)))
}

/** othersText returns the players other than a person, '' if all their seats are free. */
export function othersText(seats: readonly Seated[], person: string | undefined): string {
  return list(seatedNames(seats.filter(({ id }) => !id || id !== person)).filter(Boolean))
}

/** ratingText returns "1523", or "1500?" while the rating is provisional. */
export function ratingText({ shown, provisional }: Pick<Rating, 'shown' | 'provisional'>): string {
  return `${shown}${provisional ? '?' : ''}`
}

/** changeText returns what a game changed: "+12", "−12" or "±0". */
export function changeText(change: number): string {
  return change === 0 ? '±0' : signed(change)
}

/** ratedName returns "Ann (1523?)", or the name alone without a rating. */
export function ratedName(seated: Seated, rating: Rating | null | undefined): string {
  return withRating(seatedName(seated), rating)
}

function withRating(name: string, rating: Rating | null | undefined): string {
  return name && rating ? `${name} (${ratingText(rating)})` : name
}

/** ratedNames returns the names with their ratings, '' for free seats. */
export function ratedNames({ seats, ratings }: Pick<Summary, 'seats' | 'ratings'>): string[] {
  return seatedNames(seats).map((name, seat) => withRating(name, ratings[seat]))
}

/** hasLeft reports whether a person has left a game in progress, which the others go on playing. */
export function hasLeft({ seats, left = [] }: Summary, person: string | undefined): boolean {
  return left.some((seat) => seats[seat]?.id === person)
}

/** playersText returns "Ann vs Ben" for a game of two, and a list of names for a larger one. */
export function playersText(names: readonly string[]): string {
  const [first = '', second = ''] = names
  return names.length === 2 ? t('match.versus', { first, second }) : list(names)
}

/** controlSentences says what a time control gives, a sentence each. */
export function controlSentences(clock: Clock): string[] {
  const { minutes, seconds, days } = clockSizes(clock)
  if (clock.kind === 'correspondence') return [counted('clock.days', days)]
  const initial = counted('clock.initial', minutes)
  return seconds > 0 ? [initial, counted('clock.increment', seconds)] : [initial]
}

export function clockText(clock: Clock): string {
  const { minutes, seconds, days } = clockSizes(clock)
  if (clock.kind === 'real-time') return t('online.clock.real-time', { minutes, seconds })
  return clock.kind === 'correspondence' ? t('online.clock.correspondence', { days }) : t('online.clock.none')
}

/** isChess reports whether a game is orthodox chess. */
export const isChess = ({ game, variant }: Pick<Settings, 'game' | 'variant'>): boolean =>
  game === 'wotn' && variant === 'chess'

/** gameText returns the name of the game: "Way of the Knight", "Orthodox chess", "Lancelot". */
export function gameText(settings: Pick<Settings, 'game' | 'variant'>): string {
  return isChess(settings) ? t('variant.chess') : t(`game.${settings.game}`)
}

/** variantText returns "standard variant" or "diagonals count, with Excalibur". */
export function variantText({ game, variant }: Pick<Settings, 'game' | 'variant'>): string {
  if (game === 'wotn') return lookUp(`variant.${variant}`)
  return list(
    variant === 'basic' ? [t('online.basic')] : variant.split('+').map((rule) => lookUp(`lancelot.rules.${rule}`)),
  )
}

export function settingsText(settings: Settings): string {
  return [
    isChess(settings) ? '' : variantText(settings),
    clockText(settings.clock),
    settings.start ? t('online.position') : '',
    settings.rated ? t('online.rated') : '',
    settings.handicap ? t('online.handicap') : '',
    settings.pair ? t('online.pair') : '',
    settings.takebacks ? '' : t('online.no-takebacks'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** moveText returns a move of the server in notation: "e2–e4", "G8". */
export function moveText(game: Settings['game'], move: string): string {
  return game === 'lancelot' ? turnText(move) : `${move.slice(0, 2)}–${move.slice(2)}`
}
