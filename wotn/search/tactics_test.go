package search_test

import (
	"context"
	"slices"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

// Betza's sample game and the handicap game, both as in docs/rules.
var (
	betza = []string{
		"e4", "e5", "Nf3", "Nc6", "d4", "Nxd4", "Nxd4/NW", "exd4/WfbD", "Qxd4", "Qf6", "e5", "Qb6", "Be3", "Ne7", "Bc4", "Nf5",
		"Qd5", "Nxe3/NW", "Qxf7+", "Kd8", "fxe3/AD", "Qxb2", "(AD)c3", "Bb4", "Ke2", "Bxc3/BD", "Nxc3/NW", "Qxc3/BNN+", "Ke3",
		"(BNN)xe5", "Rae1", "c6", "Rhf1",
	}
	handicap = []string{
		"d4", "d5", "Bf4", "Nf6", "f3", "Nc6", "(WfbD)e4", "dxe4/WfbD", "fxe4/WfbD", "Nxe4/NW", "g3", "(NW)xd4",
	}
)

const handicapStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPSPPP/RNBQKBNR w KQkq - 0 1"

func replay(t *testing.T, start string, sans ...string) *wotn.Game {
	t.Helper()
	p, err := wotn.ParsePosition(wotn.Standard, start)
	if err != nil {
		t.Fatal(err)
	}
	g := wotn.NewGame(p)
	for _, san := range sans {
		m, err := g.Position().ParseSAN(san)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", san, err)
		}
	}
	return g
}

// TestSampleGames checks that the engine finds the decisive ideas in the notes
// to the sample games.
func TestSampleGames(t *testing.T) {
	tests := []struct {
		name  string
		game  *wotn.Game
		wants []string // in SAN
		least engine.Score
	}{
		{"17...d5 18.Qf8+ wins", replay(t, wotn.StartText, append(slices.Clone(betza), "d5")...), []string{"Qf8+"}, engine.Centipawns(90)},
		// The engine finds 8.Na3 as good as 8.Nc3 of the notes.
		{"7.Be3 d6 8.Nc3", replay(t, wotn.StartText, append(slices.Clone(betza[:13]), "d6")...), []string{"Nc3", "Na3"}, engine.Centipawns(100)},
		{"8.Nc3 dxe5 9.Bb5+", replay(t, wotn.StartText, append(slices.Clone(betza[:13]), "d6", "Nc3", "dxe5/AD")...), []string{"Bb5+"}, engine.Centipawns(200)},
		{"7.Ne2 allows mate", replay(t, handicapStart, append(slices.Clone(handicap), "Ne2")...), []string{"(NW)f3#"}, engine.MateIn(1)},
	}
	if testing.Short() {
		tests = tests[2:]
	}
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 64})
	for _, test := range tests {
		e.Clear()
		r := e.Search(context.Background(), test.game, engine.Limits{Nodes: 2_000_000}, nil)
		san := test.game.Position().SAN(r.Best)
		if !slices.Contains(test.wants, san) || r.Score < test.least {
			t.Errorf("%s: %s with %s at depth %d, want %v with at least %s", test.name, san, r.Score, r.Depth, test.wants, test.least)
		}
		t.Logf("%s: %s, %s, depth %d", test.name, san, r.Score, r.Depth)
	}
	// A search of three plies must avoid 7.Ne2.
	g := replay(t, handicapStart, handicap...)
	r := e.Search(context.Background(), g, engine.Limits{Depth: 3}, nil)
	if g.Position().SAN(r.Best) == "Ne2" {
		t.Error("7.Ne2 allows mate in one")
	}
}
