package search_test

import (
	"context"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

// player is a searcher with its limits.
type player struct {
	search.Searcher
	limits search.Limits
}

// play plays a game from its start and answers how it ends. Every turn must be
// legal.
func play(t testing.TB, o lancelot.Options, players []player) lancelot.Outcome {
	t.Helper()
	p, err := o.Setup().Position()
	if err != nil {
		t.Fatal(err)
	}
	for !p.Outcome().Over() {
		player := players[p.ToAct()]
		line := player.Search(context.Background(), &p, player.limits, nil)
		after, err := p.Play(line.Turn())
		if err != nil {
			t.Fatalf("%s: %v", &p, err)
		}
		p = after
	}
	return p.Outcome()
}
