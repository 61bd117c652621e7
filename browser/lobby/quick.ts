/** Games that begin with one click. */

import { type ClockRequest, request } from '../server/api.ts'
import { session } from '../server/session.svelte.ts'
import { place } from '../ui/route.svelte.ts'
import { t } from '../words/words.svelte.ts'

const minute = 60_000
const day = 86_400_000

export interface Preset {
  id: string
  game: 'wotn' | 'lancelot'
  seats: number
  clock: ClockRequest
}

const realTime = (minutes: number, seconds: number): ClockRequest => ({
  kind: 'real-time',
  initial: minutes * minute,
  increment: seconds * 1000,
})

export const presets: readonly Preset[] = [
  { id: '3+2', game: 'wotn', seats: 2, clock: realTime(3, 2) },
  { id: '10+5', game: 'wotn', seats: 2, clock: realTime(10, 5) },
  { id: '30+20', game: 'wotn', seats: 2, clock: realTime(30, 20) },
  { id: '1d', game: 'wotn', seats: 2, clock: { kind: 'correspondence', perTurn: day } },
  { id: '3d', game: 'wotn', seats: 2, clock: { kind: 'correspondence', perTurn: 3 * day } },
  ...[2, 3, 4, 5].map((seats): Preset => ({ id: `l${seats}`, game: 'lancelot', seats, clock: realTime(10, 10) })),
]

/** ensureSession starts a session of a guest with a generated name, if there is no session. */
async function ensureSession(): Promise<void> {
  await session.load()
  if (session.person) return
  const n = 1000 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 9000)
  await session.becomeGuest(t('online.guest.new', { n }))
}

const variantOf = (game: Preset['game']): string => (game === 'wotn' ? 'wotn' : 'basic')

/** join sits down at a waiting table with these settings, or opens one, and goes there. */
export async function join({ game, seats, clock }: Preset, rated: boolean): Promise<void> {
  await ensureSession()
  const body = { game, variant: variantOf(game), seats, clock, rated: rated && session.person?.account === true }
  const { match } = await request('POST', '/pair', body)
  place.go(`match/${match}`)
}

/** openForFriend opens a table that only people with its link find, and goes there. */
export async function openForFriend(): Promise<void> {
  await ensureSession()
  const settings = {
    game: 'wotn',
    variant: 'wotn',
    seats: 2,
    first: -1,
    clock: realTime(10, 5),
    takebacks: true,
    visibility: 'link',
  } as const
  const { match } = await request('POST', '/matches', { settings, seat: 0 })
  place.go(`match/${match}`)
}
