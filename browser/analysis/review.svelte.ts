import type { Node, ReviewMark } from '../play/tree.ts'
import { adviceEngine, type Failure, failureOf, lancelot, review as rules, wotn } from '../rules/client.ts'
import type {
  Answer,
  Evaluated,
  LancelotCandidate,
  LancelotState,
  LancelotVerdict,
  Outcome,
  PVMove,
  WotnAnalysis,
  WotnState,
} from '../rules/contract.ts'
import { deviceMemory, type Runner, workerRunner } from '../rules/live.ts'
import { analyseAll, divided, workerCount } from '../rules/review.ts'
import type { GameReview } from '../server/api.ts'
import { type Answered, faultReasons, kingmakingText } from '../words/advice.ts'
import { betterReason, missedReason, replyReason } from '../words/reasons.ts'
import { t } from '../words/words.svelte.ts'
import type { AnalysisBoard, Shown } from './board.svelte.ts'
import { type LancelotBoard, turnMove } from './lancelot.svelte.ts'
import { faults, glyphOf, ownShare, type TurnVerdict, type Verdict, type WotnVerdict } from './verdict.ts'
import type { WotnBoard } from './wotn.svelte.ts'

/** The quality of a review: nodes for each position, of Way of the Knight for the best two moves together. */
export const reviewNodes = { wotn: 100_000, lancelot: 100_000 } as const

/** valueIn returns the value of an answer that is expected to be one. */
export function valueIn<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.problems[0]?.message)
  return answer.value
}

/** Summary is a player's row in the table of a review. */
export interface Summary {
  name: string
  /** Accuracy for two players, else the mean loss in percentage points; undefined without moves. */
  accuracy: number | undefined
  meanLoss: number | undefined
  faults: number[]
  mistakes: number
}

/** Reviewed is the result of a review. */
export interface Reviewed<V> {
  verdicts: V[]
  /** The win share of each seat after each move, from the start position on, from 0 to 1. */
  shares: number[][]
}

/** The review of the main line of a game. */
export abstract class Review<S extends Shown, V extends Verdict> {
  abstract readonly board: AnalysisBoard<S>
  running = $state(false)
  /** Number of positions analysed, and of all. */
  done = $state(0)
  all = $state(0)
  /** Classified moves in order; empty before the first review. */
  verdicts = $state.raw<readonly V[]>([])
  shares = $state.raw<readonly (readonly number[])[]>([])
  summaries = $state.raw<readonly Summary[]>([])
  failure = $state.raw<Failure | undefined>()
  #moves = $state.raw<readonly string[]>([])
  /** The nodes of the moves reviewed. Some are missing if they were deleted. */
  nodes: readonly Node[] = $derived.by(() => this.board.line(this.#moves))
  #controller: AbortController | undefined

  /** The verdict on the move of each node. */
  byNode = $derived.by(() => new Map(this.verdicts.map((verdict) => [this.nodes[verdict.ply], verdict])))

  /** Returns the symbol for the move of a node. */
  mark(node: Node): ReviewMark | undefined {
    const verdict = this.byNode.get(node)
    const symbol = verdict ? glyphOf(verdict) : ''
    if (!verdict || !symbol) return undefined
    const { kind } = verdict
    const words = t(kind === 'good' ? 'review.only' : `review.kind.${kind}`)
    return { kind, symbol, words: `${t('review.title')}: ${words}` }
  }

  /** Nodes of each search of the server whose results are shown; 0 for a review of this browser. */
  serverNodes = $state(0)

  /** Analyses the positions of a game. `ondone` is to be called for each. */
  protected abstract analyse(moves: string[], signal: AbortSignal, ondone: () => void): Promise<Reviewed<V>>

  /** Classifies moves by the results of the server, which made the same searches. */
  protected abstract classifyStored(moves: string[], stored: GameReview): Promise<Reviewed<V>>

  /** The number of positions that `analyse` analyses. */
  protected abstract positions(moves: number): number

  /** Returns the facts about a move, in words. */
  abstract reasons(verdict: V): string[]

  /** The move belongs in the list of faults. */
  abstract noted(verdict: V): boolean

  /**
   * Reports whether a move in the place of a mistake solves the exercise. `state` is the position after it. It uses a worker
   * that `end` stops.
   */
  abstract solves(verdict: V, moves: readonly string[], move: string, state: S): Promise<boolean>

  /** Reviews all moves of the main line. */
  async start(): Promise<void> {
    const moves = this.board.mainLine
    await this.#run(moves, this.positions(moves.length), 0, (signal, ondone) => this.analyse(moves, signal, ondone))
  }

  /** Shows a review of the server of a game with these moves. No engine runs. */
  async showStored(moves: string[], stored: GameReview): Promise<void> {
    await this.#run(moves, 0, stored.nodes, () => this.classifyStored(moves, stored))
  }

  async #run(
    moves: readonly string[],
    all: number,
    serverNodes: number,
    reviewed: (signal: AbortSignal, ondone: () => void) => Promise<Reviewed<V>>,
  ): Promise<void> {
    this.stop()
    const controller = new AbortController()
    this.#controller = controller
    this.running = true
    this.failure = undefined
    this.verdicts = []
    this.shares = []
    this.done = 0
    this.all = all
    this.serverNodes = serverNodes
    try {
      const { verdicts, shares } = await reviewed(controller.signal, () => {
        this.done++
      })
      const summaries = await Promise.all(this.board.names.map((name, seat) => this.#summary(name, seat, verdicts)))
      if (controller.signal.aborted) return
      this.#moves = moves
      this.shares = shares
      this.summaries = summaries
      this.verdicts = verdicts
    } catch (reason) {
      if (!controller.signal.aborted) this.failure = failureOf(reason)
    }
    if (this.#controller === controller) this.running = false
  }

  async #summary(name: string, seat: number, verdicts: readonly V[]): Promise<Summary> {
    const own = verdicts.filter((verdict) => verdict.seat === seat)
    const losses = own.map(({ loss }) => loss * 10)
    const accuracy = valueIn(await rules.accuracy(losses)) ?? undefined
    return {
      name,
      accuracy,
      meanLoss: own.length > 0 ? own.reduce((sum, { loss }) => sum + loss, 0) / own.length : undefined,
      faults: faults.map((fault) => own.filter(({ kind }) => kind === fault).length),
      mistakes: own.filter(({ kind }) => kind === 'mistake' || kind === 'blunder').length,
    }
  }

  /** Stops a running review and its workers. */
  stop(): void {
    this.#controller?.abort()
    this.#controller = undefined
    this.running = false
  }

  /** Stops all workers. */
  abstract end(): void
}

/** sharesAtEnd returns the win shares of a finished game. */
function sharesAtEnd({ winners }: Outcome, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) => {
    if (winners.length === 0) return 1 / seats
    return winners.includes(seat) ? 1 / winners.length : 0
  })
}

export class WotnReview extends Review<WotnState, WotnVerdict> {
  readonly board: WotnBoard
  #evaluated: readonly Evaluated[] = []
  #runner: Runner | undefined

  constructor(board: WotnBoard) {
    super()
    this.board = board
  }

  protected positions(moves: number): number {
    return moves + 1
  }

  protected async analyse(moves: string[], signal: AbortSignal, ondone: () => void): Promise<Reviewed<WotnVerdict>> {
    const { variant, start } = this.board
    const positions = Array.from({ length: moves.length + 1 }, (_, n) => ({ variant, start, moves: moves.slice(0, n) }))
    const results: PositionResult[] = []
    await analyseAll(positions, {
      nodes: reviewNodes.wotn,
      multiPV: 2,
      hash: deviceMemory().review,
      signal,
      onresult: (index, analysis) => {
        results[index] = resultOf(analysis)
        ondone()
      },
    })
    return this.#classify(moves, results)
  }

  protected async classifyStored(moves: string[], { positions = [] }: GameReview): Promise<Reviewed<WotnVerdict>> {
    return this.#classify(moves, positions as PositionResult[])
  }

  /** Classifies the moves by the results of the searches of all positions. */
  async #classify(moves: string[], results: readonly PositionResult[]): Promise<Reviewed<WotnVerdict>> {
    const { variant, start, firstPly } = this.board
    const sideAt = (ply: number) => (firstPly + ply) % 2
    const { outcome } = valueIn(await wotn.game(variant, start, moves))
    const evaluated = Array.from({ length: moves.length + 1 }, (_, n) => evaluatedOf(results[n], outcome, sideAt(n)))
    const verdicts = await Promise.all(
      moves.map(async (move, ply): Promise<WotnVerdict> => {
        const answer = await rules.classify(move, evaluated[ply] as Evaluated, evaluated[ply + 1] as Evaluated)
        const { kind, only, loss, allowsMate, missesMate } = valueIn(answer)
        const best = results[ply]?.best
        const reply = results[ply + 1]?.best
        return { ply, seat: sideAt(ply), kind, only, loss: loss / 10, best, reply, allowsMate, missesMate }
      }),
    )
    this.#evaluated = evaluated
    const shares = evaluated.map(({ share }, n) => {
      const own = share / 1000
      return sideAt(n) === 0 ? [own, 1 - own] : [1 - own, own]
    })
    return { verdicts, shares }
  }

  noted({ kind, only }: WotnVerdict): boolean {
    return kind !== 'good' || only
  }

  reasons({ only, best, reply, allowsMate, missesMate, kind }: WotnVerdict): string[] {
    const { variant } = this.board
    if (kind === 'good') return only ? [t('review.only')] : []
    const all: string[] = []
    if (missesMate > 0) all.push(t('review.misses.mate', { n: missesMate }))
    if (allowsMate > 0) all.push(t('review.allows.mate', { n: allowsMate }))
    else if (reply && (reply.notation.captured || reply.notation.promotion)) {
      all.push(replyReason(reply, variant))
    }
    if (best) {
      const tactical = best.notation.captured || best.notation.promotion
      all.push(tactical ? missedReason(best, variant) : betterReason(best, variant))
    }
    return all
  }

  async solves(verdict: WotnVerdict, moves: readonly string[], move: string, state: WotnState): Promise<boolean> {
    const { outcome, turn } = state
    let analysis: WotnAnalysis | undefined
    if (!outcome.over) {
      this.#runner ??= workerRunner()
      const position = { variant: this.board.variant, start: this.board.start, moves: [...moves, move] }
      const limits = { multiPV: 1, hash: 8, milliseconds: 0, nodes: reviewNodes.wotn, depth: 0 }
      analysis = valueIn(await this.#runner.analyse(position, limits, { flag: undefined, onpartial: () => {} }))
    }
    const after = evaluatedOf(resultOf(analysis), outcome, turn === 'w' ? 0 : 1)
    return valueIn(await rules.classify(move, this.#evaluated[verdict.ply] as Evaluated, after)).solves
  }

  end(): void {
    this.stop()
    this.#runner?.end()
    this.#runner = undefined
  }
}

/** What a review needs of the search of a position, for the side to move. */
interface PositionResult {
  /** Missing if the game is over. */
  best?: PVMove
  mate: number
  wdl: [number, number, number]
  /** After the second best move, missing if there is none. */
  second?: [number, number, number]
}

/** resultOf returns what a review needs of a search, which is undefined if the game is over. */
function resultOf(analysis: WotnAnalysis | undefined): PositionResult {
  const [first, second] = analysis?.pvs ?? []
  const best = first?.pv[0]
  if (!first || !best) return { mate: 0, wdl: [0, 0, 0] }
  return { best, mate: first.mate, wdl: first.wdl, ...(second && { second: second.wdl }) }
}

/** evaluatedOf returns the evaluation of a position with a side to move. */
function evaluatedOf(result: PositionResult | undefined, outcome: Outcome, side: number): Evaluated {
  if (!result?.best) return { share: 1000 * (sharesAtEnd(outcome, 2)[side] ?? 0.5), second: null, best: '', mate: 0 }
  const { best, mate, wdl, second } = result
  return { share: ownShare(wdl), second: second ? ownShare(second) : null, best: best.text, mate }
}

/** answersTo returns the captures of stones of the seat that played a turn, until that seat acted again. */
function answersTo({ played: steps, outcome }: LancelotState, ply: number): Answered[] {
  const seat = steps[ply]?.seat
  const next = steps.findIndex((step, i) => i > ply && step.seat === seat)
  return steps.slice(ply + 1, next < 0 ? steps.length : next).map(({ seat: by, text, captures }, i) => ({
    by,
    turn: text,
    n: captures.filter((capture) => capture.seat === seat).length,
    wins: ply + 1 + i === steps.length - 1 && outcome.reason === 'target',
  }))
}

export class LancelotReview extends Review<LancelotState, TurnVerdict> {
  readonly board: LancelotBoard
  #engine: ReturnType<typeof adviceEngine> | undefined

  constructor(board: LancelotBoard) {
    super()
    this.board = board
  }

  protected positions(moves: number): number {
    return moves
  }

  protected async analyse(turns: string[], signal: AbortSignal, ondone: () => void): Promise<Reviewed<TurnVerdict>> {
    const { start } = this.board
    const workers = workerCount(navigator.hardwareConcurrency, turns.length)
    const hash = Math.max(1, Math.floor(deviceMemory().review / workers))
    const limits = { multiPV: 1, hash, milliseconds: 0, nodes: reviewNodes.lancelot, depth: 0 }
    const found: LancelotVerdict[] = []
    await divided(turns.length, workers, adviceEngine, signal, async (engine, index) => {
      const answer = await engine.classify(start, turns.slice(0, index), turns[index] ?? '', limits)
      signal.throwIfAborted()
      found[index] = valueIn(answer)
      ondone()
    })
    return this.#classify(turns, found)
  }

  protected async classifyStored(moves: string[], { turns = [] }: GameReview): Promise<Reviewed<TurnVerdict>> {
    return this.#classify(moves, turns)
  }

  async #classify(turns: string[], found: readonly Omit<LancelotVerdict, 'solves'>[]): Promise<Reviewed<TurnVerdict>> {
    const { start } = this.board
    const end = valueIn(await lancelot.game(start, turns, ''))
    const { outcome, seats } = end
    const remarksOn = async (ply: number, turn: string) =>
      valueIn(await lancelot.explain(start, [...turns.slice(0, ply), turn]))
    // If a seat is out of the match, another one than the engine expected may act next.
    const replyTo = async (ply: number, { turn, seat, pv }: LancelotCandidate) => {
      const reply = turns[ply] === turn ? pv[1] : undefined
      if (!reply) return undefined
      const answer = await lancelot.explain(start, [...turns.slice(0, ply + 1), reply])
      const by = end.played[ply + 1]?.seat ?? (seat + 1) % seats
      return answer.ok ? { turn: reply, by, remarks: answer.value } : undefined
    }
    const verdicts = await Promise.all(
      found.map(async ({ kind, only, loss, seat, played, better }, ply): Promise<TurnVerdict> => {
        const fault = kind !== 'good'
        return {
          ply,
          seat,
          kind,
          only,
          loss: loss / 10,
          best: fault ? turnMove(better.turn) : undefined,
          played,
          better,
          remarks: fault ? await remarksOn(ply, played.turn) : [],
          betterRemarks: fault ? await remarksOn(ply, better.turn) : [],
          answers: fault ? answersTo(end, ply) : [],
          reply: fault ? await replyTo(ply, played) : undefined,
        }
      }),
    )
    const shares = [found[0]?.better ?? found[0]?.played, ...found.map(({ played }) => played)].map((candidate) =>
      (candidate?.winShares ?? sharesAtEnd(outcome, seats)).map((share) => share / 1000),
    )
    if (outcome.over) shares[shares.length - 1] = sharesAtEnd(outcome, seats)
    return { verdicts, shares }
  }

  noted({ kind, only, played }: TurnVerdict): boolean {
    return kind !== 'good' || only || played.kingmaking !== null
  }

  reasons(verdict: TurnVerdict): string[] {
    const { names } = this.board
    const { kind, only, played } = verdict
    if (kind !== 'good') return faultReasons(verdict, names)
    const kingmaking = kingmakingText(played, names, true)
    return [...(only ? [t('review.only.turn')] : []), ...(kingmaking ? [kingmaking] : [])]
  }

  async solves(_: TurnVerdict, moves: readonly string[], move: string): Promise<boolean> {
    this.#engine ??= adviceEngine()
    const limits = { multiPV: 1, hash: 8, milliseconds: 0, nodes: reviewNodes.lancelot, depth: 0 }
    return valueIn(await this.#engine.classify(this.board.start, [...moves], move, limits)).solves
  }

  end(): void {
    this.stop()
    this.#engine?.end()
    this.#engine = undefined
  }
}
