import { type Adviser, adviser, type Failure, failureOf } from '../rules/client.ts'
import type { LancelotAdvice, LancelotVerdict } from '../rules/contract.ts'

/** What was wrong with a turn. */
export type Fault = Exclude<LancelotVerdict['kind'], 'good'>

/** What advice is wanted on: a game, and how many of its turns stand before the position looked at. */
export interface Subject {
  start: string
  turns: readonly string[]
  at: number
  /** The position looked at is the end of the game by the rules. */
  over: boolean
}

/** A position is searched in parts, so that the next question never waits long; all together about five seconds. */
const parts = [100, 200, 300, 400, 500, 500, 500, 500, 500, 500, 500, 500] as const
/** How long the turn before is searched, and each turn where the whole game is judged. */
const judging = 500
const judgingEach = 300
const shownTurns = 3
/** Positions that answers are remembered of. */
const remembered = 300

const key = 'tafelrunde.advice'

/** Whether advice is wanted, from one game to the next. */
function wanted(): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

interface Known {
  advice?: LancelotAdvice
  finished?: boolean
  verdict?: LancelotVerdict
}

/** Advice on one game of Lancelot: on the position looked at, on the turn before it, and on all turns. */
export class GameAdvice {
  on = $state(wanted())
  /** On the position looked at. */
  advice = $state.raw<LancelotAdvice | undefined>()
  /** On the turn before it. */
  verdict = $state.raw<LancelotVerdict | undefined>()
  searching = $state(false)
  failure = $state.raw<Failure | undefined>()
  /** On all turns, as far as they have been judged; undefined where that has not been asked for. */
  report = $state.raw<readonly LancelotVerdict[] | undefined>()
  judging = $state(false)

  #known = new Map<string, Known>()
  #adviser: Adviser | undefined
  #question = 0
  #judgement = 0
  /** The turns that the report is about. */
  #reported = ''

  /** What is wrong with the turns judged, by their number. */
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
      // The choice then holds until the page is left.
    }
    if (!on) this.stop()
  }

  /** Ends all searching. */
  stop(): void {
    this.#question++
    this.#judgement++
    this.searching = false
    this.judging = false
    this.#adviser?.end()
    this.#adviser = undefined
  }

  /** Shows what is known of the position and searches on, unless everything is known; `hold` only shows. */
  async follow(subject: Subject, hold: boolean): Promise<void> {
    const question = ++this.#question
    this.failure = undefined
    this.#keepReport(subject)
    const known = this.#about(subject)
    this.advice = known.advice
    this.verdict = known.verdict ?? (this.judging ? undefined : this.report?.[subject.at - 1])
    this.searching = !hold && this.on
    if (!this.searching) return
    try {
      for (let part = 0; !subject.over && !known.finished && part < parts.length; part++) {
        const answer = await this.#ask().advise(
          subject.start,
          subject.turns.slice(0, subject.at),
          parts[part] ?? 0,
          shownTurns,
        )
        if (question !== this.#question) return
        if (!answer.ok) throw new Error(answer.problems[0]?.message)
        known.advice = this.advice = answer.value
        known.finished = answer.value.done || part === parts.length - 1
        if (part === 1) await this.#judgeLast(subject, known, question)
        if (question !== this.#question) return
      }
      await this.#judgeLast(subject, known, question)
    } catch (reason) {
      if (question === this.#question) this.failure = failureOf(reason)
    }
    if (question === this.#question) this.searching = false
  }

  async #judgeLast(subject: Subject, known: Known, question: number): Promise<void> {
    if (subject.at === 0 || known.verdict) return
    const verdict = await this.#judge(subject, subject.at - 1, judging)
    known.verdict = verdict
    if (question === this.#question) this.verdict = verdict
  }

  /** Judges one turn after the other, and shows what has come of it so far. */
  async judgeAll(subject: Subject): Promise<void> {
    const judgement = ++this.#judgement
    this.judging = true
    this.failure = undefined
    this.#reported = lineOf(subject, subject.turns.length)
    const report: LancelotVerdict[] = []
    this.report = []
    try {
      for (let turn = 0; turn < subject.turns.length; turn++) {
        report.push(await this.#judge(subject, turn, judgingEach))
        if (judgement !== this.#judgement) return
        this.report = [...report]
      }
    } catch (reason) {
      if (judgement === this.#judgement) this.failure = failureOf(reason)
    }
    if (judgement === this.#judgement) this.judging = false
  }

  stopJudging(): void {
    this.#judgement++
    this.judging = false
  }

  /** What was judged of a game is no longer true when other turns were played. */
  #keepReport(subject: Subject): void {
    const line = lineOf(subject, subject.turns.length)
    if (!this.report || line === this.#reported || line.startsWith(`${this.#reported},`)) return
    this.stopJudging()
    this.report = undefined
  }

  async #judge(subject: Subject, turn: number, milliseconds: number): Promise<LancelotVerdict> {
    const answer = await this.#ask().judge(
      subject.start,
      subject.turns.slice(0, turn),
      subject.turns[turn] ?? '',
      milliseconds,
    )
    if (!answer.ok) throw new Error(answer.problems[0]?.message)
    return answer.value
  }

  #ask(): Adviser {
    this.#adviser ??= adviser()
    return this.#adviser
  }

  #about(subject: Subject): Known {
    const name = lineOf(subject, subject.at)
    let known = this.#known.get(name)
    if (!known) {
      if (this.#known.size >= remembered) this.#known.clear()
      known = {}
      this.#known.set(name, known)
    }
    return known
  }
}

function lineOf(subject: Subject, turns: number): string {
  return [subject.start, ...subject.turns.slice(0, turns)].join(',')
}
