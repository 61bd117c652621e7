package storetest

import (
	"database/sql"
	_ "embed"
	"testing"
)

//go:embed testdata/version-5.sql
var version5 string

//go:embed testdata/version-14.sql
var version14 string

// DatabaseOfVersion14 creates a database of version 14 in an empty one, with the
// matches of [Fill], accounts Player 0 to Player 4, the guest Wanda, and tokens, a
// session, a passkey, a block and a report. See [OlderDatabase] for the driver.
func DatabaseOfVersion14(t testing.TB, driver, address string) {
	t.Helper()
	fillDatabase(t, driver, address, version14)
}

// OlderDatabase creates the tables of version 5 in an empty database and runs
// queries there. The driver is "sqlite" or "pgx"; the program must import it.
func OlderDatabase(t testing.TB, driver, address string, queries ...string) {
	t.Helper()
	fillDatabase(t, driver, address, append([]string{version5}, queries...)...)
}

// fillDatabase runs queries in a database.
func fillDatabase(t testing.TB, driver, address string, queries ...string) {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, query := range queries {
		if _, err := db.Exec(query); err != nil {
			t.Fatalf("%.200s: %v", query, err)
		}
	}
}
