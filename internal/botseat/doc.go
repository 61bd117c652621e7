// Package botseat lets engines sit at tables like any player: it takes their
// turns, thinks, and sends the move as a command.
//
// The queue of turns is the store's view of matches: a match in which an engine
// is to move has a row that says so, written in the transaction of the move
// that it answers. A [Worker] takes a turn for some seconds; if it dies or is too
// slow, another one takes it then. The store decides whose turn is next, so that
// people share engine time evenly. A move that comes too late is refused as
// stale. docs/decisions/engine-turns.md has the reasons.
package botseat
