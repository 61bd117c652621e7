// Package storetest is the kit that every store passes ([Check]), and starts
// PostgreSQL for tests ([Postgres]).
package storetest
