// Package uci speaks the Universal Chess Interface for a search: [Serve] reads
// commands, drives an [engine.Searcher] and writes its answers until the input
// ends or says quit.
//
// The games are the three rule sets of package wotn, chosen by the option
// UCI_Variant. Moves and positions are in the project's own text (coordinates
// with the letter of the kind risen to; FEN). docs/formats/uci.md describes all
// commands, the extras and what is done with input that is wrong.
package uci
