import type { Brush, Shape } from '../board/props.ts'
import { shapesOf, toggled, withShapes } from '../play/comments.ts'
import type { Step } from '../play/game.svelte.ts'
import type { Node } from '../play/tree.ts'
import { leaveRules } from '../rules/client.ts'
import type { Answer, AnyVariant } from '../rules/contract.ts'
import type { LiveResult } from '../rules/live.ts'
import { ownGames } from '../server/owngames.svelte.ts'
import { announcer } from '../ui/arialive.svelte.ts'
import { t } from '../words/words.svelte.ts'
import type { AnalysisBoard, Shown } from './board.svelte.ts'
import type { NewMove } from './edit.ts'
import { AnalysisEngine } from './engine.svelte.ts'
import { Explorer, type Place } from './explorer.svelte.ts'
import { Learning } from './learn.svelte.ts'
import { keepMistake } from './mistakes.ts'
import type { Review } from './review.svelte.ts'
import type { ServerReview } from './server.svelte.ts'
import type { Verdict } from './verdict.ts'

/** The number of moves after a game in progress up to which a variation counts as that game. */
const movesAhead = 10

/** How long a notice is shown, in milliseconds. */
const noticeTime = 5000

export const brushes: readonly Brush[] = ['green', 'red', 'blue', 'yellow']

/** An analysis on screen: the board with its engine, the review and the exercises made of its mistakes. */
export class Session<S extends Shown, A extends LiveResult, V extends Verdict> {
  readonly board: AnalysisBoard<S>
  readonly engine: AnalysisEngine<A>
  readonly review: Review<S, V>
  readonly explorer = new Explorer()
  readonly server: ServerReview | undefined
  learning = $state.raw<Learning<S, V> | undefined>()
  /** The position with the other side to move, whose best move is the threat; undefined if the position itself is searched. */
  threat = $state.raw<S | undefined>()
  /** The colour in which presses on the board draw; undefined if they move pieces. */
  pen = $state<Brush | undefined>()
  /** The answer to an action that shows nothing else, for some seconds; '' for none. */
  notice = $state('')
  #noticeTimer: ReturnType<typeof setTimeout> | undefined
  /** The review was refused, because the position is that of a game of the person in progress: its match, or ''. */
  refused = $state('')
  /** The verdicts of the review that the user has looked at. */
  #seen = $state.raw<readonly V[]>([])
  /** The matches of the person whose positions were shown, by the moves that lead to them. */
  readonly #ownGames = new Map<string, string>()

  /** `server` is the review by the server of a game of a match. */
  constructor(board: AnalysisBoard<S>, review: Review<S, V>, server?: ServerReview) {
    this.board = board
    this.review = review
    this.server = server
    const moves = board.match?.moves ?? board.mainLine
    if (server) {
      server.ondone = async (stored) => {
        if (stored.older && (review.running || review.keptWhole)) return
        if (!(await this.#refuse(moves))) await review.showStored(moves, stored)
      }
    }
    this.engine = new AnalysisEngine<A>()
  }

  /** Shows a notice and says it. */
  notify(text: string): void {
    announcer.say(text)
    this.notice = text
    clearTimeout(this.#noticeTimer)
    this.#noticeTimer = setTimeout(() => {
      this.notice = ''
    }, noticeTime)
  }

  /** Begins or ends drawing. */
  togglePen(): void {
    this.pen = this.pen || this.learning ? undefined : 'green'
  }

  /** Arrows and circles on the position shown, in the text of the game. */
  get drawn(): Shape[] {
    return this.learning ? [] : shapesOf(this.board.comments)
  }

  /** Draws an arrow or a circle on the position shown, or removes it. */
  draw(shape: Shape): void {
    if (!this.learning) this.board.comment(withShapes(this.board.comments, toggled(this.drawn, shape)))
  }

  /** Returns the drawings of the engine's moves, given best first: the best in another colour and on top. */
  ranked(moves: readonly (readonly Shape[])[]): Shape[] {
    if (!this.engine.on) return []
    return moves
      .slice(0, 3)
      .flatMap((shapes, i) =>
        shapes.map((shape): Shape => ({ ...shape, brush: this.threat ? 'red' : i === 0 ? 'blue' : 'yellow' })),
      )
      .reverse()
  }

  /** The verdict on the move shown, if there is something to say about it. */
  get verdict(): V | undefined {
    const verdict = this.learning ? undefined : this.review.byNode.get(this.board.at)
    return verdict && this.review.noted(verdict) ? verdict : undefined
  }

  /** Shows the threat, or the position itself again. `pass` returns a position with the next side to move. */
  async toggleThreat(pass: (state: S) => Promise<Answer<S> | undefined>): Promise<void> {
    const { state } = this.board
    if (this.threat || !state || this.over || this.learning) {
      this.threat = undefined
      return
    }
    const answer = await pass(state)
    if (state !== this.board.state) return
    if (answer?.ok && !answer.value.outcome.over) this.threat = answer.value
    else this.notify(t('analysis.threat.none'))
  }

  /** Removes all arrows and marked squares of the position shown. */
  erase(): void {
    this.board.comment(withShapes(this.board.comments, []))
  }

  /** The position shown; in an exercise, the one after the move that was tried. */
  get shown(): S | undefined {
    return this.learning?.tried ?? this.board.state
  }

  get over(): boolean {
    return this.shown?.outcome.over ?? false
  }

  /** The result of the engine for the position shown. */
  get analysis(): A | undefined {
    return this.board.settled && !this.over && !this.learning ? this.engine.analysis : undefined
  }

  get mayMove(): boolean {
    const { board, over, learning } = this
    return board.settled && !over && (!learning || (!learning.tried && learning.phase === 'asking'))
  }

  /**
   * The match in progress of the person that has the position shown, or has one from which moves lead to it; '' for none.
   * The engine and the explorer do not help there.
   */
  get ownGame(): string {
    const { moves, variant, state, settled } = this.board
    if (settled && state) {
      const match = ownGames.at(variant, state.position)
      if (match) this.#ownGames.set(moves.join(' '), match)
    }
    for (let n = moves.length; this.#ownGames.size > 0 && n >= 0; n--) {
      const match = this.#ownGames.get(moves.slice(0, n).join(' '))
      if (match && ownGames.has(match)) return match
    }
    return ''
  }

  /**
   * wanted is the position for the engine to search, undefined for none. A review and an exercise use the processor,
   * and an exercise hides the engine.
   */
  get wanted(): { variant: AnyVariant; start: string; moves: string[] } | undefined {
    const { variant, start, moves, settled } = this.board
    if (!settled || this.over || this.review.running || this.learning || !ownGames.known || this.ownGame)
      return undefined
    return this.threat ? { variant, start: this.threat.position, moves: [] } : { variant, start, moves }
  }

  /** What the explorer is to show: nothing after the end of a game. An exercise hides it. */
  get explored(): Place | undefined {
    const { game, variant, state, settled } = this.board
    if (!ownGames.known || this.ownGame) return undefined
    return settled && state && !this.over && !this.learning ? { game, variant, position: state.position } : undefined
  }

  /**
   * Reports whether a variation ends with a game of the person in progress, or some moves after it: then there is no review. The
   * moves of a finished match are reviewed in any case, even if a game in progress has the same opening.
   */
  async #refuse(moves: readonly string[]): Promise<boolean> {
    const { board } = this
    this.refused = ''
    const finished = board.match?.moves
    if (finished && moves.every((move, i) => move === finished[i])) return false
    await ownGames.refresh()
    for (let n = moves.length; ownGames.any && n >= Math.max(0, moves.length - movesAhead); n--) {
      const answer = await board.load(moves.slice(0, n))
      this.refused = answer.ok ? ownGames.at(board.variant, answer.value.position) : ''
      if (this.refused) return true
    }
    return false
  }

  /** Reviews the main line in this browser. */
  async startReview(): Promise<void> {
    if (!(await this.#refuse(this.board.mainLine))) await this.review.start()
  }

  /** Shows the review kept in this browser. It returns false if there is none, or one that is not complete. */
  async restoreReview(): Promise<boolean> {
    const { kept } = this.review
    return kept !== undefined && !(await this.#refuse(kept.moves)) && this.review.restore()
  }

  /**
   * Shows the review of the server if there is one, which may be made just now, or the one kept in this browser; otherwise it
   * begins one in this browser.
   */
  async openReview(): Promise<void> {
    const restored = await this.restoreReview()
    const state = await this.server?.load()
    if (!restored && (!state || state === 'none' || state === 'failed')) await this.startReview()
  }

  /** The user looks at the review. */
  seeReview(): void {
    this.#seen = this.review.verdicts
  }

  /** A review runs, or it has verdicts that the user has not looked at. */
  get reviewUnseen(): boolean {
    const { running, verdicts } = this.review
    return running || (verdicts.length > 0 && verdicts !== this.#seen)
  }

  /** Begins the exercises of a player. */
  learn(seat: number): void {
    this.seeReview()
    this.pen = undefined
    this.learning?.end()
    const { board } = this
    const keeps = seat === board.own && board.variant !== 'chess'
    // One engine at a time.
    let keeping = Promise.resolve()
    const keep = (mistake: Node, best: string, failed: boolean) => {
      keeping = keeping.then(() => keepMistake(board, mistake, best, failed)).catch(() => undefined)
    }
    this.learning = new Learning(board, this.review, seat, keeps ? keep : undefined)
  }

  endLearning(): void {
    this.learning?.end()
    this.learning = undefined
  }

  /** A move was entered on the board. */
  enter(move: NewMove): void {
    if (!this.mayMove) return
    if (this.learning) void this.learning.try(move.text)
    else this.board.play([move])
  }

  playLine(moves: readonly NewMove[]): void {
    if (this.mayMove && !this.learning && !this.threat) this.board.play(moves)
  }

  /** Steps through the moves, but not in an exercise: that would show the answer. */
  step(to: Step): void {
    if (!this.learning) this.board.step(to)
  }

  /** Stops all workers. */
  end(): void {
    clearTimeout(this.#noticeTimer)
    this.engine.end()
    this.explorer.end()
    this.review.end()
    this.learning?.end()
    this.server?.end()
    leaveRules()
  }
}
