// Package search finds turns of Lancelot: a [Searcher] is given a position and
// limits and answers the best [Line] it has found.
//
// There are several, from the plainest up, and the plain ones stay: they are
// what stronger ones are measured by.
//
//	Random    any legal turn with the same chance
//	Greedy    takes most now, then exposes least
//	UCT       tree search by random games, for any number of seats
//	Paranoid  alpha-beta with an evaluation, as if all others played together
//	          against the seat to act
//
// The king's power makes up to tens of thousands of turns. All searchers but
// Random look at every single stone, but only at those turns with Excalibur that
// take most, and at the root only.
//
// Searchers are not safe for use by several goroutines at once: each keeps its
// memory from one search to the next.
package search
