/** Games that begin with one click. */

import { times } from '../newgame/usualclocks.ts'
import { type ClockRequest, refusalOf, request } from '../server/api.ts'
import { session } from '../server/session.svelte.ts'
import { place } from '../ui/route.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { type Choice, clocks } from './choice.ts'

export interface Preset {
  id: string
  /** The key of its words. */
  words: string
  game: 'wotn' | 'lancelot'
  variant: 'wotn' | 'chess' | 'basic'
  seats: number
  clock: ClockRequest
}

const forTwo = (variant: 'wotn' | 'chess', words: Exclude<keyof typeof times, '5+3' | '10+10'>): Preset => ({
  id: variant === 'wotn' ? words : `${variant}-${words}`,
  words,
  game: 'wotn',
  variant,
  seats: 2,
  clock: times[words],
})

export const presets: readonly Preset[] = [
  ...(['3+2', '10+5', '30+20', '1d', '3d'] as const).map((words) => forTwo('wotn', words)),
  ...[2, 3, 4, 5].map(
    (seats): Preset => ({
      id: `l${seats}`,
      words: `l${seats}`,
      game: 'lancelot',
      variant: 'basic',
      seats,
      clock: times['10+10'],
    }),
  ),
  ...(['3+2', '10+5', '3d'] as const).map((words) => forTwo('chess', words)),
]

/**
 * withName performs a request as this person. Without a session it starts that of a guest
 * with a generated name, which also replaces a name that somebody has registered since.
 */
export async function withName<T>(perform: () => Promise<T>): Promise<T> {
  await session.load()
  if (!session.person) await becomeGuest()
  try {
    return await perform()
  } catch (reason) {
    if (!session.lacksName(refusalOf(reason))) throw reason
    await becomeGuest()
    return await perform()
  }
}

async function becomeGuest(): Promise<void> {
  const n = 1000 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 9000)
  await session.becomeGuest(t('online.guest.new', { n }))
}

/** mayBeRated reports whether this person can play a rated game of a variant. */
export function mayBeRated(variant: Preset['variant']): boolean {
  return variant !== 'chess' && session.person?.account === true && session.person.bot !== true
}

/** join sits down at a waiting table with these settings, or opens one, and goes there. */
export async function join({ game, variant, seats, clock }: Preset, rated: boolean): Promise<void> {
  const body = () => ({ game, variant, seats, clock, rated: rated && mayBeRated(variant) })
  const { match } = await withName(() => request('POST', '/pair', body()))
  place.go(`match/${match}`)
}

/**
 * openForFriends opens a table that only people with its link find, and goes there. A person without an account gets the name, or a
 * generated one.
 */
export async function openForFriends({ game, seats, time, first }: Choice, name: string): Promise<void> {
  await session.load()
  if (name && !session.person?.account && name !== session.person?.name) await session.becomeGuest(name)
  const settings = {
    game,
    variant: game === 'wotn' ? 'wotn' : 'basic',
    seats: game === 'wotn' ? 2 : seats,
    first: game === 'wotn' ? first : -1,
    clock: clocks[game][time],
    takebacks: true,
    visibility: 'link',
    ...(game === 'lancelot' && seats > 2 && ({ timeout: 'engine', takeoverLevel: 5 } as const)),
  } as const
  const { match } = await withName(() => request('POST', '/matches', { settings, seat: 0 }))
  place.go(`match/${match}`, 'replace')
}
