// Package testkit has what several packages are tested with.
//
// It is the conformance kit for the rules packages. A rules package passes a [Game], a
// struct of functions, so that the packages need not share an interface. [PlayGames]
// plays random games and checks invariants of every position. [Transcripts] compares
// whole games with files in testdata; the flag -update writes them. Look at the
// difference before committing it. [Rules] runs one test for each paragraph of the rules
// documents. [Linear] measures readers of records.
//
// [LatePosition], [LateGames] and [MaxN] are the positions and the reference search
// with which searches of Lancelot are tested.
//
// [Until] waits for a condition that other goroutines or processes fulfil. Code that
// runs in one process without network connections is better tested with
// testing/synctest.
package testkit
