// Package engine connects searches with the protocols that user interfaces
// speak.
//
// A search implements [Searcher]: it has options, searches a game within
// [Limits], reports [Info] while it runs and returns a [Result]. Package
// wotn/search is one; packages uci and xboard are the protocols. A program that
// combines them is examples/uci.
//
// A [Task] is a search that runs while a protocol reads commands.
package engine
