// Package tourney plays engines against each other and tells what the results
// are worth.
//
// A [Player] is an engine in a conversation, ours in the same process or any
// program that speaks UCI or XBoard's protocol ([StartUCI], [StartXBoard]). A
// [Match] plays pairs of games, each pair from one opening with the colours
// exchanged, several at once, as a referee who trusts nobody: illegal moves,
// time-outs and crashes lose. [Tally] holds the results of the pairs, from
// which follow the difference in Elo with its error, and a sequential test that
// ends the match as soon as the question is answered ([SPRT]).
package tourney
