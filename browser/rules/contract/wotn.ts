/** Way of the Knight and chess: positions, moves, records and series. */
import type { Answer, AnyVariant, Color, Outcome, Problem, ReadVariant, Variant } from './common.ts'

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
  /** Missing if the promotion is left open ("/any"). */
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
  /** The colors that won, 0 for White, or the seats; missing unless the game is finished. */
  winners?: readonly number[]
}

export interface WotnRecord {
  tags: Record<string, string>
  variant: Variant
  /** '' is the usual start position. */
  start: string
  moves: RecordMove[]
  /** The comments of a game without moves. */
  comments: string[]
  result: string
  /** The colors that won, 0 for White; missing if the result is unknown. */
  winners?: number[]
  /** Errors in comments, variations, tags and the result. The main line is complete. */
  problems: Problem[]
  /** The number of games in the text, of which this is the first. */
  games: number
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

/** A fact about a move; internal/judge/remarks_wotn.go documents the codes and the fields that they use. */
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

/** A position that was read from a FEN. */
export interface ReadPosition {
  /** The canonical FEN. */
  start: string
  /** A problem if rights were dropped in chess, because they are impossible. */
  problems: Problem[]
}

/** A position of Way of the Knight that need not be playable. */
export interface WotnEdited {
  /** FEN. Without edits it is the text that was passed. */
  text: string
  /** The reasons why the position is not playable. If the text cannot be parsed, the rest of the view has what can be read. */
  problems: EditedProblem[]
  /** Rights that are dropped in chess, because they are impossible. */
  dropped: EditedProblem[]
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
  /** Parses a FEN, or returns all problems with it. */
  setup(variant: Variant, text: string): Answer<ReadPosition>
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
  read(variant: ReadVariant, text: string): Answer<WotnRecord>
  /** Parses the first games of a text, at most `most`. */
  readGames(variant: ReadVariant, text: string, most: number): Answer<ReadGames>
  /**
   * Returns the game as PGN. `notes` are moves from `read`; those that match the moves of the game contribute their comments.
   * `comments` are those of a game without moves.
   */
  write(
    variant: Variant,
    start: string,
    moves: string[],
    tags: Record<string, string>,
    notes: readonly RecordMove[],
    of?: RecordedGame,
    comments?: readonly string[],
  ): Answer<string>
}
