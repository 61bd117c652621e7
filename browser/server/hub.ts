/**
 * The hub shares one stream of the server between all tabs of a browser. It stores the subscriptions of each tab and the
 * events received.
 *
 * A hub runs in a shared worker, in the tab that is the leader, or in each tab. Tabs send all their subscriptions
 * repeatedly. The next such message repairs the state after a tab was suspended, a hub has ended or a message was lost.
 */

import type { LobbyChange, NumberedTables, SharedBeat } from './api.ts'
import { changedTables } from './lobby.ts'

/** 'lobby', 'own' (the tables of the person), or the id of a match. */
export type Topic = string
/** The topics of a tab, each with the number of the last event received. */
export type Subscriptions = Readonly<Record<Topic, number>>

export type ToHub =
  | { type: 'subscribe'; tab: string; topics: Subscriptions; locked: boolean }
  | { type: 'close'; tab: string }
  /** Reconnect, because the network is back or the session has changed. `lost`: only if the connection is lost. */
  | { type: 'reconnect'; tab: string; lost: boolean }
  /** The browser is offline. */
  | { type: 'disconnect'; tab: string }

/** A message to a tab. `id` is the number of an event of a match, else 0. */
export type FromHub =
  | { type: 'event'; topic: Topic; name: string; id: number; data: unknown }
  /**
   * The connection works, without an event for the tab. `build` is the build of the pages that the server serves,
   * `announcement` when the announcement of the site was made.
   */
  | { type: 'alive'; build?: string; announcement?: number }
  /** The hub has received the tab's subscriptions. */
  | { type: 'ready' }
  | { type: 'lost' }

/** The part of EventSource that a hub uses. */
export interface Source {
  onerror: (() => void) | null
  addEventListener(name: string, listener: (event: { data: string }) => void): void
  close(): void
}

/** Milliseconds without data after which the connection is lost; the server sends a heartbeat every 4 s. */
export const connectionTimeout = 9000
const checkInterval = 500
/** Milliseconds before the next attempt to connect, plus a random part of the same size to spread the load. */
const retryDelay = 500
/** Milliseconds without a message after which a tab is closed; browsers run timers of hidden tabs once a minute. */
const tabTimeout = 150_000

interface Tab {
  topics: Map<Topic, number>
  lastMessage: number
  locked: boolean
}

interface LoggedEvent {
  id: number
  data: unknown
}

/** The events received of a match, after event `from`. */
interface Log {
  from: number
  events: LoggedEvent[]
}

/** The topics that are no match. The server sends their data whole at the beginning. */
const lists: readonly Topic[] = ['lobby', 'own']
const isList = (topic: Topic) => lists.includes(topic)

export class Hub {
  /** Opens a stream at a path relative to the base. */
  readonly #connect: (path: string) => Source
  readonly #send: (tab: string, message: FromHub) => void
  /** Resolves when a tab has closed, if the browser supports it. */
  readonly #whenGone: ((tab: string) => Promise<void>) | undefined
  #tabs = new Map<string, Tab>()
  #logs = new Map<Topic, Log>()
  #gone = new Set<Topic>()
  /** The latest data of the topics that are no match. */
  #latest = new Map<Topic, unknown>()
  #source: Source | undefined
  #address = ''
  #lastData = 0
  #lost = false
  #watch: ReturnType<typeof setInterval> | undefined
  #later: ReturnType<typeof setTimeout> | undefined

  constructor(
    connect: (path: string) => Source,
    send: (tab: string, message: FromHub) => void,
    whenGone?: (tab: string) => Promise<void>,
  ) {
    this.#connect = connect
    this.#send = send
    this.#whenGone = whenGone
  }

  receive(message: ToHub): void {
    switch (message.type) {
      case 'subscribe':
        this.#subscribe(message.tab, message.topics, message.locked)
        break
      case 'close':
        this.#remove(message.tab)
        break
      case 'reconnect':
        if (message.lost && !this.#lost && Date.now() - this.#lastData <= connectionTimeout / 2) break
        this.#gone.clear()
        this.#latest.delete('own')
        this.#open()
        break
      case 'disconnect':
        this.#disconnect()
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

  #subscribe(name: string, topics: Subscriptions, locked: boolean): void {
    let tab = this.#tabs.get(name)
    if (!tab) {
      tab = { topics: new Map(), lastMessage: 0, locked: false }
      this.#tabs.set(name, tab)
    }
    if (locked && !tab.locked) {
      tab.locked = true
      const gone = () => {
        if (this.#tabs.get(name) === tab) this.#remove(name)
      }
      this.#whenGone?.(name).then(gone, () => {})
    }
    tab.lastMessage = Date.now()
    const before = tab.topics
    tab.topics = new Map(Object.entries(topics))
    this.#send(name, { type: 'ready' })
    let restored = false
    for (const [topic, after] of tab.topics) {
      const isNew = !before.has(topic)
      if (isNew && this.#gone.delete(topic)) restored = true
      this.#catchUp(name, topic, after, isNew)
    }
    if (!this.#update() && restored) this.#open()
    if (this.#lost) this.#send(name, { type: 'lost' })
  }

  /** Sends a tab the events that other tabs have received already. */
  #catchUp(tab: string, topic: Topic, after: number, isNew: boolean): void {
    if (isList(topic)) {
      const data = this.#latest.get(topic)
      if (isNew && data) this.#send(tab, { type: 'event', topic, name: topic, id: 0, data })
      return
    }
    const log = this.#logs.get(topic)
    if (!log) return
    if (after < log.from) {
      this.#logs.delete(topic) // requested again from there on
      return
    }
    for (const { id, data } of log.events) {
      if (id > after) this.#send(tab, { type: 'event', topic, name: 'match', id, data })
    }
  }

  #remove(tab: string): void {
    if (!this.#tabs.delete(tab)) return
    this.#update()
  }

  /** Connects again if the topics have changed, and returns whether they have. */
  #update(): boolean {
    const topics = new Map<Topic, number>()
    for (const { topics: subscribed } of this.#tabs.values()) {
      for (const [topic, after] of subscribed) topics.set(topic, Math.min(after, topics.get(topic) ?? after))
    }
    for (const topic of [...this.#logs.keys()]) if (!topics.has(topic)) this.#logs.delete(topic)
    for (const topic of [...this.#latest.keys()]) if (!topics.has(topic)) this.#latest.delete(topic)
    let changed = false
    for (const [topic, after] of topics) {
      if (isList(topic) || this.#logs.has(topic)) continue
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
    this.#lastData = Date.now()
    this.#watch ??= setInterval(() => this.#check(), checkInterval)
    const query = new URLSearchParams()
    for (const topic of this.#address.split(' ')) if (isList(topic)) query.set(topic, 'true')
    for (const [topic, log] of this.#logs)
      if (!this.#gone.has(topic)) query.append('match', `${topic}:${this.#last(log)}`)
    const source = this.#connect(`api/stream?${query}`)
    this.#source = source
    const listen = (name: string, listener: (data: unknown) => void) =>
      source.addEventListener(name, ({ data }) => {
        if (this.#source !== source) return
        this.#lastData = Date.now()
        this.#lost = false
        listener(JSON.parse(data))
      })
    listen('match', (data) => this.#event(data as { match: Topic; seq: number }))
    listen('beat', (data) => this.#beat(data as SharedBeat))
    for (const topic of lists) listen(topic, (data) => this.#replace(topic, data))
    listen('lobby-change', (data) => {
      const tables = this.#latest.get('lobby') as NumberedTables | undefined
      const after = tables && changedTables(tables, data as LobbyChange)
      if (after) this.#replace('lobby', after)
      else this.#open() // the stream begins with all tables
    })
    listen('gone', (data) => {
      const { match } = data as { match: Topic }
      this.#gone.add(match)
      this.#publish(match, 'gone', 0, {})
    })
    source.onerror = () => {
      if (this.#source === source) this.#disconnect()
    }
  }

  #replace(topic: Topic, data: unknown): void {
    this.#latest.set(topic, data)
    this.#publish(topic, topic, 0, data)
  }

  #event(data: { match: Topic; seq: number }): void {
    const { match, seq } = data
    const log = this.#logs.get(match)
    if (!log || seq <= this.#last(log)) return
    log.events.push({ id: seq, data })
    this.#publish(match, 'match', seq, data)
  }

  #beat({ now, present, build, announcement }: SharedBeat): void {
    for (const [name, { topics }] of this.#tabs) {
      this.#send(name, { type: 'alive', ...(build && { build }), ...(announcement && { announcement }) })
      for (const topic of topics.keys()) {
        const data = topic === 'lobby' ? { now } : { now, present: present[topic] ?? [] }
        if (topic === 'lobby' || present[topic]) this.#send(name, { type: 'event', topic, name: 'beat', id: 0, data })
      }
    }
  }

  #publish(topic: Topic, name: string, id: number, data: unknown): void {
    for (const [tab, { topics }] of this.#tabs) {
      if (topics.has(topic)) this.#send(tab, { type: 'event', topic, name, id, data })
    }
  }

  #check(): void {
    const now = Date.now()
    for (const [name, { lastMessage }] of this.#tabs) if (now - lastMessage > tabTimeout) this.#remove(name)
    if (this.#address !== '' && this.#source && now - this.#lastData > connectionTimeout) this.#disconnect()
  }

  #disconnect(): void {
    if (this.#address === '') return
    this.#source?.close()
    this.#source = undefined
    this.#lost = true
    for (const name of this.#tabs.keys()) this.#send(name, { type: 'lost' })
    clearTimeout(this.#later)
    this.#later = setTimeout(() => this.#open(), retryDelay + Math.random() * retryDelay)
  }
}
