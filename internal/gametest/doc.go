// Package gametest is the conformance kit that every game of this house must
// pass. A game hands it a struct of functions, [Game], so that the packages of
// rules need share no interface; [Run] then plays random games and checks in
// every position what must hold of any game, and [Transcripts] compares whole
// games with files kept in testdata.
//
// Both are for tests only. `go test -update` writes the transcripts anew; look
// at the difference before keeping it.
package gametest
