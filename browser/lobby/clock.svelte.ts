/** The clock of a new table. */
import type { ClockRequest } from '../server/api.ts'

const minute = 60_000
const day = 86_400_000

/** The fields of a clock in a form. Those of the other kinds keep their values. */
export class ClockChoice {
  kind: ClockRequest['kind'] = $state('real-time')
  /** In minutes. */
  initial = $state(10)
  /** In seconds a move. */
  increment = $state(5)
  /** In days. */
  perTurn = $state(3)

  /** The clock as the server reads it. */
  get request(): ClockRequest {
    const { kind, initial, increment, perTurn } = this
    if (kind === 'real-time') return { kind, initial: initial * minute, increment: increment * 1000 }
    return kind === 'correspondence' ? { kind, perTurn: perTurn * day } : { kind }
  }

  /** The clock of a game that has one. */
  get timed(): ClockRequest & { kind: 'real-time' | 'correspondence' } {
    const { request } = this
    return { ...request, kind: request.kind === 'correspondence' ? 'correspondence' : 'real-time' }
  }
}
