import { type AdviceEngine, adviceEngine, type Failure, failureOf } from '../rules/client.ts'
import type { LancelotAdvice, LancelotVerdict } from '../rules/contract.ts'

/** A verdict on a bad turn. */
export type Fault = Exclude<LancelotVerdict['kind'], 'good'>

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
/** Milliseconds for a verdict on the last turn, and on each turn in a review. */
const verdictMillis = 500
const reviewMillis = 300
const shownTurns = 3
/** The largest number of positions whose results are cached. */
const cacheSize = 300

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
  advice?: LancelotAdvice
  finished?: boolean
  verdict?: LancelotVerdict
}

/** Advice on a game of Lancelot: on a position, on the turn before it, and on all turns. */
export class GameAdvice {
  on = $state(storedOn())
  /** Advice on the position. */
  advice = $state.raw<LancelotAdvice | undefined>()
  /** The verdict on the turn before it. */
  verdict = $state.raw<LancelotVerdict | undefined>()
  searching = $state(false)
  failure = $state.raw<Failure | undefined>()
  /** The verdicts on the turns so far; undefined without a review. */
  report = $state.raw<readonly LancelotVerdict[] | undefined>()
  reviewing = $state(false)

  #results = new Map<string, Results>()
  #engine: AdviceEngine | undefined
  #request = 0
  #review = 0
  /** The game that was reviewed. */
  #reviewedGame = ''

  /** The faults of reviewed turns, by number. */
  faults = $derived.by(() => {
    const all = new Map<number, Fault>()
    this.report?.forEach(({ kind }, turn) => {
      if (kind !== 'good') all.set(turn, kind)
    })
    return all
  })

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
    this.#review++
    this.searching = false
    this.reviewing = false
    this.#engine?.end()
    this.#engine = undefined
  }

  /** Shows the results for the position, and continues the search unless it is finished or `paused`. */
  async follow(subject: Subject, paused: boolean): Promise<void> {
    const request = ++this.#request
    this.failure = undefined
    this.#keepReport(subject)
    const results = this.#resultsFor(subject)
    this.advice = results.advice
    this.verdict = results.verdict ?? (this.reviewing ? undefined : this.report?.[subject.at - 1])
    this.searching = !paused && this.on
    if (!this.searching) return
    try {
      for (let part = 0; !subject.over && !results.finished && part < parts.length; part++) {
        const answer = await this.#startedEngine().advise(
          subject.start,
          subject.turns.slice(0, subject.at),
          parts[part] ?? 0,
          shownTurns,
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
    const verdict = await this.#classify(subject, subject.at - 1, verdictMillis)
    results.verdict = verdict
    if (request === this.#request) this.verdict = verdict
  }

  /** Reviews all turns in order and shows the verdicts so far. */
  async reviewAll(subject: Subject): Promise<void> {
    const review = ++this.#review
    this.reviewing = true
    this.failure = undefined
    this.#reviewedGame = gameKey(subject, subject.turns.length)
    const report: LancelotVerdict[] = []
    this.report = []
    try {
      for (let turn = 0; turn < subject.turns.length; turn++) {
        report.push(await this.#classify(subject, turn, reviewMillis))
        if (review !== this.#review) return
        this.report = [...report]
      }
    } catch (reason) {
      if (review === this.#review) this.failure = failureOf(reason)
    }
    if (review === this.#review) this.reviewing = false
  }

  stopReview(): void {
    this.#review++
    this.reviewing = false
  }

  /** Discards the review of another game. Turns added to the reviewed game do not change it. */
  #keepReport(subject: Subject): void {
    const game = gameKey(subject, subject.turns.length)
    if (!this.report || game === this.#reviewedGame || game.startsWith(`${this.#reviewedGame},`)) return
    this.stopReview()
    this.report = undefined
  }

  async #classify(subject: Subject, turn: number, milliseconds: number): Promise<LancelotVerdict> {
    const answer = await this.#startedEngine().classify(
      subject.start,
      subject.turns.slice(0, turn),
      subject.turns[turn] ?? '',
      milliseconds,
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
