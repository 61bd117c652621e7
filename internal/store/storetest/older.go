package storetest

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"embed"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

//go:embed testdata/version-5.sql
var version5 string

//go:embed testdata/site-*.db.gz
var sites embed.FS

// Sites are the commits whose databases and backups stay readable: their programs have run
// sites. See [SiteDatabase].
var Sites = []string{"3aed094", "fdfc8637"}

// SiteDatabase writes a database to a file that the program of one of [Sites] has stored:
// of 3aed094 the file of a stopped server, of fdfc8637 a backup. It has the accounts Anna
// and Ben with the password [SitePassword], the guest Gus, games of both kinds that are
// finished, running and waiting, chat, a token, a block and a report; that of fdfc8637
// also settings, progress in the lessons, a study, a moderator and requested reviews.
func SiteDatabase(t testing.TB, commit, file string) {
	t.Helper()
	packed, err := sites.ReadFile("testdata/site-" + commit + ".db.gz")
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// SitePassword is the password of the accounts in [SiteDatabase].
const SitePassword = "seven castles by the sea"

// CopyDatabase copies all tables and indexes of an SQLite database as they are into an
// empty PostgreSQL database. The program must import the drivers "sqlite" and "pgx".
func CopyDatabase(t testing.TB, address, file string) {
	t.Helper()
	from, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	tables, err := from.Query(`SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, rowid`)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	for tables.Next() {
		var kind, name, create string
		if err := tables.Scan(&kind, &name, &create); err != nil {
			t.Fatal(err)
		}
		if _, err := to.Exec(strings.ReplaceAll(create, "WITHOUT ROWID", "")); err != nil {
			t.Fatalf("%s: %v", create, err)
		}
		if kind == "table" {
			copyRows(t, to, from, name)
		}
	}
	if err := tables.Err(); err != nil {
		t.Fatal(err)
	}
}

func copyRows(t testing.TB, to, from *sql.DB, table string) {
	t.Helper()
	rows, err := from.Query("SELECT * FROM " + table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, pointers, places := make([]any, len(columns)), make([]any, len(columns)), make([]string, len(columns))
	for i := range values {
		pointers[i], places[i] = &values[i], fmt.Sprintf("$%d", i+1)
	}
	insert := "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			t.Fatal(err)
		}
		if _, err := to.Exec(insert, values...); err != nil {
			t.Fatalf("%s %v: %v", insert, values, err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// OlderDatabase creates the tables of version 5, that of commit 3aed094, in an empty
// database and runs queries there. The driver is "sqlite" or "pgx"; the program must
// import it.
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
