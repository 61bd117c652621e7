/** Games that begin with one click. */

import { type ClockRequest, refusalOf, request } from '../server/api.ts'
import { session } from '../server/session.svelte.ts'
import { place } from '../ui/route.svelte.ts'
import { t } from '../words/words.svelte.ts'

const minute = 60_000
const day = 86_400_000

export interface Preset {
  id: string
  /** The key of its words. */
  words: string
  game: 'wotn' | 'lancelot'
  variant: 'wotn' | 'chess' | 'basic'
  seats: number
  clock: ClockRequest
}

const realTime = (minutes: number, seconds: number): ClockRequest => ({
  kind: 'real-time',
  initial: minutes * minute,
  increment: seconds * 1000,
})

const times = {
  '3+2': realTime(3, 2),
  '10+5': realTime(10, 5),
  '30+20': realTime(30, 20),
  '1d': { kind: 'correspondence', perTurn: day },
  '3d': { kind: 'correspondence', perTurn: 3 * day },
} as const satisfies Record<string, ClockRequest>

const forTwo = (variant: 'wotn' | 'chess', words: keyof typeof times): Preset => ({
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
      clock: realTime(10, 10),
    }),
  ),
  ...(['3+2', '10+5', '3d'] as const).map((words) => forTwo('chess', words)),
]

/**
 * withName performs a request as this person. Without a session it starts that of a guest
 * with a generated name, which also replaces a name that somebody has registered since.
 */
async function withName<T>(perform: () => Promise<T>): Promise<T> {
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

/** openForFriend opens a table that only people with its link find, and goes there. */
export async function openForFriend(): Promise<void> {
  const settings = {
    game: 'wotn',
    variant: 'wotn',
    seats: 2,
    first: -1,
    clock: realTime(10, 5),
    takebacks: true,
    visibility: 'link',
  } as const
  const { match } = await withName(() => request('POST', '/matches', { settings, seat: 0 }))
  place.go(`match/${match}`)
}
