/** Lancelot: positions, turns and records. */
import type { Answer, Outcome, Problem } from './common.ts'
import type { EditedProblem, ReadGames, RecordedGame, RecordMove } from './wotn.ts'

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
  /** The comments of a game without turns. */
  comments: string[]
  result: string
  /** The seats that won; empty without a result. */
  winners: number[]
  /** The start is assumed, or a result is wrong. */
  problems: Problem[]
  /** The number of games in the text, of which this is the first. */
  games: number
}

/** A fact about a turn; internal/judge/remarks_lancelot.go documents the codes and the fields that they use. */
export interface LancelotRemark {
  code:
    | 'captures-stones'
    | 'captures-stones-many'
    | 'reaches'
    | 'remaining'
    | 'threatens'
    | 'closes'
    | 'leaves-target'
    | 'leaves-target-excalibur'
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
  /** An Excalibur turn, or ''. */
  turn: string
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
  /**
   * Returns the game as text. `notes` are turns from `read`; those that match the turns of the game contribute their comments.
   * `comments` are those of a game without turns.
   */
  write(
    start: string,
    turns: string[],
    tags: Record<string, string>,
    notes: readonly RecordMove[],
    of?: RecordedGame,
    comments?: readonly string[],
  ): Answer<string>
}
