package search_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
)

var writeLevels = flag.Bool("levels", false, "write testdata/levels.txt")

// levelPositions are the positions of testdata/levels.txt.
var levelPositions = []struct {
	variant wotn.Variant
	text    string
}{
	{wotn.Standard, wotn.StartText},
	{wotn.Standard, "r1bk3r/pp1p1Qpp/2p5/4l3/2B5/4K3/P1P3PP/4RR2 b - - 1 17"},
	{wotn.Standard, "4k3/pp3p2/2d3p1/8/3S4/1P4P1/P4P2/4K3 w - - 0 1"},
	{wotn.Alternative, "r3k2r/1g2y2p/3x4/2i2t2/2I2T2/3X4/1G2Z2P/R3K2R w KQkq - 0 1"},
	{wotn.Chess, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"},
}

// atLevel returns the engine at a level.
func atLevel(code int, seed uint64) *search.Engine {
	c := net.Config()
	c.Hash, c.Level, c.Seed = 1, code, seed
	return search.New(c)
}

// TestLevelsKeepTheirStrength compares moves of all levels below full strength with
// recorded ones: a level's code must not change its meaning, because stored games
// use it. A change of the evaluation may change moves; then the levels have to be
// measured again (docs/levels.md) before -levels writes the new moves.
func TestLevelsKeepTheirStrength(t *testing.T) {
	const file = "testdata/levels.txt"
	var got strings.Builder
	for code := 1; code < search.FirstBeginner+search.Beginners; code++ {
		if code == search.MaxLevel {
			continue // Bench is its fingerprint
		}
		fmt.Fprintf(&got, "%d", code)
		for _, at := range levelPositions {
			p, err := wotn.ParsePosition(at.variant, at.text)
			if err != nil {
				t.Fatal(err)
			}
			for seed := uint64(1); seed <= 3; seed++ {
				e := atLevel(code, seed)
				fmt.Fprintf(&got, " %s", e.Search(context.Background(), wotn.NewGame(p), engine.Limits{Nodes: 20000}, nil).Best)
			}
		}
		got.WriteString("\n")
	}
	if *writeLevels {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("moves by level:\n%swant\n%s", got.String(), want)
	}
}

// score plays a game between two searches, which alternate, and returns the score
// of the first: 2 for a win, 1 for a draw.
func score(t *testing.T, first, second engine.Searcher, firstIsBlack bool) int {
	t.Helper()
	game := wotn.NewGame(wotn.Start(wotn.Standard))
	players := [2]engine.Searcher{first, second}
	if firstIsBlack {
		players = [2]engine.Searcher{second, first}
	}
	for !game.Outcome().Over() && game.Len() < 400 {
		found := players[game.Len()%2].Search(context.Background(), game, engine.Limits{}, nil)
		if err := game.Play(found.Best); err != nil {
			t.Fatal(err)
		}
	}
	switch winner := game.Outcome().Result(); {
	case winner == wotn.WhiteWins && !firstIsBlack, winner == wotn.BlackWins && firstIsBlack:
		return 2
	case winner == wotn.WhiteWins, winner == wotn.BlackWins:
		return 0
	}
	return 1
}

// TestWeakestBeginner: over 100 games, the weakest beginner scores at most 30 %
// against the greedy player and at least 70 % against random moves.
func TestWeakestBeginner(t *testing.T) {
	beginner := func(seed uint64) engine.Searcher {
		return atLevel(search.FirstBeginner, seed)
	}
	greedy, random := 0, 0
	for seed := uint64(1); seed <= 100; seed++ {
		greedy += score(t, beginner(seed), search.NewGreedy(seed), seed%2 == 0)
		random += score(t, beginner(seed), search.NewRandom(seed), seed%2 == 0)
	}
	t.Logf("greedy %.1f %%, random %.1f %%", float64(greedy)/2, float64(random)/2)
	if greedy > 60 {
		t.Errorf("the weakest beginner scores %.1f of 100 against the greedy player", float64(greedy)/2)
	}
	if random < 140 {
		t.Errorf("the weakest beginner scores %.1f of 100 against random moves", float64(random)/2)
	}
}

// TestBeginnersIgnoreTime: a beginner's move depends on the seed, the position and
// the number of moves, not on limits or on an earlier search.
func TestBeginnersIgnoreTime(t *testing.T) {
	p, err := wotn.ParsePosition(wotn.Standard, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P2p/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for code := search.FirstBeginner; code < search.FirstBeginner+search.Beginners; code++ {
		e := atLevel(code, 5)
		done, cancel := context.WithCancel(context.Background())
		cancel()
		first := e.Search(context.Background(), wotn.NewGame(p), engine.Limits{}, nil)
		again := e.Search(done, wotn.NewGame(p), engine.Limits{Nodes: 1}, nil)
		if first.Best != again.Best || first.Nodes != again.Nodes || first.Nodes == 0 {
			t.Errorf("level %d plays %s with %d nodes, then %s with %d", code, first.Best, first.Nodes, again.Best, again.Nodes)
		}
	}
}

// TestGreedy: mate comes before the most valuable capture, and that before others.
func TestGreedy(t *testing.T) {
	for text, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1": "b1b8",
		"k7/8/8/2q1r3/3P4/8/8/K7 w - - 0 1":      "d4c5",
	} {
		p, err := wotn.ParsePosition(wotn.Chess, text)
		if err != nil {
			t.Fatal(err)
		}
		for seed := uint64(1); seed < 9; seed++ {
			if best := search.NewGreedy(seed).Search(context.Background(), wotn.NewGame(p), engine.Limits{}, nil).Best.String(); best != want {
				t.Errorf("%s: %s, want %s", text, best, want)
			}
		}
	}
}

// TestLevelsForget: a level plays the same after a search at full strength, which evaluates differently.
func TestLevelsForget(t *testing.T) {
	search := func(e *search.Engine) engine.Result {
		return e.Search(context.Background(), wotn.NewGame(wotn.Start(wotn.Standard)), engine.Limits{Nodes: 20000}, nil)
	}
	fresh, used := atLevel(5, 7), atLevel(10, 7)
	search(used)
	if err := used.SetOption("Skill Level", "5"); err != nil {
		t.Fatal(err)
	}
	if got, want := search(used), search(fresh); got.Best != want.Best || got.Nodes != want.Nodes {
		t.Errorf("%v with %d nodes, a new engine %v with %d", got.Best, got.Nodes, want.Best, want.Nodes)
	}
}
