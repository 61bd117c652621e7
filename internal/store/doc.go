// Package store is what must survive: the events of matches, the views of them
// that are asked for often, and people.
//
// The events of a match under (match, seq) are the truth. Everything in a
// [Summary], the deadlines, the engines' turns, finished games and ratings are
// views: they are brought up to date in the transaction that stores the events,
// and can be made again from the events alone ([Store.Rebuild]).
//
// Package sqlstore keeps all this in SQLite or PostgreSQL; package storetest is
// the kit that every implementation passes.
package store
