import { announcer } from '../ui/announce.svelte.ts'
import { t } from '../words/words.svelte.ts'
import {
  ask,
  type Beat,
  type Command,
  changedView,
  type MatchView,
  type NumberedEvent,
  type Refusal,
  refusalOf,
  Unreachable,
} from './api.ts'
import { Connection } from './connection.svelte.ts'
import { type Outgoing, outbox } from './outbox.ts'
import { refusalText } from './refusals.ts'
import { isGuest, moveText } from './texts.ts'

export interface ChatMessage {
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

/** Resolves after so many milliseconds, or as soon as the browser has a network again. */
const pauseOrOnline = (milliseconds: number) =>
  new Promise<void>((done) => {
    const end = () => {
      removeEventListener('online', end)
      clearTimeout(timer)
      done()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
  })

/** Milliseconds after which a move that has not arrived is shown as being sent. */
const lateAfter = 1000
/** Milliseconds that an answer may take before the question is asked again. */
const patience = 8000
/** Milliseconds that a missing event may take to come before the whole view is asked for. */
const gapPatience = 1000
/** Refusals that say "later": nothing was done, and the same command may succeed in a moment. */
const passing = new Set(['busy', 'too-much', 'unavailable'])

/**
 * A match on the server. The view is asked for once; events of the stream, and of the answers to commands, come with its
 * changes. It is asked for again if an event is missing.
 */
export class OnlineMatch {
  readonly id: string
  view = $state.raw<MatchView | undefined>()
  /** There is no such match, or it is not for this person. */
  missing = $state(false)
  messages = $state.raw<readonly ChatMessage[]>([])
  /** Who is connected, by seat. */
  present = $state.raw<readonly boolean[]>([])
  /** Since when a seat has been away, as far as this page has seen; in the server's time. */
  awaySince = $state.raw<readonly (number | undefined)[]>([])
  /** Who has been away for longer than it takes to connect anew, by seat. */
  away = $state.raw<readonly boolean[]>([])
  /** Why the last command was refused. */
  refusal = $state.raw<Refusal | undefined>()
  /** The move, in words, that `refusal` is about, if it stood on the board for a while; else ''. */
  unsent = $state('')
  /** A command other than a move is on its way. */
  sending = $state(false)
  /** The move made here that the view does not have yet. */
  outgoing = $state.raw<Outgoing | undefined>()
  /** It takes long to arrive. */
  late = $state(false)
  readonly connection: Connection
  /** Server's time less the page's; the quickest message tells it best. */
  #ahead = Number.NEGATIVE_INFINITY
  #roundTrip = 0
  #asking: Promise<void> | undefined
  #stale = false
  /** Number of the last event that the view reflects. */
  #seq = 0
  /** Events that wait for an earlier one. */
  #waiting: NumberedEvent[] = []
  #gapTimer: ReturnType<typeof setTimeout> | undefined
  #left = false
  #awayTimer: ReturnType<typeof setTimeout> | undefined

  constructor(id: string) {
    this.id = id
    this.connection = new Connection(id, {
      match: (data) => this.#receive([data as NumberedEvent]),
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
      this.connection.lost = !this.missing
      await pause(1000)
    }
    if (!this.view || this.#left) return
    this.connection.lost = false
    this.connection.open()
    void this.#resume()
  }

  leave(): void {
    this.#left = true
    clearTimeout(this.#awayTimer)
    clearTimeout(this.#gapTimer)
    this.connection.close()
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
        const view = await ask<MatchView>('GET', `/matches/${this.id}`, undefined, patience)
        this.#roundTrip = performance.now() - asked
        this.#learnTime(view.now)
        if (!this.view || view.seq >= this.#seq) {
          this.view = view
          this.#seq = view.seq
        }
        this.#advance()
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

  /** Takes events of the stream or of an answer, each once. */
  #receive(events: readonly NumberedEvent[]): void {
    for (const event of events) {
      if (event.event.type === 'chatted') this.#hear(event)
      // The change comes with the last event of a command.
      if (event.more || event.seq <= this.#seq || this.#waiting.some(({ seq }) => seq === event.seq)) continue
      this.#waiting.push(event)
    }
    this.#advance()
  }

  #hear({ seq: id, event }: NumberedEvent): void {
    if (this.messages.some((other) => other.id === id)) return
    const { seat, by = '', name = '', text = '' } = event
    // Older events lack it; the players at the table are known.
    const guest = event.guest ?? this.view?.seats.some(({ player }) => player.id === by && isGuest(player)) ?? false
    this.messages = [...this.messages, { id, seat, by, name, guest, text }]
  }

  /** Brings the view up to the newest event that follows from the last one without a gap. */
  #advance(): void {
    const { view } = this
    if (!view) return
    this.#waiting.sort((one, other) => one.seq - other.seq)
    let next = view
    let past = false
    for (const event of this.#waiting) {
      const { seq, change } = event
      if (seq <= this.#seq) continue
      const silent = event.event.type === 'chatted' || event.event.type === 'hidden'
      if (silent ? seq > this.#seq + 1 : change && change.from > this.#seq) break
      if (!silent && !change) {
        past = true
        break
      }
      if (change) {
        next = changedView(next, event)
        this.#learnTime(event.event.at)
      }
      this.#seq = seq
    }
    this.#waiting = this.#waiting.filter(({ seq }) => seq > this.#seq)
    if (next !== view) this.view = next
    clearTimeout(this.#gapTimer)
    this.#gapTimer = undefined
    if (this.#waiting.length === 0 || this.#left) return
    if (past) void this.refresh()
    else this.#gapTimer = setTimeout(() => void this.refresh(), gapPatience)
  }

  /** Asks the server to carry out a command, and takes the events of its answer. */
  async #command(command: Command, patience?: number): Promise<void> {
    const asked = performance.now()
    const answer = await ask<{ events: NumberedEvent[]; you?: number }>(
      'POST',
      `/matches/${this.id}/commands`,
      command,
      patience,
    )
    this.#roundTrip = performance.now() - asked
    this.#receive(answer.events)
    // The stream may have been opened before one had a name.
    if (answer.you !== undefined && this.view && this.view.you !== answer.you)
      this.view = { ...this.view, you: answer.you }
    const last = answer.events.at(-1)?.seq ?? 0
    const until = asked + this.#roundTrip + gapPatience
    while (this.#seq < last && !this.#left && performance.now() < until) await pause(20)
    if (this.#seq < last) await this.refresh()
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

  /** Sends a command other than a move and answers whether it was carried out. */
  async send(command: Exclude<Command, { type: 'move' }>): Promise<boolean> {
    if (this.sending) return false
    this.sending = true
    this.refusal = undefined
    try {
      await this.#command(command)
      return true
    } catch (reason) {
      this.#refuse(refusalOf(reason))
      await this.refresh()
      return false
    } finally {
      this.sending = false
    }
  }

  /** Sends a move and answers whether it was played. Meanwhile it is `outgoing`. */
  async move(move: string): Promise<boolean> {
    const { view } = this
    if (!view || this.outgoing) return false
    return this.#deliver({ game: view.game, ply: view.moves.length, move })
  }

  /** Goes on sending a move that was on its way when the page was left. */
  async #resume(): Promise<void> {
    const left = outbox.read(this.id)
    const { view } = this
    if (!left || !view || this.outgoing) return
    const open = view.phase === 'playing' && view.toAct === view.you
    if (open && view.game === left.game && view.moves.length === left.ply) await this.#deliver(left)
    else {
      outbox.clear(this.id)
      if (!this.#has(left)) this.#refuse({ code: 'stale', message: '' }, left)
    }
  }

  /** The view has this move, made by this player. */
  #has({ game, ply, move }: Outgoing): boolean {
    const played = this.view?.moves[ply]
    return this.view?.game === game && played?.move === move && played.seat === this.view.you
  }

  /**
   * Sends a move until the server has answered, however long the connection is lost. The command carries its place in the
   * game, so that the server plays it once at most. It goes on after the page of the match has been left.
   */
  async #deliver(outgoing: Outgoing): Promise<boolean> {
    const { game, ply, move } = outgoing
    this.refusal = undefined
    this.outgoing = outgoing
    outbox.write(this.id, outgoing)
    const begun = performance.now()
    const timer = setTimeout(() => this.#tellLate(outgoing), lateAfter)
    let sent = false
    let refusal: Refusal | undefined
    for (let tries = 0; ; tries++) {
      // The connection, not the player, has used the time in which the move could not be sent.
      const lag = Math.round(tries > 0 ? performance.now() - begun : this.#roundTrip / 2)
      try {
        if (!sent) await this.#command({ type: 'move', move, ply, lag }, patience)
        sent = true
      } catch (reason) {
        const why = refusalOf(reason)
        if (!(reason instanceof Unreachable) && !passing.has(why.code)) refusal = why
      }
      if (!sent || this.#stale) await this.refresh()
      // Without the newest view it is not known whether a lost answer said yes.
      const known = !this.#stale
      if (known && this.#has(outgoing)) sent = true
      if (known && (sent || refusal)) break
      if (known && (this.view?.game !== game || this.view.moves.length > ply || this.view.phase !== 'playing')) {
        refusal = { code: 'stale', message: '' }
        break
      }
      this.#tellLate(outgoing)
      if (!known) this.connection.lost = true
      await pauseOrOnline(1000)
    }
    clearTimeout(timer)
    outbox.clear(this.id)
    if (!sent && refusal) this.#refuse(refusal, this.late ? outgoing : undefined)
    this.outgoing = undefined
    this.late = false
    return sent
  }

  #tellLate(outgoing: Outgoing): void {
    if (this.late || this.#left || this.outgoing !== outgoing) return
    this.late = true
    announcer.say(t('match.sending', { move: this.moveText(outgoing) }))
  }

  moveText({ move }: Outgoing): string {
    return moveText(this.view?.settings.game ?? 'wotn', move)
  }

  /** `unsent` is the move that is taken back from the board, where it stood long enough to be seen. */
  #refuse(refusal: Refusal, unsent?: Outgoing): void {
    if (this.#left) return
    this.refusal = refusal
    this.unsent = unsent ? this.moveText(unsent) : ''
    announcer.say(this.refusalText)
  }

  /** Why the last command was refused, in words. */
  get refusalText(): string {
    if (!this.refusal) return ''
    const reason = refusalText(this.refusal)
    return this.unsent ? t('match.unsent', { move: this.unsent, reason }) : reason
  }
}
