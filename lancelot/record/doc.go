// Package record reads and writes games of Lancelot as text: tags in brackets,
// turns with numbers, comments in braces, a result.
//
// [Read] takes one game, [ReadAll] as many as there are. The turns are played as
// they are read, so that a [Game] that was read is a game by the rules; the
// first thing that is wrong ends the reading with an [*Error] that says where,
// at which turn and why. [Game.String] writes a game, and what was written is
// read back the same.
//
// The format is docs/formats/lancelot.md.
package record
