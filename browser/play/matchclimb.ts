/**
 * Games against computers on the server, for the ladder. They are seen as saved games, so that the same conditions decide which of
 * them count.
 */
import { untrack } from 'svelte'
import type { Variant } from '../rules/contract.ts'
import { computer, type Player, person, type SavedGame } from '../saved/game.ts'
import { browserStore, type Store } from '../saved/games.svelte.ts'
import { wonOf } from '../saved/ladder.ts'
import { progress } from '../saved/progress.svelte.ts'
import { type MatchView, type PlayedGame, request, type Seated } from '../server/api.ts'

/** A finished game; its sides are the seats. */
interface Finished extends Pick<PlayedGame, 'match' | 'game' | 'settings' | 'players' | 'outcome' | 'endedAt'> {
  start: string
  moves: string[]
  /** The hints and the moves taken back. */
  help: number
  /** A player has left a seat. */
  left: boolean
}

const playerOf = ({ engine = 0, name = '' }: Seated): Player => (engine > 0 ? computer(0, engine) : person(name))

function asSaved({ match, game, settings, players, outcome, endedAt, start, moves, help, left }: Finished): SavedGame {
  const base = {
    version: 1,
    id: `${match}/${game}`,
    changed: endedAt,
    start,
    moves,
    end: null,
    winners: outcome.winners ?? [],
    hints: help,
    branched: left,
    tags: {},
  } as const
  const seated = players.map(playerOf)
  if (settings.game === 'lancelot') return { ...base, game: 'lancelot', players: seated }
  const [first = person(), second = person()] = seated
  return {
    ...base,
    game: 'wotn',
    variant: settings.variant as Variant,
    players: [first, second],
    white: 0,
    flipped: false,
    series: { points: [0, 0], won: [0, 0], drawn: 0 },
    handicap: settings.handicap ?? false,
    notes: [],
  }
}

/** savedOf returns the game of a view, which has ended. */
export function savedOf(view: MatchView, help: number): SavedGame {
  const { settings, start } = view
  const usual = settings.game === 'wotn' && !settings.start
  return asSaved({
    ...view,
    players: view.seats.map(({ player }) => player),
    endedAt: view.now,
    start: usual ? '' : start,
    moves: view.moves.map(({ move }) => move),
    help,
    left: view.seats.some(({ player, out, engine }) => out || (engine > 0 && !player.engine)),
  })
}

/** keepWin adds a game to the progress on the ladder, if the person has won it and this browser has seen it in progress. */
export function keepWin(view: MatchView): void {
  const help = view.phase === 'finished' && view.you >= 0 ? helpIn(view) : undefined
  const won = help === undefined ? undefined : wonOf(savedOf(view, help), view.outcome.winners ?? [])
  // The page calls it in an effect, which must not depend on the progress that it changes.
  if (won) untrack(() => progress.add(won))
}

/** gamesLike returns the last games of a person on the server with the variant and the start of this one, newest first. */
export async function gamesLike(saved: SavedGame, { settings }: MatchView, person: string): Promise<SavedGame[]> {
  const variant = settings.game === 'lancelot' ? 'lancelot' : settings.variant
  const { games } = await request('GET', `/people/${person}/games?against=computer&variant=${variant}`)
  return games
    .filter((game) => game.settings.variant === settings.variant && !game.settings.start)
    .map((game) => asSaved({ ...game, start: saved.start, moves: [], help: 0, left: false }))
}

const key = 'tafelrunde.help'
/** The number of games whose help is remembered. */
const most = 20

function allHelp(store: Store | undefined): [string, number][] {
  try {
    const all: unknown = JSON.parse(store?.getItem(key) ?? '{}')
    return Object.entries(all ?? {}).filter(([, n]) => Number.isInteger(n))
  } catch {
    return []
  }
}

const idOf = ({ match, game }: Pick<MatchView, 'match' | 'game'>) => `${match}/${game}`

/**
 * helpIn returns the number of hints and of moves taken back in a game, which the server does not count; undefined if this browser
 * has not seen the game in progress.
 */
export function helpIn(view: Pick<MatchView, 'match' | 'game'>, store = browserStore()): number | undefined {
  return allHelp(store).find(([id]) => id === idOf(view))?.[1]
}

/** addHelp adds hints and moves taken back in a game in progress. */
export function addHelp(view: Pick<MatchView, 'match' | 'game'>, n: number, store = browserStore()): void {
  const count = (helpIn(view, store) ?? 0) + n
  const others = allHelp(store).filter(([id]) => id !== idOf(view))
  try {
    store?.setItem(key, JSON.stringify(Object.fromEntries([...others, [idOf(view), count]].slice(-most))))
  } catch {
    // The browser keeps nothing; the game does not count.
  }
}
