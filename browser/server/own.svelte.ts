import type { OwnTables, Summary } from './api.ts'
import { Connection } from './connection.svelte.ts'

/**
 * The person's matches that wait or run, and the challenges to the person, on all pages and up to date: the server sends them
 * on the stream that all tabs share, at the beginning and whenever a player, an invitation or the phase of one changes.
 * Components read `matches` and `challenges` instead of requesting them; both are empty before they are `known`.
 *
 * Moves with a real-time clock are no reason to send them again, so `position`, `toAct` and `seq` of a match may be old; other
 * moves come a little later. `ownTurns` follows whose turn it is in games without a real-time clock, and `followTurns` loads the
 * matches again on each page if one is played.
 */
class Own {
  matches = $state.raw<readonly Summary[]>([])
  challenges = $state.raw<readonly Summary[]>([])
  /** The matches of the challenges that the person wants to be notified of. */
  notified = $state.raw<readonly string[]>([])
  /** The number of unread notifications, without challenges. */
  unread = $state(0)
  /** The lists are those of the person. */
  known = $state(false)
  /** Counts the lists that the server has sent. */
  received = $state(0)
  #person = ''
  readonly #connection = new Connection('own', { own: (data) => this.#receive(data as OwnTables) })

  /** The stream is lost: changes arrive later. */
  get lost(): boolean {
    return this.#connection.lost
  }

  /** others returns those of some matches that are not the person's. */
  others<M extends { match: string }>(matches: readonly M[]): M[] {
    return matches.filter(({ match }) => !this.matches.some((mine) => mine.match === match))
  }

  /** Follows the tables of a person; '' for none. The page calls it when the session changes. */
  follow(person: string): void {
    if (person === this.#person) return
    const before = this.#person
    this.#person = person
    this.#clear()
    if (!person) {
      this.#connection.close()
      return
    }
    this.#connection.open()
    if (before) this.#connection.reopen() // the stream is that of another person
  }

  /** Has the server send the lists again, after the person has blocked somebody, whose challenges are hidden. */
  reload(): void {
    this.#connection.reopen()
  }

  /** Replaces the matches by later states of them. */
  refresh(person: string, matches: readonly Summary[]): void {
    if (person !== this.#person || !this.known) return
    this.matches = matches.filter(isOpen)
  }

  #receive({ person, matches, challenges, notified, unread }: OwnTables): void {
    if (person !== this.#person) return
    this.matches = matches
    this.challenges = challenges
    this.notified = notified
    this.unread = unread
    this.known = true
    this.received++
  }

  #clear(): void {
    this.matches = []
    this.challenges = []
    this.notified = []
    this.unread = 0
    this.known = false
  }
}

/** isOpen reports whether a match waits for players or is played. */
export function isOpen({ phase }: Summary): boolean {
  return phase === 'waiting' || phase === 'promoting' || phase === 'playing'
}

export const own = new Own()
