/**
 * The page's connection to the hub that shares one stream between all tabs of a browser. The hub runs in a shared worker,
 * if the browser has them, else in the tab that is the leader. If tabs cannot exchange messages, each has its own hub.
 */
import { base } from '../ui/base.ts'
import { newId } from '../ui/id.ts'
import { build } from './build.svelte.ts'
import { connectionTimeout, type FromHub, Hub, type Source, type ToHub, type Topic } from './hub.ts'
import { site } from './site.svelte.ts'
import { holdTabLock, whenGone } from './tabs.ts'

export interface Listener {
  topic: Topic
  /** The number of the last event received. */
  after: number
  onEvent(name: string, data: unknown, id: number): void
  onAlive(): void
  onLost(): void
}

/** A connection to a hub. */
interface HubClient {
  send(message: ToHub): void
  /** Called if the hub does not respond. Returns whether it can be replaced; otherwise the next kind of client is used. */
  recover(): boolean
  close(): void
}

type Receive = (message: FromHub) => void

const connect = (path: string) => new EventSource(path) as Source

function workerClient(receive: Receive, failed: () => void): HubClient {
  // Its name is the base, which a worker cannot know from a document.
  const worker = new SharedWorker(new URL('./hub.worker.ts', import.meta.url), { type: 'module', name: base().href })
  worker.onerror = failed
  worker.port.onmessage = ({ data }: MessageEvent<FromHub>) => receive(data)
  return {
    send: (message) => worker.port.postMessage(message),
    recover: () => false,
    close: () => worker.port.close(),
  }
}

/**
 * The name of the channel and the lock. Change it with the messages: tabs of several versions may be open. It contains the
 * base, because another server may be at the same host.
 */
const channelName = () => `tafelrunde.stream.4 ${base().pathname}`

type Post = { to: 'hub'; message: ToHub } | { to: 'tab'; tab: string; message: FromHub } | { to: 'all' }

/** The tab that holds a lock is the leader and runs the hub. A tab that gets no response takes over the lock. */
function leaderClient(tab: string, receive: Receive, subscribe: () => void): HubClient {
  const name = channelName()
  const channel = new BroadcastChannel(name)
  const post = (message: Post) => channel.postMessage(message)
  let hub: Hub | undefined
  let release = () => {}
  let closed = false

  const lead = () => {
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    hub = new Hub(
      connect,
      (to, message) => (to === tab ? receive(message) : post({ to: 'tab', tab: to, message })),
      whenGone(),
    )
    post({ to: 'all' })
    subscribe()
    return until
  }
  const retire = () => {
    hub?.close()
    hub = undefined
    release()
  }
  const apply = (steal: boolean) => {
    navigator.locks
      .request(name, { steal }, () => (closed ? undefined : lead()))
      .catch(() => {
        retire() // another tab has taken over the lock
        if (!closed) apply(false)
      })
  }

  channel.onmessage = ({ data }: MessageEvent<Post>) => {
    if (data.to === 'hub') hub?.receive(data.message)
    else if (data.to === 'all') subscribe()
    else if (data.tab === tab) receive(data.message)
  }
  apply(false)
  return {
    send(message) {
      if (hub) hub.receive(message)
      else post({ to: 'hub', message })
    },
    recover() {
      if (!hub) apply(true)
      return true
    },
    close() {
      closed = true
      retire()
      channel.close()
    },
  }
}

function localClient(receive: Receive): HubClient {
  const hub = new Hub(connect, (_, message) => receive(message))
  return { send: (message) => hub.receive(message), recover: () => true, close: () => hub.close() }
}

const checkInterval = 500
/** Milliseconds between a tab's messages to the hub, and until the hub must have responded. */
const messageInterval = 20_000
const responseTimeout = 3000

class Shared {
  readonly #tab = newId()
  #listeners = new Set<Listener>()
  #client: HubClient | undefined
  /** The number of kinds of clients that have failed. */
  #failed = 0
  #locked = false
  #unlock = () => {}
  #watch: ReturnType<typeof setInterval> | undefined
  #lastMessage = 0
  /** When the first message without a response was sent, 0 if there is none. */
  #pendingSince = 0
  /** The number of times that the hub has not responded. */
  #timeouts = 0
  #lastData = 0

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    this.#sendTopics()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) this.#sendTopics()
      else this.#stop()
    }
  }

  /** Connects again, after a change of the session. */
  reconnect(): void {
    this.#client?.send({ type: 'reconnect', tab: this.#tab, lost: false })
  }

  #start(): void {
    this.#lastData = Date.now()
    this.#watch = setInterval(() => this.#check(), checkInterval)
    addEventListener('online', this.#retry)
    addEventListener('offline', this.#offline)
    addEventListener('pageshow', this.#shown)
    addEventListener('pagehide', this.#hidden)
    document.addEventListener('visibilitychange', this.#retry)
    this.#open()
  }

  #stop(): void {
    clearInterval(this.#watch)
    removeEventListener('online', this.#retry)
    removeEventListener('offline', this.#offline)
    removeEventListener('pageshow', this.#shown)
    removeEventListener('pagehide', this.#hidden)
    document.removeEventListener('visibilitychange', this.#retry)
    this.#close()
  }

  #open(): void {
    this.#unlock = holdTabLock(this.#tab, () => {
      this.#locked = true
      this.#sendTopics()
    })
    this.#connect()
  }

  #close(): void {
    this.#client?.send({ type: 'close', tab: this.#tab })
    this.#client?.close()
    this.#client = undefined
    this.#unlock()
    this.#locked = false
  }

  /** Connects by the first kind of client that has not failed. */
  #connect(): void {
    this.#pendingSince = this.#timeouts = 0
    const next = () => {
      this.#failed++
      this.#client?.close()
      this.#connect()
      this.#sendTopics()
    }
    if (this.#failed === 0 && !('SharedWorker' in globalThis)) this.#failed = 1
    if (this.#failed === 1 && !('BroadcastChannel' in globalThis && navigator.locks)) this.#failed = 2
    if (this.#failed === 0) this.#client = workerClient(this.#receive, next)
    else if (this.#failed === 1) this.#client = leaderClient(this.#tab, this.#receive, () => this.#sendTopics())
    else this.#client = localClient(this.#receive)
    this.#next = next
  }

  #next = () => {}

  #sendTopics(): void {
    if (!this.#client) return
    const topics: Record<Topic, number> = {}
    for (const { topic, after } of this.#listeners) topics[topic] = Math.min(after, topics[topic] ?? after)
    this.#lastMessage = Date.now()
    this.#pendingSince ||= this.#lastMessage
    this.#client.send({ type: 'subscribe', tab: this.#tab, topics, locked: this.#locked })
  }

  #receive = (message: FromHub): void => {
    this.#pendingSince = this.#timeouts = 0
    if (message.type === 'ready') return
    if (message.type === 'lost') {
      for (const listener of this.#listeners) listener.onLost()
      return
    }
    this.#lastData = Date.now()
    if (message.type === 'alive') {
      if (message.build) build.report(message.build)
      site.report(message.announcement)
    }
    for (const listener of [...this.#listeners]) {
      listener.onAlive()
      if (message.type !== 'event' || message.topic !== listener.topic) continue
      const { name, id, data } = message
      if (id > 0 && id <= listener.after) continue
      if (id > 0) listener.after = id
      listener.onEvent(name, data, id)
    }
  }

  #check(): void {
    const now = Date.now()
    const lost = now - this.#lastData > connectionTimeout
    if (lost) for (const listener of this.#listeners) listener.onLost()
    if (this.#pendingSince > 0 && now - this.#pendingSince > responseTimeout) {
      // A suspended page receives the response late, so the first timeout does not count.
      this.#pendingSince = 0
      if (++this.#timeouts > 1) {
        this.#timeouts = 0
        if (!this.#client?.recover()) {
          this.#next()
          return
        }
      }
      this.#sendTopics()
    } else if (now - this.#lastMessage > (lost ? responseTimeout : messageInterval)) this.#sendTopics()
  }

  #retry = (): void => {
    if (document.visibilityState === 'hidden') return
    this.#sendTopics()
    this.#client?.send({ type: 'reconnect', tab: this.#tab, lost: true })
  }

  #offline = (): void => {
    this.#client?.send({ type: 'disconnect', tab: this.#tab })
  }

  #hidden = (): void => this.#close()

  #shown = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted || this.#client) return
    this.#open()
    this.#sendTopics()
  }
}

export const shared = new Shared()
