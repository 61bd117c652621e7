// Package matchplay plays matches between engines, for both games.
//
// For Way of the Knight and chess, a [Player] is an engine connected by UCI or
// XBoard's protocol ([StartUCI], [StartXBoard]), in the same process or another
// program. A [Match] plays pairs of games, each pair from one opening with the
// colours exchanged, several at once. The referee checks every move: illegal moves,
// time forfeits and crashes lose. [Tally] holds the results of the pairs, from
// which the Elo difference with its error follows, and a sequential test that ends
// the match as soon as it is decided ([SPRT]).
package matchplay
