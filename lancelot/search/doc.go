// Package search finds turns of Lancelot. Its searchers implement
// [engine.Searcher]: they take a game and limits and return the best turn found.
//
// The simple searchers serve as opponents of known strength. [Named] returns a
// searcher by name:
//
//	random      any legal turn, all with the same probability
//	greedy      captures as much as possible, then exposes as little as possible
//	uct         Monte-Carlo tree search with random games, for any number of seats
//	paranoid    alpha-beta; all others are assumed to play against one seat
//	best-reply  alpha-beta; one of the others replies between two turns of the seat
//	tree        tree search in which each seat maximizes its own win share
//	engine      the tree with playing levels; [New] returns it
//
// The last four use the same evaluation, which is trained on games of self-play
// ([Weights], [Tuning]). [Tree.Advise] returns the best turns with their
// consequences, and [Tree.Compare] compares a turn with the best one, both as
// codes and numbers.
//
// A position can have tens of thousands of Excalibur turns. All searchers consider
// every turn with a single stone. Of the Excalibur turns, the simple searchers
// consider at the root those with the largest captures; the others consider the
// most promising ones by sums over lines.
//
// A searcher must not be used by several goroutines at once: it keeps memory from
// one search to the next.
package search
