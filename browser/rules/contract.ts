/**
 * What the rules, compiled from the Go packages to WASM, answer to the page.
 *
 * Plain data only. Squares are text ("e4", "g10"), moves and positions are the text of docs/formats,
 * kinds of men are their capital letter, colours are "w" and "b", seats count from 0 (seat 0 is White, or "a").
 * Every call is stateless: a game is its start and its moves, so a reload needs nothing but text.
 */

export type Ways = 'wotn' | 'wotn-alternative' | 'chess'
export type Color = 'w' | 'b'

/** Why something was refused. The page translates by code and args; message is English, for logs and programmers. */
export interface Problem {
  code: string
  args: Record<string, string | number>
  message: string
  /** Byte offset in the text that was read, where there is one. */
  offset?: number
}

export type Answer<T> = { ok: true; value: T } | { ok: false; problems: Problem[] }

/** How a game stands by the rules alone (resigning and agreeing are the table's business). */
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
  /** Its name in the alternative ways, where the Lord is called Duke. */
  alternativeName: { en: string; de: string }
  betza: string
  level: number
  alignment: 'knight' | 'neutral' | 'bishop'
  /** Only in the alternative ways. */
  alternative: boolean
  /** Letters of the kinds that may follow when it rises. */
  into: { wotn: string[]; 'wotn-alternative': string[] }
  /** How a white man moves from d4 on an empty board: squares leapt to, and lines that are stopped by a man on one of their squares. */
  leaps: string[]
  lines: string[][]
  /** Level of the weakest victim that raises it (0: never rises by capture), and the rank that raises it, seen from its side (0: none). */
  risesByTaking: number
  risesOnRank: number
}

export interface Man {
  square: string
  kind: string
  color: Color
}

export interface WotnMove {
  /** Coordinates: "e2e4", "d4e5d". */
  text: string
  san: string
  from: string
  to: string
  kind: string
  /** Letter of the kind it becomes, or ''. */
  rise: string
  /** Square of the man it takes ('' if none; differs from `to` en passant). */
  takes: string
  /** Castling: where the corner man goes. */
  corner?: { from: string; to: string }
}

export interface WotnGame {
  ways: Ways
  start: string
  /** FEN after all moves. */
  position: string
  turn: Color
  /** Number of moves of both sides played so far, and FEN's move number. */
  ply: number
  moveNumber: number
  men: Man[]
  legal: WotnMove[]
  played: WotnMove[]
  /** Squares of kings that stand in check (only a side's only king can). */
  check: string[]
  kings: { w: number; b: number }
  outcome: Outcome
  /** Draws that the side to move may claim now. */
  claims: ('threefold' | 'fifty-moves')[]
  /** Half-moves since the last capture, pawn move or rise. */
  quiet: number
}

/** One choice of a handicap point: the man on square may become any kind of `into`. */
export interface HandicapView {
  /** FEN with the raises so far applied. */
  start: string
  choices: { square: string; into: string[] }[]
}

export interface RecordMove {
  text: string
  san: string
  nags: number[]
  before: string[]
  after: string[]
  /** Other lines that could have been played instead of this move. */
  variations: RecordMove[][]
}

export interface WotnRecord {
  tags: Record<string, string>
  ways: Ways
  start: string
  moves: RecordMove[]
  result: string
  /** What could not be followed in notes and was dropped; the main line is whole. */
  problems: Problem[]
}

export interface WotnRules {
  kinds(): KindInfo[]
  /** `start` '' means the usual start position. Problem 'illegal-move' has args {ply, move}; ply counts from 0. */
  game(ways: Ways, start: string, moves: string[]): Answer<WotnGame>
  /** Reads a FEN and gives it back in its canonical form, or every reason it is refused. */
  setup(ways: Ways, text: string): Answer<string>
  /**
   * Applies handicap points to the start position, in order; a raise belongs to the side whose man stands on its square,
   * so that both sides' may stand in one list. `color` is the side whose choices for its next point are wanted.
   */
  handicap(ways: Ways, color: Color, raises: { square: string; into: string }[]): Answer<HandicapView>
  /**
   * The next game of a series between players 0 and 1: their handicap points after a game that `winner` won (-1: drawn)
   * and in which player `white` had White, and who has White next. `white` -1 and no points give the first game.
   */
  next(points: [number, number], white: 0 | 1 | -1, winner: 0 | 1 | -1): { points: [number, number]; white: 0 | 1 }
  /** Reads moves or a whole game in Betza's notation or PGN. `ways` is used where the text names none. Problem args: ply, move. */
  read(ways: Ways, text: string): Answer<WotnRecord>
  /** The game as PGN. `notes` are moves as `read` gave them; they count as far as they are the moves of the game. */
  write(
    ways: Ways,
    start: string,
    moves: string[],
    tags: Record<string, string>,
    notes: readonly RecordMove[],
  ): Answer<string>
}

// ---------------------------------------------------------------- Lancelot

export type Cell = { seat: number } | { excalibur: true }

export interface LancelotLine {
  /** "row 6", "column G", "diagonal D4-K11": kind, and its first and last square. */
  kind: 'row' | 'column' | 'rising' | 'falling'
  squares: string[]
  /** Lead of every seat on this line (own stones minus all others, Excalibur counted as it now counts). */
  leads: number[]
}

/** What putting a stone (or Excalibur) on a free square would mean for the seat to act. */
export interface LancelotSquare {
  square: string
  legal: boolean
  /** Indices into lines that chivalry closes this square through. */
  closedBy: number[]
  /** Stones it takes. */
  takes: { square: string; seat: number }[]
}

export interface LancelotStep {
  /** Turn text: "g8", "Xg6,g8", "g8,Xg6", or "Xg6" for the opening placement. */
  text: string
  seat: number
  stone: string
  excalibur: { from: string; to: string } | null
  takes: { square: string; seat: number }[]
  /** Seats passed over after this turn because they have no legal turn. */
  skipped: number[]
}

export interface LancelotGame {
  start: string
  position: string
  seats: number
  /** Names of the columns from the left ("d".."k") and of the rows from below (4..11). */
  columns: string[]
  rows: number[]
  cells: { square: string; cell: Cell }[]
  excalibur: string
  rules: { diagonals: boolean; excalibur: boolean; target: number }
  /** Seat to act; what it has to do now. */
  toAct: number
  phase: 'put-excalibur' | 'turn' | 'over'
  captured: number[]
  inHand: number[]
  powers: boolean[]
  lines: LancelotLine[]
  /** For the seat to act: what a stone put now would do (after the pending part of the turn, if any). Empty when no stone is due. */
  stones: LancelotSquare[]
  /** Where Excalibur may be put now (opening placement, or by the king's power before or after the stone). */
  swords: LancelotSquare[]
  /** The part of the turn already chosen and shown in cells, or ''. */
  pending: string
  /** The pending part is a whole turn in itself. */
  canFinish: boolean
  /** What the pending part has taken. */
  pendingTakes: { square: string; seat: number }[]
  played: LancelotStep[]
  outcome: Outcome
}

export interface LancelotRecord {
  tags: Record<string, string>
  start: string
  turns: string[]
  result: string
}

export interface LancelotRules {
  /** `target` 0 means the usual one for so many seats. */
  start(options: {
    seats: number
    diagonals: boolean
    excalibur: boolean
    target: number
    first: number
  }): Answer<string>
  /**
   * A turn may end in the seat that acts after it because those before are out of the match: "g8>c".
   *
   * `pending` is part of a turn: "" none, "Xg6" (Excalibur first, stone to follow), "g8" (stone first, Excalibur may
   * follow).
   */
  game(start: string, turns: string[], pending: string): Answer<LancelotGame>
  setup(text: string): Answer<string>
  read(text: string): Answer<LancelotRecord>
  write(start: string, turns: string[], tags: Record<string, string>): Answer<string>
}

// ---------------------------------------------------------------- Opponents

export interface Thought {
  move: string
  nodes: number
  depth: number
  /** Score for the seat to act, in hundredths of a pawn (wotn) or thousandths of a won game (lancelot). */
  score: number
}

/** A turn of Lancelot and what it does, as the search sees it. Chances are thousandths of a won game, by seat. */
export interface LancelotCandidate {
  turn: string
  /** After the turn. */
  chances: number[]
  /** The chances are how the game ends when all play for themselves. */
  proved: boolean
  takes: { square: string; seat: number }[]
  /** For each other seat that could take stones of the one that acts with its next stone: where it could take most. */
  exposes: { by: number; on: string; takes: { square: string; seat: number }[] }[]
  /** Of the other seats the one that gains most if this turn is played instead of another (-1: none), and how much. */
  gains: number
  gain: number
  /** The turn and what is expected to follow. */
  line: string[]
  /** All that in a sentence. */
  text: string
}

export interface LancelotAdvice {
  /** Of all seats in the position, in thousandths. */
  chances: number[]
  /** The best turn first. */
  turns: LancelotCandidate[]
  nodes: number
  /** Nothing is left to find: the position is solved or leaves no choice. */
  done: boolean
}

export interface LancelotVerdict {
  kind: 'good' | 'inaccuracy' | 'mistake' | 'blunder'
  /** What the turn gave away of its seat's chance to win, in thousandths. */
  loss: number
  /** Who played the turn. */
  seat: number
  played: LancelotCandidate
  /** The same as `played` where nothing was better. */
  better: LancelotCandidate
  text: string
}

export interface Engines {
  /** Makes ready for the first question, so that it keeps its time as the later ones do. */
  prepare(game: 'wotn' | 'lancelot'): Answer<true>
  /**
   * Thinks for at most about `milliseconds` and answers the move of the seat to act. Runs in a worker of its own.
   * `level` is a whole number from 1 (beginner) to 10 (full strength); problem 'level' for another one. Levels below 10
   * err alike throughout a game, which goes on while the moves asked about begin with those asked about before.
   */
  think(
    game: 'wotn' | 'lancelot',
    ways: Ways,
    start: string,
    moves: string[],
    milliseconds: number,
    level: number,
  ): Answer<Thought>
  /**
   * Searches a position of Lancelot for about so long and tells about its best turns, `lines` of them at most. Asked
   * again for the same position it goes on where it ended. `names` are those of the seats, for the sentences.
   */
  advise(
    start: string,
    turns: string[],
    milliseconds: number,
    lines: number,
    language: 'en' | 'de',
    names: string[],
  ): Answer<LancelotAdvice>
  /** Searches likewise and tells whether `turn`, played after `before`, was a mistake. */
  judge(
    start: string,
    before: string[],
    turn: string,
    milliseconds: number,
    language: 'en' | 'de',
    names: string[],
  ): Answer<LancelotVerdict>
}

/** The object that the WASM program puts on globalThis as `tafelrunde`. */
export interface Tafelrunde {
  wotn: WotnRules
  lancelot: LancelotRules
  engines: Engines
}
