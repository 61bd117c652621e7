/**
 * Games against computers on the server, for the ladder. They are seen as saved games, so that the same conditions decide which of
 * them count.
 */
import { untrack } from 'svelte'
import type { Variant } from '../rules/contract.ts'
import { keepClimbed } from '../saved/climbed.ts'
import { computer, type Player, person, type SavedGame } from '../saved/game.ts'
import { browserStore, type Store } from '../saved/games.svelte.ts'
import { climbedOf, wonOf } from '../saved/ladder.ts'
import { progress } from '../saved/progress.svelte.ts'
import type { MatchView, Seated } from '../server/api.ts'

const playerOf = ({ engine = 0, name = '' }: Seated): Player => (engine > 0 ? computer(0, engine) : person(name))

/** savedOf returns the game of a view, which has ended; its sides are the seats. `help` are the hints and moves taken back. */
export function savedOf(view: MatchView, help: number): SavedGame {
  const { match, game, settings, start, moves, seats, outcome } = view
  const usual = settings.game === 'wotn' && !settings.start
  const base = {
    version: 1,
    id: `${match}/${game}`,
    changed: view.now,
    start: usual ? '' : start,
    moves: moves.map(({ move }) => move),
    end: null,
    winners: outcome.winners ?? [],
    hints: help,
    branched: seats.some(({ player, out, engine }) => out || (engine > 0 && !player.engine)),
    tags: {},
  } as const
  const players = seats.map(({ player }) => playerOf(player))
  if (settings.game === 'lancelot') return { ...base, game: 'lancelot', players }
  const [first = person(), second = person()] = players
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

/** keepClimb remembers a game on the ladder that this browser has seen in progress, and adds a win to the progress. */
export function keepClimb(view: MatchView): void {
  const help = view.phase === 'finished' && view.you >= 0 ? helpIn(view) : undefined
  if (help === undefined) return
  const saved = savedOf(view, help)
  const game = climbedOf(saved)
  if (game) keepClimbed(game)
  const won = wonOf(saved, view.outcome.winners ?? [])
  // The page calls it in an effect, which must not depend on the progress that it changes.
  if (won) untrack(() => progress.add(won))
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
