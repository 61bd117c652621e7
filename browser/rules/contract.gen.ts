// Written by make rules-types from cmd/tafelrunde-wasm/calls. Do not edit.
import type { Answer, Argument, Watch } from './contract.ts'

/** The variants that the rules of Way of the Knight play. */
export const variants = ['wotn', 'wotn-alternative', 'chess'] as const
export type Variant = (typeof variants)[number]
/** The variants of Way of the Knight, and Lancelot. */
export const allVariants = [...variants, 'lancelot'] as const
/** The badges of each game. */
export const badgeCodes = {
  wotn: ['first-lord', 'chancellor-king', 'two-kings', 'corner-castle', 'against-handicap', 'humble-mate', 'from-the-ranks', 'four-steps', 'regicide', 'giant-slayer'],
  lancelot: ['three-lines', 'great-capture', 'all-colors', 'sword-capture', 'without-excalibur', 'five-seats', 'few-stones', 'unscathed', 'by-a-hair', 'shared-win'],
} as const
export type Color = 'w' | 'b'

/** Alignment is the alignment of a kind. */
export type Alignment = 'knight' | 'neutral' | 'bishop'

/**
 * AnalysisLimits are the limits of an analysis. 0 is no limit, except for Hash and MultiPV. Numbers
 * out of range become the nearest possible ones.
 */
export interface AnalysisLimits {
  /** MultiPV is the number of best moves with a principal variation, 1 to 5. */
  multiPV: number
  /** Hash is the size of the hash table in MiB, 1 to 256. */
  hash: number
  milliseconds: number
  /**
   * Nodes: with a limit of nodes the search begins with empty memory, so that its result is
   * reproducible.
   */
  nodes: number
  depth: number
}

/** AnyVariant is a variant of Way of the Knight, or Lancelot. */
export type AnyVariant = 'wotn' | 'wotn-alternative' | 'chess' | 'lancelot'

/** Code is the name of a badge in files and the HTTP interface. It is stable. */
export type BadgeCode = 'first-lord' | 'chancellor-king' | 'two-kings' | 'corner-castle' | 'against-handicap' | 'humble-mate' | 'from-the-ranks' | 'four-steps' | 'regicide' | 'giant-slayer' | 'three-lines' | 'great-capture' | 'all-colors' | 'sword-capture' | 'without-excalibur' | 'five-seats' | 'few-stones' | 'unscathed' | 'by-a-hair' | 'shared-win'

/** Capture is a captured stone, or one that would be captured, and its seat. */
export interface Capture {
  square: string
  seat: number
}

/** CareerStep is a promotion of a piece, and FEN's number of the move. */
export interface CareerStep {
  moveNumber: number
  kind: string
}

/**
 * CastlingRight is a right to castle. It is possible if the king and the piece in the corner are
 * on their squares.
 */
export interface CastlingRight {
  color: Color
  side: CastlingSide
  right: boolean
  possible: boolean
}

/** CastlingSide is the direction of castling. */
export type CastlingSide = 'short' | 'long'

/** Cell is what is on a square: exactly one of its fields. */
export type Cell = { seat: number } | { excalibur: true }

/** Claim is the reason of a draw that must be claimed. */
export type Claim = 'threefold' | 'fifty-moves'

/** Clock is the clock of a seat at the beginning of its turn, in milliseconds. */
export interface Clock {
  left: number
  /** Increment is added after each move. */
  increment: number
}

/** CornerMove is the move of the piece in the corner in castling. */
export interface CornerMove {
  from: string
  to: string
}

/** Earned is a badge with the number of moves after which a side has it, at least 1. */
export interface EarnedBadge {
  code: BadgeCode
  ply: number
}

/**
 * EditedProblem is a problem of an edited position, and the part of the position that it
 * concerns. The field is text if the text cannot be parsed.
 */
export interface EditedProblem extends Problem {
  field: Field
}

/** EngineMoves are the moves that were played in a position, the most frequent first. */
export interface EngineMoves {
  /** Games is the number of games of the table, and Nodes those of each search in them. */
  games: number
  nodes: number
  moves: MoveCount[]
}

/**
 * Evaluation is the evaluation in a comment of a game record, from White's point of view: a score
 * in hundredths of a pawn, or the number of moves until a mate, negative if Black mates, 0 for
 * none.
 */
export interface Evaluation {
  score: number
  mate: number
}

/** ExcaliburMove is a move of Excalibur. In the opening placement it comes from "". */
export interface ExcaliburMove {
  from: string
  to: string
}

/** ExcaliburThreat is a capture that another seat could make next with its Excalibur turn. */
export interface ExcaliburThreat {
  by: number
  turn: string
  captures: Capture[]
}

/** FaultFacts explain a fault, a move that loses win share. */
export interface FaultFacts {
  /** Reply and Better are what the best reply and the better move threaten. */
  reply: MoveThreat
  better: MoveThreat
  /**
   * ReplyGain is what the opponent wins by the variation after the move, and BetterGain what the
   * better one would have won; null for nothing.
   */
  replyGain: VariationGain | null
  betterGain: VariationGain | null
}

/** Field is the part of a position that a problem concerns. Its text is stable. */
export type Field = 'text' | 'board' | 'turn' | 'castling' | 'en-passant' | 'counters' | 'seats' | 'captured' | 'in-hand' | 'excalibur-turns' | 'rules' | 'target'

/** FoundGame is a game of a text with several, as a chapter of a study. */
export interface FoundGame {
  /** Title is made of the tags; "" without usable ones. */
  title: string
  /** Text is what can be kept; "" if nothing can. */
  text: string
  /** Plies is the number of moves or turns, without those of variations. */
  plies: number
  /** Left are the reasons why parts of the game are left out. Offsets are those of the whole text. */
  left: Problem[]
}

/** Game is one of the two games. */
export type Game = 'wotn' | 'lancelot'

/** GameOfMany is a game of either kind. */
export interface GameOfMany {
  tags: Record<string, string>
  variant: AnyVariant
  /** Start "" is the usual start position. */
  start: string
  moves: RecordMove[]
  result: string
  seats: number
  /** Over says that the rules have ended it. */
  over: boolean
}

/** HandicapChoice is a square and the kinds its piece can become. */
export interface HandicapChoice {
  square: string
  kinds: string[]
}

/**
 * HandicapPromotion is a handicap promotion: the piece on a square becomes a kind of the next
 * level.
 */
export interface HandicapPromotion {
  square: string
  kind: string
}

/** HandicapView is a start position and what can be changed in it. */
export interface HandicapView {
  /** Start is the FEN of the start position after the handicap promotions. */
  start: string
  /** Choices are the handicap promotions available for the next point. */
  choices: HandicapChoice[]
}

/** IllegalReason is the reason why a piece cannot move to a square. */
export interface IllegalReason {
  code: MoveCode
  /** Kind is that of the piece that would move, or "". */
  kind: string
  /** Square is the square of the reason, and Other the kind of the piece there, or "". */
  square: string
  other: string
}

/** KindInfo is a kind of pieces of Way of the Knight. */
export interface KindInfo {
  letter: string
  name: KindName
  /** AlternativeName is the name in the alternative variant, in which the Lord is called Duke. */
  alternativeName: KindName
  betza: string
  level: number
  alignment: Alignment
  /** Alternative says that the kind exists in the alternative variant only. */
  alternative: boolean
  /** Promotions are the kinds it can promote to. */
  promotions: KindPromotions
  /**
   * Leaps and Lines are destinations of a white piece on d4 of an empty board: squares it leaps
   * to, and lines, which pieces can block.
   */
  leaps: string[]
  lines: string[][]
  /**
   * PromotesOnCaptureFrom is the lowest level of a captured piece that promotes it; 0 if no
   * capture does.
   */
  promotesOnCaptureFrom: number
  /** PromotionRank is 1 to 8 from its own side; 0 if it has none. */
  promotionRank: number
  /**
   * Values are its exchange values for the computer, in hundredths of a pawn of chess, in the
   * variants that have it.
   */
  values: KindValues
}

/** KindName is a name in both languages. */
export interface KindName {
  en: string
  de: string
}

/** KindPromotions are promotions by variant. */
export interface KindPromotions {
  wotn: string[]
  'wotn-alternative': string[]
}

/** KindValues are values by variant. */
export interface KindValues {
  wotn?: number
  'wotn-alternative'?: number
}

/** KingmakingTurn compares a turn with another one. */
export interface KingmakingTurn {
  /** the other turn */
  instead: string
  /** the third seat */
  seat: number
  /** how much smaller its win share is after the other turn */
  change: number
}

/** LancelotAnalysis is the result of a search in a position of Lancelot. */
export interface LancelotAnalysis {
  /** Depth is the length of the best principal variation. */
  depth: number
  /** WinShares are those of all seats before the turn, in thousandths. */
  winShares: number[]
  /** Candidates are the best turns, the best first. */
  candidates: LancelotCandidate[]
  nodes: number
  milliseconds: number
  /**
   * Done says that further search cannot change the result: the position is solved or there is
   * only one turn.
   */
  done: boolean
}

/** LancelotBoard has what positions of Lancelot have, playable or not. */
export interface LancelotBoard {
  seats: number
  /**
   * Columns are the names of the columns from the left ("d".."k"), and Rows the numbers of the
   * rows from below (4..11).
   */
  columns: string[]
  rows: number[]
  /** Cells are the squares that are not free. */
  cells: PlacedCell[]
  rules: LancelotRules
  /**
   * ToAct is the seat to move on this board. In a match of the server, toAct is the seat that
   * must act, which can also be a set-up.
   */
  toAct: number
  captured: number[]
  inHand: number[]
  /** ExcaliburTurns says whether each seat still has its Excalibur turn (the king's power). */
  excaliburTurns: boolean[]
}

/** Candidate is a turn of Lancelot with its consequences. */
export interface LancelotCandidate {
  /** the turn as text */
  turn: string
  /** the seat that plays it */
  seat: number
  /** of all seats after the turn */
  winShares: number[]
  /** whether the win shares are proved: how the game ends if each seat plays for itself */
  proved: boolean
  /** by the rules after the turn */
  outcome: Outcome
  captures: Capture[]
  /** stones captured by the seat, those of this turn included */
  captured: number
  /** stones to capture to win */
  target: number
  /** the best capture of each other seat with a single stone */
  threats: StoneThreat[]
  /** larger captures that other seats could make with their Excalibur turn; missing without one and in reviews that are older than this field */
  excaliburThreats?: ExcaliburThreat[]
  /** the other seat that gains most by the turn, compared with other turns; -1 for none */
  gains: number
  gain: number
  /** another turn is about as good for the seat, but not for a third one; null if not */
  kingmaking: KingmakingTurn | null
  /** the principal variation, starting with the turn; in reviews the turn and the best reply, in older ones the turn alone */
  pv: string[]
}

/** LancelotChange is the kind of a `LancelotEdit`. */
export type LancelotChange = 'put' | 'remove' | 'move' | 'turn' | 'captured' | 'in-hand' | 'excalibur-turn' | 'target' | 'diagonals' | 'excalibur' | 'seats' | 'clear'

/**
 * LancelotEdit is a change of a position of Lancelot that need not be playable. A stone comes from
 * the hand of its seat, and one that is removed goes back. Numbers out of range become the nearest
 * possible ones.
 */
export interface LancelotEdit {
  do: LancelotChange
  /** Square is that of put and remove, Cell what is put there. */
  square?: string
  cell?: Cell
  /** From and To are the squares of move. */
  from?: string
  to?: string
  /** Seat is the one to move of turn, and that of captured, in-hand and excalibur-turn. */
  seat?: number
  /** N is a number of stones or seats. */
  n?: number
  /** On is the new value of excalibur-turn, diagonals and excalibur. */
  on?: boolean
}

/** LancelotEdited is a position of Lancelot that need not be playable. */
export interface LancelotEdited extends LancelotBoard {
  /** Text is the position. Without edits it is the text that was passed. */
  text: string
  /** Problems are those of `WotnEdited`. */
  problems: EditedProblem[]
  /** Most are the largest numbers of the rules: seats, stones of a seat and the target. */
  most: LancelotMost
}

/** LancelotLine is a line with the leads on it. */
export interface LancelotLine extends LineName {
  squares: string[]
  /** Leads are the leads by seat: own stones minus all others, including Excalibur. */
  leads: number[]
  /**
   * Status is the effect of each seat's lead on its next stone: it captures nothing here, it
   * captures, or it cannot be placed.
   */
  status: LineStatus[]
}

/** LancelotMost has the largest numbers of the rules. */
export interface LancelotMost {
  seats: number
  stones: number
  target: number
}

/** LancelotOptions are the rules of a game of Lancelot. */
export interface LancelotOptions {
  seats: number
  diagonals: boolean
  excalibur: boolean
  /** Target 0 is the default for the number of seats. */
  target: number
  /** First is the seat that begins. */
  first: number
}

/** LancelotRecord is a game that was read from a text. */
export interface LancelotRecord {
  tags: Record<string, string>
  start: string
  /**
   * Moves are the turns. The comments before a turn are those before the first of the game or of
   * a variation.
   */
  moves: RecordMove[]
  /** Comments are those of a game without turns. */
  comments: string[]
  result: string
  /** Winners are the seats that won; empty without a result. */
  winners: number[]
  /** Problems has one if the start is assumed or a result is wrong. */
  problems: Problem[]
  /** Games is the number of games in the text, of which this is the first. */
  games: number
}

/**
 * LancelotRemark is a fact about a turn; `judge.LancelotCode` documents the codes and the fields
 * that they use.
 */
export interface LancelotRemark {
  code: LancelotRemarkCode
  lines: LineName[]
  /** N is a number of stones. */
  n: number
  /** Seat is another seat, or the one that moved. */
  seat: number
  /** Square is a square, or "". */
  square: string
  /** Turn is an Excalibur turn, or "". */
  turn: string
}

/** LancelotCode is the kind of a remark about Lancelot. Its text is stable. */
export type LancelotRemarkCode = 'captures-stones' | 'captures-stones-many' | 'reaches' | 'remaining' | 'prevents-target' | 'prevents-target-excalibur' | 'leaves-target' | 'leaves-target-excalibur' | 'threatens' | 'closes' | 'threatened' | 'saves' | 'zugzwang' | 'zugzwang-target' | 'skips'

/** LancelotRules are the rules of a position and its target. */
export interface LancelotRules {
  diagonals: boolean
  excalibur: boolean
  target: number
}

/** LancelotSquare is the effect of a stone or Excalibur on a free square, for the seat to act. */
export interface LancelotSquare {
  square: string
  legal: boolean
  /** ClosedBy are indices of the lines that close this square by the rule of chivalry. */
  closedBy: number[]
  /** Captures are the stones it captures. */
  captures: Capture[]
}

/** LancelotState is a game of Lancelot. */
export interface LancelotState extends LancelotBoard {
  start: string
  position: string
  /** Sides are the letters of the seats in positions and turns: "a" to "e". */
  sides: string[]
  /** Excalibur is its square, or "". */
  excalibur: string
  /** Phase is the action expected from the seat to act. */
  phase: Phase
  /**
   * CapturedFrom has for each seat the owners of the stones it has captured since the start, in
   * the order of the turns.
   */
  capturedFrom: number[][]
  lines: LancelotLine[]
  /**
   * StoneSquares are the effects of a stone of the seat to act, after the pending part of the
   * turn. Empty if no stone can be placed.
   */
  stoneSquares: LancelotSquare[]
  /**
   * ExcaliburSquares are the effects of Excalibur, in the opening placement or an Excalibur
   * turn. Empty if it cannot be placed.
   */
  excaliburSquares: LancelotSquare[]
  /** Pending is the first part of the turn, included in the cells, or "". */
  pending: string
  /** CanFinish says that the pending part is a legal turn by itself. */
  canFinish: boolean
  /** PendingCaptures are stones captured by the pending part. */
  pendingCaptures: Capture[]
  played: LancelotStep[]
  outcome: Outcome
}

/** LancelotStep is a turn that was played, and its effects. */
export interface LancelotStep {
  /** Text is the turn: "g8", "Xg6,g8", "g8,Xg6", or "Xg6" for the opening placement. */
  text: string
  seat: number
  /** Stone is its square, or "". */
  stone: string
  excalibur: ExcaliburMove | null
  captures: Capture[]
  /** Lines are indices of the lines on which the lead became two. */
  lines: number[]
  /** Skipped are seats skipped after this turn because they have no legal turn. */
  skipped: number[]
}

/** LancelotVerdict compares a turn with the best one. Solves says that it solves an exercise. */
export interface LancelotVerdict extends ReviewedTurn {
  solves: boolean
}

/** LessonCause is a condition of docs/formats/lessons.md. */
export interface LessonCause {
  name: string
  args: string[]
  /** Not says that it holds, but should not. */
  not: boolean
  /** Value is the lead, or the number of captures, kings or exposed stones. */
  value: number
}

/**
 * Source is an exercise as written in a file. Moves are in the text form of their
 * game, conditions as docs/formats/lessons.md describes them.
 */
export interface LessonExercise {
  /** "wotn" or "lancelot" */
  game: string
  /** of wotn */
  variant?: Variant
  position: string
  /**
   * Previous is the opponent's move in Position that leads to the exercise, or "". The
   * replies of such an exercise are scripted.
   */
  previous?: string
  /** Par is the number of the learner's moves that the solution needs. */
  par: number
  /**
   * Limit is the number of the learner's moves after which the exercise has
   * failed. 0 is Par, or no limit in a mini-game.
   */
  limit?: number
  /** Success solves the exercise. Failure, if not "", fails it. */
  success: string
  failure?: string
  /** Solution are the moves that solve it, with the replies, if there are any. */
  solution: string[]
  /** Also are other first moves that lead to success in Par moves. */
  also?: string[]
  /**
   * Accepted are, for each of the learner's moves of Solution, other moves that finish
   * the exercise at once.
   */
  accepted?: string[][]
  /**
   * Scripted says that the opponent plays the replies of Solution. Without it and
   * without Engine the learner moves again and again.
   */
  scripted?: boolean
  /** Engine makes the exercise a mini-game: the engine plays the replies. */
  engine?: LessonOpponent
  wrong?: LessonWrong[]
}

/**
 * Fact is an observation about the last move of a failed exercise whose mistake the
 * file does not explain.
 */
export type LessonFact = '' | 'weak-victim' | 'recaptured' | 'promotes' | 'gives-check' | 'captures-nothing' | 'unmet' | 'reached' | 'off-course' | 'too-many-moves' | 'game-over'

/** Opponent is an engine that plays the same moves on every machine. */
export interface LessonOpponent {
  /** the code of a level */
  level: number
  /** of each search */
  nodes: number
  seed: number
}

/** LessonState is the state of an exercise after some moves. */
export interface LessonState {
  /** Learner is the learner's side: 0 for White, 1 for Black, or the number of the seat. */
  learner: number
  status: LessonStatus
  /** Moves is the number of the learner's moves. */
  moves: number
  /** Next is the scripted reply that follows, or "". */
  next: string
  /** EngineMoves says that the engine is to reply. */
  engineMoves: boolean
  /** Wrong is the index of the explained wrong move that was played, or -1. */
  wrong: number
  /** Refutation has moves that show why the last one was wrong. */
  refutation: string[]
  /**
   * Fact is the visible fault of a wrong move that the exercise does not explain; "" if there is
   * none.
   */
  fact: LessonFact
  /**
   * Cause is the condition that does not hold as success needs it, for unmet, or that fails the
   * exercise, for reached.
   */
  cause: LessonCause
  /** Levels are those of the moving and the captured piece, for weak-victim. */
  levels: [number, number]
  /** Wotn or Lancelot is the game to show, that of the exercise; the other is null. */
  wotn: WotnState | null
  lancelot: LancelotState | null
}

/** Status says how an exercise stands. */
export type LessonStatus = 'open' | 'solved' | 'failed'

/** Wrong is a wrong move that is explained. */
export interface LessonWrong {
  /** Moves are those from the start of the exercise to the wrong move. */
  moves: string[]
  /** Refutation is what follows. The opponent moves first. */
  refutation?: string[]
  /** Reason is the condition that holds after the refutation. */
  reason: string
  /** Text is the key of the explanation. */
  text: string
}

/** LineKind is the direction of a line. */
export type LineKind = 'row' | 'column' | 'rising' | 'falling'

/** LineName is a line of a board of Lancelot. */
export interface LineName {
  kind: LineKind
  /** Name is "6", "g" or "d4–k11". */
  name: string
}

/** LineStatus is the effect of a lead. */
export type LineStatus = 'open' | 'captures' | 'closed'

/** MoveCode is the reason why a move is not legal. Its text is stable. */
export type MoveCode = 'no-piece' | 'not-yours' | 'own-piece' | 'cannot-reach' | 'blocked' | 'pawn-straight' | 'pawn-diagonal' | 'pawn-double' | 'pinned' | 'in-check' | 'king-attacked' | 'castling-lost' | 'castling-blocked' | 'castling-check' | 'castling-through' | 'no-moves' | 'promotion-missing' | 'promotion-wrong' | 'promotion-none' | 'ambiguous' | 'game-over' | 'not-claimable'

/** MoveCount is a move that was played, with the results for the side that made it. */
export interface MoveCount {
  /** Move is in coordinate notation; in Lancelot one of the equal turns of a symmetric position. */
  move: string
  wins: number
  draws: number
  losses: number
}

/** Kind classifies a move by its loss. */
export type MoveKind = 'good' | 'inaccuracy' | 'mistake' | 'blunder'

/**
 * Threat is what a move threatens. The side that made it could do this if it had another
 * move at once.
 */
export interface MoveThreat {
  /**
   * Attacks are pieces that the moved piece attacks now and did not attack before. Their
   * capture gains levels even if the capturing piece is recaptured.
   */
  attacks: PieceOn[]
  /** Mate reports that the move threatens checkmate in one. */
  mate: boolean
}

/** MoveVerdict compares a move of Way of the Knight or chess with the best one. */
export interface MoveVerdict {
  kind: MoveKind
  /** Loss of the mover's win share, in thousandths. */
  loss: number
  /** Solves says that the move solves an exercise. */
  solves: boolean
  /** Only says that it was the best move, and that all others were much worse. */
  only: boolean
  /**
   * AllowsMate is the number of moves until the mate that the move allows, 0 if it allows none
   * that could be avoided.
   */
  allowsMate: number
  /** MissesMate is the number of moves until the mate that the move misses, 0 if it misses none. */
  missesMate: number
}

/** NextGame is a series after a game, and the player with White in the next game. */
export interface NextGame {
  series: Series
  white: 0 | 1
}

/**
 * Notation has the parts of a move in algebraic notation, from which the page writes it with
 * figures or names; "" for missing ones.
 */
export interface Notation {
  castling: '' | 'short' | 'long'
  /** the letter of the kind before the move */
  kind: string
  /** the written part of the square of origin, such as the file of a pawn that captures */
  origin: string
  /** the letter of the captured kind */
  captured: string
  /** the target square, in castling that of the king */
  to: string
  /** the letter of the new kind */
  promotion: string
  check: '' | 'check' | 'mate'
}

/** Note has the annotations of a move, from which a record is written. */
export interface Note {
  text: string
  san: string
  nags: readonly number[]
  before: readonly string[]
  after: readonly string[]
  variations: readonly (readonly Note[])[]
}

/** RulesOutcome is the state of a game by the rules alone, without resignations and agreed draws. */
export interface Outcome {
  over: boolean
  /** why the game is over by the rules; empty while running */
  reason: string
  /** the colors (0 is White) or seats that win or share the win; none for a draw and while running */
  winners: number[]
}

/** PVMove is a move of a principal variation. */
export interface PVMove {
  text: string
  san: string
  notation: Notation
}

/** Phase is an action that is expected from a seat. */
export type Phase = 'place-excalibur' | 'turn' | 'over'

/** Piece is a piece on the board. */
export interface Piece extends PlacedPiece {
  /**
   * First, Promotions and Captures are its career: the kind it had at the start of the game,
   * its promotions, and the kinds of the pieces it has captured.
   */
  first: string
  promotions: CareerStep[]
  captures: string[]
}

/** PieceOn is a piece and its square. */
export interface PieceOn {
  kind: string
  square: string
}

/** PlacedCell is a square with what is on it. */
export interface PlacedCell {
  square: string
  cell: Cell
}

/** PlacedPiece is a piece and its square. */
export interface PlacedPiece {
  square: string
  kind: string
  color: Color
}

/**
 * Problem is a reason why a call was refused. The page translates Code and Args; Message is
 * English, for logs.
 */
export interface Problem {
  code: string
  args: Record<string, Argument>
  message: string
  /** Offset is the byte offset in the text argument, if the error has one. */
  offset?: number
}

/** Promoted is a promotion that lasts to the end of a variation, perhaps of several steps. */
export interface Promoted {
  from: string
  to: string
}

/**
 * Puzzle is the part of a puzzle that makes it an exercise; docs/formats/puzzles.md describes the
 * fields. It is a type of its own so that the browser does without package puzzles, which has
 * the collections.
 */
export interface PuzzleMoves {
  rules: string
  start: string
  previous?: string
  solution: readonly string[]
  also?: readonly (readonly string[])[]
}

/** PuzzleRating is a rating by Glicko-2. */
export interface PuzzleRating {
  rating: number
  deviation: number
  volatility: number
}

/** Item is a puzzle that can be part of a run. */
export interface PuzzleRunItem {
  id: string
  /** Rating is the one that the puzzle begins with, so that everybody has the same order. */
  rating: number
}

/** Kind is what a run is about. */
export type PuzzleRunKind = 'streak' | 'storm'

/** Result is how a puzzle of a run ended. */
export interface PuzzleRunResult {
  /** Win says that it was solved. */
  win: boolean
  /** Moves is the number of the solver's right moves. */
  moves: number
  /** At is when it ended, in milliseconds: of a storm since its first move, of a streak since its start. */
  at: number
  /** Skipped says that it was neither solved nor failed. */
  skipped?: boolean
}

/** State is the state of a run. */
export interface PuzzleRunState {
  /** Score is the number of solved puzzles. */
  score: number
  /** Combo is the number of right moves since the last mistake. */
  combo: number
  bestCombo: number
  /** Limit is when the clock of a storm ends, in milliseconds since its first move; 0 for a streak. */
  limit: number
  /** Ended says that a mistake or the clock has ended the run. */
  ended: boolean
}

/** ReadGame is a game of a text with many games. */
export interface ReadGame {
  /** Line is the line in which the game begins, from 1. */
  line: number
  /** Game is null if the game could not be read. */
  game: GameOfMany | null
  /**
   * Problems say why the game could not be read, or what of it was left out. Their args have the
   * line, where it is known.
   */
  problems: Problem[]
}

/** ReadGames are the first games of a text. */
export interface ReadGames {
  games: ReadGame[]
  /** Used is the number of characters read. */
  used: number
  /** More says that the text goes on. */
  more: boolean
}

/** ReadPosition is a position that was read from a FEN. */
export interface ReadPosition {
  /** Start is the canonical FEN. */
  start: string
  /** Problems has one if rights were dropped in chess, because they are impossible. */
  problems: Problem[]
}

/** ReadVariant is a variant of texts that do not name one. */
export type ReadVariant = 'wotn' | 'wotn-alternative' | 'chess' | 'detect'

/** RecordMove is a move of a record with its annotations. In Lancelot SAN equals Text. */
export interface RecordMove {
  text: string
  san: string
  /**
   * Notation is missing in Lancelot, if the promotion is left open ("/any"), and in games saved
   * by earlier builds.
   */
  notation?: Notation
  nags: number[]
  before: string[]
  after: string[]
  /** Variations replace this move. */
  variations: RecordMove[][]
}

/** RecordedGame is what a record contains besides tags and moves. */
export interface RecordedGame {
  /** Players are the names by color (White first) or seat, "" for unknown ones. */
  players: readonly string[]
  /**
   * Winners are the colors that won, 0 for White, or the seats; missing unless the game is
   * finished.
   */
  winners?: readonly number[]
}

/** ReviewedPosition is what a review knows about a position of Way of the Knight or chess. */
export interface ReviewedPosition {
  /** Share is the win share of the side to move, in thousandths. */
  share: number
  /** Second is its win share if it plays the second best move; null if there is no such move. */
  second: number | null
  /** Best is the best move; "" in a finished game. */
  best: string
  /**
   * Mate is the number of moves until mate, negative for being mated; 0 if there is no forced
   * mate.
   */
  mate: number
}

/** ReviewedTurn compares a turn of Lancelot with the best one. */
export interface ReviewedTurn {
  kind: MoveKind
  /** loss of the seat's win share */
  loss: number
  /** it was the best turn, and every other turn loses at least as much as a mistake; false in reviews that are older than this field */
  only: boolean
  /** the seat that played the turn */
  seat: number
  played: LancelotCandidate
  /** the best turn; equal to played if no turn was better */
  better: LancelotCandidate
}

/**
 * Series is a series of games between players 0 and 1: their handicap points, the games each
 * has won, and the drawn games.
 */
export interface Series {
  points: [number, number]
  won: [number, number]
  drawn: number
}

/** StoneThreat is a capture that another seat could make next with a single stone. */
export interface StoneThreat {
  by: number
  on: string
  captures: Capture[]
}

/** Thought is the move of an engine. */
export interface Thought {
  move: string
  nodes: number
  depth: number
  /**
   * Score is that of the seat to act, in hundredths of a pawn (wotn) or thousandths of a won game
   * (lancelot).
   */
  score: number
  /** AcceptsDraw says that the engine agrees to a draw after its move. Never in Lancelot. */
  acceptsDraw: boolean
}

/**
 * VariationGain is what a side wins and loses by a variation. The kinds are those before it, the
 * squares those of the captures.
 */
export interface VariationGain {
  wins: PieceOn[]
  loses: PieceOn[]
  /** Promotes are promotions of pieces that are left. */
  promotes: Promoted[]
}

/** WotnAnalysis is the result of a search in a position of Way of the Knight or chess. */
export interface WotnAnalysis {
  depth: number
  /** PVs are the principal variations, the best first. */
  pvs: WotnPV[]
  nodes: number
  milliseconds: number
  /** HashFull is the part of the hash table in use, in thousandths. */
  hashFull: number
  /**
   * Done says that the search has ended by itself: further search cannot change the result, or the
   * depth is reached.
   */
  done: boolean
}

/** WotnChange is the kind of a `WotnEdit`. */
export type WotnChange = 'put' | 'remove' | 'move' | 'turn' | 'castling' | 'en-passant' | 'clear' | 'mirror' | 'start'

/**
 * WotnEdit is a change of a position of Way of the Knight that need not be playable. Changes of
 * pieces also remove castling rights whose pieces leave their squares, and an en-passant square
 * that is no longer possible.
 */
export interface WotnEdit {
  do: WotnChange
  /** Square is that of put, remove and en-passant ("" is none). */
  square?: string
  /**
   * Kind and Color are the piece of put. Color is also the side to move of turn and that of
   * castling.
   */
  kind?: string
  color?: Color
  /** From and To are the squares of move. */
  from?: string
  to?: string
  /** Side and On are a castling right and its new value. */
  side?: CastlingSide
  on?: boolean
}

/** WotnEdited is a position of Way of the Knight that need not be playable. */
export interface WotnEdited {
  /** Text is the FEN. Without edits it is the text that was passed. */
  text: string
  /**
   * Problems are the reasons why the position is not playable. If the text cannot be parsed, the
   * rest of the view has what can be read.
   */
  problems: EditedProblem[]
  /** Dropped are rights that are dropped in chess, because they are impossible. */
  dropped: EditedProblem[]
  pieces: PlacedPiece[]
  turn: Color
  /** Castling has all castling rights. */
  castling: CastlingRight[]
  /** EnPassant is the en-passant square, or "", and EnPassantSquares those that are possible. */
  enPassant: string
  enPassantSquares: string[]
  /** Kinds are those of the variant. */
  kinds: string[]
  /** Promotions are the handicap promotions of each piece that has some. */
  promotions: HandicapChoice[]
}

/** WotnMove is a move of Way of the Knight or chess. */
export interface WotnMove {
  /** Text has coordinates: "e2e4", "d4e5d". */
  text: string
  san: string
  /** Color is the side that makes the move. */
  color: Color
  from: string
  to: string
  kind: string
  /** Promotion is the kind it promotes to, or "". */
  promotion: string
  /** Captures is the square of the captured piece, or "". It differs from To en passant. */
  captures: string
  /** Corner is the move of the piece in the corner, in castling. */
  corner?: CornerMove
  notation: Notation
}

/** WotnPV is a principal variation. Scores are those of the side to move. */
export interface WotnPV {
  depth: number
  /** Score is in hundredths of a pawn. */
  score: number
  /**
   * Mate is the number of moves until mate, negative for being mated; 0 if there is no forced
   * mate.
   */
  mate: number
  /** WDL has the probabilities of winning, drawing and losing, in thousandths. */
  wdl: [number, number, number]
  /** PV has at most 16 plies. */
  pv: PVMove[]
}

/** WotnPremove has the squares that a piece could move to after some move of the opponent. */
export interface WotnPremove {
  from: string
  to: string[]
  /** Captures are those of To on which the opponent has a piece now. */
  captures: string[]
  /**
   * Promotes are those of To on which it promotes, and Promotions the kinds that it can become
   * there.
   */
  promotes: string[]
  promotions: string[]
}

/** WotnRecord is a game that was read from a text. */
export interface WotnRecord {
  tags: Record<string, string>
  variant: Variant
  /** Start "" is the usual start position. */
  start: string
  moves: RecordMove[]
  /** Comments are those of a game without moves. */
  comments: string[]
  result: string
  /** Winners are the colors that won, 0 for White; missing if the result is unknown. */
  winners?: number[]
  /** Problems are errors in comments, variations, tags and the result. The main line is complete. */
  problems: Problem[]
  /** Games is the number of games in the text, of which this is the first. */
  games: number
}

/**
 * WotnRemark is a fact about a move; `judge.Code` documents the codes and the fields that they
 * use.
 */
export interface WotnRemark {
  code: WotnRemarkCode
  /** Kind and Other are kinds, or "". */
  kind: string
  other: string
  /** From and Square are squares, or "". */
  from: string
  square: string
  /** Own and Victim are levels or numbers. */
  own: number
  victim: number
}

/** Code is the kind of a remark about Way of the Knight. Its text is stable. */
export type WotnRemarkCode = 'castles' | 'captures' | 'captures-king' | 'promotes-capture' | 'promotes-rank' | 'too-weak' | 'new-king' | 'mate' | 'stalemate' | 'check' | 'threatens-mate' | 'attacks' | 'attacks-promoting' | 'leaves'

/** WotnState is a game of Way of the Knight or chess. */
export interface WotnState {
  variant: Variant
  start: string
  /** Position is the FEN after all moves. */
  position: string
  /** Turn is the side to move. */
  turn: Color
  /** Ply is the number of moves of both sides played so far, and MoveNumber FEN's move number. */
  ply: number
  moveNumber: number
  pieces: Piece[]
  legal: WotnMove[]
  /**
   * Premoves are the possible premoves of the side that is not to move; empty if the game is
   * over.
   */
  premoves: WotnPremove[]
  played: WotnMove[]
  /** Check has the squares of the kings in check. Only the only king of a side can be in check. */
  check: string[]
  kings: { w: number; b: number }
  /** Experience is the sum of the levels of each side's pieces. */
  experience: { w: number; b: number }
  /**
   * Captured are the pieces that each side has captured since the start, the highest level
   * first.
   */
  captured: { w: string[]; b: string[] }
  outcome: Outcome
  /**
   * CanWin says which sides have material with which they could give mate. If a side has none,
   * the game is drawn when the time of the other one is over.
   */
  canWin: { w: boolean; b: boolean }
  /** Claims are draws that the side to move may claim now. */
  claims: Claim[]
  /** HalfmoveClock is the number of plies since the last capture, pawn move or promotion. */
  halfmoveClock: number
}

/** The object that the WASM program puts on globalThis as `tafelrunde`. */
export interface Tafelrunde {
  engines: {
    /**
     * analyse searches a position of Way of the Knight until a limit is reached or the watch stops
     * it. The hash table is kept for the next call. The problem is game-over if the game is over.
     */
    analyse(variant: Variant, start: string, moves: readonly string[], limits: AnalysisLimits, watch?: Watch): Answer<WotnAnalysis>
    /**
     * analyseLancelot searches a position of Lancelot until a limit is reached or the watch stops it.
     * Another call for the same position continues the search. The problem is game-over if the game
     * is over.
     */
    analyseLancelot(start: string, turns: readonly string[], limits: AnalysisLimits, watch?: Watch): Answer<LancelotAnalysis>
    /**
     * classify searches the position after the turns before and compares a turn with the best
     * one.
     */
    classify(start: string, before: readonly string[], turn: string, limits: AnalysisLimits): Answer<LancelotVerdict>
    /**
     * network sets the network of the engine for Way of the Knight, in the form of a file of package net. Without a call the
     * engine evaluates without a network. Engines forget what they have found before. The value is always true.
     */
    network(file: Uint8Array): Answer<boolean>
    /**
     * prepare creates the tables of an engine and runs it briefly, because browsers compile a program
     * while it runs, so that the first call of think keeps to its time limit.
     */
    prepare(game: Game): Answer<boolean>
    /**
     * think searches for about so many milliseconds, or less if the clock of the seat to act demands
     * it, and returns the move of that seat. It blocks its thread, so it must run in a worker of its
     * own. level is the code of a level (saved/levels.ts), otherwise the problem is level. Levels below
     * full strength make the same errors throughout a game. Calls belong to one game while each list of
     * moves begins with that of the call before.
     */
    think(game: Game, variant: Variant, start: string, moves: readonly string[], milliseconds: number, level: number, clock?: Clock): Answer<Thought>
  }
  explorer: {
    /**
     * find looks a position up in a table (docs/formats/explorer.md). The problem is
     * explorer-table for other data.
     */
    find(game: Game, variant: string, position: string, table: Uint8Array): Answer<EngineMoves>
    /** set returns the name of the kind of game whose table has a position; "" if none has. */
    set(game: Game, variant: string, position: string): Answer<string>
  }
  lancelot: {
    /** badges returns the badges that a seat has earned in a finished game. */
    badges(start: string, turns: readonly string[], seat: number, winners: readonly number[]): Answer<EarnedBadge[]>
    /**
     * edit applies edits to a position in order. The text "" is the start of a basic game for
     * two. A text that cannot be parsed is edited as far as it can be read.
     */
    edit(text: string, edits: readonly LancelotEdit[]): Answer<LancelotEdited>
    /** explain returns facts about the last turn, the most important first. */
    explain(start: string, turns: readonly string[]): Answer<LancelotRemark[]>
    /**
     * game returns a game. If seats are out of the match, a turn can name the seat that acts
     * next: "g8>c".
     *
     * pending is part of a turn: "" none, "Xg6" (Excalibur first, stone to follow), "g8" (stone
     * first, Excalibur may follow).
     */
    game(start: string, turns: readonly string[], pending: string): Answer<LancelotState>
    /**
     * nextStart returns the start of the next game of a series. A start that was set up by
     * hand stays.
     */
    nextStart(start: string): Answer<string>
    /** read parses a game. */
    read(text: string): Answer<LancelotRecord>
    /** readGames parses the first games of a text, at most so many. */
    readGames(text: string, most: number): Answer<ReadGames>
    /** setup parses a position, or returns all problems with it. */
    setup(text: string): Answer<string>
    /** start returns the start of a game. */
    start(options: LancelotOptions): Answer<string>
    /**
     * write returns the game as text. notes are turns from a call of read; those that match
     * the turns of the game contribute their comments. comments are those of a game without turns.
     */
    write(start: string, turns: readonly string[], tags: Record<string, string>, notes: readonly Note[], of?: RecordedGame, comments?: readonly string[]): Answer<string>
  }
  lessons: {
    /** hint returns a good move for the learner, or "". */
    hint(exercise: LessonExercise, moves: readonly string[]): Answer<string>
    /**
     * reply returns the engine's move, the same on every machine; "" if the engine is not to
     * move.
     */
    reply(exercise: LessonExercise, moves: readonly string[]): Answer<string>
    /**
     * state returns the state after moves, replies included. extra are moves that follow only
     * to be shown, such as a refutation. pending is that of a game of Lancelot. Problems: exercise
     * {field, reason}, exercise-move.
     */
    state(exercise: LessonExercise, moves: readonly string[], extra: readonly string[], pending: string): Answer<LessonState>
  }
  puzzles: {
    /**
     * exercise returns a puzzle as an exercise. The problem is puzzle if its position or its
     * moves are illegal.
     */
    exercise(puzzle: PuzzleMoves): Answer<LessonExercise>
    /**
     * rate returns the rating of a person after an attempt at a puzzle. days is the time since
     * the attempt before.
     */
    rate(person: PuzzleRating, puzzle: number, solved: boolean, days: number): Answer<PuzzleRating>
    /**
     * run returns the state of a run after results, and after moves right moves in the puzzle that
     * follows them, at a moment like those of the results. The problem is puzzle-run if this is impossible.
     */
    run(kind: PuzzleRunKind, results: readonly PuzzleRunResult[], moves: number, now: number): Answer<PuzzleRunState>
    /**
     * sequence returns the IDs of the puzzles of a run, at most 60, with ratings that do not fall.
     * They are the same for the same puzzles and seed.
     */
    sequence(items: readonly PuzzleRunItem[], seed: number): Answer<string[]>
  }
  review: {
    /** accuracy returns the accuracy of moves with these losses in percent; null without moves. */
    accuracy(losses: readonly number[]): Answer<number | null>
    /** classify compares a move with the best one, by the positions before and after it. */
    classify(move: string, before: ReviewedPosition, after: ReviewedPosition): Answer<MoveVerdict>
    /**
     * fault returns the facts behind a fault, the last of the moves. reply is the principal
     * variation after it, better the one that begins with the better move.
     */
    fault(variant: Variant, start: string, moves: readonly string[], reply: readonly string[], better: readonly string[]): Answer<FaultFacts>
    /**
     * shares converts evaluations of the positions of a game, from the start position on, to
     * White's win shares in thousandths. Where the evaluation is null the share is null too, unless
     * the game is over.
     */
    shares(variant: Variant, start: string, moves: readonly string[], evaluations: readonly (Evaluation | null)[]): Answer<(number | null)[]>
  }
  studies: {
    /**
     * split returns the games of a text, in order, each as the text of a chapter. The variant
     * is that of games of Way of the Knight without a tag for it.
     */
    split(game: Game, variant: ReadVariant, text: string): Answer<FoundGame[]>
  }
  wotn: {
    /**
     * badges returns the badges that a side has earned in a finished game. winners are the colors
     * that have won, 0 for White.
     */
    badges(variant: Variant, start: string, moves: readonly string[], side: 0 | 1, winners: readonly number[]): Answer<EarnedBadge[]>
    /**
     * edit applies edits to a position in order. The text "" is the start position. A text that
     * cannot be parsed is edited as far as it can be read.
     */
    edit(variant: Variant, text: string, edits: readonly WotnEdit[]): Answer<WotnEdited>
    /** explain returns facts about the last move, the most important first. */
    explain(variant: Variant, start: string, moves: readonly string[]): Answer<WotnRemark[]>
    /**
     * game returns a game. The start "" is the usual start position. The problem illegal-move
     * has args {ply, move}; ply counts from 0.
     */
    game(variant: Variant, start: string, moves: readonly string[]): Answer<WotnState>
    /**
     * handicap applies handicap promotions of both sides to the start position, in order. It
     * returns the choices of a side for its next point.
     */
    handicap(variant: Variant, color: Color, promotions: readonly HandicapPromotion[]): Answer<HandicapView>
    /**
     * illegal returns the reason why the side to move cannot move between two squares, or null
     * if it can. If both are the same, the reason why the piece cannot move at all.
     */
    illegal(variant: Variant, start: string, moves: readonly string[], from: string, to: string): Answer<IllegalReason | null>
    /**
     * next returns a series of games after another game. white is the player who had White,
     * winners are the colors that won (0 is White) as in Outcome.
     */
    next(series: Series, white: 0 | 1, winners: readonly number[]): NextGame
    /**
     * read parses moves, or a game as PGN. The variant applies if the text has no Variant tag.
     * Problems with moves have the args ply and move.
     */
    read(variant: ReadVariant, text: string): Answer<WotnRecord>
    /** readGames parses the first games of a text, at most so many. */
    readGames(variant: ReadVariant, text: string, most: number): Answer<ReadGames>
    /** setup parses a FEN, or returns all problems with it. */
    setup(variant: Variant, text: string): Answer<ReadPosition>
    /**
     * write returns the game as PGN. notes are moves from a call of read; those that match the
     * moves of the game contribute their comments. comments are those of a game without moves.
     */
    write(variant: Variant, start: string, moves: readonly string[], tags: Record<string, string>, notes: readonly Note[], of?: RecordedGame, comments?: readonly string[]): Answer<string>
  }
}
