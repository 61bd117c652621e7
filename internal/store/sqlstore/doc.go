// Package sqlstore keeps a store in an SQL database: SQLite inside the process
// ([OpenSQLite]) or PostgreSQL ([OpenPostgres]), with the same queries.
//
// Appends of many matches that come at the same time are written in one
// transaction, so that one sync of the disk serves all of them. SQLite runs
// with a write-ahead log and synchronous=FULL: what is acknowledged survives
// the loss of power.
package sqlstore
