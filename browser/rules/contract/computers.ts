/** Computer opponents, the live engine and reviews. */
import type { Answer, Outcome, Variant } from './common.ts'
import type { Capture } from './lancelot.ts'
import type { Notation } from './wotn.ts'

export interface Thought {
  move: string
  nodes: number
  depth: number
  /** Score for the seat to act, in hundredths of a pawn (wotn) or thousandths of a won game (lancelot). */
  score: number
  /** The engine agrees to a draw after its move. Never in Lancelot. */
  acceptsDraw: boolean
}

/** Limits of an analysis. 0 is no limit, except for `hash` and `multiPV`. */
export interface AnalysisLimits {
  /** Number of best moves with a principal variation, 1 to 5. */
  multiPV: number
  /** MiB of the hash table, 1 to 256. */
  hash: number
  milliseconds: number
  /** With a limit of nodes the search begins with empty memory, so that its result is reproducible. 0 for no limit. */
  nodes: number
  depth: number
}

/** A move of a principal variation. */
export interface PVMove {
  text: string
  san: string
  notation: Notation
}

/** A principal variation. Scores are those of the side to move. */
export interface WotnPV {
  depth: number
  /** In hundredths of a pawn. */
  score: number
  /** Moves until mate, negative for being mated; 0 if there is no forced mate. */
  mate: number
  /** Probabilities of winning, drawing and losing, in thousandths. */
  wdl: [number, number, number]
  /** At most 16 plies. */
  pv: PVMove[]
}

export interface WotnAnalysis {
  depth: number
  /** The best first. */
  pvs: WotnPV[]
  nodes: number
  milliseconds: number
  /** The part of the hash table in use, in thousandths. */
  hashFull: number
  /** The search has ended by itself: further search cannot change the result, or the depth is reached. */
  done: boolean
}

/** Observes a running call. The worker creates it (worker.ts), as functions cannot be sent to it. */
export interface Watch {
  /** The call must end soon. */
  stopped(): boolean
  /** Receives a result, at most five times a second. */
  report(value: unknown): void
}

/** A turn of Lancelot with the results of the search. Win shares are thousandths, by seat. */
export interface LancelotCandidate {
  /** The turn as text, not the seat to move. */
  turn: string
  /** The seat that plays the turn. */
  seat: number
  /** After the turn. */
  winShares: number[]
  /** The win shares are proved: how the game ends if each seat plays for itself. */
  proved: boolean
  /** By the rules after the turn. */
  outcome: Outcome
  /** Stones that the turn captures. */
  captures: Capture[]
  /** Number of stones captured by the seat, those of this turn included, and the number needed to win. */
  captured: number
  target: number
  /** For each other seat that could capture stones of this seat with a single stone: its best such capture. */
  threats: { by: number; on: string; captures: Capture[] }[]
  /** For each other seat that could capture more of them with its Excalibur turn: its best such turn. Older reviews lack it. */
  excaliburThreats?: { by: number; turn: string; captures: Capture[] }[]
  /** The other seat whose win share increases most by this turn, compared with other turns (-1: none), and the increase. */
  gains: number
  gain: number
  /** Another turn is about as good for the seat, but then the win share of a third seat is smaller by `change`. */
  kingmaking: { instead: string; seat: number; change: number } | null
  /** Principal variation, starting with the turn. */
  pv: string[]
}

export interface LancelotAnalysis {
  /** The length of the best principal variation. */
  depth: number
  /** Of all seats before the turn, in thousandths. */
  winShares: number[]
  /** The best turn first. */
  candidates: LancelotCandidate[]
  nodes: number
  milliseconds: number
  /** Further search cannot change the result: the position is solved or there is only one turn. */
  done: boolean
}

export type MoveKind = 'good' | 'inaccuracy' | 'mistake' | 'blunder'

export interface LancelotVerdict {
  kind: MoveKind
  /** Loss of the seat's win share, in thousandths. */
  loss: number
  /** It was the best turn, and every other one loses at least as much as a mistake. */
  only: boolean
  /** The turn solves an exercise. */
  solves: boolean
  /** The seat that played the turn. */
  seat: number
  played: LancelotCandidate
  /** The best turn; equal to `played` if no turn was better. */
  better: LancelotCandidate
}

/** The evaluation of a position of Way of the Knight or chess. */
export interface Evaluated {
  /** Win share of the side to move, in thousandths, and that after the second best move; null if there is none. */
  share: number
  second: number | null
  /** The best move; '' in a finished game. */
  best: string
  /** Moves until mate, negative for being mated; 0 if there is no forced mate. */
  mate: number
}

export interface MoveVerdict {
  kind: MoveKind
  /** Loss of the mover's win share, in thousandths. */
  loss: number
  /** The move solves an exercise. */
  solves: boolean
  /** It was the best move, and all others were much worse. */
  only: boolean
  /** It allows a mate in so many moves that could be avoided, or misses one; 0 if not. */
  allowsMate: number
  missesMate: number
}

/** What a move threatens (internal/judge/fault.go). */
export interface MoveThreat {
  /** Pieces that the moved piece attacks now, did not attack before and could capture with a gain of levels. */
  attacks: { kind: string; square: string }[]
  /** It threatens checkmate in one. */
  mate: boolean
}

/** What a side wins and loses by a variation. The kinds are those before it, the squares those of the captures. */
export interface VariationGain {
  wins: { kind: string; square: string }[]
  loses: { kind: string; square: string }[]
  /** Promotions of pieces that are left. */
  promotes: { from: string; to: string }[]
}

/** The facts behind a fault. */
export interface FaultFacts {
  /** What the best reply and the better move threaten. */
  reply: MoveThreat
  better: MoveThreat
  /** What the opponent wins by the variation after the move, and what the better one would have won; null for nothing. */
  replyGain: VariationGain | null
  betterGain: VariationGain | null
}

export interface ReviewRules {
  /** Compares a move with the best one, by the evaluations before and after it. */
  classify(move: string, before: Evaluated, after: Evaluated): Answer<MoveVerdict>
  /**
   * Returns the facts behind a fault, the last of `moves`. `reply` is the principal variation after it, `better` the one that
   * begins with the better move.
   */
  fault(
    variant: Variant,
    start: string,
    moves: string[],
    reply: readonly string[],
    better: readonly string[],
  ): Answer<FaultFacts>
  /** Returns the accuracy of moves with these losses in percent; null without moves. */
  accuracy(losses: number[]): Answer<number | null>
  /**
   * Converts evaluations of the positions of a game, from White's point of view, to White's win shares in thousandths. They begin
   * with the start position. Where the evaluation is null the share is null too, unless the game is over.
   */
  shares(
    variant: Variant,
    start: string,
    moves: string[],
    evaluations: readonly ({ score: number; mate: number } | null)[],
  ): Answer<(number | null)[]>
}

export interface Engines {
  /** Initializes an engine, so that the first call of `think` keeps to its time limit. */
  prepare(game: 'wotn' | 'lancelot'): Answer<true>
  /**
   * Searches for about `milliseconds` and returns the move of the seat to act. It must run in a worker of its own. `level`
   * is the code of a level (saved/levels.ts), otherwise the problem is 'level'. Levels below full strength make the same
   * errors throughout a game. Calls belong to one game while each list of moves begins with that of the call before.
   */
  think(
    game: 'wotn' | 'lancelot',
    variant: Variant,
    start: string,
    moves: string[],
    milliseconds: number,
    level: number,
  ): Answer<Thought>
  /** Searches the position after `before` and compares `turn` with the best turn. */
  classify(start: string, before: string[], turn: string, limits: AnalysisLimits): Answer<LancelotVerdict>
  /**
   * Searches a position of Lancelot until a limit is reached or the watch stops it. Another call for the same position
   * continues the search. Problem 'game-over' if the game is over.
   */
  analyseLancelot(start: string, turns: string[], limits: AnalysisLimits, watch?: Watch): Answer<LancelotAnalysis>
  /**
   * Searches a position of Way of the Knight until a limit is reached or the watch stops it. The hash table is kept for the
   * next call. Problem 'game-over' if the game is over.
   */
  analyse(variant: Variant, start: string, moves: string[], limits: AnalysisLimits, watch?: Watch): Answer<WotnAnalysis>
}
