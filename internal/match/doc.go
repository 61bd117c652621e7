// Package match implements a match as a pure fold. [Decide] returns the events
// that result from a [Command], or a [Refusal]; [Apply] returns the [State] after
// an event.
//
//	state := match.New()
//	events, after, err := match.Decide(rules, state, command)
//	for _, e := range events {
//		state, err = match.Apply(rules, state, e) // the last one equals after
//	}
//
// The state of a match follows from its events alone. The package does not use
// clocks, random numbers, files or the network: a command contains the time and
// a seed. States are immutable and may be shared between goroutines.
//
// A match is a series of games of the same players. Seats are numbered from 0. A
// player has the same seat during the whole series, with different colors. An
// implementation of [Rules] decides what is legal on the board. This package
// implements the rest: clocks, resignations, offers, absence, rematches.
//
// The format of the events is described in docs/formats/match-events.md.
package match
