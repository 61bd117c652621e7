// Package botseat plays for engines at tables. A [Worker] leases a turn of an
// engine, searches, and sends the move as a command to the host.
//
// The store has the queue of turns: the view of a match records that an engine is
// to move, in the transaction of the move before. If a worker's lease expires,
// another worker takes the turn; a late move is refused as stale. The store
// chooses the next turn, so that people share engine time evenly.
// docs/decisions/engine-turns.md has the reasons.
package botseat
