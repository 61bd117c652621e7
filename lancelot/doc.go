// Package lancelot implements the rules of Lancelot, the stone game by Roland
// Siegers (Mattel 1990), for two to five seats.
//
//	row
//	  9  . . . b        Rows, columns and, in games with this rule, diagonals
//	  8  . a . b        of at least four squares are lines. A seat's lead on a
//	  7  . . . .        line is the number of its own stones minus that of all
//	  6  a . . .        others. A stone must not make a lead exceed two. If a
//	     f g h i        lead becomes two, all other stones of the line are
//	                    captured.
//
// In games with Excalibur, each seat has one Excalibur turn, called the king's
// power in the rules, in which it also moves Excalibur.
//
// # Positions
//
// [ParsePosition] parses a position and [Start] returns the start of a game with
// [Options]. A [Position] is always playable or finished. A [Setup] may be anything,
// for example a board that is being edited; [Setup.Position] checks it and returns
// all problems at once. [Position.Lead] returns the lead of a seat on a line.
//
// # Turns
//
// [Position.Turns] iterates over the legal turns; [Position.AppendTurns] appends
// them to a slice without allocating. [Position.Play] checks a turn and returns
// the position after it; [Position.PlayInto] is the unchecked, faster form for
// turns from the list. [Position.Explain] returns the consequences of a turn, and
// [Position.PartialTurn] those of a stone or Excalibur on each square, for user
// interfaces.
//
// Turns are written as the squares of their actions in order ([Turn.String],
// [ParseTurn]). Package record reads and writes games.
//
// # Games
//
// A [Game] is a start position and the turns played from it, with undo.
// [Game.Outcome] and [Position.Outcome] return whether the game is finished, why
// and who has won. [NextStart] returns the start of the next game of a series.
//
// # Text
//
// Position, Setup, Turn, Square, Seat and Rules implement encoding.TextMarshaler
// and encoding.TextUnmarshaler, so that they can be used in JSON. Errors in text
// are of type [*SyntaxError] with a byte offset, illegal turns of type
// [*TurnError], unplayable setups of type [*SetupError].
//
// # Names
//
// Packages wotn and lancelot use the same names: Start, Parse…, NewSquare,
// Position.ToMove, At, Play, PlayInto and Outcome, Game.PlayText, Position and Undo,
// Union, Intersection and Difference of sets. An Outcome has a Reason and the methods
// Over, Draw, Winners, Wins and WinShare in both. In wotn it also has a Result.
// Files, ranks, columns and rows count from 0, from the lower left; names begin at a1.
//
// Positions are passed as pointers and returned as values; those of a Game are
// pointers that the caller must not change. Values that are small or rarely used, such
// as Turn, Setup and Outcome, have value receivers. So have String and MarshalText, so that
// package fmt and JSON also apply them to values.
//
// Codes of errors begin with the word of their type (Syntax…, Setup…, Turn…) and have
// stable texts. The other fields of an error are its particulars, for messages in
// other languages.
//
// # Engines
//
// [Generator], [LineState] and the words of a [Set] are for programs that search
// positions, such as package search. Other programs do not need them.
//
// Positions and turns are values: they can be copied, compared with ==, used as
// map keys and shared between goroutines. The package does not use clocks, files,
// random numbers or global state. The rules as text, with their sources, are in
// docs/rules.
package lancelot
