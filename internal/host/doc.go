// Package host runs live matches. It loads a match on demand, decides commands,
// stores the events and publishes them to subscribers.
//
// The order is fixed: decide, store, apply, publish. An event is never published
// before it is stored. If another process has stored an event with the same
// number, the host catches up with the store and decides again. Notices of the
// store announce events of other processes; gaps in the numbers reveal lost
// notices.
//
// A [Host] also ends turns whose time is over. It finds the deadlines in the
// store, not in memory, so that any process can do it.
package host
