/** A run of puzzles: a streak or a storm. The rules of runs are those of internal/puzzles/run. */
import { Lesson, quickPause } from '../learn/lesson.svelte.ts'
import { type Failure, failureOf, puzzles as rules } from '../rules/client.ts'
import type { Game, LessonState, PuzzleRunKind, PuzzleRunResult, PuzzleRunState } from '../rules/contract.ts'
import { puzzleRecord } from '../saved/puzzles.svelte.ts'
import { playSound } from '../sound/sound.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { keepMistake } from './attempt.ts'
import { exerciseOf, taskOf } from './exercise.ts'
import type { Puzzle } from './format.ts'
import { type Dealt, dealRun } from './rundealer.ts'
import { RunReport, type Standing } from './runreport.svelte.ts'

/** A puzzle that has ended, and how long it took in milliseconds. */
export interface Played {
  puzzle: Puzzle
  result: PuzzleRunResult
  took: number
  /** The side or seat that solves it. */
  solver: number
  /** The moves that were played, and the state after them. */
  moves: readonly string[]
  state: LessonState | undefined
}

/** What the clock has got or lost, in milliseconds. */
export interface ClockChange {
  by: number
  number: number
}

/** The time left at which a warning is given. */
export const lowTime = 10_000

/** How long a storm that the server has dealt waits for the first move, in milliseconds; the server waits two minutes. */
export const longestWait = 100_000

/** How much later than it was a result may count, if it was faster than the rules permit. */
const later = [0, 100, 200, 300, 400]

export class Run {
  readonly game: Game
  readonly kind: PuzzleRunKind
  readonly #dealt: Dealt
  readonly #report: RunReport
  /** The puzzle on the board, from 0. */
  index = $state(0)
  lesson = $state.raw<Lesson>()
  state = $state.raw<PuzzleRunState>({ score: 0, combo: 0, bestCombo: 0, limit: 0, ended: false })
  played = $state.raw<readonly Played[]>([])
  change = $state.raw<ClockChange | undefined>()
  ended = $state(false)
  /** There was no better run before. */
  isBest = $state(false)
  /** The first move did not come in time. */
  expired = $state(false)
  failure = $state.raw<Failure | undefined>()
  /** Counts up to show the time left. */
  now = $state(0)
  /** When the clock has started, 0 before. */
  #start = $state(0)
  /** When the puzzle on the board has appeared. */
  #shown = 0
  #next: Promise<Lesson> | undefined
  #ticks: ReturnType<typeof setInterval> | undefined
  #expiry: ReturnType<typeof setTimeout> | undefined
  /** The moves on the board are counted one after the other. */
  #counting: Promise<void> = Promise.resolve()

  private constructor(game: Game, kind: PuzzleRunKind, dealt: Dealt) {
    this.game = game
    this.kind = kind
    this.#dealt = dealt
    this.#report = new RunReport(dealt.id)
  }

  /** Deals the puzzles and shows the first one. It rejects if they cannot be loaded. */
  static async begin(game: Game, kind: PuzzleRunKind): Promise<Run> {
    const run = new Run(game, kind, await dealRun(game, kind))
    await run.#count([], 0, 0)
    run.lesson = await run.#prepare(0)
    run.#appeared()
    if (kind === 'streak') run.#startClock()
    else if (run.#dealt.id !== '') run.#expiry = setTimeout(() => run.#expire(), longestWait)
    return run
  }

  /** What the server says about the score; undefined before it does, and without an account. */
  get standing(): Standing | undefined {
    return this.#report.standing
  }

  /** The server could not be told the score. */
  get unsent(): boolean {
    return this.#report.unsent
  }

  /** Sends the score that the server has not got. */
  sendAgain(): Promise<void> {
    return this.#report.again()
  }

  get puzzle(): Puzzle | undefined {
    return this.#dealt.puzzles[this.index]
  }

  get length(): number {
    return this.#dealt.puzzles.length
  }

  /** The clock of a storm runs since the first move. */
  get running(): boolean {
    return this.#start > 0 && !this.ended
  }

  /** The time left in a storm, in milliseconds. */
  get left(): number {
    const used = this.#start > 0 ? this.now - this.#start : 0
    return Math.max(0, this.state.limit - used)
  }

  get maySkip(): boolean {
    return this.kind === 'streak' && !this.played.some(({ result }) => result.skipped)
  }

  skip(): void {
    if (this.maySkip && this.lesson?.mayMove) this.#finishPuzzle({ win: false, moves: this.#right(), skipped: true })
  }

  /** Ends the run with what was solved so far. */
  finish(): void {
    void this.#after(() => this.#end())
  }

  /** The page is left: what was solved so far is sent before it is gone. */
  leave(): void {
    if (!this.ended && this.played.length > 0) {
      this.#addBest(this.state.score)
      this.#report.finishOnLeaving(this.#results)
    }
    this.ended = true
    this.#stop()
  }

  /** Tries again to show the next puzzle. */
  async retry(): Promise<void> {
    this.failure = undefined
    await this.#after(() => this.#show())
  }

  /** The right moves in the puzzle on the board. */
  #right(): number {
    return Math.ceil((this.lesson?.moves.length ?? 0) / 2)
  }

  #expire(): void {
    this.expired = true
    this.#stop()
  }

  #startClock(): void {
    clearTimeout(this.#expiry)
    if (this.kind === 'storm') void this.#report.begin()
    this.now = this.#start = Date.now()
    this.#ticks = setInterval(() => this.#tick(), 100)
  }

  #tick(): void {
    const before = this.left
    this.now = Date.now()
    if (this.kind !== 'storm') return
    if (before > lowTime && this.left <= lowTime) {
      playSound('low-time')
      announcer.say(t('run.low', { n: lowTime / 1000 }))
    }
    if (this.left === 0) this.finish()
  }

  /** Returns the moment of a move: milliseconds since the start. The first move starts the clock of a storm. */
  #moment(): number {
    if (this.#start === 0) this.#startClock()
    return Math.max(this.played.at(-1)?.result.at ?? 0, Date.now() - this.#start)
  }

  async #prepare(index: number): Promise<Lesson> {
    const puzzle = this.#dealt.puzzles[index] as Puzzle
    const lesson = new Lesson(
      this.game,
      { ...(await exerciseOf(puzzle)), id: puzzle.id },
      { text: () => '', quick: true },
    )
    let right = 0
    lesson.onright = (moves) => {
      right = moves
      const at = this.#moment()
      void this.#after(() => this.#count(this.#results, moves, at))
    }
    lesson.onsolved = (moves) => this.#finishPuzzle({ win: true, moves })
    lesson.onfault = () => this.#finishPuzzle({ win: false, moves: right })
    await lesson.start()
    return lesson
  }

  get #results(): PuzzleRunResult[] {
    return this.played.map(({ result }) => result)
  }

  #finishPuzzle(result: Omit<PuzzleRunResult, 'at'>): void {
    const at = this.#moment()
    const { puzzle } = this
    const { learner: solver = 0, moves = [], shown: state } = this.lesson ?? {}
    if (!puzzle || this.ended) return
    const took = Date.now() - this.#shown
    const seen = quickPause()
    void this.#after(async () => {
      if (this.ended) return
      const before = this.#results
      for (const more of later) {
        const counted = { ...result, at: at + more }
        if (!(await this.#count([...before, counted], 0, at))) continue
        this.played = [...this.played, { puzzle, result: counted, took, solver, moves, state }]
        keepMistake(puzzle, counted)
        break
      }
      // Without a result the clock had ended before the move.
      const over = this.played.length === before.length || this.state.ended || this.index === this.length - 1
      await seen
      await (over ? this.#end() : this.#show())
    })
  }

  /** Takes the state over that the rules compute. It returns false if the results are impossible. */
  async #count(results: readonly PuzzleRunResult[], moves: number, now: number): Promise<boolean> {
    const answer = await rules.run(this.kind, results, moves, now)
    if (!answer.ok) return false
    const by = answer.value.limit - this.state.limit
    if (by !== 0 && this.state.limit > 0) this.change = { by, number: (this.change?.number ?? 0) + 1 }
    this.state = answer.value
    return true
  }

  /** Shows the next puzzle. */
  async #show(): Promise<void> {
    try {
      this.#next ??= this.#prepare(this.index + 1)
      const lesson = await this.#next
      if (this.ended) return
      const { result } = this.played.at(-1) ?? {}
      this.index++
      this.lesson = lesson
      this.#appeared()
      const verdict = result && !result.skipped ? t(result.win ? 'run.right' : 'run.wrong') : ''
      announcer.say([verdict, this.task].filter(Boolean).join(' '))
    } catch (reason) {
      this.#next = undefined
      this.failure = failureOf(reason)
    }
  }

  #appeared(): void {
    this.#shown = Date.now()
    const next = this.index + 1
    this.#next = next < this.length ? this.#prepare(next) : undefined
    // `#show` reports the failure.
    this.#next?.catch(() => undefined)
  }

  /** What the puzzle on the board asks for. */
  get task(): string {
    return this.puzzle && this.lesson ? taskOf(this.puzzle, this.lesson.learner) : ''
  }

  async #end(): Promise<void> {
    if (this.ended) return
    this.ended = true
    this.#stop()
    const { score } = this.state
    this.isBest = score > puzzleRecord.bestOf(this.game, this.kind)
    this.#addBest(score)
    playSound(this.isBest ? 'win' : 'draw')
    await this.#report.finish(this.#results)
    if (this.standing) this.#addBest(this.standing.best)
  }

  #addBest(score: number): void {
    puzzleRecord.addRun(this.game, this.kind, score, Date.now())
  }

  #stop(): void {
    clearInterval(this.#ticks)
    clearTimeout(this.#expiry)
    this.lesson?.leave()
  }

  #after(work: () => Promise<unknown>): Promise<void> {
    this.#counting = this.#counting.then(work).then(
      () => undefined,
      (reason: unknown) => {
        this.failure = failureOf(reason)
      },
    )
    return this.#counting
  }
}
