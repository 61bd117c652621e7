/**
 * The live engine: searches one position at a time in a worker of its own and reports its results while it runs.
 *
 * Go's WASM has no threads, so a worker does not receive messages while it searches. The search polls a flag in shared
 * memory. Where memory cannot be shared, it runs in slices, and the flag is read between them.
 */
import { type Failure, failureOf, RestartingWorker, type Watching, withNetwork } from './client.ts'
import type { AnalysisLimits, Answer, AnyVariant, LancelotAnalysis, WotnAnalysis } from './contract.ts'
import type { Turn } from './turn.ts'

/** LiveResult has the common fields of the results of both engines. */
export type LiveResult = Pick<WotnAnalysis & LancelotAnalysis, 'depth' | 'nodes' | 'milliseconds' | 'done'>

/** A position: a start and the moves from it. */
export interface Position {
  variant: AnyVariant
  start: string
  moves: readonly string[]
}

/** A search that was requested. */
export interface LiveSearch<A extends LiveResult> {
  position: Position
  /** Number of best moves, 1 to 5. */
  multiPV: number
  /** The search ends after this time; 0 for no limit. */
  milliseconds: number
  /** Receives results, at most five a second, and the final one. */
  onresult: (analysis: A) => void
  /** The search has ended: by itself, at its limit or because it was stopped. Not called for one that never started or waits. */
  onend: () => void
  onfailure: (failure: Failure) => void
  /** The search waits because another window has taken the engine, or goes on. */
  onwait?: (waits: boolean) => void
}

/** Runs one search. The parts of it that tests replace. */
export interface Runner<A = WotnAnalysis> {
  analyse(position: Position, limits: AnalysisLimits, watching: Watching): Promise<Answer<A>>
  /** Stops the worker for good. */
  end(): void
}

/** The length of a slice, which is also the greatest delay of a stop, in milliseconds. */
const slice = 150

/** sharesMemory reports whether a flag can be shared with a worker: whether the page is isolated from other origins. */
export function sharesMemory(): boolean {
  return typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false
}

interface Running<A extends LiveResult> {
  search: LiveSearch<A>
  flag: Int32Array
  stopped: boolean
}

/**
 * Runs one search and keeps at most one waiting. It pauses while the page is hidden and while another window of the browser
 * has the engine.
 */
export class LiveEngine<A extends LiveResult = WotnAnalysis> {
  #runner: Runner<A>
  #hash: number
  #shared: boolean
  #running: Running<A> | undefined
  #waiting: LiveSearch<A> | undefined
  /** The search that continues when the page is visible again. */
  #paused: LiveSearch<A> | undefined
  /** The search that continues when no other window has the engine. */
  #elsewhere: LiveSearch<A> | undefined
  #turn: Turn | undefined
  #hasTurn = false
  #ended = false

  /** `hash` is the size of the hash table in MiB. Without `turn` the engine does not heed other windows. */
  constructor(runner: Runner<A>, hash: number, shared = sharesMemory(), turn?: Turn) {
    this.#runner = runner
    this.#hash = hash
    this.#shared = shared
    this.#turn = turn
  }

  /** Starts a search. A running search is stopped, and one that waits is dropped. */
  search(search: LiveSearch<A>): void {
    if (this.#ended) return
    if (document.hidden) {
      this.#paused = search
      return
    }
    this.#elsewhere = undefined
    if (this.#running) {
      this.#waiting = search
      this.#raiseFlag()
    } else void this.#run(search)
  }

  /** Stops the running search and drops the one that waits. */
  stop(): void {
    this.#paused = undefined
    this.#waiting = undefined
    this.#stopWaiting()
    this.#raiseFlag()
  }

  /** To be called when the page is hidden or visible again. */
  visibilityChanged(): void {
    if (document.hidden) {
      const running = this.#running?.stopped ? undefined : this.#running?.search
      this.#paused = this.#waiting ?? running ?? this.#elsewhere ?? this.#paused
      this.#waiting = undefined
      this.#stopWaiting()
      this.#raiseFlag()
    } else {
      const paused = this.#paused
      this.#paused = undefined
      if (paused) this.search(paused)
    }
  }

  /** Stops the search and the worker for good. */
  end(): void {
    this.#ended = true
    this.stop()
    this.#runner.end()
  }

  #raiseFlag(): void {
    if (!this.#running) return
    this.#running.stopped = true
    Atomics.store(this.#running.flag, 0, 1)
  }

  async #run(search: LiveSearch<A>): Promise<void> {
    const running = {
      search,
      flag: new Int32Array(this.#shared ? new SharedArrayBuffer(4) : new ArrayBuffer(4)),
      stopped: false,
    }
    this.#running = running
    search.onwait?.(false)
    try {
      if (this.#turn && !this.#hasTurn) {
        await this.#turn.take(() => this.#lost())
        this.#hasTurn = true
      }
      if (running.stopped) {
        // It was stopped, or replaced, before it began.
      } else if (this.#shared) await this.#runAtOnce(running)
      else await this.#runInSlices(running)
    } catch (reason) {
      if (!this.#ended) search.onfailure(failureOf(reason))
    }
    this.#running = undefined
    const next = this.#waiting
    this.#waiting = undefined
    if (!next || this.#ended) this.#giveTurn()
    if (this.#elsewhere) void this.#wait(this.#elsewhere)
    else search.onend()
    if (next && !this.#ended) void this.#run(next)
  }

  #giveTurn(): void {
    this.#hasTurn = false
    this.#turn?.release()
  }

  /** Another window has taken the engine. */
  #lost(): void {
    this.#hasTurn = false
    const running = this.#running
    if (!running || running.stopped) return
    this.#elsewhere = running.search
    this.#raiseFlag()
  }

  /** Continues a search when no other window has the engine. */
  async #wait(search: LiveSearch<A>): Promise<void> {
    search.onwait?.(true)
    await this.#turn?.wait(() => this.#lost())
    if (this.#elsewhere !== search) return
    this.#elsewhere = undefined
    this.#hasTurn = true
    void this.#run(search)
  }

  #stopWaiting(): void {
    if (!this.#elsewhere) return
    this.#elsewhere = undefined
    if (!this.#running) this.#giveTurn()
  }

  async #runAtOnce(running: Running<A>): Promise<void> {
    const { search, flag } = running
    const onpartial = (value: unknown) => {
      if (!running.stopped) search.onresult(value as A)
    }
    const result = await this.#analyse(search, search.milliseconds, { flag, onpartial })
    if (!running.stopped) search.onresult(result)
  }

  async #runInSlices(running: Running<A>): Promise<void> {
    const { search } = running
    let best: A | undefined
    let nodes = 0
    let milliseconds = 0
    while (!running.stopped) {
      const rest = search.milliseconds > 0 ? search.milliseconds - milliseconds : slice
      if (rest <= 0) return
      const result = await this.#analyse(search, Math.min(slice, rest), { flag: undefined, onpartial: () => {} })
      nodes += result.nodes
      milliseconds += Math.max(1, result.milliseconds)
      // Each slice begins with depth 1 again.
      if (!best || result.depth >= best.depth || result.done) best = result
      if (!running.stopped) search.onresult({ ...best, nodes, milliseconds })
      if (result.done) return
    }
  }

  async #analyse(search: LiveSearch<A>, milliseconds: number, watching: Watching): Promise<A> {
    const limits = { multiPV: search.multiPV, hash: this.#hash, milliseconds, nodes: 0, depth: 0 }
    const answer = await this.#runner.analyse(search.position, limits, watching)
    if (!answer.ok) throw new Error(answer.problems[0]?.message)
    return answer.value
  }
}

/** workerRunner returns a runner with its own worker, which starts with the first search. `network` is that of its engine. */
export function workerRunner<A = WotnAnalysis>(network?: () => Promise<Uint8Array | undefined>): Runner<A> {
  const worker = new RestartingWorker()
  return {
    analyse: async ({ variant, start, moves }, limits, watching) => {
      let call: Promise<unknown>
      if (variant === 'lancelot') {
        call = worker.call('engines', 'analyseLancelot', [start, [...moves], limits], watching)
      } else {
        const caller = await withNetwork(worker, network)
        call = caller.call('engines', 'analyse', [variant, start, [...moves], limits], watching)
      }
      return call as Promise<Answer<A>>
    },
    end: () => void worker.stop('the analysis was closed'),
  }
}

/** deviceMemory returns the MiB that the device can spare for the live engine. Browsers report at most 8 GiB, and some report nothing. */
export function deviceMemory(): number {
  const gibibytes = (navigator as { deviceMemory?: number }).deviceMemory ?? 4
  const phone = matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < 800
  if (phone || gibibytes < 4) return 16
  return 64
}
