// Package wotn implements the rules of Way of the Knight, Ralph Betza's chess
// variant in which pieces gain levels and change how they move.
//
// # Positions
//
// [ParsePosition] parses a FEN and [Start] returns the start position of a
// [Variant]: Standard with 16 kinds of pieces, Alternative with 22, or Chess. A
// [Position] is always playable. A [Setup] may be anything, for example a board
// that is being edited; [Setup.Position] checks it and returns all problems at
// once.
//
// # Moves
//
// [Position.Moves] iterates over the legal moves; [Position.AppendMoves] appends
// them to a slice without allocating. A [Move] contains the kinds of the moving
// and the captured piece and of the promotion. [Position.Play] checks a move and
// returns the position after it; [Position.PlayInto] is the unchecked, faster
// form for moves from the move list.
//
// Moves are written in coordinate notation ([Move.String], [Position.ParseMove])
// or in algebraic notation with Betza's extensions ([Position.SAN],
// [Position.ParseSAN]). Package record reads and writes games as PGN.
//
// # Games
//
// A [Game] is a start position and the moves played from it. It adds the rules
// that depend on earlier positions: repetition, claims of a draw, undo.
// [Game.Outcome] and [Position.Outcome] return whether the game is finished, why
// and with which result. [Series] counts the results and handicap points of a series,
// and [Setup.HandicapPromote] spends a point.
//
// # Text
//
// Position, Setup, Square, Kind, Color and Variant implement encoding.TextMarshaler
// and encoding.TextUnmarshaler, so that they can be used in JSON. A Move is only
// written: its text names two squares and has a meaning only in a position;
// [Position.ParseMove] parses it. Errors in text are of type [*SyntaxError] with a
// byte offset, illegal moves of type [*MoveError], unplayable setups of type
// [*SetupError].
//
// # Names
//
// Packages wotn and lancelot use the same names: Start, Parse…, NewSquare,
// Position.ToMove, At, Play, PlayInto and Outcome, Game.PlayText, Position and Undo,
// Union, Intersection and Difference of sets. An Outcome has a Reason and the methods
// Over, Draw, Winners, Wins and WinShare in both. Here it also has a Result.
// Files, ranks, columns and rows count from 0, from the lower left; names begin at a1.
//
// Positions are passed as pointers and returned as values; those of a Game are
// pointers that the caller must not change. Values that are small or rarely used, such
// as Move, Setup and Outcome, have value receivers. So have String and MarshalText, so that
// package fmt and JSON also apply them to values.
//
// Codes of errors begin with the word of their type (Syntax…, Setup…, Move…) and have
// stable texts. The other fields of an error are its particulars, for messages in
// other languages.
//
// # Engines
//
// [Generator], [CheckInfo], [Exchange], [Position.NullMoveInto],
// [Position.MoveBetween] and [Position.PawnKey] are for programs that search
// positions. Other programs do not need them. Package search uses them.
//
// Positions and moves are values: they can be copied, compared with ==, used as
// map keys and shared between goroutines. The rules as text, with their sources,
// are in docs/rules.
package wotn
