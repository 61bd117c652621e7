// Package lancelot implements the rules of Lancelot, the stone game by Roland
// Siegers (Mattel 1990), for two to five seats.
//
// A [Setup] describes a state of a game, valid or not. [ParseSetup] reads one from
// text, and [Options.Setup] returns the start of a game. [Setup.Position] checks
// it and returns a [Position], or an error with all problems. A Position lists its
// legal turns ([Position.Turns], [Position.AppendTurns]), plays them
// ([Position.Play], [Position.PlayInto]) and returns its outcome
// ([Position.Outcome]). [Position.Lead] returns the lead of a seat on a line,
// [Position.PartialTurn] the consequences of a stone on each square, and
// [Position.Explain] the consequences of a turn. A [Game] is a start position and
// the turns played from it.
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
// [Generator] and [LineState] are for programs that search positions, such as
// package search. Other programs do not need them.
//
// The package does not use clocks, files, random numbers or global state. All
// values except [Game] can be copied and used by several goroutines.
package lancelot
