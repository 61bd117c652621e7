import type { NumberedEvent, Summary } from './api.ts'
import { Connection } from './connection.svelte.ts'
import { hasLeft } from './texts.ts'

/** The most matches that are followed at once. */
const maxFollowed = 16

interface Followed {
  connection: Connection
  /** The seat of the person. */
  seat: number
  summary: Summary
}

/**
 * The person's turns in correspondence games and games without clocks, on all pages. Players of other games have their page
 * open; following these would show the player as present.
 */
class OwnTurns {
  /** The matches in which it is the person's turn. */
  matches = $state.raw<readonly Summary[]>([])
  readonly #followed = new Map<string, Followed>()

  /** Follows the running ones among the matches of a person. */
  follow(person: string, matches: readonly Summary[]): void {
    const running = matches.filter((summary) => runsSlowly(summary) && !hasLeft(summary, person)).slice(0, maxFollowed)
    for (const [id, { connection }] of this.#followed) {
      if (running.some(({ match }) => match === id)) continue
      connection.close()
      this.#followed.delete(id)
    }
    for (const summary of running) this.#add(summary, person)
    this.#update()
  }

  #add(summary: Summary, person: string): void {
    const seat = summary.seats.findIndex(({ id }) => id === person)
    const followed = this.#followed.get(summary.match)
    if (followed) {
      // The list may have been read before the latest move.
      Object.assign(followed, { seat }, summary.seq > followed.summary.seq && { summary })
      return
    }
    const connection = new Connection(
      summary.match,
      { match: (data, seq) => this.#receive(summary.match, seq, data as NumberedEvent) },
      summary.seq,
    )
    this.#followed.set(summary.match, { connection, seat, summary })
    connection.open()
  }

  #receive(match: string, seq: number, { change }: NumberedEvent): void {
    const followed = this.#followed.get(match)
    if (!followed || !change) return
    const { phase, toAct } = change
    followed.summary = {
      ...followed.summary,
      seq: Math.max(seq, followed.summary.seq),
      ...(phase !== undefined && { phase }),
      ...(toAct !== undefined && { toAct }),
    }
    this.#update()
  }

  #update(): void {
    const due = [...this.#followed.values()].filter(
      ({ summary, seat }) => seat >= 0 && summary.toAct === seat && summary.phase !== 'finished',
    )
    this.matches = due.map(({ summary }) => summary)
  }
}

function runsSlowly({ phase, settings }: Summary): boolean {
  return (phase === 'playing' || phase === 'promoting') && settings.clock.kind !== 'real-time'
}

export const ownTurns = new OwnTurns()
