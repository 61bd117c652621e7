import { announcer } from '../ui/arialive.svelte.ts'
import { t } from '../words/words.svelte.ts'
import {
  type Beat,
  type Command,
  changedView,
  type MatchView,
  type NumberedEvent,
  type Refusal,
  refusalOf,
  request,
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
  /** The sender has no account. */
  guest: boolean
  /** A program plays for the sender's account. */
  bot: boolean
  text: string
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Milliseconds without a connection after which a player is away. A reload of the page takes less. */
const awayAfter = 5000

/** pauseOrOnline resolves after some milliseconds, or as soon as the browser is online again. */
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
/** Milliseconds that a response may take before the request is repeated. */
const timeout = 8000
/** How often a match that the server does not have is requested again: a tournament pairs a game a moment before it opens. */
const patience = 3

/** Milliseconds that a missing event may take to arrive before the whole view is requested. */
const gapTimeout = 1000
/** Temporary refusals: nothing was done, and the same command may succeed soon. */
const temporary = new Set(['busy', 'too-much', 'unavailable'])

/**
 * A match on the server. The view is requested once. Then it follows the changes that come with events, in the stream and
 * in responses to commands. If an event is missing, the view is requested again.
 */
export class OnlineMatch {
  readonly id: string
  view = $state.raw<MatchView | undefined>()
  /** The match does not exist, or the person may not see it. */
  missing = $state(false)
  /** How often the server did not have the match. */
  #absences = 0
  messages = $state.raw<readonly ChatMessage[]>([])
  /** Whether each seat's player is connected. */
  present = $state.raw<readonly boolean[]>([])
  /** When each seat was last seen to disconnect, in the server's time; undefined for connected players. */
  awaySince = $state.raw<readonly (number | undefined)[]>([])
  /** The players of `awaySince`. */
  #players: readonly string[] = []
  /** Whether each seat has been disconnected for `awayAfter`. */
  away = $state.raw<readonly boolean[]>([])
  /** Why the last command was refused. */
  refusal = $state.raw<Refusal | undefined>()
  /** The text of the refused move, if the board showed it for some time, else ''. */
  unsent = $state('')
  /** A command other than a move is being sent. */
  sending = $state(false)
  /** The own move that the view does not contain yet. */
  outgoing = $state.raw<Outgoing | undefined>()
  /** Sending the move takes long. */
  late = $state(false)
  readonly connection: Connection
  /** The server's time minus the page's. The largest difference is that of the fastest message. */
  #timeOffset = Number.NEGATIVE_INFINITY
  #roundTrip = 0
  #refreshing: Promise<void> | undefined
  /** The result of the last chat message. */
  #said: Promise<boolean> = Promise.resolve(true)
  #stale = false
  /** The number of the last event in the view. */
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
    return Date.now() + (Number.isFinite(this.#timeOffset) ? this.#timeOffset : 0)
  }

  async open(): Promise<void> {
    while (!this.#left && !this.missing) {
      await this.refresh()
      if (this.view) break
      this.connection.lost = this.#stale
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

  /** Requests the view. A call during a request makes another request follow. */
  async refresh(): Promise<void> {
    this.#stale = true
    this.#refreshing ??= this.#loadView()
    await this.#refreshing
  }

  async #loadView(): Promise<void> {
    try {
      while (this.#stale) {
        this.#stale = false
        const sent = performance.now()
        const view = await request('GET', `/matches/${this.id}`, undefined, timeout)
        this.#roundTrip = performance.now() - sent
        this.#updateTimeOffset(view.now)
        if (!this.view || view.seq >= this.#seq) {
          this.view = view
          this.#updateAway()
          this.#seq = view.seq
        }
        this.#advance()
      }
    } catch (reason) {
      if (reason instanceof Unreachable) this.#stale = true
      else if (this.view || ++this.#absences > patience) this.missing = true
    } finally {
      this.#refreshing = undefined
    }
  }

  #updateTimeOffset(now: number): void {
    this.#timeOffset = Math.max(this.#timeOffset, now - Date.now())
  }

  /** Processes each event of the stream and of responses once. */
  #receive(events: readonly NumberedEvent[]): void {
    for (const event of events) {
      if (event.event.type === 'chatted') this.#addMessage(event)
      else if (event.event.type === 'chat-removed') this.#removeMessage(event.event.number ?? 0)
      // The change comes with the last event of a command.
      if (event.more || event.seq <= this.#seq || this.#waiting.some(({ seq }) => seq === event.seq)) continue
      this.#waiting.push(event)
    }
    this.#advance()
  }

  #addMessage({ seq: id, event }: NumberedEvent): void {
    if (this.messages.some((other) => other.id === id)) return
    const { seat, by = '', name = '', bot = false, text = '' } = event
    // Older events lack `guest`; the view has the players at the table.
    const guest = event.guest ?? this.view?.seats.some(({ player }) => player.id === by && isGuest(player)) ?? false
    this.messages = [...this.messages, { id, seat, by, name, guest, bot, text }]
  }

  #removeMessage(id: number): void {
    this.messages = this.messages.filter((message) => message.id !== id)
  }

  /** Applies the changes of all waiting events up to the first gap. */
  #advance(): void {
    const { view } = this
    if (!view) return
    this.#waiting.sort((one, other) => one.seq - other.seq)
    let next = view
    let past = false
    for (const event of this.#waiting) {
      const { seq, change } = event
      if (seq <= this.#seq) continue
      const { type } = event.event
      const silent = type === 'chatted' || type === 'chat-removed' || type === 'hidden'
      if (silent ? seq > this.#seq + 1 : change && change.from > this.#seq) break
      if (!silent && !change) {
        past = true
        break
      }
      if (change) {
        next = changedView(next, event)
        this.#updateTimeOffset(event.event.at)
      }
      this.#seq = seq
    }
    this.#waiting = this.#waiting.filter(({ seq }) => seq > this.#seq)
    if (next !== view) {
      this.view = next
      if (next.seats !== view.seats) this.#updateAway()
    }
    clearTimeout(this.#gapTimer)
    this.#gapTimer = undefined
    if (this.#waiting.length === 0 || this.#left) return
    if (past) void this.refresh()
    else this.#gapTimer = setTimeout(() => void this.refresh(), gapTimeout)
  }

  /** Sends a command and processes the events of the response. */
  async #command(command: Command, timeout?: number): Promise<void> {
    const started = performance.now()
    const response = await request('POST', `/matches/${this.id}/commands`, command, timeout)
    this.#roundTrip = performance.now() - started
    this.#receive(response.events)
    const last = response.events.at(-1)?.seq ?? 0
    // The stream may have been opened without a session.
    if (response.you !== undefined && this.view && this.view.you !== response.you)
      this.view = { ...this.view, you: response.you }
    const until = started + this.#roundTrip + gapTimeout
    while (this.#seq < last && !this.#left && performance.now() < until) await pause(20)
    if (this.#seq < last) await this.refresh()
    const { commands, replaceable } = response
    if (this.view && this.#seq === last && commands && String(commands) !== String(this.view.commands))
      this.view = { ...this.view, commands, replaceable }
  }

  #beat({ now, present }: Beat): void {
    this.#updateTimeOffset(now)
    this.present = present
    this.#updateAway(now)
    if (this.#stale) void this.refresh()
  }

  /** Seats are known by their players: a player who sits down has not been away since the seat was free. */
  #updateAway(now = this.now()): void {
    clearTimeout(this.#awayTimer)
    const players = this.view?.seats.map(({ player }) => player.id ?? '') ?? []
    this.awaySince = players.map((player, seat) => {
      if (player === '' || this.present[seat] !== false) return undefined
      return (player === this.#players[seat] ? this.awaySince[seat] : undefined) ?? now
    })
    this.#players = players
    this.away = this.awaySince.map((since) => since !== undefined && now - since >= awayAfter)
    const waits = this.awaySince.some((since, seat) => since !== undefined && !this.away[seat])
    if (waits && !this.#left) this.#awayTimer = setTimeout(() => this.#updateAway(), 1000)
  }

  /** Sends a command other than a move and returns whether it was executed. */
  async send(command: Exclude<Command, { type: 'move' }>): Promise<boolean> {
    if (this.sending) return false
    this.sending = true
    this.refusal = undefined
    try {
      await this.#command(command)
      return true
    } catch (reason) {
      this.#refuse(refusalOf(reason))
      // Without a response the command may have been executed.
      if (reason instanceof Unreachable) await this.refresh()
      return false
    } finally {
      this.sending = false
    }
  }

  /** Sends a chat message, after those that are still being sent, and returns whether it was accepted. */
  say(text: string): Promise<boolean> {
    this.#said = this.#said.then(async () => {
      this.refusal = undefined
      try {
        await this.#command({ type: 'chat', text })
        return true
      } catch (reason) {
        this.#refuse(refusalOf(reason))
        return false
      }
    })
    return this.#said
  }

  /** Sends a move and returns whether it was played. Meanwhile it is `outgoing`. */
  async move(move: string): Promise<boolean> {
    const { view } = this
    if (!view || this.outgoing) return false
    return this.#deliver({ game: view.game, ply: view.moves.length, move })
  }

  /** Continues to send a move that was being sent when the page was left. */
  async #resume(): Promise<void> {
    const left = outbox.read(this.id)
    const { view } = this
    if (!left || !view || this.outgoing) return
    if (view.commands.includes('move') && view.game === left.game && view.moves.length === left.ply)
      await this.#deliver(left)
    else {
      outbox.clear(this.id)
      if (!this.#has(left)) this.#refuse({ code: 'stale', message: '' }, left)
    }
  }

  /** Whether the view contains this move of the own seat. */
  #has({ game, ply, move }: Outgoing): boolean {
    const played = this.view?.moves[ply]
    return this.view?.game === game && played?.move === move && played.seat === this.view.you
  }

  /**
   * Sends a move until the server has responded, however long the connection is lost. The command contains its ply, so
   * that the server plays it once at most. This continues after the page of the match was left.
   */
  async #deliver(outgoing: Outgoing): Promise<boolean> {
    const { game, ply, move } = outgoing
    this.refusal = undefined
    this.outgoing = outgoing
    outbox.write(this.id, outgoing)
    const started = performance.now()
    const timer = setTimeout(() => this.#announceLate(outgoing), lateAfter)
    let sent = false
    let uncertain = false
    let refusal: Refusal | undefined
    for (let tries = 0; ; tries++) {
      // The time during which the move could not be sent is network delay, not thinking time.
      const lag = Math.round(tries > 0 ? performance.now() - started : this.#roundTrip / 2)
      try {
        if (!sent) await this.#command({ type: 'move', move, ply, lag }, timeout)
        sent = true
      } catch (reason) {
        const why = refusalOf(reason)
        if (reason instanceof Unreachable) uncertain = true
        else if (!temporary.has(why.code)) refusal = why
      }
      if ((!sent && uncertain) || this.#stale) await this.refresh()
      // After a lost response, only the current view shows whether the move was played.
      const known = !this.#stale
      if (known && this.#has(outgoing)) sent = true
      if (known && (sent || refusal)) break
      if (known && (this.view?.game !== game || this.view.moves.length > ply || this.view.phase !== 'playing')) {
        refusal = { code: 'stale', message: '' }
        break
      }
      this.#announceLate(outgoing)
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

  #announceLate(outgoing: Outgoing): void {
    if (this.late || this.#left || this.outgoing !== outgoing) return
    this.late = true
    announcer.say(t('match.sending', { move: this.moveText(outgoing) }))
  }

  moveText({ move }: Outgoing): string {
    return moveText(this.view?.settings.game ?? 'wotn', move)
  }

  /** Shows a refusal. `unsent` is the refused move, if the board has shown it for some time. */
  #refuse(refusal: Refusal, unsent?: Outgoing): void {
    if (this.#left) return
    this.refusal = refusal
    this.unsent = unsent ? this.moveText(unsent) : ''
  }

  /** The text of `refusal`. */
  get refusalText(): string {
    if (!this.refusal) return ''
    const reason = refusalText(this.refusal)
    return this.unsent ? t('match.unsent', { move: this.unsent, reason }) : reason
  }
}
