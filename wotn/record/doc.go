// Package record reads and writes games of Way of the Knight as text: PGN with
// Betza's notation.
//
// [Read] parses one game, and [Reader] parses all games of a text, either as
// PGN or as bare moves. The result is a [Game]: tags, start position, a tree of
// moves with comments, NAGs and variations, and the result. [Game.String]
// writes it as PGN; reading that text returns the same game.
//
// An illegal move in the main line ends the game with a [*Problem] that
// contains the move and the reason. In variations errors are reported in
// [Game.Problems], the rest of the variation becomes a comment, and reading
// continues. In variations a promotion can also be left open, as "/any" or by
// omission; the following moves are then checked for every possible kind. Games
// annotated in plain sentences, as Betza wrote them, are read too; the
// sentences become comments.
//
// The format is described in docs/formats/wotn.md.
package record
