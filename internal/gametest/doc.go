// Package gametest is the conformance kit for the rules packages. A rules
// package passes a [Game], a struct of functions, so that the packages need not
// share an interface. [Run] plays random games and checks invariants of every
// position. [Transcripts] compares whole games with files in testdata. [Rules] runs
// one test for each paragraph of the rules documents. [Linear] measures readers of
// records.
//
// The flag -update writes the transcripts. Look at the difference before
// committing it.
package gametest
