import type { NumberedEvent, Summary } from './api.ts'
import { Connection } from './connection.svelte.ts'
import { hasLeft } from './texts.ts'
import { isSlow, isToMove, leastTimeFirst, nextAfter } from './turns.ts'

/** The most matches that are followed at once; of others the server sends the turns a little later. */
const maxFollowed = 16

interface Followed {
  connection: Connection
  summary: Summary
}

/**
 * The person's correspondence games and games without clocks in progress, on all pages. Players of other games have their page
 * open; following these would show the player as present.
 */
class OwnTurns {
  /** The games that are played. */
  running = $state.raw<readonly Summary[]>([])
  /** Those in which it is the person's turn, the least time first. */
  matches = $state.raw<readonly Summary[]>([])
  /** Those of them that the person has left for the next game, the latest one last. */
  #left: readonly string[] = []
  #person = ''
  #running: readonly Summary[] = []
  readonly #followed = new Map<string, Followed>()

  /** Follows the running ones among the matches of a person. */
  follow(person: string, matches: readonly Summary[]): void {
    this.#person = person
    this.#running = matches.filter((summary) => isSlow(summary) && !hasLeft(summary, person))
    const running = this.#running.slice(0, maxFollowed)
    for (const [id, { connection }] of this.#followed) {
      if (running.some(({ match }) => match === id)) continue
      connection.close()
      this.#followed.delete(id)
    }
    for (const summary of running) this.#add(summary)
    this.#update()
  }

  /** Returns the game after the one shown, or undefined. */
  nextAfter(shown: string): Summary | undefined {
    return nextAfter(this.matches, shown, this.#left)
  }

  /** Notes that the person leaves a game for the next one. */
  leave(shown: string): void {
    this.#left = [...this.#left.filter((match) => match !== shown), shown]
  }

  #add(summary: Summary): void {
    const followed = this.#followed.get(summary.match)
    if (followed) {
      // The list may have been read before the latest move.
      if (summary.seq > followed.summary.seq) followed.summary = summary
      return
    }
    const connection = new Connection(
      summary.match,
      { match: (data, seq) => this.#receive(summary.match, seq, data as NumberedEvent) },
      summary.seq,
    )
    this.#followed.set(summary.match, { connection, summary })
    connection.open()
  }

  #receive(match: string, seq: number, { change }: NumberedEvent): void {
    const followed = this.#followed.get(match)
    if (!followed || !change) return
    const { phase, toAct, deadline } = change
    followed.summary = {
      ...followed.summary,
      seq: Math.max(seq, followed.summary.seq),
      ...(phase !== undefined && { phase }),
      ...(toAct !== undefined && { toAct }),
      ...(deadline !== undefined && { deadline }),
    }
    this.#update()
  }

  #update(): void {
    const latest = this.#running.map((summary) => this.#followed.get(summary.match)?.summary ?? summary)
    this.running = latest.filter(isSlow)
    const matches = latest.filter((summary) => isToMove(summary, this.#person)).toSorted(leastTimeFirst)
    this.matches = matches
    this.#left = this.#left.filter((left) => matches.some(({ match }) => match === left))
  }
}

export const ownTurns = new OwnTurns()
