/**
 * The rules as the page uses them: the functions of the contract, answered from a worker.
 */
import type { Answer, Engines, LancelotRules, Tafelrunde, Thought, Variant, WotnRules } from './contract.ts'
import type { Call, Reply } from './worker.ts'
// Inline: the worker starts from the page's own script, so that one that is replaced later needs no network.
import RulesWorker from './worker.ts?worker&inline'

type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never
}

/** The rules could not be loaded, or stopped. */
export class RulesStopped extends Error {
  override name = 'RulesStopped'
}

/** The program of the rules could not be fetched. The next call fetches it again. */
export class RulesNotLoaded extends RulesStopped {
  override name = 'RulesNotLoaded'
}

/** Why the rules did not answer. `loading`: their program could not be fetched; asking again fetches it again. */
export interface Failure {
  loading: boolean
  reason: string
}

export function failureOf(reason: unknown): Failure {
  return {
    loading: reason instanceof RulesNotLoaded,
    reason: reason instanceof Error ? reason.message : String(reason),
  }
}

/** The part of Worker that Caller uses, so that tests can replace it. */
export interface Thread {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate(): void
}

/** Calls functions in one worker and returns their results. */
export class Caller {
  #thread: Thread
  #next = 0
  #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>()
  #stopped: RulesStopped | undefined

  constructor(thread: Thread) {
    this.#thread = thread
    thread.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data)
    thread.onerror = (event) => this.stop(event.message || 'the thread of the rules failed')
  }

  get stopped(): boolean {
    return this.#stopped !== undefined
  }

  call(part: keyof Tafelrunde, name: string, args: unknown[]): Promise<unknown> {
    if (this.#stopped) return Promise.reject(this.#stopped)
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#thread.postMessage({ id, part, name, args } satisfies Call)
    })
  }

  /** Ends the thread. Every call still waiting is rejected. */
  stop(reason: string): void {
    if (this.#stopped) return
    this.#stopped = new RulesStopped(reason)
    this.#thread.terminate()
    for (const { reject } of this.#waiting.values()) reject(this.#stopped)
    this.#waiting.clear()
  }

  #take(reply: Reply): void {
    if ('stopped' in reply) {
      this.stop(reply.stopped)
      return
    }
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('error' in reply) waiting?.reject(new RulesStopped(reply.error))
    else waiting?.resolve(reply.value)
  }
}

let program: Promise<WebAssembly.Module> | undefined

/**
 * The program is fetched and compiled once, beside the page's own work, and shared by all threads. It is kept until the
 * page is left: a worker that is opened later starts from it.
 */
function compiled(): Promise<WebAssembly.Module> {
  program ??= WebAssembly.compileStreaming(fetch('/tafelrunde.wasm')).catch((reason: unknown) => {
    program = undefined
    throw new RulesNotLoaded(String(reason))
  })
  return program
}

async function open(): Promise<Caller> {
  const module = await compiled()
  const thread = new RulesWorker()
  const caller = new Caller(thread as Thread)
  thread.postMessage(module)
  return caller
}

/** A thread that is opened when first needed, and again after it stopped. */
class Line {
  #caller: Promise<Caller> | undefined
  #greet: (caller: Caller) => void

  /** `greet` is called for each thread before anything else is asked of it. */
  constructor(greet: (caller: Caller) => void = () => {}) {
    this.#greet = greet
  }

  /** Opens the thread, if there is none that goes on. */
  async open(): Promise<Caller> {
    const known = this.#caller
    const fit = (await known?.catch(() => undefined))?.stopped === false
    if (!fit && this.#caller === known) this.#caller = undefined
    this.#caller ??= open().then((caller) => {
      this.#greet(caller)
      return caller
    })
    return this.#caller
  }

  async call(part: keyof Tafelrunde, name: string, args: unknown[]): Promise<unknown> {
    return (await this.open()).call(part, name, args)
  }

  async stop(reason: string): Promise<void> {
    const caller = this.#caller
    this.#caller = undefined
    ;(await caller?.catch(() => undefined))?.stop(reason)
  }
}

function remote<T extends object>(line: Line, part: keyof Tafelrunde): Remote<T> {
  return new Proxy({} as Remote<T>, {
    get:
      (_, name: string) =>
      (...args: unknown[]) =>
        line.call(part, name, args),
  })
}

const rulesLine = new Line()

export const wotn = remote<WotnRules>(rulesLine, 'wotn')
export const lancelot = remote<LancelotRules>(rulesLine, 'lancelot')

/** A computer opponent: one question at a time, and a way to take it back. */
export interface Opponent {
  /** Makes ready to be asked. */
  prepare(): void
  think(variant: Variant, start: string, moves: string[], milliseconds: number, level: number): Promise<Answer<Thought>>
  /** Stops thinking at once; the question under way is rejected. */
  cancel(): void
  /** Ends: like `cancel`, whether it thinks or not. */
  end(): void
}

/** An opponent in a thread of its own, so that it can be stopped in the middle of a thought. */
export function opponent(game: 'wotn' | 'lancelot'): Opponent {
  // An error of prepare occurs again in think, which reports it.
  const line = new Line((caller) => void caller.call('engines', 'prepare', [game]).catch(() => undefined))
  let ended = false
  const prepare = () => {
    if (!ended) void line.open().catch(() => undefined)
  }
  const engines = remote<Engines>(line, 'engines')
  const stop = () => line.stop('the question was taken back')
  let thinking = 0
  return {
    prepare,
    async think(...question) {
      thinking++
      try {
        return await engines.think(game, ...question)
      } finally {
        thinking--
      }
    },
    cancel() {
      if (thinking > 0) void stop().then(prepare)
    },
    end() {
      ended = true
      void stop()
    },
  }
}

/** An engine for advice on games of Lancelot, in a worker of its own. */
export interface AdviceEngine extends Pick<Remote<Engines>, 'advise' | 'classify'> {
  end(): void
}

export function adviceEngine(): AdviceEngine {
  const line = new Line()
  const engines = remote<Engines>(line, 'engines')
  return {
    advise: (...question) => engines.advise(...question),
    classify: (...question) => engines.classify(...question),
    end: () => void line.stop('the advice was closed'),
  }
}
