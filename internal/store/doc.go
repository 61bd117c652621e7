// Package store is the contract of the database: events of matches, the views
// derived from them, people and their sessions, tokens, passkeys and reports.
// [Store] is the union of small interfaces, one a noun; callers should depend on
// the smallest that suffices.
//
// The events of a match, by match and number, are the source of truth. A
// [Summary], deadlines, engine turns, finished games and ratings are views. They
// are updated in the transaction that stores the events, and can be computed
// again from the events alone ([Store.Rebuild]).
//
// Package sqlstore implements it with SQLite and PostgreSQL. Every
// implementation passes the tests of package storetest.
package store
