package webtest

import (
	"testing"

	"tafelrunde/internal/explorer"
	webexplorer "tafelrunde/internal/web/explorer"
)

// TestTables are tables of three games of Way of the Knight.
func TestTables(t *testing.T) webexplorer.Tables {
	set, _ := explorer.SetNamed("wotn")
	counter := explorer.NewCounter(set, 10)
	for _, r := range []explorer.Record{
		{Result: 2, Moves: []string{"e2e4", "e7e5"}},
		{Result: 0, Moves: []string{"e2e4", "c7c5"}},
		{Result: 1, Moves: []string{"d2d4"}},
	} {
		if err := counter.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	table, err := explorer.Open(counter.Pack(100, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	tables := make(webexplorer.Tables)
	tables.Add(table)
	return tables
}
