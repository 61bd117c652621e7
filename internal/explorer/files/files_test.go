package files

import (
	"testing"

	"tafelrunde/internal/explorer"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// maxBytes is the largest size of all embedded tables together.
const maxBytes = 2 << 20

// TestEmbeddedTables: every set has a table with moves from its start position.
func TestEmbeddedTables(t *testing.T) {
	total := 0
	bySet := make(map[string]*explorer.Table)
	for _, table := range Tables() {
		bySet[table.Set.Name] = table
		total += len(table.Data())
	}
	if total > maxBytes {
		t.Errorf("%d bytes, more than %d", total, maxBytes)
	}
	for _, set := range explorer.Sets() {
		table := bySet[set.Name]
		if table == nil {
			t.Errorf("no table of %s", set.Name)
			continue
		}
		var place explorer.Place
		if set.Lancelot {
			p, err := lancelot.Options{Seats: 2, Rules: set.Rules}.Setup().Position()
			if err != nil {
				t.Fatal(err)
			}
			place, _ = explorer.PlaceOfLancelot(&p)
		} else {
			p := wotn.Start(set.Variant)
			place = explorer.PlaceOfWotn(&p)
		}
		games := 0
		for _, m := range table.Moves(&place) {
			games += m.Games()
		}
		if games != table.Games || games < 1000 {
			t.Errorf("%s: %d games from the start position, %d in all", set.Name, games, table.Games)
		}
	}
}
