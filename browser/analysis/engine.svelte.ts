import type { Failure } from '../rules/client.ts'
import { deviceMemory, LiveEngine, type LiveResult, type Position, sharesMemory, workerRunner } from '../rules/live.ts'
import { EngineTurn } from '../rules/turn.ts'
import { whenIdle } from '../ui/idle.ts'

/** The choices of the person, which the browser keeps. */
interface Choices {
  on: boolean
  multiPV: number
}

const key = 'tafelrunde.engine'
export const maxMultiPV = 5

function storedChoices(): Choices {
  // public/before-paint.js knows what the device reports.
  const choices = { on: document.documentElement.dataset.engine !== 'off', multiPV: 3 }
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const { on, multiPV } = stored as Partial<Choices>
    if (typeof on === 'boolean') choices.on = on
    if (Number.isInteger(multiPV) && Number(multiPV) >= 1 && Number(multiPV) <= maxMultiPV)
      choices.multiPV = Number(multiPV)
  } catch {
    // Nothing was stored, or something else.
  }
  return choices
}

/** Time limits of a search, normally and after "deeper". They protect devices from heat. */
const usual = 15_000
const deep = 600_000
/** The largest number of positions whose results are cached. */
const cacheSize = 200

interface Result<A> {
  analysis: A
  /** The search has ended at its limit or by itself. */
  finished: boolean
}

/** The engine of the analysis board: follows the position shown. */
export class AnalysisEngine<A extends LiveResult> {
  on = $state(true)
  multiPV = $state(3)
  /** The result for the position shown. */
  analysis = $state.raw<A | undefined>()
  searching = $state(false)
  /** The search of this position has ended and can go on. */
  canDeepen = $state(false)
  /** The search waits for another window of the browser. */
  elsewhere = $state(false)
  failure = $state.raw<Failure | undefined>()

  #live: LiveEngine<A> | undefined
  #results = new Map<string, Result<A>>()
  #position: Position | undefined
  #key = ''
  /** The page has shown the board, so that a search does not delay it. */
  #ready = false
  #cancelStart: (() => void) | undefined

  constructor() {
    Object.assign(this, storedChoices())
  }

  /** Shows the results for a position and searches it, or nothing without one. */
  follow(position: Position | undefined): void {
    this.#position = position
    const name = position ? keyOf(position, this.multiPV) : ''
    if (name === this.#key && (this.searching || !this.on)) return
    this.#key = name
    this.failure = undefined
    this.analysis = this.#results.get(name)?.analysis
    this.canDeepen = false
    if (!position || !this.on) {
      this.#halt()
      return
    }
    const known = this.#results.get(name)
    if (known?.finished) {
      this.#halt()
      this.canDeepen = !known.analysis.done
    } else this.#search(position, name, usual)
  }

  /** Continues the search of the position. */
  deepen(): void {
    if (this.#position && this.on) this.#search(this.#position, this.#key, deep)
  }

  setOn(on: boolean): void {
    this.on = on
    this.#ready = true
    this.#store()
    this.#key = ''
    if (!on) this.end()
    this.follow(this.#position)
  }

  setMultiPV(multiPV: number): void {
    this.multiPV = Math.max(1, Math.min(maxMultiPV, multiPV))
    this.#store()
    this.follow(this.#position)
  }

  /** To be called when the page is hidden or visible again. */
  visibilityChanged(): void {
    this.#live?.visibilityChanged()
  }

  retry(): void {
    this.#key = ''
    this.follow(this.#position)
  }

  /** Stops the worker. */
  end(): void {
    this.#cancelStart?.()
    this.#cancelStart = undefined
    this.#live?.end()
    this.#live = undefined
    this.searching = false
    this.elsewhere = false
  }

  #halt(): void {
    this.#live?.stop()
    this.searching = false
    this.elsewhere = false
  }

  #search(position: Position, name: string, milliseconds: number): void {
    this.searching = true
    this.canDeepen = false
    if (!this.#ready) {
      this.#cancelStart ??= whenIdle(() => {
        this.#ready = true
        if (this.#position && this.searching) this.#search(this.#position, this.#key, usual)
      })
      return
    }
    this.#live ??= new LiveEngine<A>(workerRunner<A>(), deviceMemory(), sharesMemory(), new EngineTurn())
    const live = this.#live
    const current = () => name === this.#key && live === this.#live
    let analysis: A | undefined
    live.search({
      position,
      multiPV: this.multiPV,
      milliseconds,
      onresult: (result) => {
        analysis = result
        // A search that begins again shows less at first than the one before it.
        const before = this.#results.get(name)?.analysis
        if (before && before.depth > result.depth && !result.done) return
        this.#remember(name, { analysis: result, finished: false })
        if (current()) this.analysis = result
      },
      onend: () => {
        const ended = analysis && (analysis.done || analysis.milliseconds >= milliseconds * 0.9)
        const known = this.#results.get(name)
        if (ended && known) known.finished = true
        if (!current() || document.hidden) return
        this.searching = false
        this.canDeepen = known !== undefined && !known.analysis.done
      },
      onfailure: (failure) => {
        if (current()) this.failure = failure
      },
      onwait: (waits) => {
        if (current()) this.elsewhere = waits
      },
    })
  }

  #remember(name: string, result: Result<A>): void {
    if (this.#results.size >= cacheSize) this.#results.clear()
    this.#results.set(name, result)
  }

  #store(): void {
    try {
      localStorage.setItem(key, JSON.stringify({ on: this.on, multiPV: this.multiPV } satisfies Choices))
    } catch {
      // The choice is valid until the page is left.
    }
  }
}

function keyOf({ variant, start, moves }: Position, multiPV: number): string {
  return [multiPV, variant, start, ...moves].join(',')
}
