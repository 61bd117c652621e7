// Package record reads and writes games of Lancelot as text: tags in brackets,
// numbered turns with symbols, comments in braces and variations, and a result.
//
// [Read] parses one game, [ReadAll] several. They play the turns, so that a [Game]
// that was read follows the rules. They stop at the first error and return an
// [*Error] with its offset, turn and reason. What does not change the turns is no error: a
// start that is missing, a wrong result, and damaged tags, comments and variations are in
// [Game.Problems]. [Game.String] writes a game; reading it
// again returns an equal game without problems.
//
// docs/formats/lancelot.md describes the format.
package record
