// Package sqlstore implements [store.Store] with an SQL database: SQLite inside
// the process ([OpenSQLite]) or PostgreSQL ([OpenPostgres]), with the same
// queries.
//
// Concurrent appends of many matches are written in one transaction, so that they
// share one sync of the disk. SQLite uses a write-ahead log and synchronous=FULL:
// acknowledged appends survive a power failure.
package sqlstore
