// Package lancelot is the rules of Lancelot, the game of stones by Roland
// Siegers (Mattel 1990), for two to five seats.
//
// A [Setup] is what a table may look like, sense or nonsense; [ParseSetup]
// reads one from text and [Options.Setup] makes the start of a game. The one
// door from there is [Setup.Position], which answers a [Position] or every
// reason why there is none. A Position is always playable: it lists its legal
// turns ([Position.AppendTurns]), plays them ([Position.Play],
// [Position.PlayInto]), says who has won and why ([Position.Outcome]), and
// explains itself: the lead of every seat on every line ([Position.Lead]), what
// a stone on a square would do ([Position.PartialTurn]), what a turn does
// ([Position.Explain]). A [Game] is a start and the turns played from it.
//
//	row
//	  9  . . . b        A row, a column and, where the rule is in use, a
//	  8  . a . b        diagonal of at least four squares is a line. A seat's
//	  7  . . . .        lead on a line is its own stones there less all
//	  6  a . . .        others. Nobody may put a stone where his lead would
//	     f g h i        be above two, and where it is just two he takes all
//	                    other stones on that line.
//
// The package reads no clock, no files and no chance, keeps no state of its own
// and uses nothing but the standard library. All its values may be copied
// freely; none but [Game] changes behind its methods' callers.
package lancelot
