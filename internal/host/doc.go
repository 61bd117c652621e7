// Package host runs live matches: it loads them when somebody asks, lets
// commands be decided, stores the events, and then tells everyone who watches.
//
// The order is law: decide, store, apply, tell. Nobody is told of an event
// that is not stored. If another program has stored an event with the same
// number first, the host catches up with the store and decides again. What
// other programs store it hears of through the store's notices, and of what it
// may have missed by the numbers of events.
//
// A [Host] also lets flags fall: it asks the store, not its own memory, whose
// deadline has passed, so that it does not matter which program held the match.
package host
