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
	for _, line := range []string{"1 e2e4 e7e5", "0 e2e4 c7c5", "= d2d4"} {
		r, err := explorer.ParseRecord(line)
		if err == nil {
			err = counter.Add(r)
		}
		if err != nil {
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
