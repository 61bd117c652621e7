// Package explorer counts which moves were played in positions and how the games
// ended.
//
// A [Counter] counts games. Its most frequent positions are packed into a [Table],
// a file that is searched without being unpacked (docs/formats/explorer.md). Both
// find positions by their [Place]: in Way of the Knight what counts for repetition, in
// Lancelot the position up to symmetry, so that positions that are reflected or
// turned share their numbers.
package explorer
