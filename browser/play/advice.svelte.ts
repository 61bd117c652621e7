import { type AdviceEngine, adviceEngine, type Failure, failureOf } from '../rules/client.ts'
import type { AnalysisLimits, LancelotAnalysis, LancelotVerdict } from '../rules/contract.ts'

/** The subject of advice: a game and a position in it, `at` turns after the start. */
export interface Subject {
  start: string
  turns: readonly string[]
  at: number
  /** The game has ended by the rules in this position. */
  over: boolean
}

/** Milliseconds of the parts of a search. A new search can only start after a part. */
const parts = [100, 200, 300, 400, 500, 500, 500, 500, 500, 500, 500, 500] as const
/** Milliseconds for a verdict on the last turn. */
const verdictMillis = 500
const shownTurns = 3
/** The largest number of positions whose results are cached. */
const cacheSize = 300

const limits = (milliseconds: number): AnalysisLimits => {
  return { multiPV: shownTurns, hash: 24, milliseconds, nodes: 0, depth: 0 }
}

const key = 'tafelrunde.advice'

/** storedOn reports whether advice was on when it was last used. */
function storedOn(): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

interface Results {
  advice?: LancelotAnalysis
  finished?: boolean
  verdict?: LancelotVerdict
}

/** Advice on a game of Lancelot: on a position, and on the turn before it. */
export class GameAdvice {
  on = $state(storedOn())
  /** Advice on the position. */
  advice = $state.raw<LancelotAnalysis | undefined>()
  /** The verdict on the turn before it. */
  verdict = $state.raw<LancelotVerdict | undefined>()
  searching = $state(false)
  failure = $state.raw<Failure | undefined>()

  #results = new Map<string, Results>()
  #engine: AdviceEngine | undefined
  #request = 0

  switch(on: boolean): void {
    this.on = on
    try {
      localStorage.setItem(key, on ? 'yes' : 'no')
    } catch {
      // The choice is valid until the page is left.
    }
    if (!on) this.stop()
  }

  /** Stops all searches. */
  stop(): void {
    this.#request++
    this.searching = false
    this.#engine?.end()
    this.#engine = undefined
  }

  /** Shows the results for the position, and continues the search unless it is finished or `paused`. */
  async follow(subject: Subject, paused: boolean): Promise<void> {
    const request = ++this.#request
    this.failure = undefined
    const results = this.#resultsFor(subject)
    this.advice = results.advice
    this.verdict = results.verdict
    this.searching = !paused && this.on
    if (!this.searching) return
    try {
      for (let part = 0; !subject.over && !results.finished && part < parts.length; part++) {
        const answer = await this.#startedEngine().analyseLancelot(
          subject.start,
          subject.turns.slice(0, subject.at),
          limits(parts[part] ?? 0),
        )
        if (request !== this.#request) return
        if (!answer.ok) throw new Error(answer.problems[0]?.message)
        results.advice = this.advice = answer.value
        results.finished = answer.value.done || part === parts.length - 1
        if (part === 1) await this.#classifyLast(subject, results, request)
        if (request !== this.#request) return
      }
      await this.#classifyLast(subject, results, request)
    } catch (reason) {
      if (request === this.#request) this.failure = failureOf(reason)
    }
    if (request === this.#request) this.searching = false
  }

  async #classifyLast(subject: Subject, results: Results, request: number): Promise<void> {
    if (subject.at === 0 || results.verdict) return
    const verdict = await this.#classify(subject, subject.at - 1)
    results.verdict = verdict
    if (request === this.#request) this.verdict = verdict
  }

  async #classify(subject: Subject, turn: number): Promise<LancelotVerdict> {
    const answer = await this.#startedEngine().classify(
      subject.start,
      subject.turns.slice(0, turn),
      subject.turns[turn] ?? '',
      limits(verdictMillis),
    )
    if (!answer.ok) throw new Error(answer.problems[0]?.message)
    return answer.value
  }

  #startedEngine(): AdviceEngine {
    this.#engine ??= adviceEngine()
    return this.#engine
  }

  #resultsFor(subject: Subject): Results {
    const name = gameKey(subject, subject.at)
    let results = this.#results.get(name)
    if (!results) {
      if (this.#results.size >= cacheSize) this.#results.clear()
      results = {}
      this.#results.set(name, results)
    }
    return results
  }
}

/** gameKey returns the start and the first turns of a game as a key. */
function gameKey(subject: Subject, turns: number): string {
  return [subject.start, ...subject.turns.slice(0, turns)].join(',')
}
