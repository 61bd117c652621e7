/** The functions of the contract as promises. Each call is a message to a worker that runs the WASM program. */

// The built program, and the network of its engine; their names contain a hash of their content.
import networkAddress from '../../wotn/net/default.net?url'
import programAddress from './built/tafelrunde.wasm?url'
import { type Answer, type AnyVariant, type Clock, fullStrength, type Tafelrunde, type Thought } from './contract.ts'
import type { Call, Program, Reply } from './worker.ts'
// Inline: a worker that is started later, when the page may be offline, needs no request.
import RulesWorker from './worker.ts?worker&inline'

type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never
}

/** The worker has failed or was stopped. */
export class RulesStopped extends Error {
  override name = 'RulesStopped'
}

/** The WASM program could not be fetched. The next call fetches it again. */
export class RulesNotLoaded extends RulesStopped {
  override name = 'RulesNotLoaded'
}

/** Why a call of the rules failed. */
export interface Failure {
  /** The WASM program could not be fetched. */
  loading: boolean
  reason: string
}

/** failureOf returns the failure for the reason that a call was rejected with. */
export function failureOf(reason: unknown): Failure {
  return {
    loading: reason instanceof RulesNotLoaded,
    reason: reason instanceof Error ? reason.message : String(reason),
  }
}

/** The part of Worker that Caller uses. Tests implement it. */
export interface WorkerLike {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate(): void
}

interface Pending {
  resolve: (value: unknown) => void
  reject: (reason: Error) => void
  onpartial?: ((value: unknown) => void) | undefined
}

/** Observes and stops a running call. */
export interface Watching {
  /** The call ends soon after the number is set to 1. undefined if memory cannot be shared. */
  flag: Int32Array | undefined
  onpartial: (value: unknown) => void
}

/** Calls functions in one worker. Responses may arrive in any order. */
export class Caller {
  #worker: WorkerLike
  #next = 0
  #pending = new Map<number, Pending>()
  #stopped: RulesStopped | undefined

  constructor(worker: WorkerLike) {
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#receive(data)
    worker.onerror = (event) => this.stop(event.message || 'the worker of the rules failed')
  }

  get stopped(): boolean {
    return this.#stopped !== undefined
  }

  call(part: keyof Tafelrunde, name: string, args: unknown[], watching?: Watching): Promise<unknown> {
    if (this.#stopped) return Promise.reject(this.#stopped)
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onpartial: watching?.onpartial })
      const watch = watching && { watch: { flag: watching.flag } }
      this.#worker.postMessage({ id, part, name, args, ...watch } satisfies Call)
    })
  }

  /** Terminates the worker and rejects all pending calls, and all later ones. */
  stop(reason: string): void {
    if (this.#stopped) return
    this.#stopped = new RulesStopped(reason)
    this.#worker.terminate()
    for (const { reject } of this.#pending.values()) reject(this.#stopped)
    this.#pending.clear()
  }

  #receive(reply: Reply): void {
    if ('stopped' in reply) {
      this.stop(reply.stopped)
      return
    }
    const call = this.#pending.get(reply.id)
    if ('partial' in reply) {
      call?.onpartial?.(reply.partial)
      return
    }
    this.#pending.delete(reply.id)
    if ('error' in reply) call?.reject(new RulesStopped(reply.error))
    else call?.resolve(reply.value)
  }
}

let program: Promise<WebAssembly.Module> | undefined

/**
 * compiledIn fetches and compiles the program once, for all workers: in the first one, since it would delay input in the page.
 * Where the worker cannot, because a browser does not ask the service worker for it, the page does. After a failure the next
 * call tries again.
 */
function compiledIn(worker: Worker): Promise<WebAssembly.Module> {
  program ??= new Promise<WebAssembly.Module>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Program>) =>
      'module' in data ? resolve(data.module) : reject(data.error)
    worker.onerror = reject
    worker.postMessage(new URL(programAddress, document.baseURI).href)
  })
    .catch(() => WebAssembly.compileStreaming(fetch(programAddress)))
    .catch((reason: unknown) => {
      program = undefined
      throw new RulesNotLoaded(String(reason))
    })
  return program
}

async function startWorker(): Promise<Caller> {
  const worker = new RulesWorker()
  try {
    const module = await compiledIn(worker)
    const caller = new Caller(worker as WorkerLike)
    worker.postMessage(module)
    return caller
  } catch (reason) {
    worker.terminate()
    throw reason
  }
}

/** A worker that starts with the first call, and again with the first call after it has stopped. */
export class RestartingWorker {
  #caller: Promise<Caller> | undefined
  #startWorker: () => Promise<Caller>
  /** How many calls were made, and how many of them have ended. */
  #made = 0
  #ended = 0

  constructor(start = startWorker) {
    this.#startWorker = start
  }

  /** Starts the worker unless it is running. */
  async start(): Promise<Caller> {
    const known = this.#caller
    const running = (await known?.catch(() => undefined))?.stopped === false
    if (!running && this.#caller === known) this.#caller = undefined
    this.#caller ??= this.#startWorker()
    return this.#caller
  }

  async call(part: keyof Tafelrunde, name: string, args: unknown[], watching?: Watching): Promise<unknown> {
    this.#made++
    try {
      return await (await this.start()).call(part, name, args, watching)
    } finally {
      this.#ended++
    }
  }

  /** Stops the worker after `milliseconds` without a new call, once all calls have ended. */
  stopUnused(milliseconds: number): void {
    const made = this.#made
    setTimeout(() => {
      if (this.#made !== made) return
      if (this.#ended < made) this.stopUnused(milliseconds)
      else void this.stop('the worker was not used')
    }, milliseconds)
  }

  async stop(reason: string): Promise<void> {
    const caller = this.#caller
    this.#caller = undefined
    ;(await caller?.catch(() => undefined))?.stop(reason)
  }
}

/** How long searches wait for the network after its fetch began, in milliseconds. */
const networkPatience = 3000
/** The fetch of the network is given up after this time, and a new one begins this long after a failure, in milliseconds. */
const [networkLimit, networkPause] = [300_000, 30_000]

/** The beginning of the file; a server that the page does not know may answer with something else. */
const networkForm = 'Tafelrunde network '

/** The network of the engine for Way of the Knight, a file that is fetched when an engine first needs it, once for all workers. */
export class NetworkFile {
  #fetch: () => Promise<Response>
  #bytes: Uint8Array | undefined
  #fetching: Promise<Uint8Array | undefined> | undefined
  /** When the first fetch began, and when the next one may. */
  #began = 0
  #next = 0

  constructor(fetcher = () => fetch(networkAddress, { signal: AbortSignal.timeout(networkLimit) })) {
    this.#fetch = fetcher
  }

  /**
   * Returns the network. While it is being fetched, it waits until three seconds after the first fetch began; then, and after a
   * failure, it is undefined: the engine plays without it, but worse.
   */
  async get(): Promise<Uint8Array | undefined> {
    const now = Date.now()
    if (now >= this.#next) this.#begin(now)
    return this.#within(this.#began + networkPatience - now)
  }

  /** Returns the network as `get` does, but waits for `milliseconds` in any case, also for another fetch after a failure. */
  async wait(milliseconds: number): Promise<Uint8Array | undefined> {
    this.#begin(Date.now())
    return this.#within(milliseconds)
  }

  #begin(now: number): void {
    if (this.#bytes || this.#fetching) return
    this.#began ||= now
    this.#fetching = this.#load()
  }

  async #within(milliseconds: number): Promise<Uint8Array | undefined> {
    if (this.#bytes || !this.#fetching || milliseconds <= 0) return this.#bytes
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), milliseconds)
    })
    const bytes = await Promise.race([this.#fetching, late])
    clearTimeout(timer)
    return bytes
  }

  /** Forgets the file, because it is no network. */
  refuse(): void {
    this.#bytes = undefined
    this.#next = Date.now() + networkPause
  }

  async #load(): Promise<Uint8Array | undefined> {
    try {
      const response = await this.#fetch()
      if (!response.ok) throw new Error(`status ${response.status}`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (!new TextDecoder().decode(bytes.subarray(0, 100)).startsWith(networkForm)) throw new Error('no network')
      this.#bytes = bytes
    } catch {
      this.refuse()
    }
    this.#fetching = undefined
    return this.#bytes
  }
}

const networkFile = new NetworkFile()

const haveNetwork = new WeakSet<Caller>()
/** The files that a worker has accepted. */
const accepted = new WeakSet<Uint8Array>()

/** give hands the network to a worker and reports whether the worker accepts it. A refused file is forgotten. */
async function give(worker: Pick<Caller, 'call'>, bytes: Uint8Array): Promise<boolean> {
  const { ok } = (await worker.call('engines', 'network', [bytes])) as Answer<boolean>
  if (ok) accepted.add(bytes)
  else networkFile.refuse()
  return ok
}

/**
 * withNetwork starts the worker, gives it the network of the engine for Way of the Knight, and returns its caller. Later calls come
 * after the network.
 */
export async function withNetwork(worker: RestartingWorker, file = () => networkFile.get()): Promise<Caller> {
  const [caller, bytes] = await Promise.all([worker.start(), file()])
  if (bytes && !haveNetwork.has(caller)) {
    haveNetwork.add(caller)
    give(caller, bytes).then(
      (ok) => ok || haveNetwork.delete(caller),
      () => undefined,
    )
  }
  return caller
}

/**
 * acceptedNetwork returns a network that a worker has accepted. It is undefined if the file is not there after `milliseconds` or is
 * refused. The first call asks a worker of its own, unless a search has asked before.
 */
export async function acceptedNetwork(milliseconds: number): Promise<Uint8Array | undefined> {
  const bytes = await networkFile.wait(milliseconds)
  if (!bytes || accepted.has(bytes)) return bytes
  const worker = new RestartingWorker()
  try {
    return (await give(worker, bytes)) ? bytes : undefined
  } finally {
    void worker.stop('the network was checked')
  }
}

/** remote returns an object whose methods call the functions of one part of the contract. */
function remote<P extends keyof Tafelrunde>(worker: RestartingWorker, part: P): Remote<Tafelrunde[P]> {
  return new Proxy({} as Remote<Tafelrunde[P]>, {
    get:
      (_, name: string) =>
      (...args: unknown[]) =>
        worker.call(part, name, args),
  })
}

const rulesWorker = new RestartingWorker()

/** Ends the worker of the rules, and frees its memory, unless the page that is shown next uses it within three seconds. */
export function leaveRules(): void {
  rulesWorker.stopUnused(3000)
}

export const wotn = remote(rulesWorker, 'wotn')
export const lancelot = remote(rulesWorker, 'lancelot')

export const review = remote(rulesWorker, 'review')

export const studies = remote(rulesWorker, 'studies')
export const explorer = remote(rulesWorker, 'explorer')

export const lessons = remote(rulesWorker, 'lessons')

export const puzzles = remote(rulesWorker, 'puzzles')

/** A computer opponent, which computes one move at a time. */
export interface Opponent {
  /** Starts the worker for a level, so that the first move takes no longer than the others. */
  prepare(level: number): void
  think(
    variant: AnyVariant,
    start: string,
    moves: string[],
    milliseconds: number,
    level: number,
    clock?: Clock,
  ): Promise<Answer<Thought>>
  /** Stops the search. The pending call of `think` is rejected. */
  cancel(): void
  /** Stops the worker for good. */
  end(): void
}

/** opponent returns an opponent with its own worker. A search can only be stopped by terminating its worker. */
export function opponent(game: 'wotn' | 'lancelot'): Opponent {
  const worker = new RestartingWorker()
  const prepared = new WeakSet<Caller>()
  const begin = async (level: number) => {
    const caller = await (game === 'wotn' && level === fullStrength ? withNetwork(worker) : worker.start())
    if (!prepared.has(caller)) {
      prepared.add(caller)
      // `think` reports the same error.
      void caller.call('engines', 'prepare', [game]).catch(() => undefined)
    }
    return caller
  }
  let ended = false
  const prepare = (level: number) => {
    if (!ended) void begin(level).catch(() => undefined)
  }
  const stop = () => worker.stop('the search was cancelled')
  let thinking = 0
  let last = fullStrength
  return {
    prepare,
    async think(variant, start, moves, milliseconds, level, clock) {
      thinking++
      last = level
      try {
        const caller = await begin(level)
        // The engine of Lancelot does not read the variant.
        const read = variant === 'lancelot' ? 'wotn' : variant
        const clocks = clock ? [clock] : []
        const args = [game, read, start, moves, milliseconds, level, ...clocks]
        return (await caller.call('engines', 'think', args)) as Answer<Thought>
      } finally {
        thinking--
      }
    },
    cancel() {
      if (thinking > 0) void stop().then(() => prepare(last))
    },
    end() {
      ended = true
      void stop()
    },
  }
}

/** An engine for advice on games of Lancelot, in its own worker. */
export interface AdviceEngine extends Pick<Remote<Tafelrunde['engines']>, 'analyseLancelot' | 'classify'> {
  end(): void
}

export function adviceEngine(): AdviceEngine {
  const worker = new RestartingWorker()
  const engines = remote(worker, 'engines')
  return {
    analyseLancelot: (...args) => engines.analyseLancelot(...args),
    classify: (...args) => engines.classify(...args),
    end: () => void worker.stop('the advice was closed'),
  }
}

/** Finds hints of mini-games in its own worker, which starts again with the next hint after `stop`. */
export interface HintEngine extends Pick<Remote<Tafelrunde['lessons']>, 'hint'> {
  /** Ends the worker. The pending call of `hint` is rejected. */
  stop(): void
}

export function hintEngine(): HintEngine {
  const worker = new RestartingWorker()
  const engine = remote(worker, 'lessons')
  return {
    hint: (...args) => engine.hint(...args),
    stop: () => void worker.stop('the hint is not needed any more'),
  }
}
