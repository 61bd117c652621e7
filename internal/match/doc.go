// Package match is one match as a pure fold: a [Command] comes in, [Decide]
// answers the events that follow from it or a [Refusal], and [Apply] makes the
// next [State] of a state and an event.
//
//	state := match.New()
//	events, err := match.Decide(rules, state, command)
//	for _, e := range events {
//		state = match.Apply(rules, state, e)
//	}
//
// The events in their order are the truth: who has them has the match. Nothing
// here looks at a clock, a random source, a file or the network; the time and
// the seed of chance come inside the command. States are never changed, only
// followed by others, and may be shared between goroutines.
//
// A match is a table at which one game is played after another by the same
// people: seats are chairs, counted from 0, and stay the same over the whole
// series, whatever colour or turn a chair has in one game. What is legal on the
// board, [Rules] decide; what people decide (to resign, to agree, to let time
// run out) is decided here.
//
// The events as they are stored and sent are described in
// docs/formats/match-events.md.
package match
