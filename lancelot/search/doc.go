// Package search finds turns of Lancelot: a [Searcher] is given a position and
// limits and answers the best [Info] it has found.
//
// There are several, from the plainest up, and the plain ones stay: they are
// what stronger ones are measured by. [Named] makes them by name.
//
//	random      any legal turn with the same chance
//	greedy      takes most now, then exposes least
//	uct         tree search by random games, for any number of seats
//	paranoid    alpha-beta as if all others played together against one seat
//	best-reply  alpha-beta in which one of the others replies at a time
//	tree        tree search in which each seat seeks its own chance to win
//	engine      the tree with levels: what [New] makes
//
// The last four judge positions alike, by prospects that self-play has taught
// ([Weights], [Tuning]). [Tree.Advise] and [Tree.Judge] say in data and in words
// what turns do and whether one was a mistake; a [Solver] finds out who wins a
// small game of two seats.
//
// The king's power makes up to tens of thousands of turns. All searchers look at
// every single stone, but of the turns with Excalibur the plain ones only at those
// that take most, at the root, and the others at the most promising ones by sums
// over lines.
//
// Searchers are not safe for use by several goroutines at once: each keeps its
// memory from one search to the next.
package search
