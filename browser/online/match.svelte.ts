import { announcer } from '../shell/announce.svelte.ts'
import {
  ask,
  type Beat,
  type Command,
  type MatchEvent,
  type MatchView,
  type Refusal,
  refusalOf,
  Unreachable,
} from './api.ts'
import { Line } from './line.svelte.ts'
import { refusalText } from './refusals.ts'
import { isGuest } from './said.ts'

export interface Said {
  id: number
  seat: number
  by: string
  name: string
  /** Somebody without an account. */
  guest: boolean
  text: string
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Who sits down or loads the page anew has no connection for a moment, and is not away. */
const awayAfter = 5000

/**
 * A match on the server. Its view is the server's own: it is asked for again whenever the stream tells of something new.
 */
export class OnlineMatch {
  readonly id: string
  view = $state.raw<MatchView | undefined>()
  /** There is no such match, or it is not for this person. */
  missing = $state(false)
  said = $state.raw<readonly Said[]>([])
  /** Who is connected, by seat. */
  present = $state.raw<readonly boolean[]>([])
  /** Since when a seat has been away, as far as this page has seen; in the server's time. */
  awaySince = $state.raw<readonly (number | undefined)[]>([])
  /** Who has been away for longer than it takes to connect anew, by seat. */
  away = $state.raw<readonly boolean[]>([])
  /** Why the last command was refused. */
  refusal = $state.raw<Refusal | undefined>()
  /** A command is on its way. */
  sending = $state(false)
  readonly line: Line
  /** Server's time less the page's; the quickest message tells it best. */
  #ahead = Number.NEGATIVE_INFINITY
  #roundTrip = 0
  #asking: Promise<void> | undefined
  #stale = false
  #left = false
  #awayTimer: ReturnType<typeof setTimeout> | undefined

  constructor(id: string) {
    this.id = id
    this.line = new Line(id, {
      match: (data, id) => this.#event(data as MatchEvent, id),
      beat: (data) => this.#beat(data as Beat),
      gone: () => void this.refresh(),
    })
  }

  /** The server's time. */
  now(): number {
    return Date.now() + (Number.isFinite(this.#ahead) ? this.#ahead : 0)
  }

  async open(): Promise<void> {
    while (!this.#left && !this.missing) {
      await this.refresh()
      if (this.view) break
      this.line.lost = !this.missing
      await pause(1000)
    }
    if (!this.view || this.#left) return
    this.line.lost = false
    this.line.open()
  }

  leave(): void {
    this.#left = true
    clearTimeout(this.#awayTimer)
    this.line.close()
  }

  /** Asks for the view; a question that comes while one is under way is asked after it. */
  async refresh(): Promise<void> {
    this.#stale = true
    this.#asking ??= this.#ask()
    await this.#asking
  }

  async #ask(): Promise<void> {
    try {
      while (this.#stale) {
        this.#stale = false
        const asked = performance.now()
        const view = await ask<MatchView>('GET', `/matches/${this.id}`)
        this.#roundTrip = performance.now() - asked
        this.#learnTime(view.now)
        if (!this.view || view.seq >= this.view.seq) this.view = view
      }
    } catch (reason) {
      if (reason instanceof Unreachable) this.#stale = true
      else this.missing = true
    } finally {
      this.#asking = undefined
    }
  }

  #learnTime(now: number): void {
    this.#ahead = Math.max(this.#ahead, now - Date.now())
  }

  #event(event: MatchEvent, id: number): void {
    if (event.type === 'said') {
      if (this.said.some((other) => other.id === id)) return
      const { seat, by = '', name = '', text = '' } = event
      // Older events do not tell it; those who sit at the table are known.
      const guest = event.guest ?? this.view?.seats.some(({ player }) => player.id === by && isGuest(player)) ?? false
      this.said = [...this.said, { id, seat, by, name, guest, text }]
    } else if (id > (this.view?.seq ?? 0)) void this.refresh()
  }

  #beat({ now, present }: Beat): void {
    this.#learnTime(now)
    this.awaySince = present.map((here, seat) => (here ? undefined : (this.awaySince[seat] ?? now)))
    this.present = present
    this.#judgeAway()
    if (this.#stale) void this.refresh()
  }

  #judgeAway(): void {
    clearTimeout(this.#awayTimer)
    const now = this.now()
    this.away = this.awaySince.map((since) => since !== undefined && now - since >= awayAfter)
    const waits = this.awaySince.some((since, seat) => since !== undefined && !this.away[seat])
    if (waits && !this.#left) this.#awayTimer = setTimeout(() => this.#judgeAway(), 1000)
  }

  /**
   * Sends a command and answers whether it was carried out. A move that cannot be sent is sent again when the server is
   * back: it names its place in the game, so that it cannot be played twice.
   */
  async send(command: Command): Promise<boolean> {
    if (this.sending) return false
    this.sending = true
    this.refusal = undefined
    let tries = 0
    const begun = performance.now()
    try {
      for (;;) {
        try {
          // The line, not the player, has used the time in which the move could not be sent.
          const waited = tries > 0 && command.type === 'move' ? Math.round(performance.now() - begun) : 0
          await ask('POST', `/matches/${this.id}/commands`, waited ? { ...command, lag: waited } : command)
          return true
        } catch (reason) {
          if (!(reason instanceof Unreachable) || command.type !== 'move' || this.#left) {
            const refusal = refusalOf(reason)
            if (tries === 0 || refusal.code !== 'stale') this.#refuse(refusal)
            return false
          }
        }
        tries++
        this.line.lost = true
        await pause(1000)
      }
    } finally {
      await this.refresh()
      this.sending = false
    }
  }

  move(move: string): Promise<boolean> {
    const ply = this.view?.moves.length ?? 0
    return this.send({ type: 'move', move, ply, lag: Math.round(this.#roundTrip / 2) })
  }

  #refuse(refusal: Refusal): void {
    this.refusal = refusal
    announcer.say(refusalText(refusal))
  }
}
