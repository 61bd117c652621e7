package search

import (
	"context"
	"slices"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// TestTreeSolves: what the tree proves near the end equals the result of an
// exhaustive search.
func TestTreeSolves(t *testing.T) {
	proved := 0
	for p, want := range testkit.LateGames(t, 60) {
		tree := &Tree{}
		info := tree.searchPosition(context.Background(), &p, engine.Limits{Nodes: 30_000}, nil)
		n := tree.nodes.at(tree.root)
		if n.state&solved == 0 {
			continue
		}
		proved++
		if float64(n.sums[0]) != want {
			t.Errorf("%s: proved %v, want %v", &p, n.sums, want)
		}
		var after lancelot.Position
		p.PlayInto(&after, info.PV[0])
		if got := testkit.MaxN(&after, map[lancelot.Position]float64{}); got != want {
			t.Errorf("%s: %s leads to %v, not %v", &p, info.PV[0], got, want)
		}
	}
	if proved < 25 {
		t.Errorf("only %d positions proved", proved)
	}
}

// TestExcaliburCandidates: where an Excalibur turn has a better result than every
// single stone, the candidates include a turn with the best result of all turns.
func TestExcaliburCandidates(t *testing.T) {
	wins, saves := 0, 0
	for game := range uint64(150) {
		p, ok := testkit.LatePosition(t, game, testkit.AllLancelotRules[2+game%2], 1)
		if !ok || !p.HasExcaliburTurn(p.ToMove()) || p.PlacesExcalibur() {
			continue
		}
		seat := p.ToMove()
		known := map[lancelot.Position]float64{}
		result := func(turns []lancelot.Turn) float64 {
			best := -1.0
			var after lancelot.Position
			for _, turn := range turns {
				p.PlayInto(&after, turn)
				value := testkit.MaxN(&after, known)
				if seat == 1 {
					value = 1 - value
				}
				best = max(best, value)
			}
			return best
		}
		all := p.AppendTurns(nil)
		if len(all) > 500 {
			continue
		}
		full, stones := result(all), result(appendSingleActions(nil, &p))
		if full == stones {
			continue
		}
		if full == 1 {
			wins++
		} else {
			saves++
		}
		w := excaliburTurns{weights: trained()}
		few := w.append(nil, &p, rootExcalibur)
		for _, turn := range few {
			if !slices.Contains(all, turn) {
				t.Fatalf("%s: %s is not legal", &p, turn)
			}
		}
		if got := result(few); got < full {
			t.Errorf("%s: the best of all %d turns gives %v, of %d candidates %v, of stones %v", &p, len(all), full, len(few), got, stones)
		}
	}
	if wins < 5 {
		t.Errorf("only %d wins and %d saves by Excalibur turns", wins, saves)
	}
	t.Logf("%d wins, %d saves by Excalibur turns", wins, saves)
}

// TestThreadsShareTree: several goroutines grow one consistent tree. The visits
// of the edges of the root do not exceed those of the root, and the sums of each
// child are win shares that sum to its visits. Proved results are correct.
func TestThreadsShareTree(t *testing.T) {
	for game := range 8 {
		p := begin(t, lancelot.Options{Seats: 2 + game%4, Rules: testkit.AllLancelotRules[game%4]}, uint64(game))
		tree := &Tree{Threads: 3, Memory: 2 << 20}
		for range 3 {
			info := tree.searchPosition(context.Background(), &p, engine.Limits{Nodes: 60_000}, nil)
			if !p.IsLegal(info.PV[0]) {
				t.Fatalf("%s: %s is not legal", &p, info.PV[0])
			}
			root := tree.nodes.at(tree.root)
			visits := int32(0)
			for _, e := range tree.edges.from(root.first, root.count) {
				visits += e.visits
				if e.child == 0 {
					continue
				}
				child := tree.nodes.at(e.child)
				sum := float32(0)
				for _, x := range child.sums {
					sum += x
				}
				if parts := float32(child.visits); child.state&solved == 0 && (sum < 0.99*parts || sum > 1.01*parts) {
					t.Errorf("%s: %s: %d visits with sums %v", &p, e.turn, child.visits, child.sums)
				}
			}
			if root.state&solved == 0 && visits > root.visits {
				t.Errorf("%s: %d visits, of its edges %d", &p, root.visits, visits)
			}
			p.PlayInto(&p, info.PV[0])
		}
	}
	p, proved := lancelot.Position{}, 0
	for game := range uint64(40) {
		var ok bool
		if p, ok = testkit.LatePosition(t, game, testkit.AllLancelotRules[game%2], 2); !ok {
			continue
		}
		tree := &Tree{Threads: 3, Memory: 2 << 20}
		tree.searchPosition(context.Background(), &p, engine.Limits{Nodes: 30_000}, nil)
		if n := tree.nodes.at(tree.root); n.state&solved != 0 {
			proved++
			if want := testkit.MaxN(&p, map[lancelot.Position]float64{}); float64(n.sums[0]) != want {
				t.Errorf("%s: proved %v, want %v", &p, n.sums, want)
			}
		}
	}
	if proved < 10 {
		t.Errorf("only %d positions proved", proved)
	}
}
