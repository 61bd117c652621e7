// Package record reads and writes games of Way of the Knight as text: PGN with
// Betza's notation.
//
// [Read] takes whole games, several in one text if need be, or bare moves. It
// gives each as a [Game]: tags, start, a tree of moves with comments, marks
// (NAGs) and variations, and the result. [Game.String] writes it again, and
// what was read and written is read back the same.
//
// The moves of the game itself must be right: the first that is not ends the
// reading of that game with a [*Problem] that names the move and the reason.
// Notes are treated more kindly. What cannot be followed in a variation is
// reported in [Game.Problems], kept as a comment, and the rest of the game goes
// on. In notes a rise may also be left open, as "/any" or by leaving it out;
// then the line is followed with every kind that it may be. Games annotated in
// plain sentences, as Betza did, are read too; the sentences become comments.
//
// The format is docs/formats/wotn.md.
package record
