/** What the server is told about a run: that its clock has started, and its results. Both are sent again if there is no answer. */
import type { PuzzleRunResult } from '../rules/contract.ts'
import { type PuzzleStanding, Refused, request, sendOnLeaving } from '../server/api.ts'

/** What the server says about a run, or `refused` if it does not count the run. */
export type Standing = PuzzleStanding & { refused?: true }

/** What is asked of the server; `id` is its name of the run. */
export interface RunServer {
  begin: (id: string, after: number) => Promise<unknown>
  finish: (id: string, results: readonly PuzzleRunResult[]) => Promise<PuzzleStanding>
}

const server: RunServer = {
  begin: (id, after) => request('POST', `/puzzle/run/${id}/begin`, { after }),
  finish: (id, results) => request('PUT', `/puzzle/run/${id}`, { results: [...results] }),
}

/** Milliseconds after which something is sent again. The results of a storm are refused 15 s after its end. */
const pauses = [1500, 4000, 6000]

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export class RunReport {
  /** What the server says about the score; undefined before it does, and without an account. */
  standing = $state.raw<Standing | undefined>()
  /** The server has not got the results. */
  unsent = $state(false)
  readonly #id: string
  readonly #server: RunServer
  readonly #pause: typeof pause
  #results: readonly PuzzleRunResult[] = []
  #sending: Promise<void> | undefined

  /** `id` is '' for a run that the server does not know: nothing is sent then. */
  constructor(id: string, to = server, waits = pause) {
    this.#id = id
    this.#server = to
    this.#pause = waits
  }

  /** The clock has started now. */
  async begin(): Promise<void> {
    if (this.#id === '') return
    const start = Date.now()
    for (const wait of [...pauses, 0]) {
      try {
        return void (await this.#server.begin(this.#id, Date.now() - start))
      } catch (reason) {
        if (reason instanceof Refused) return
        await this.#pause(wait)
      }
    }
  }

  /** Sends the results, and again for some seconds if the server does not answer. It ends after the first time. */
  async finish(results: readonly PuzzleRunResult[]): Promise<void> {
    this.#results = results
    await this.#send()
    if (this.unsent) void this.#repeat()
  }

  async #repeat(): Promise<void> {
    for (const wait of pauses) {
      await this.#pause(wait)
      await this.again()
    }
  }

  /** Sends results that the server has not got. */
  async again(): Promise<void> {
    if (this.unsent) await this.#send()
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendOnce().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  async #sendOnce(): Promise<void> {
    if (this.#id === '') return
    try {
      this.standing = await this.#server.finish(this.#id, this.#results)
      this.unsent = false
    } catch (reason) {
      this.unsent = !(reason instanceof Refused)
      if (!this.unsent) this.standing = { today: 0, best: 0, refused: true }
    }
  }

  /** Sends the results from a page that is about to be left, which cannot read the answer. */
  finishOnLeaving(results: readonly PuzzleRunResult[]): void {
    if (this.#id !== '') sendOnLeaving('PUT', `/puzzle/run/${this.#id}`, { results: [...results] })
  }
}
