// Package xboard speaks the Chess Engine Communication Protocol, version 2, for
// a search: [Serve] reads commands as XBoard and WinBoard send them, drives an
// [engine.Searcher] and writes its answers until the input ends or says quit.
//
// For the variants of Way of the Knight, which XBoard does not know, it says
// how the men look and move (the commands setup and piece), where the man just
// lifted may go (highlight), and what a man that rises may become (choice), so
// that people can play by mouse. docs/formats/xboard.md describes the commands
// and how XBoard is to be started.
package xboard
