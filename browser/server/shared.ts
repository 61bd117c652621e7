/**
 * The page's end of the one line that all tabs of a browser share: in a shared worker where there is one, else in the tab
 * that leads the others, else, where tabs cannot speak to each other, in the page alone.
 */
import { newId } from '../ui/id.ts'
import { type FromHub, Hub, type Source, silence, type ToHub, type Topic } from './hub.ts'
import { live, whenGone } from './tabs.ts'

export interface Listener {
  topic: Topic
  /** Number of the last event heard. */
  after: number
  heard(name: string, data: unknown, id: number): void
  alive(): void
  lost(): void
}

/** A way to a hub. */
interface Way {
  say(message: ToHub): void
  /** The hub does not answer. Answers whether something was done about it; else another way has to be gone. */
  mend(): boolean
  close(): void
}

type Take = (message: FromHub) => void

const connect = (address: string) => new EventSource(address) as Source

function byWorker(take: Take, failed: () => void): Way {
  const worker = new SharedWorker(new URL('./hub.worker.ts', import.meta.url), { type: 'module', name: 'tafelrunde' })
  worker.onerror = failed
  worker.port.onmessage = ({ data }: MessageEvent<FromHub>) => take(data)
  return {
    say: (message) => worker.port.postMessage(message),
    mend: () => false,
    close: () => worker.port.close(),
  }
}

type Post = { to: 'hub'; message: ToHub } | { to: 'tab'; tab: string; message: FromHub } | { to: 'all' }

/** One tab holds a lock and leads; the others speak to it. Who finds it silent takes the lock away. */
function byLeader(tab: string, take: Take, want: () => void): Way {
  const channel = new BroadcastChannel('tafelrunde.line.2')
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
      (to, message) => (to === tab ? take(message) : post({ to: 'tab', tab: to, message })),
      whenGone(),
    )
    post({ to: 'all' })
    want()
    return until
  }
  const retire = () => {
    hub?.close()
    hub = undefined
    release()
  }
  const apply = (steal: boolean) => {
    navigator.locks
      .request('tafelrunde.line.2', { steal }, () => (closed ? undefined : lead()))
      .catch(() => {
        retire() // taken away: this tab was silent for too long
        if (!closed) apply(false)
      })
  }

  channel.onmessage = ({ data }: MessageEvent<Post>) => {
    if (data.to === 'hub') hub?.hear(data.message)
    else if (data.to === 'all') want()
    else if (data.tab === tab) take(data.message)
  }
  apply(false)
  return {
    say(message) {
      if (hub) hub.hear(message)
      else post({ to: 'hub', message })
    },
    mend() {
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

function byMyself(take: Take): Way {
  const hub = new Hub(connect, (_, message) => take(message))
  return { say: (message) => hub.hear(message), mend: () => true, close: () => hub.close() }
}

const lookEvery = 500
/** How often a tab says that it is there, and how long a hub has to answer. */
const sayEvery = 20_000
const answerWithin = 3000

class Shared {
  readonly #tab = newId()
  #listeners = new Set<Listener>()
  #way: Way | undefined
  /** Ways that did not work here. */
  #failed = 0
  #locked = false
  #unlock = () => {}
  #watch: ReturnType<typeof setInterval> | undefined
  #said = 0
  /** When an answer became due, 0 where none is. */
  #asked = 0
  #strikes = 0
  #heard = 0

  join(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    this.#want()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) this.#want()
      else this.#stop()
    }
  }

  /** Connects anew, as somebody else perhaps. */
  again(): void {
    this.#way?.say({ say: 'again', tab: this.#tab, lost: false })
  }

  #start(): void {
    this.#heard = Date.now()
    this.#watch = setInterval(() => this.#look(), lookEvery)
    addEventListener('online', this.#hope)
    addEventListener('offline', this.#drop)
    addEventListener('pageshow', this.#shown)
    addEventListener('pagehide', this.#hidden)
    document.addEventListener('visibilitychange', this.#hope)
    this.#open()
  }

  #stop(): void {
    clearInterval(this.#watch)
    removeEventListener('online', this.#hope)
    removeEventListener('offline', this.#drop)
    removeEventListener('pageshow', this.#shown)
    removeEventListener('pagehide', this.#hidden)
    document.removeEventListener('visibilitychange', this.#hope)
    this.#close()
  }

  #open(): void {
    this.#unlock = live(this.#tab, () => {
      this.#locked = true
      this.#want()
    })
    this.#go()
  }

  #close(): void {
    this.#way?.say({ say: 'bye', tab: this.#tab })
    this.#way?.close()
    this.#way = undefined
    this.#unlock()
    this.#locked = false
  }

  /** The best way that has not failed. */
  #go(): void {
    this.#asked = this.#strikes = 0
    const next = () => {
      this.#failed++
      this.#way?.close()
      this.#go()
      this.#want()
    }
    if (this.#failed === 0 && !('SharedWorker' in globalThis)) this.#failed = 1
    if (this.#failed === 1 && !('BroadcastChannel' in globalThis && navigator.locks)) this.#failed = 2
    if (this.#failed === 0) this.#way = byWorker(this.#take, next)
    else if (this.#failed === 1) this.#way = byLeader(this.#tab, this.#take, () => this.#want())
    else this.#way = byMyself(this.#take)
    this.#next = next
  }

  #next = () => {}

  #want(): void {
    if (!this.#way) return
    const wants: Record<Topic, number> = {}
    for (const { topic, after } of this.#listeners) wants[topic] = Math.min(after, wants[topic] ?? after)
    this.#said = Date.now()
    this.#asked ||= this.#said
    this.#way.say({ say: 'want', tab: this.#tab, wants, mayLock: this.#locked })
  }

  #take = (message: FromHub): void => {
    this.#asked = this.#strikes = 0
    if (message.tell === 'here') return
    if (message.tell === 'lost') {
      for (const listener of this.#listeners) listener.lost()
      return
    }
    this.#heard = Date.now()
    for (const listener of [...this.#listeners]) {
      listener.alive()
      if (message.tell !== 'heard' || message.topic !== listener.topic) continue
      const { name, id, data } = message
      if (id > 0 && id <= listener.after) continue
      if (id > 0) listener.after = id
      listener.heard(name, data, id)
    }
  }

  #look(): void {
    const now = Date.now()
    const silent = now - this.#heard > silence
    if (silent) for (const listener of this.#listeners) listener.lost()
    if (this.#asked > 0 && now - this.#asked > answerWithin) {
      // A page that slept finds the answer late, not missing: so only the second time counts.
      this.#asked = 0
      if (++this.#strikes > 1) {
        this.#strikes = 0
        if (!this.#way?.mend()) {
          this.#next()
          return
        }
      }
      this.#want()
    } else if (now - this.#said > (silent ? answerWithin : sayEvery)) this.#want()
  }

  #hope = (): void => {
    if (document.visibilityState === 'hidden') return
    this.#want()
    this.#way?.say({ say: 'again', tab: this.#tab, lost: true })
  }

  #drop = (): void => {
    this.#way?.say({ say: 'drop', tab: this.#tab })
  }

  #hidden = (): void => this.#close()

  #shown = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted || this.#way) return
    this.#open()
    this.#want()
  }
}

export const shared = new Shared()
