// Package jobs does the work that needs engines and that workers lease from the store:
// turns of computer opponents, reviews and comparisons. If a worker's lease expires,
// another worker takes the work. Reviews and comparisons wait for games.
//
// A [TurnWorker] plays for engines at tables: it leases a turn, searches, and sends the
// move as a command to the host. The store has the queue of turns: the view of a match
// records that an engine is to move, in the transaction of the move before. A late move
// is refused as stale. The store chooses the next turn, so that people share engine time
// evenly. docs/decisions/engine-turns.md has the reasons.
//
// A [ReviewWorker] reviews finished games for people whose devices are slow: it makes
// the searches of the review that a page otherwise makes itself, with the same number of
// nodes. The page classifies the moves by their results, as it does with its own.
//
// A [ComparisonWorker] compares the moves of a person in finished games with those of
// the engine, for moderators who suspect that a program has helped. Moves in the
// opening, moves without an alternative and moves that an engine played for an absent
// person do not count. Neither agreement nor times prove anything: a moderator decides.
package jobs
