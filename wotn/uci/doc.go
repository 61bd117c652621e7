// Package uci implements the Universal Chess Interface for a search. [Serve]
// reads commands, drives an [engine.Searcher] and writes its answers until the
// input ends or the command quit.
//
// The option UCI_Variant selects a variant of package wotn. Moves and positions
// have the text form of that package: coordinates with the letter of the kind
// promoted to, and FEN. docs/formats/uci.md describes the commands, the
// extensions and the handling of invalid input.
package uci
