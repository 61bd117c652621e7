package storetest

import (
	"database/sql"
	_ "embed"
	"testing"
)

//go:embed testdata/version-5.sql
var version5 string

// OlderDatabase creates the tables of version 5 in an empty database and runs
// queries there. The driver is "sqlite" or "pgx"; the program must import it.
func OlderDatabase(t testing.TB, driver, address string, queries ...string) {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, query := range append([]string{version5}, queries...) {
		if _, err := db.Exec(query); err != nil {
			t.Fatalf("%.200s: %v", query, err)
		}
	}
}
