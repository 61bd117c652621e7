/** Games that begin from a position of the analysis board. */
import type { AnyVariant } from '../rules/contract.ts'
import { type Player, person, type SavedGame } from '../saved/game.ts'
import { savedGames } from '../saved/games.svelte.ts'
import { newId } from '../ui/id.ts'
import { place } from '../ui/route.svelte.ts'

/** Where a game goes on. */
export interface Moment {
  variant: AnyVariant
  start: string
  moves: readonly string[]
  /** The position after the moves. */
  position: string
  seats: number
  /** The seat to move, 0 for White. */
  toAct: number
}

/**
 * playOn saves a game that goes on from a position, and opens it. A person has the seat `own`, 0 for White, all other seats have
 * the `opponent`: a person at the same screen or a computer.
 */
export function playOn(moment: Moment, opponent: Player, own = moment.toAct): void {
  const { variant } = moment
  const other = () => ({ ...opponent })
  // A turn after which seats were skipped ("g8>c") is known to matches only.
  const whole = !moment.moves.some((move) => move.includes('>'))
  const moves = whole ? [...moment.moves] : []
  const base = {
    version: 1 as const,
    id: newId(),
    changed: Date.now(),
    started: Date.now(),
    end: null,
    start: whole ? moment.start : moment.position,
    moves,
    tags: {},
    ...(moves.length > 0 && { branched: true }),
  }
  let saved: SavedGame
  if (variant === 'lancelot') {
    const players = Array.from({ length: moment.seats }, (_, seat) => (seat === own ? person() : other()))
    saved = { ...base, game: 'lancelot', players }
  } else {
    const black = own === 1
    saved = {
      ...base,
      game: 'wotn',
      variant,
      players: [person(), other()],
      white: black ? 1 : 0,
      flipped: black,
      series: { points: [0, 0], won: [0, 0], drawn: 0 },
      notes: [],
    }
  }
  savedGames.save(saved)
  place.go(`${saved.game}/${saved.id}`)
}

/** tableAddress returns the address of the dialog that opens a table from a position. */
export function tableAddress({ variant, position }: Pick<Moment, 'variant' | 'position'>): string {
  return `play/new#${new URLSearchParams({ variant, position })}`
}
