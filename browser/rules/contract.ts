/**
 * The functions of the WASM program, which is compiled from the Go packages of the rules and engines.
 *
 * Arguments and results are plain data. Squares are text ("e4", "g10"), moves and positions have the text form of
 * docs/formats, kinds of pieces are capital letters, colors are "w" and "b". Seats are numbered from 0 (White, or "a").
 * Calls are stateless: a game is given by its start and its moves.
 *
 * The word "turn" has two meanings. In Way of the Knight and chess `turn` is the side to move, as in a FEN. In Lancelot a turn
 * is all that a seat does at once: a stone, Excalibur, or both; the seat to move is `toAct`. In edits of positions `do: 'turn'`
 * sets the side or the seat to move.
 */

/** The variants that the rules of Way of the Knight play. */
export const variants = ['wotn', 'wotn-alternative', 'chess'] as const
export type Variant = (typeof variants)[number]
/** The variants of Way of the Knight, and Lancelot. */
export const allVariants = [...variants, 'lancelot'] as const
export type AnyVariant = (typeof allVariants)[number]
export type Color = 'w' | 'b'

/** A value for the text of a problem. Lines of Lancelot are a list. */
export type Argument = string | number | LineName[]

/** A reason why a call was refused. The page translates `code` and `args`; `message` is English, for logs. */
export interface Problem {
  code: string
  args: Record<string, Argument>
  message: string
  /** Byte offset in the text argument, if the error has one. */
  offset?: number
}

export type Answer<T> = { ok: true; value: T } | { ok: false; problems: Problem[] }

/** The state of a game by the rules alone, without resignations and agreed draws. */
export interface Outcome {
  over: boolean
  /**
   * '' while running; wotn: checkmate, stalemate, bare-kings, fivefold, seventy-five-moves, threefold, fifty-moves
   * (the last two by claim); lancelot: target, no-turn.
   */
  reason: string
  /** Seats that win or share the win; empty for a draw and while running. */
  winners: number[]
}

// ---------------------------------------------------------------- Way of the Knight

export interface KindInfo {
  letter: string
  name: { en: string; de: string }
  /** The name in the alternative variant, in which the Lord is called Duke. */
  alternativeName: { en: string; de: string }
  betza: string
  level: number
  alignment: 'knight' | 'neutral' | 'bishop'
  /** Whether the kind exists in the alternative variant only. */
  alternative: boolean
  /** Letters of the kinds it can promote to. */
  promotions: { wotn: string[]; 'wotn-alternative': string[] }
  /** Destinations of a white piece on d4 of an empty board: squares it leaps to, and lines, which pieces can block. */
  leaps: string[]
  lines: string[][]
  /** The lowest level of a captured piece that promotes it; 0 if no capture does. */
  promotesOnCaptureFrom: number
  /** Its promotion rank, 1 to 8 from its own side; 0 if it has none. */
  promotionRank: number
  /** Its exchange value for the computer, in hundredths of a pawn of chess, in the variants that have it. */
  values: { wotn?: number; 'wotn-alternative'?: number }
}

export interface Piece {
  square: string
  kind: string
  color: Color
  /** Its career: the kind it had at the start of the game, its promotions, and the kinds of the pieces it has captured. */
  first: string
  promotions: CareerStep[]
  captures: string[]
}

/** A promotion of a piece, and FEN's number of the move. */
export interface CareerStep {
  moveNumber: number
  kind: string
}

/** The parts of a move in algebraic notation, from which the page writes it with figures or names. */
export interface Notation {
  castling: '' | 'short' | 'long'
  /** Letter of the moving piece before the move. */
  kind: string
  /** The written part of the square of origin, such as the file of a pawn that captures; '' if none is written. */
  origin: string
  /** Letter of the captured piece, or ''. */
  captured: string
  /** In castling, the target square of the king. */
  to: string
  /** Letter of the kind after a promotion, or ''. */
  promotion: string
  check: '' | 'check' | 'mate'
}

export interface WotnMove {
  /** Coordinates: "e2e4", "d4e5d". */
  text: string
  san: string
  /** The side that makes the move. */
  color: Color
  from: string
  to: string
  kind: string
  /** Letter of the kind it promotes to, or ''. */
  promotion: string
  /** Square of the captured piece; '' if none. It differs from `to` en passant. */
  captures: string
  /** In castling, the move of the piece in the corner. */
  corner?: { from: string; to: string }
  notation: Notation
}

/** The squares that a piece could move to after some move of the opponent. */
export interface WotnPremove {
  from: string
  to: string[]
  /** Those of `to` on which the opponent has a piece now. */
  captures: string[]
  /** Those of `to` on which it promotes, and the letters of the kinds that it can become there. */
  promotes: string[]
  promotions: string[]
}

export interface WotnState {
  variant: Variant
  start: string
  /** FEN after all moves. */
  position: string
  /** The side to move. */
  turn: Color
  /** Number of moves of both sides played so far, and FEN's move number. */
  ply: number
  moveNumber: number
  pieces: Piece[]
  legal: WotnMove[]
  /** Possible premoves of the side that is not to move; empty if the game is over. */
  premoves: WotnPremove[]
  played: WotnMove[]
  /** Squares of the kings in check. Only the only king of a side can be in check. */
  check: string[]
  kings: { w: number; b: number }
  /** The sum of the levels of each side's pieces. */
  experience: { w: number; b: number }
  /** Letters of the pieces that each side has captured since the start, the highest level first. */
  captured: { w: string[]; b: string[] }
  outcome: Outcome
  /** Draws that the side to move may claim now. */
  claims: ('threefold' | 'fifty-moves')[]
  /** Plies since the last capture, pawn move or promotion. */
  halfmoveClock: number
}

/** A handicap promotion: the piece on a square becomes a kind of the next level. */
export interface HandicapPromotion {
  square: string
  kind: string
}

export interface HandicapView {
  /** FEN of the start position after the handicap promotions. */
  start: string
  /** The handicap promotions available for the next point: a square and the kinds its piece can become. */
  choices: { square: string; kinds: string[] }[]
}

/** A series of games between players 0 and 1: their handicap points, the games each has won, and the drawn games. */
export interface Series {
  points: [number, number]
  won: [number, number]
  drawn: number
}

export interface RecordMove {
  text: string
  san: string
  /** Missing if the promotion is left open ("/any"), and in games saved by earlier builds. */
  notation?: Notation
  nags: number[]
  before: string[]
  after: string[]
  /** Variations that replace this move. */
  variations: RecordMove[][]
}

/** What a record contains besides tags and moves. */
export interface RecordedGame {
  /** The names by color (White first) or seat, '' for unknown ones. */
  players: readonly string[]
  /** Way of the Knight: the colors that won, 0 for White; missing unless the game is finished. */
  winners?: readonly number[]
}

export interface WotnRecord {
  tags: Record<string, string>
  variant: Variant
  start: string
  moves: RecordMove[]
  result: string
  /** The colors that won, 0 for White; missing if the result is unknown. */
  winners?: number[]
  /** Errors in comments and variations. The main line is complete. */
  problems: Problem[]
}

/** A game of a text with many games. */
export interface ReadGame {
  /** The line in which the game begins, from 1. */
  line: number
  /** null if the game could not be read. `start` '' is the usual start position; `over` says that the rules have ended it. */
  game:
    | (Pick<WotnRecord, 'tags' | 'start' | 'moves' | 'result'> & {
        variant: AnyVariant
        seats: number
        over: boolean
      })
    | null
  /** Why the game could not be read, or what of it was left out. Args have the `line`, where it is known. */
  problems: Problem[]
}

/** The first games of a text. */
export interface ReadGames {
  games: ReadGame[]
  /** The number of characters read. */
  used: number
  /** The text goes on. */
  more: boolean
}

/** The reason why a piece cannot move to a square. */
export interface IllegalReason {
  code:
    | 'no-piece'
    | 'not-yours'
    | 'own-piece'
    | 'cannot-reach'
    | 'blocked'
    | 'pawn-straight'
    | 'pawn-diagonal'
    | 'pawn-double'
    | 'pinned'
    | 'in-check'
    | 'king-attacked'
    | 'castling-lost'
    | 'castling-blocked'
    | 'castling-check'
    | 'castling-through'
    | 'no-moves'
  /** Letter of the piece that would move, or ''. */
  kind: string
  /** The square of the reason, and the letter of the piece there, or ''. */
  square: string
  other: string
}

/** A fact about a move; internal/explain/wotn.go documents the codes and the fields that they use. */
export interface WotnRemark {
  code:
    | 'castles'
    | 'captures'
    | 'captures-king'
    | 'promotes-capture'
    | 'promotes-rank'
    | 'too-weak'
    | 'new-king'
    | 'mate'
    | 'stalemate'
    | 'check'
    | 'attacks'
    | 'attacks-promoting'
    | 'leaves'
  /** Letters of kinds, or ''. */
  kind: string
  other: string
  /** Squares, or ''. */
  from: string
  square: string
  /** Levels or numbers. */
  own: number
  victim: number
}

/** A problem of an edited position, and the part of the position that it concerns. */
export interface EditedProblem extends Problem {
  /** `text`: the text cannot be parsed. */
  field:
    | 'text'
    | 'board'
    | 'turn'
    | 'castling'
    | 'en-passant'
    | 'counters'
    | 'seats'
    | 'captured'
    | 'in-hand'
    | 'excalibur-turns'
    | 'rules'
    | 'target'
}

/**
 * A change of a position of Way of the Knight that need not be playable. Changes of pieces also remove castling rights whose
 * pieces leave their squares, and an en-passant square that is no longer possible.
 */
export type WotnEdit =
  | { do: 'put'; square: string; kind: string; color: Color }
  | { do: 'remove'; square: string }
  | { do: 'move'; from: string; to: string }
  /** Sets the side to move. */
  | { do: 'turn'; color: Color }
  | { do: 'castling'; color: Color; side: 'short' | 'long'; on: boolean }
  /** '' is none. */
  | { do: 'en-passant'; square: string }
  /** `mirror` exchanges the colors, so that the side to move keeps its moves; `start` sets the start position. */
  | { do: 'clear' | 'mirror' | 'start' }

/** A position of Way of the Knight that need not be playable. */
export interface WotnEdited {
  /** FEN. Without edits it is the text that was passed. */
  text: string
  /** The reasons why the position is not playable. If the text cannot be parsed, the rest of the view has what can be read. */
  problems: EditedProblem[]
  pieces: Pick<Piece, 'square' | 'kind' | 'color'>[]
  turn: Color
  /** All castling rights. `possible`: the king and the piece in the corner are on their squares. */
  castling: { color: Color; side: 'short' | 'long'; right: boolean; possible: boolean }[]
  /** The en-passant square, or '', and the squares that are possible. */
  enPassant: string
  enPassantSquares: string[]
  /** Letters of the kinds of the variant. */
  kinds: string[]
  /** The handicap promotions of each piece that has some. */
  promotions: HandicapView['choices']
}

export interface WotnRules {
  /** `start` '' is the usual start position. Problem 'illegal-move' has args {ply, move}; ply counts from 0. */
  game(variant: Variant, start: string, moves: string[]): Answer<WotnState>
  /**
   * Returns the reason why the side to move cannot move between two squares, or null if it can. If both are the same, the
   * reason why the piece cannot move at all.
   */
  illegal(variant: Variant, start: string, moves: string[], from: string, to: string): Answer<IllegalReason | null>
  /** Returns facts about the last move, the most important first. */
  explain(variant: Variant, start: string, moves: string[]): Answer<WotnRemark[]>
  /** Parses a FEN and returns its canonical form, or all problems with it. */
  setup(variant: Variant, text: string): Answer<string>
  /**
   * Applies edits to a position in order. `text` '' is the start position. A text that cannot be parsed is edited as far as it
   * can be read.
   */
  edit(variant: Variant, text: string, edits: readonly WotnEdit[]): Answer<WotnEdited>
  /**
   * Applies handicap promotions of both sides to the start position, in order. Returns the choices of side `color` for its
   * next point.
   */
  handicap(variant: Variant, color: Color, promotions: readonly HandicapPromotion[]): Answer<HandicapView>
  /**
   * Returns a series of games after another game, and the player with White in the next game. `white` is the player who
   * had White, `winners` are the colors that won (0 is White) as in Outcome.
   */
  next(series: Series, white: 0 | 1, winners: readonly number[]): { series: Series; white: 0 | 1 }
  /** Parses moves, or a game as PGN. `variant` applies if the text has no Variant tag. Problem args: ply, move. */
  read(variant: Variant, text: string): Answer<WotnRecord>
  /** Parses the first games of a text, at most `most`. */
  readGames(variant: Variant, text: string, most: number): Answer<ReadGames>
  /** Returns the game as PGN. `notes` are moves from `read`; those that match the moves of the game contribute their comments. */
  write(
    variant: Variant,
    start: string,
    moves: string[],
    tags: Record<string, string>,
    notes: readonly RecordMove[],
    of?: RecordedGame,
  ): Answer<string>
}

// ---------------------------------------------------------------- Lancelot

export type Cell = { seat: number } | { excalibur: true }

export interface LancelotLine {
  kind: 'row' | 'column' | 'rising' | 'falling'
  /** "6", "g" or "d4–k11". */
  name: string
  squares: string[]
  /** The lead of each seat: own stones minus all others, including Excalibur. */
  leads: number[]
  /** The effect of each seat's lead on its next stone: it captures nothing here, it captures, or it cannot be placed. */
  status: ('open' | 'captures' | 'closed')[]
}

export type LineName = Pick<LancelotLine, 'kind' | 'name'>

/** A captured stone, or one that would be captured, and its seat. */
export interface Capture {
  square: string
  seat: number
}

/** The effect of a stone or Excalibur on a free square, for the seat to act. */
export interface LancelotSquare {
  square: string
  legal: boolean
  /** Indices into `lines` of the lines that close this square by the rule of chivalry. */
  closedBy: number[]
  /** Stones it captures. */
  captures: Capture[]
}

/** A turn that was played, and its effects. */
export interface LancelotStep {
  /** The text of the turn: "g8", "Xg6,g8", "g8,Xg6", or "Xg6" for the opening placement. */
  text: string
  seat: number
  stone: string
  excalibur: { from: string; to: string } | null
  captures: Capture[]
  /** Indices into `lines` of the lines on which the lead became two. */
  lines: number[]
  /** Seats skipped after this turn because they have no legal turn. */
  skipped: number[]
}

export interface LancelotState {
  start: string
  position: string
  seats: number
  /** Letters of the seats in positions and turns: "a" to "e". */
  sides: string[]
  /** Names of the columns from the left ("d".."k") and of the rows from below (4..11). */
  columns: string[]
  rows: number[]
  cells: { square: string; cell: Cell }[]
  excalibur: string
  rules: { diagonals: boolean; excalibur: boolean; target: number }
  /** The seat to move on this board. In a match of the server, `toAct` is the seat that must act, which can also be a set-up. */
  toAct: number
  /** The action expected from it. */
  phase: 'place-excalibur' | 'turn' | 'over'
  captured: number[]
  /** For each seat, the owners of the stones it has captured since the start, in the order of the turns. */
  capturedFrom: number[][]
  inHand: number[]
  /** Whether each seat still has its Excalibur turn (the king's power). */
  excaliburTurns: boolean[]
  lines: LancelotLine[]
  /** The effects of a stone of the seat to act, after the pending part of the turn. Empty if no stone can be placed. */
  stoneSquares: LancelotSquare[]
  /** The effects of Excalibur, in the opening placement or an Excalibur turn. Empty if it cannot be placed. */
  excaliburSquares: LancelotSquare[]
  /** The first part of the turn, included in `cells`, or ''. */
  pending: string
  /** The pending part is a legal turn by itself. */
  canFinish: boolean
  /** Stones captured by the pending part. */
  pendingCaptures: Capture[]
  played: LancelotStep[]
  outcome: Outcome
}

export interface LancelotRecord {
  tags: Record<string, string>
  start: string
  /** The comments before a turn are those before the first of the game or of a variation. `san` equals `text`. */
  moves: RecordMove[]
  result: string
}

/** A fact about a turn; internal/explain/lancelot.go documents the codes and the fields that they use. */
export interface LancelotRemark {
  code:
    | 'captures-stones'
    | 'captures-stones-many'
    | 'reaches'
    | 'remaining'
    | 'threatens'
    | 'closes'
    | 'threatened'
    | 'saves'
    | 'skips'
  lines: LineName[]
  /** A number of stones. */
  n: number
  /** Another seat, or the one that moved. */
  seat: number
  /** A square, or ''. */
  square: string
}

/**
 * A change of a position of Lancelot that need not be playable. A stone comes from the hand of its seat, and one that is
 * removed goes back. Numbers out of range become the nearest possible ones.
 */
export type LancelotEdit =
  | { do: 'put'; square: string; cell: Cell }
  | { do: 'remove'; square: string }
  | { do: 'move'; from: string; to: string }
  /** Sets the seat to move, `toAct`. */
  | { do: 'turn'; seat: number }
  | { do: 'captured' | 'in-hand'; seat: number; n: number }
  | { do: 'excalibur-turn'; seat: number; on: boolean }
  | { do: 'target'; n: number }
  | { do: 'diagonals' | 'excalibur'; on: boolean }
  /** Stones keep their squares on the larger or smaller board. */
  | { do: 'seats'; n: number }
  /** The start of a game with the same seats and rules. */
  | { do: 'clear' }

/** A position of Lancelot that need not be playable. The fields are those of `LancelotState`. */
export interface LancelotEdited
  extends Pick<
    LancelotState,
    'seats' | 'columns' | 'rows' | 'cells' | 'rules' | 'toAct' | 'captured' | 'inHand' | 'excaliburTurns'
  > {
  /** Without edits it is the text that was passed. */
  text: string
  /** As in `WotnEdited`. */
  problems: EditedProblem[]
  /** The largest numbers of the rules: seats, stones of a seat and the target. */
  most: { seats: number; stones: number; target: number }
}

export interface LancelotRules {
  /** `target` 0 is the default for the number of seats. */
  start(options: {
    seats: number
    diagonals: boolean
    excalibur: boolean
    target: number
    first: number
  }): Answer<string>
  /** The start of the next game of a series. A start that was set up by hand stays. */
  nextStart(start: string): Answer<string>
  /**
   * If seats are out of the match, a turn can name the seat that acts next: "g8>c".
   *
   * `pending` is part of a turn: "" none, "Xg6" (Excalibur first, stone to follow), "g8" (stone first, Excalibur may
   * follow).
   */
  game(start: string, turns: string[], pending: string): Answer<LancelotState>
  /** Returns facts about the last turn, the most important first. `turns` are those of `game`. */
  explain(start: string, turns: string[]): Answer<LancelotRemark[]>
  setup(text: string): Answer<string>
  /** Applies edits to a position in order, as in `WotnRules`. `text` '' is the start of a basic game for two. */
  edit(text: string, edits: readonly LancelotEdit[]): Answer<LancelotEdited>
  read(text: string): Answer<LancelotRecord>
  /** As in `WotnRules`. */
  readGames(text: string, most: number): Answer<ReadGames>
  /** Returns the game as text. `notes` are turns from `read`; those that match the turns of the game contribute their comments. */
  write(
    start: string,
    turns: string[],
    tags: Record<string, string>,
    notes: readonly RecordMove[],
    of?: RecordedGame,
  ): Answer<string>
}

// ---------------------------------------------------------------- Opponents

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

export interface ReviewRules {
  /** Compares a move with the best one, by the evaluations before and after it. */
  classify(move: string, before: Evaluated, after: Evaluated): Answer<MoveVerdict>
  /** Returns the accuracy of moves with these losses in percent; null without moves. */
  accuracy(losses: number[]): Answer<number | null>
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

// ---------------------------------------------------------------- Explorer

/** A move that was played, with the results for the side that made it. */
export interface MoveCount {
  /** In coordinate notation; in Lancelot one of the equal turns of a symmetric position. */
  move: string
  wins: number
  draws: number
  losses: number
}

/** The moves that were played in a position, the most frequent first. */
export interface EngineMoves {
  /** Number of games of the table, and the nodes of each search in them. */
  games: number
  nodes: number
  moves: MoveCount[]
}

/** A game of a text with several, as a chapter of a study. */
export interface FoundGame {
  /** Made of the tags; '' without usable ones. */
  title: string
  /** What can be kept; '' if nothing can. */
  text: string
  /** The number of moves, with those of variations. */
  nodes: number
  /** Why parts of the game are left out. Offsets are those of the whole text. */
  left: Problem[]
}

export interface StudyRules {
  /** Returns the games of a text, in order. `variant` is that of games of Way of the Knight without a tag for it. */
  split(game: 'wotn' | 'lancelot', variant: Variant, text: string): Answer<FoundGame[]>
}

export interface ExplorerRules {
  /** Returns the name of the kind of game whose table has a position; '' if none has. */
  set(game: 'wotn' | 'lancelot', variant: string, position: string): Answer<string>
  /** Looks a position up in a table (docs/formats/explorer.md). Problem 'explorer-table' for other data. */
  find(game: 'wotn' | 'lancelot', variant: string, position: string, table: Uint8Array): Answer<EngineMoves>
}

// ---------------------------------------------------------------- Lessons

/** An exercise, as docs/formats/lessons.md describes it. The fields that the page alone uses are left out. */
export interface LessonExercise {
  game: 'wotn' | 'lancelot'
  variant?: Variant
  position: string
  par: number
  limit?: number
  success: string
  failure?: string
  solution: string[]
  also?: string[]
  scripted?: boolean
  engine?: { level: number; nodes: number; seed: number }
  wrong?: { moves: string[]; refutation?: string[]; reason: string; text: string }[]
}

/** A condition of docs/formats/lessons.md. */
export interface LessonCause {
  name: string
  args: string[]
  /** It holds, but should not. */
  not: boolean
  /** The lead, or the number of captures, kings or exposed stones. */
  value: number
}

export interface LessonState {
  /** The learner's side: 0 for White, 1 for Black, or the number of the seat. */
  learner: number
  status: 'open' | 'solved' | 'failed'
  /** Number of the learner's moves. */
  moves: number
  /** The scripted reply that follows, or ''. */
  next: string
  /** The engine is to reply. */
  engineMoves: boolean
  /** Index of the explained wrong move that was played, or -1. */
  wrong: number
  /** Moves that show why the last one was wrong. */
  refutation: string[]
  /** The visible fault of a wrong move that the exercise does not explain; '' if there is none. */
  fact:
    | ''
    | 'weak-victim'
    | 'recaptured'
    | 'promotes'
    | 'gives-check'
    | 'captures-nothing'
    | 'unmet'
    | 'reached'
    | 'off-course'
    | 'too-many-moves'
    | 'game-over'
  /** The condition that does not hold as success needs it, for `unmet`, or that fails the exercise, for `reached`. */
  cause: LessonCause
  /** The levels of the moving and the captured piece, for `weak-victim`. */
  levels: [number, number]
  /** The game to show: that of the exercise, the other is null. */
  wotn: WotnState | null
  lancelot: LancelotState | null
}

export interface LessonRules {
  /**
   * Returns the state after `moves`, replies included. `extra` are moves that follow only to be shown, such as a refutation.
   * `pending` is that of `LancelotRules.game`. Problems: 'exercise' {field, reason}, 'exercise-move'.
   */
  state(exercise: LessonExercise, moves: string[], extra: string[], pending: string): Answer<LessonState>
  /** Returns the engine's move, the same on every machine; '' if the engine is not to move. */
  reply(exercise: LessonExercise, moves: string[]): Answer<string>
  /** Returns a good move for the learner, or ''. */
  hint(exercise: LessonExercise, moves: string[]): Answer<string>
}

/** The object that the WASM program puts on globalThis as `tafelrunde`. */
export interface Tafelrunde {
  wotn: WotnRules
  lancelot: LancelotRules
  engines: Engines
  review: ReviewRules
  studies: StudyRules
  explorer: ExplorerRules
  lessons: LessonRules
}
