import { type NumberedEvent, request, type Summary } from './api.ts'
import { Connection } from './connection.svelte.ts'
import { ownGames } from './owngames.svelte.ts'

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
  /** `matches` has been loaded for the person. */
  known = $state(false)
  readonly #followed = new Map<string, Followed>()
  #person = ''

  /** Loads the running matches of a person and follows them; '' for no person. */
  async follow(person: string): Promise<void> {
    if (person !== this.#person) this.known = false
    this.#person = person
    const { matches } = person
      ? await request('GET', '/me/matches').catch((reason: unknown) => {
          if (person === this.#person) ownGames.set(person, [])
          throw reason
        })
      : { matches: [] }
    if (person !== this.#person) return
    ownGames.set(person, matches)
    const running = matches.filter(runsSlowly).slice(0, maxFollowed)
    for (const [id, { connection }] of this.#followed) {
      if (running.some(({ match }) => match === id)) continue
      connection.close()
      this.#followed.delete(id)
    }
    for (const summary of running) this.#add(summary, person)
    this.#update()
    this.known = true
  }

  #add(summary: Summary, person: string): void {
    const seat = summary.seats.findIndex(({ id }) => id === person)
    const followed = this.#followed.get(summary.match)
    if (followed) {
      Object.assign(followed, { summary, seat })
      return
    }
    const connection = new Connection(
      summary.match,
      { match: (data) => this.#receive(summary.match, data as NumberedEvent) },
      summary.seq,
    )
    this.#followed.set(summary.match, { connection, seat, summary })
    connection.open()
  }

  #receive(match: string, { change }: NumberedEvent): void {
    const followed = this.#followed.get(match)
    if (!followed || !change) return
    const { phase, toAct } = change
    followed.summary = {
      ...followed.summary,
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
