/** The games that computer opponents offer in the lobby. An offer becomes a table only when somebody takes it. */

import { times } from '../newgame/usualclocks.ts'
import { aboutAs, type Ladder, nextOn } from '../saved/ladder.ts'
import { fullStrength, offered } from '../saved/levels.ts'
import type { Solved } from '../saved/merge.ts'
import { type ClockRequest, type PoolRating, request } from '../server/api.ts'
import { place } from '../ui/route.svelte.ts'
import { withName } from './quick.ts'

/** The games of the lobby. */
export const kinds = [
  { game: 'wotn', variant: 'wotn' },
  { game: 'lancelot', variant: 'basic' },
  { game: 'wotn', variant: 'chess' },
] as const
export type Kind = (typeof kinds)[number]

export const kindOf = (variant: Kind['variant']): Kind => kinds.find((kind) => kind.variant === variant) ?? kinds[0]

export interface Offer {
  /** The levels of the computers. */
  engines: readonly number[]
  clock: ClockRequest
}

/** The clocks of the offers, the weakest computer first. */
const clocks: readonly ClockRequest[] = [times['10+5'], times['5+3'], times['10+5'], times['1d']]

/** The rating of a new player is that of the level in the middle; each level is this much stronger. */
const [middle, step] = [1500, 150]

/** Most tables that computers offer have two seats. */
const ladderOf = ({ game, variant }: Kind): Ladder => (game === 'lancelot' ? 'lancelot-2' : variant)

/**
 * levelFor returns the level of the computer that is about as strong as a person: by the rating with the most games, if it is
 * reliable, otherwise the next one of the ladder.
 */
export function levelFor(
  kind: Kind,
  ratings: readonly Pick<PoolRating, 'pool' | 'shown' | 'games' | 'provisional'>[],
  solved: Readonly<Record<string, Solved>>,
): number {
  const [rating] = ratings
    .filter(({ pool, provisional }) => !provisional && kind.variant !== 'chess' && pool.startsWith(`${kind.game}/2/`))
    .toSorted((a, b) => b.games - a.games)
  if (!rating) return nextOn(solved, ladderOf(kind)) ?? fullStrength
  const at = Math.floor(offered.length / 2) + Math.round((rating.shown - middle) / step)
  return offered[Math.min(Math.max(0, at), offered.length - 1)] ?? fullStrength
}

/** offersOf returns the offers of four computers about as strong as a level; in Lancelot the third one brings two others. */
export function offersOf(kind: Kind, level: number): Offer[] {
  const engines = aboutAs(level, clocks.length)
  return clocks.map((clock, i) => ({
    engines: kind.game === 'lancelot' && i === 2 ? aboutAs(level, 3) : engines.slice(i, i + 1),
    clock,
  }))
}

/** take starts the game of an offer and goes there. */
export async function take({ game, variant }: Kind, { engines, clock }: Offer): Promise<void> {
  const body = { game, variant, engines: [...engines], clock }
  const { match } = await withName(() => request('POST', '/lobby/computers', body))
  place.go(`match/${match}`)
}
