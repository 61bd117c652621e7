/** The games of a person in one list: those of this browser and those of the server. */
import { pairing, playerOf, winnerNames } from '../play/players.ts'
import type { AnyVariant } from '../rules/contract.ts'
import type { Player, SavedGame } from '../saved/game.ts'
import { characterName, computerText } from '../saved/levels.ts'
import type { PlayedGame, Seated, Settings, Summary } from '../server/api.ts'
import { clockText, hasArms, hasLeft, othersText, playersText, seatedName } from '../server/texts.ts'
import { list, lookUp, t } from '../words/words.svelte.ts'

/** Against the computer, by people at one screen, online, imported. */
export const kinds = ['computer', 'screen', 'online', 'imported'] as const

export interface Entry {
  id: string
  kind: (typeof kinds)[number]
  /** The path of the page of the game. */
  path: string
  /** When it was played, in milliseconds since 1970: the last move, or the end. */
  at: number
  variant: AnyVariant
  /** The names of the players by side, '' for none. */
  names: readonly string[]
  /** The other players, as far as they have faces. */
  faces: readonly Pick<Seated, 'id' | 'engine' | 'arms'>[]
  /** The side of the person, -1 if it is not known. */
  mine: number
  /** The sides that won, undefined without a result. */
  winners: readonly number[] | undefined
  /** The number of moves of all sides, if it is known. */
  plies: number | undefined
  /** "Ann – Ben", or "vs Kay (computer, strength 8 of 15)" in a game of the person. */
  title: string
  result: string
  /** Event, clock and the like. */
  notes: readonly string[]
  /** The game in this browser. */
  saved?: SavedGame
}

/** recordedAt returns the noon of the day that a record names, undefined if it names none. */
function recordedAt({ tags }: SavedGame): number | undefined {
  const [, year, month, day] = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(tags.Date ?? '') ?? []
  if (!year) return undefined
  const number = (text = '') => (text === '??' ? 1 : Number(text))
  return new Date(Number(year), number(month) - 1, number(day), 12).getTime()
}

/** Several computers are named only: with their strengths they would fill the screen of a phone. */
const shortName = (player: Player) => player.name || (player.by === 'computer' ? characterName(player.level) : '')
const nameOf = (player: Player) => player.name || (player.by === 'computer' ? computerText(player.level) : '')

/** ownResult returns how a finished game ended for the person. */
function ownResult(winners: readonly number[], mine: number): string {
  return t(winners.length === 0 ? 'person.drawn' : winners.includes(mine) ? 'person.won' : 'person.lost')
}

/** savedEntry returns a game of this browser. `winners` are the sides that won, undefined without a result. */
export function savedEntry(saved: SavedGame, winners: readonly number[] | undefined, imported: boolean): Entry {
  // White first, or by seat.
  const players = saved.game === 'lancelot' ? saved.players : [playerOf(saved, 'w'), playerOf(saved, 'b')]
  const people = players.filter(({ by }) => by === 'person')
  const computers = people.length < players.length
  const mine = computers && people.length === 1 ? players.findIndex(({ by }) => by === 'person') : -1
  const others = players.filter((_, side) => side !== mine)
  const own = mine >= 0 && !players[mine]?.name
  return {
    id: saved.id,
    kind: imported || saved.started === undefined ? 'imported' : computers ? 'computer' : 'screen',
    path: `${saved.game}/${saved.id}`,
    at: recordedAt(saved) ?? saved.changed,
    variant: saved.game === 'wotn' ? saved.variant : 'lancelot',
    names: players.map(nameOf),
    faces: players.filter(({ by }) => by === 'computer').map(({ level }) => ({ engine: level })),
    mine,
    winners,
    plies: saved.moves.length,
    title: own
      ? t('person.against', { others: list(others.length > 1 ? others.map(shortName) : others.map(nameOf)) })
      : pairing(saved),
    result: !winners
      ? t('library.result.running')
      : own
        ? ownResult(winners, mine)
        : winners.length > 0
          ? t(winners.length === 1 ? 'result.won' : 'result.shared', { who: winnerNames(saved, winners) })
          : t('result.draw'),
    notes: saved.tags.Event ? [saved.tags.Event] : [],
    saved,
  }
}

function onlineEntry(seats: readonly Seated[], settings: Settings, person: string) {
  const mine = seats.findIndex(({ id }) => id === person)
  const names = seats.map(seatedName)
  const others = othersText(seats, person) || list(settings.invited ?? [])
  return {
    kind: 'online' as const,
    variant: settings.game === 'lancelot' ? ('lancelot' as const) : (settings.variant as AnyVariant),
    names,
    faces: seats.filter((seated, seat) => seat !== mine && (seated.engine || hasArms(seated))),
    mine,
    title: mine < 0 ? playersText(names) : others ? t('person.against', { others }) : t('library.table'),
    notes: [clockText(settings.clock), ...(settings.rated ? [t('online.rated')] : [])],
  }
}

/** playedEntry returns a finished online game of a person. */
export function playedEntry(
  { match, game, settings, players, outcome, endedAt, moves }: PlayedGame,
  person: string,
): Entry {
  const entry = onlineEntry(players, settings, person)
  // Nothing was played or won, although somebody gave up or ran out of time.
  const aborted = outcome.reason === 'abort' || (moves === 0 && !settings.rated)
  const winners = outcome.winners ?? []
  const result = aborted ? t('person.aborted') : ownResult(winners, entry.mine)
  const reason = lookUp(`person.reason.${outcome.cause ?? outcome.reason ?? ''}`)
  return {
    ...entry,
    id: `${match}/${game}`,
    path: `match/${match}/${game}`,
    at: endedAt,
    winners: aborted ? [] : winners,
    plies: moves,
    result: reason ? `${result}, ${reason}` : result,
  }
}

/** runningEntry returns an online game of a person that waits for players or is played, by others alone if the person has left. */
export function runningEntry(summary: Summary, person: string): Entry {
  const { match, game, phase, settings, seats, openedAt, left = [] } = summary
  const gone = hasLeft(summary, person)
  return {
    ...onlineEntry(seats, settings, person),
    id: match,
    path: phase === 'waiting' || game === 0 ? `match/${match}` : `match/${match}/${game}`,
    at: openedAt,
    winners: gone ? seats.flatMap((_, seat) => (left.includes(seat) ? [] : [seat])) : undefined,
    plies: undefined,
    result: t(gone ? 'library.left' : phase === 'waiting' ? 'home.waiting' : 'library.result.running'),
  }
}

/** newestFirst returns all games by their time. Of the same time, the order of those of this browser stays. */
export function newestFirst(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => b.at - a.at || (b.saved?.changed ?? 0) - (a.saved?.changed ?? 0))
}
