// Package storetest tests implementations of [store.Store] ([Check]), and starts
// PostgreSQL servers for tests ([Postgres]).
package storetest
