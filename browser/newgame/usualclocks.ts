/** The usual clocks. */
import type { ClockRequest } from '../server/api.ts'

const minute = 60_000
const day = 86_400_000

const realTime = (minutes: number, seconds: number) => ({
  kind: 'real-time' as const,
  initial: minutes * minute,
  increment: seconds * 1000,
})

export const times = {
  '3+2': realTime(3, 2),
  '5+3': realTime(5, 3),
  '10+5': realTime(10, 5),
  '10+10': realTime(10, 10),
  '30+20': realTime(30, 20),
  '1d': { kind: 'correspondence', perTurn: day },
  '3d': { kind: 'correspondence', perTurn: 3 * day },
} as const satisfies Record<string, ClockRequest>
