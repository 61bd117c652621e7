// Package xboard implements the Chess Engine Communication Protocol, version 2,
// for a search. [Serve] reads commands as XBoard and WinBoard send them, drives
// an [engine.Searcher] and writes its answers until the input ends or the
// command quit.
//
// XBoard does not know the variants of Way of the Knight. The engine announces how
// their pieces look and move (setup, piece), where a lifted piece may go (highlight)
// and what it may promote to (choice). So people can play with the mouse.
// docs/formats/xboard.md describes the commands and how to start XBoard.
package xboard
