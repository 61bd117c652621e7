import type { Node, ReviewMark } from '../play/tree.ts'
import {
  acceptedNetwork,
  adviceEngine,
  type Failure,
  failureOf,
  lancelot,
  review as rules,
  wotn,
} from '../rules/client.ts'
import type {
  Answer,
  Evaluation,
  LancelotCandidate,
  LancelotState,
  Outcome,
  ReviewedPosition,
  WotnState,
} from '../rules/contract.ts'
import { type Runner, workerRunner } from '../rules/live.ts'
import { analyseAll, divided, workerCount } from '../rules/review.ts'
import type { GameReview } from '../server/api.ts'
import { type Answered, faultReasons, kingmakingText } from '../words/advice.ts'
import { moveReasons } from '../words/reasons.ts'
import { t } from '../words/words.svelte.ts'
import type { AnalysisBoard, Shown } from './board.svelte.ts'
import { evaluationFor } from './evals.ts'
import { engineOf, type KeptReview, keptReviews, keyOf, type Result } from './kept.ts'
import { type LancelotBoard, turnMove } from './lancelot.svelte.ts'
import {
  engineWithoutNetwork,
  type PositionResult,
  resultOf,
  reviewMemory,
  reviewNodes,
  type TurnResult,
} from './results.ts'
import { faults, glyphOf, ownShare, type TurnVerdict, type Verdict, type WotnVerdict } from './verdict.ts'
import type { WotnBoard } from './wotn.svelte.ts'

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

/** Imported has the verdicts by evaluations in the text of a game, in place of a review. */
export interface Imported<V> {
  moves: readonly string[]
  verdicts: readonly V[]
  summaries: readonly Summary[]
}

/** How long a review waits for the network of its engine, in milliseconds. */
const networkPatience = 15_000

/** How often a running review is kept, in milliseconds. */
const keepEvery = 3000

const sameLine = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((move, i) => move === b[i])

/** The review of the main line of a game. `R` is the result of each search. */
export abstract class Review<S extends Shown, V extends Verdict, R extends Result = Result> {
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
  /** The browser has refused to keep the review. */
  unkept = $state(false)
  /** The moves of the review shown, and the results of their searches. */
  #moves = $state.raw<readonly string[]>([])
  protected results: readonly R[] = []
  /** The searches made in this browser, also those of a review that was stopped. */
  #searched = $state.raw<{ moves: readonly string[]; results: readonly (R | undefined)[]; engine: number }>({
    moves: [],
    results: [],
    engine: 0,
  })
  /** The nodes of the moves reviewed. Some are missing if they were deleted. */
  nodes: readonly Node[] = $derived.by(() => this.board.line(this.#moves))
  /** The moves reviewed are not those of the main line any more. */
  outdated = $derived.by(() => this.verdicts.length > 0 && !sameLine(this.#moves, this.board.mainLine))
  /** The number of searches of the main line that need not be made again. */
  known = $derived.by(() => {
    if (this.#searched.engine !== engineOf(this.board.variant)) return 0
    return this.#reusable(this.board.mainLine).filter((result) => result !== undefined).length
  })
  #controller: AbortController | undefined
  #keptAt = 0

  /** The verdicts by the text of the game. They are shown as long as there is no review. */
  imported: Imported<V> | undefined = $state.raw()

  /** The verdict on the move of each node. */
  byNode = $derived.by(() => {
    const { imported } = this
    if (this.verdicts.length > 0 || !imported)
      return new Map(this.verdicts.map((verdict) => [this.nodes[verdict.ply], verdict]))
    void this.board.tree
    const nodes = this.board.line(imported.moves)
    return new Map(imported.verdicts.map((verdict) => [nodes[verdict.ply], verdict]))
  })

  /** Returns the symbol for the move of a node. */
  mark(node: Node): ReviewMark | undefined {
    const verdict = this.byNode.get(node)
    const symbol = verdict ? glyphOf(verdict) : ''
    if (!verdict || !symbol) return undefined
    const { kind } = verdict
    const words = t(kind === 'good' ? 'review.only' : `review.kind.${kind}`)
    return { kind, symbol, words: `${t('review.title')}: ${words}` }
  }

  /** Returns the win shares after a node's move, undefined if the review has none. */
  sharesAt(node: Node): readonly number[] | undefined {
    const reviewed = node === (node.ply === 0 ? this.board.tree.root : this.nodes[node.ply - 1])
    return reviewed ? this.shares[node.ply] : undefined
  }

  /** The review shown was made by an older engine. */
  older = $state(false)
  /** Nodes of each search of the server whose results are shown; 0 for a review of this browser. */
  serverNodes = $state(0)

  /** Returns the version of the engine that makes the searches from now on. */
  protected abstract engine(): Promise<number>

  /** Makes the searches with these indices of a game. `onresult` receives each result. */
  protected abstract search(
    moves: string[],
    indices: readonly number[],
    signal: AbortSignal,
    onresult: (index: number, result: R) => void,
  ): Promise<void>

  /** Classifies moves by the results of all searches. */
  protected abstract classify(moves: readonly string[], results: readonly R[]): Promise<Reviewed<V>>

  /** Returns the results of a review of the server, which made the same searches. */
  protected abstract stored(review: GameReview): readonly R[]

  /** The number of searches of a game. */
  abstract positions(moves: number): number

  /** Returns the facts about a move, in words. */
  abstract reasons(verdict: V): string[]

  /** The move belongs in the list of faults. */
  abstract noted(verdict: V): boolean

  /**
   * Reports whether a move in the place of a mistake solves the exercise. `state` is the position after it. It uses a worker
   * that `end` stops.
   */
  abstract solves(verdict: V, moves: readonly string[], move: string, state: S): Promise<boolean>

  /** Reviews all moves of the main line. Searches that were made before are used, unless this review is shown already. */
  async start(): Promise<void> {
    const moves = this.board.mainLine
    const again = sameLine(this.#moves, moves) && this.verdicts.length > 0 && !this.older
    const all = this.positions(moves.length)
    await this.#run(moves, 0, all, async (signal) => {
      this.done = again ? 0 : this.known
      const engine = await this.engine()
      signal.throwIfAborted()
      // A review has searches of one engine. One without the network is made again as a whole.
      const known = again || engine !== this.#searched.engine ? [] : this.#reusable(moves)
      const whole = known.length === all && !known.includes(undefined)
      const results = whole && this.older ? [] : known
      const missing = Array.from({ length: all }, (_, i) => i).filter((i) => results[i] === undefined)
      this.done = all - missing.length
      this.unkept = false
      if (!again) this.#searched = { moves, results, engine }
      this.#keptAt = Date.now()
      await this.search(moves, missing, signal, (index, result) => {
        results[index] = result
        this.done++
        if (!again && Date.now() - this.#keptAt > keepEvery) this.#keep()
      })
      signal.throwIfAborted()
      this.#searched = { moves, results, engine }
      this.#keep()
      return { results, older: engine !== engineOf(this.board.variant) }
    })
  }

  /** Shows a review of the server of a game with these moves. No engine runs. */
  async showStored(moves: string[], review: GameReview): Promise<void> {
    const { nodes, older } = review
    await this.#run(moves, nodes, 0, async () => ({ results: this.stored(review), older }))
  }

  /** The review kept in this browser of the moves of the board, or of its main line at an earlier time. */
  get kept(): KeptReview<R> | undefined {
    const { variant, start, match, mainLine, reviewed } = this.board
    const noted = reviewed ? keptReviews().find(reviewed) : undefined
    const own = noted?.variant === variant && noted.start === start && this.board.line(noted.moves).length > 0
    const of = (moves: readonly string[]) => keptReviews().of({ variant, start, moves })
    return ((own && noted) || of(mainLine) || (match && of(match.moves))) as KeptReview<R> | undefined
  }

  /** This browser has a whole review by the present engine. */
  get keptWhole(): boolean {
    const { kept } = this
    return kept !== undefined && kept.engine === engineOf(kept.variant) && !kept.results.includes(undefined)
  }

  /** Shows a review kept in this browser. No engine runs. It returns false if there is none, or one that is not complete. */
  async restore(): Promise<boolean> {
    if (this.running || this.verdicts.length > 0) return true
    const { kept } = this
    if (!kept) return false
    const { moves, results, engine, variant } = kept
    this.#searched = { moves, results, engine }
    const found = results.filter((result) => result !== undefined)
    if (found.length < results.length) return false
    await this.#run(moves, 0, 0, async () => ({ results: found, older: engine < engineOf(variant) }))
    if (!this.failure) return true
    // Its moves are not legal, or its results are damaged.
    if (!this.failure.loading) keptReviews().remove(keyOf(kept))
    this.#searched = { moves: [], results: [], engine: 0 }
    this.failure = undefined
    return false
  }

  async #run(
    moves: readonly string[],
    serverNodes: number,
    all: number,
    search: (signal: AbortSignal) => Promise<{ results: readonly (R | undefined)[]; older: boolean }>,
  ): Promise<void> {
    this.stop()
    const controller = new AbortController()
    this.#controller = controller
    this.running = true
    this.failure = undefined
    this.all = all
    this.done = 0
    try {
      const { results, older } = await search(controller.signal)
      const found = results.filter((result) => result !== undefined)
      const { verdicts, shares } = await this.classify(moves, found)
      const summaries = await Promise.all(this.board.names.map((name, seat) => this.#summary(name, seat, verdicts)))
      if (controller.signal.aborted) return
      this.#moves = moves
      this.results = found
      this.serverNodes = serverNodes
      this.older = older
      this.shares = shares
      this.summaries = summaries
      this.verdicts = verdicts
    } catch (reason) {
      if (!controller.signal.aborted) this.failure = failureOf(reason)
    }
    if (this.#controller === controller) this.running = false
  }

  /** Returns the results of the searches of a line, as far as its moves are those searched. */
  #reusable(moves: readonly string[]): (R | undefined)[] {
    const { moves: line, results } = this.#searched
    const other = moves.findIndex((move, i) => move !== line[i])
    return results.slice(0, this.positions(other < 0 ? moves.length : other))
  }

  /** Keeps the searches made so far in this browser. */
  #keep(): void {
    this.#keptAt = Date.now()
    const { moves, results, engine } = this.#searched
    if (results.every((result) => result === undefined)) return
    const { variant, start } = this.board
    const whole = Array.from({ length: this.positions(moves.length) }, (_, i) => results[i])
    // The whole review of an older engine stays until the new one is whole.
    if (this.older && this.serverNodes === 0 && whole.includes(undefined) && sameLine(this.#moves, moves)) return
    const key = keptReviews().keep({ variant, start, moves, engine, results: whole })
    this.unkept = key === undefined
    if (key) this.board.noteReview(key)
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

  /** Returns verdicts by the text of a game with the summaries of all players. They make no exercises: the best moves are unknown. */
  protected async importedOf(moves: readonly string[], verdicts: readonly V[]): Promise<Imported<V>> {
    const { names } = this.board
    const summaries = await Promise.all(names.map((name, seat) => this.#summary(name, seat, verdicts)))
    return { moves, verdicts, summaries: summaries.map((summary) => ({ ...summary, mistakes: 0 })) }
  }

  /** Stops a running review and its workers. It can be continued. */
  stop(): void {
    if (this.running && this.all > 0 && this.done < this.all) {
      this.#keep()
      this.#searched = { ...this.#searched }
    }
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

export class WotnReview extends Review<WotnState, WotnVerdict, PositionResult> {
  readonly board: WotnBoard
  /** The network of the engine, the same for all searches of a review. */
  #network: Uint8Array | undefined
  #reviewed: readonly ReviewedPosition[] = []
  #runner: Runner | undefined
  /** The runner has no network. */
  #plain = false

  constructor(board: WotnBoard) {
    super()
    this.board = board
  }

  positions(moves: number): number {
    return moves + 1
  }

  protected async engine(): Promise<number> {
    this.#network = await acceptedNetwork(networkPatience)
    return this.#network ? engineOf(this.board.variant) : engineWithoutNetwork
  }

  protected async search(
    moves: string[],
    indices: readonly number[],
    signal: AbortSignal,
    onresult: (index: number, result: PositionResult) => void,
  ): Promise<void> {
    const { variant, start } = this.board
    const positions = indices.map((n) => ({ variant, start, moves: moves.slice(0, n) }))
    await analyseAll(positions, {
      nodes: reviewNodes.wotn,
      multiPV: 2,
      hash: reviewMemory.wotn,
      signal,
      network: this.#network,
      onresult: (i, analysis) => onresult(indices[i] ?? 0, resultOf(analysis)),
    })
  }

  protected stored({ positions = [] }: GameReview): readonly PositionResult[] {
    return positions as PositionResult[]
  }

  protected async classify(
    moves: readonly string[],
    results: readonly PositionResult[],
  ): Promise<Reviewed<WotnVerdict>> {
    const { variant, start, firstPly } = this.board
    const sideAt = (ply: number) => (firstPly + ply) % 2
    const { outcome } = valueIn(await wotn.game(variant, start, [...moves]))
    const reviewed = Array.from({ length: moves.length + 1 }, (_, n) =>
      reviewedPosition(results[n], outcome, sideAt(n)),
    )
    const shares = reviewed.map(({ share }, n) => {
      const own = share / 1000
      return sideAt(n) === 0 ? [own, 1 - own] : [1 - own, own]
    })
    const verdicts = await Promise.all(
      moves.map(async (move, ply): Promise<WotnVerdict> => {
        const [before, after] = reviewed.slice(ply, ply + 2) as [ReviewedPosition, ReviewedPosition]
        const answer = await rules.classify(move, before, after)
        const { kind, only, loss, allowsMate, missesMate } = valueIn(answer)
        const best = results[ply]?.best
        const reply = results[ply + 1]?.best
        const seat = sideAt(ply)
        const [bestShare, share] = [shares[ply]?.[seat] ?? 0.5, shares[ply + 1]?.[seat] ?? 0.5]
        const facts =
          kind === 'good'
            ? undefined
            : valueIn(
                await rules.fault(variant, start, moves.slice(0, ply + 1), pvOf(results[ply + 1]), pvOf(results[ply])),
              )
        return { ply, seat, kind, only, loss: loss / 10, share, bestShare, best, reply, allowsMate, missesMate, facts }
      }),
    )
    this.#reviewed = reviewed
    return { verdicts, shares }
  }

  /**
   * Classifies moves by White's win shares, from 0 to 1, and the evaluations in the text of the game, from the start position on. It
   * returns undefined if a move has none. The first move has no loss if the start position has none.
   */
  async classifyText(
    moves: readonly string[],
    shares: readonly (number | undefined)[],
    evaluations: readonly (Evaluation | null)[],
  ): Promise<Imported<WotnVerdict> | undefined> {
    const { firstPly } = this.board
    const known = [shares[0] ?? shares[1], ...shares.slice(1)].filter((share) => share !== undefined)
    if (moves.length === 0 || known.length !== moves.length + 1) return undefined
    const shareOf = (n: number, seat: number) => (seat === 0 ? (known[n] ?? 0.5) : 1 - (known[n] ?? 0.5))
    const reviewed = known.map((_, n): ReviewedPosition => {
      const seat = (firstPly + n) % 2
      const evaluation = evaluations[n]
      const mate = (evaluation?.mate ?? 0) * (seat === 0 ? 1 : -1)
      // The best move is unknown, but there is one unless the rules have ended the game.
      return { share: 1000 * shareOf(n, seat), second: null, best: evaluation || n === 0 ? '?' : '', mate }
    })
    const verdicts = await Promise.all(
      moves.map(async (move, ply): Promise<WotnVerdict> => {
        const [before, after] = reviewed.slice(ply, ply + 2) as [ReviewedPosition, ReviewedPosition]
        const answer = await rules.classify(move, before, after)
        const { kind, loss, allowsMate, missesMate } = valueIn(answer)
        const seat = (firstPly + ply) % 2
        return {
          ply,
          seat,
          kind,
          only: false,
          loss: loss / 10,
          share: shareOf(ply + 1, seat),
          bestShare: shareOf(ply, seat),
          best: undefined,
          reply: undefined,
          facts: undefined,
          allowsMate,
          missesMate,
        }
      }),
    )
    return this.importedOf(moves, verdicts)
  }

  /** Returns the evaluation of the position after a node's move, undefined if it has none. */
  evaluation(node: Node): Evaluation | undefined {
    const result = this.sharesAt(node) && this.results[node.ply]
    return result && evaluationFor(result, (this.board.firstPly + node.ply) % 2)
  }

  noted({ kind, only }: WotnVerdict): boolean {
    return kind !== 'good' || only
  }

  reasons(verdict: WotnVerdict): string[] {
    if (verdict.kind === 'good') return verdict.only ? [t('review.only')] : []
    return moveReasons(verdict, this.board.variant)
  }

  async solves(verdict: WotnVerdict, moves: readonly string[], move: string, state: WotnState): Promise<boolean> {
    const { outcome, turn } = state
    let result = resultOf(undefined)
    if (!outcome.over) {
      // Exercises are searched by the engine of the review.
      if (this.#plain !== this.older) this.#runner = void this.#runner?.end()
      this.#plain = this.older
      this.#runner ??= workerRunner(this.older ? async () => undefined : undefined)
      const position = { variant: this.board.variant, start: this.board.start, moves: [...moves, move] }
      const limits = { multiPV: 1, hash: reviewMemory.wotn, milliseconds: 0, nodes: reviewNodes.wotn, depth: 0 }
      const watching = { flag: undefined, onpartial: () => {} }
      result = resultOf(valueIn(await this.#runner.analyse(position, limits, watching)))
    }
    const after = reviewedPosition(result, outcome, turn === 'w' ? 0 : 1)
    return valueIn(await rules.classify(move, this.#reviewed[verdict.ply] as ReviewedPosition, after)).solves
  }

  end(): void {
    this.stop()
    this.#runner?.end()
    this.#runner = undefined
  }
}

/** pvOf returns the moves of a principal variation, the best move alone in earlier reviews. */
function pvOf(result: PositionResult | undefined): string[] {
  return result?.pv ?? (result?.best ? [result.best.text] : [])
}

/** reviewedPosition returns the evaluation of a position with a side to move. */
function reviewedPosition(result: PositionResult | undefined, outcome: Outcome, side: number): ReviewedPosition {
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

export class LancelotReview extends Review<LancelotState, TurnVerdict, TurnResult> {
  readonly board: LancelotBoard
  #engine: ReturnType<typeof adviceEngine> | undefined

  constructor(board: LancelotBoard) {
    super()
    this.board = board
  }

  positions(moves: number): number {
    return moves
  }

  protected async engine(): Promise<number> {
    return engineOf('lancelot')
  }

  protected async search(
    turns: string[],
    indices: readonly number[],
    signal: AbortSignal,
    onresult: (index: number, result: TurnResult) => void,
  ): Promise<void> {
    const { start } = this.board
    const workers = workerCount(navigator.hardwareConcurrency, indices.length)
    const limits = { multiPV: 1, hash: reviewMemory.lancelot, milliseconds: 0, nodes: reviewNodes.lancelot, depth: 0 }
    await divided(indices.length, workers, adviceEngine, signal, async (engine, i) => {
      const index = indices[i] ?? 0
      const answer = await engine.classify(start, turns.slice(0, index), turns[index] ?? '', limits)
      signal.throwIfAborted()
      onresult(index, valueIn(answer))
    })
  }

  protected stored({ turns = [] }: GameReview): readonly TurnResult[] {
    return turns
  }

  protected async classify(turns: readonly string[], found: readonly TurnResult[]): Promise<Reviewed<TurnVerdict>> {
    const { start } = this.board
    const end = valueIn(await lancelot.game(start, [...turns], ''))
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
          share: (played.winShares[seat] ?? 0) / 1000,
          bestShare: (better.winShares[seat] ?? 0) / 1000,
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
    const limits = { multiPV: 1, hash: reviewMemory.lancelot, milliseconds: 0, nodes: reviewNodes.lancelot, depth: 0 }
    return valueIn(await this.#engine.classify(this.board.start, [...moves], move, limits)).solves
  }

  end(): void {
    this.stop()
    this.#engine?.end()
    this.#engine = undefined
  }
}
