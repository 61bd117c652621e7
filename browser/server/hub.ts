/**
 * One line to the server for all tabs of a browser: what each tab wants to hear of, and what has been heard.
 *
 * A hub lives in a shared worker, in the one tab that leads the others, or in a tab for itself; it knows nothing of that.
 * A tab says again and again all that it wants (`Want`), so that nothing is lost by saying it once too often: a tab that
 * slept, a hub that died and a message that never came are all mended by the next.
 */

/** 'lobby', or the id of a match with the number of the last event that the tab has heard. */
export type Topic = string
export type Wants = Readonly<Record<Topic, number>>

export type ToHub =
  | { say: 'want'; tab: string; wants: Wants; mayLock: boolean }
  | { say: 'bye'; tab: string }
  /** Something has changed for the better, or who one is: connect anew. `lost`: only if the line is lost. */
  | { say: 'again'; tab: string; lost: boolean }
  /** The tab knows that there is no network. */
  | { say: 'drop'; tab: string }

/** What a tab is told. `id` is the number of an event of a match, else 0. */
export type FromHub =
  | { tell: 'heard'; topic: Topic; name: string; id: number; data: unknown }
  /** The line lives, though it had nothing to say of the tab's topics. */
  | { tell: 'alive' }
  /** The hub has understood what the tab wants. */
  | { tell: 'here' }
  | { tell: 'lost' }

/** What a hub needs of an EventSource. */
export interface Source {
  onerror: (() => void) | null
  addEventListener(name: string, hear: (event: { data: string }) => void): void
  close(): void
}

/** Without anything for so long, the line is lost; the server beats every 4 s. */
export const silence = 9000
const lookEvery = 500
/** Milliseconds before the next attempt, and as many again by chance, so that not all come at once. */
const pause = 500
/** A tab that has said nothing for so long is gone; browsers let a hidden tab speak once a minute. */
const forgotten = 150_000

interface Tab {
  wants: Map<Topic, number>
  spoke: number
  locked: boolean
}

interface Logged {
  id: number
  data: unknown
}

/** What has been heard of a match, from the event after `from` on. */
interface Log {
  from: number
  events: Logged[]
}

interface Beat {
  now: number
  present: Record<string, boolean[]>
}

export class Hub {
  readonly #connect: (address: string) => Source
  readonly #tell: (tab: string, message: FromHub) => void
  /** Answers when the tab of that name is no more; where the browser can say. */
  readonly #whenGone: ((tab: string) => Promise<void>) | undefined
  #tabs = new Map<string, Tab>()
  #logs = new Map<Topic, Log>()
  #gone = new Set<Topic>()
  #lobby: unknown
  #source: Source | undefined
  #address = ''
  #heard = 0
  #lost = false
  #watch: ReturnType<typeof setInterval> | undefined
  #later: ReturnType<typeof setTimeout> | undefined

  constructor(
    connect: (address: string) => Source,
    tell: (tab: string, message: FromHub) => void,
    whenGone?: (tab: string) => Promise<void>,
  ) {
    this.#connect = connect
    this.#tell = tell
    this.#whenGone = whenGone
  }

  hear(message: ToHub): void {
    switch (message.say) {
      case 'want':
        this.#want(message.tab, message.wants, message.mayLock)
        break
      case 'bye':
        this.#forget(message.tab)
        break
      case 'again':
        if (message.lost && !this.#lost && Date.now() - this.#heard <= silence / 2) break
        this.#gone.clear()
        this.#open()
        break
      case 'drop':
        this.#drop()
        break
    }
  }

  close(): void {
    clearInterval(this.#watch)
    clearTimeout(this.#later)
    this.#watch = undefined
    this.#source?.close()
    this.#source = undefined
    this.#tabs.clear()
    this.#address = ''
  }

  #want(name: string, wants: Wants, mayLock: boolean): void {
    let tab = this.#tabs.get(name)
    if (!tab) {
      tab = { wants: new Map(), spoke: 0, locked: false }
      this.#tabs.set(name, tab)
    }
    if (mayLock && !tab.locked) {
      tab.locked = true
      const gone = () => {
        if (this.#tabs.get(name) === tab) this.#forget(name)
      }
      this.#whenGone?.(name).then(gone, () => {})
    }
    tab.spoke = Date.now()
    const before = tab.wants
    tab.wants = new Map(Object.entries(wants))
    this.#tell(name, { tell: 'here' })
    let anew = false
    for (const [topic, after] of tab.wants) {
      const isNew = !before.has(topic)
      if (isNew && this.#gone.delete(topic)) anew = true
      this.#catchUp(name, topic, after, isNew)
    }
    if (!this.#renew() && anew) this.#open()
    if (this.#lost) this.#tell(name, { tell: 'lost' })
  }

  /** Tells a tab what others have heard already. */
  #catchUp(tab: string, topic: Topic, after: number, isNew: boolean): void {
    if (topic === 'lobby') {
      if (isNew && this.#lobby) this.#tell(tab, { tell: 'heard', topic, name: 'lobby', id: 0, data: this.#lobby })
      return
    }
    const log = this.#logs.get(topic)
    if (!log) return
    if (after < log.from) {
      this.#logs.delete(topic) // heard anew from there on
      return
    }
    for (const { id, data } of log.events) {
      if (id > after) this.#tell(tab, { tell: 'heard', topic, name: 'match', id, data })
    }
  }

  #forget(tab: string): void {
    if (!this.#tabs.delete(tab)) return
    this.#renew()
  }

  /** Connects to what is wanted now, if that is something else than before, and answers whether it was. */
  #renew(): boolean {
    const topics = new Map<Topic, number>()
    for (const { wants } of this.#tabs.values()) {
      for (const [topic, after] of wants) topics.set(topic, Math.min(after, topics.get(topic) ?? after))
    }
    for (const topic of [...this.#logs.keys()]) if (!topics.has(topic)) this.#logs.delete(topic)
    if (!topics.has('lobby')) this.#lobby = undefined
    let changed = false
    for (const [topic, after] of topics) {
      if (topic === 'lobby' || this.#logs.has(topic)) continue
      this.#logs.set(topic, { from: after, events: [] })
      changed = true
    }
    const address = [...topics.keys()].sort().join(' ')
    changed ||= address !== this.#address
    this.#address = address
    if (changed) this.#open()
    return changed
  }

  #last(log: Log): number {
    return log.events.at(-1)?.id ?? log.from
  }

  #open(): void {
    clearTimeout(this.#later)
    this.#source?.close()
    this.#source = undefined
    if (this.#address === '') {
      clearInterval(this.#watch)
      this.#watch = undefined
      return
    }
    this.#heard = Date.now()
    this.#watch ??= setInterval(() => this.#look(), lookEvery)
    const asked = new URLSearchParams()
    if (this.#address.split(' ').includes('lobby')) asked.set('lobby', 'true')
    for (const [topic, log] of this.#logs)
      if (!this.#gone.has(topic)) asked.append('match', `${topic}:${this.#last(log)}`)
    const source = this.#connect(`/api/stream?${asked}`)
    this.#source = source
    const take = (name: string, use: (data: unknown) => void) =>
      source.addEventListener(name, ({ data }) => {
        if (this.#source !== source) return
        this.#heard = Date.now()
        this.#lost = false
        use(JSON.parse(data))
      })
    take('match', (data) => this.#event(data as { match: Topic; seq: number }))
    take('beat', (data) => this.#beat(data as Beat))
    take('lobby', (data) => {
      this.#lobby = data
      this.#tellOf('lobby', 'lobby', 0, data)
    })
    take('gone', (data) => {
      const { match } = data as { match: Topic }
      this.#gone.add(match)
      this.#tellOf(match, 'gone', 0, {})
    })
    source.onerror = () => {
      if (this.#source === source) this.#drop()
    }
  }

  #event(data: { match: Topic; seq: number }): void {
    const { match, seq } = data
    const log = this.#logs.get(match)
    if (!log || seq <= this.#last(log)) return
    log.events.push({ id: seq, data })
    this.#tellOf(match, 'match', seq, data)
  }

  #beat({ now, present }: Beat): void {
    for (const [name, { wants }] of this.#tabs) {
      this.#tell(name, { tell: 'alive' })
      for (const topic of wants.keys()) {
        const data = topic === 'lobby' ? { now } : { now, present: present[topic] ?? [] }
        if (topic === 'lobby' || present[topic]) this.#tell(name, { tell: 'heard', topic, name: 'beat', id: 0, data })
      }
    }
  }

  #tellOf(topic: Topic, name: string, id: number, data: unknown): void {
    for (const [tab, { wants }] of this.#tabs) {
      if (wants.has(topic)) this.#tell(tab, { tell: 'heard', topic, name, id, data })
    }
  }

  #look(): void {
    const now = Date.now()
    for (const [name, { spoke }] of this.#tabs) if (now - spoke > forgotten) this.#forget(name)
    if (this.#address !== '' && this.#source && now - this.#heard > silence) this.#drop()
  }

  #drop(): void {
    if (this.#address === '') return
    this.#source?.close()
    this.#source = undefined
    this.#lost = true
    for (const name of this.#tabs.keys()) this.#tell(name, { tell: 'lost' })
    clearTimeout(this.#later)
    this.#later = setTimeout(() => this.#open(), pause + Math.random() * pause)
  }
}
