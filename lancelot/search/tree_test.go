package search

import (
	"context"
	"iter"
	"slices"
	"testing"

	"tafelrunde/lancelot"
)

// maxn is the outcome when all play for themselves from here, by looking at
// every turn; two seats, where all best turns lead to the same.
func maxn(p *lancelot.Position, known map[lancelot.Position]float64) float64 {
	if o := p.Outcome(); o.Over() {
		return o.WinShare(0)
	}
	if value, ok := known[*p]; ok {
		return value
	}
	best := -1.0
	var after lancelot.Position
	for _, turn := range p.AppendTurns(nil) {
		p.PlayInto(&after, turn)
		value := maxn(&after, known)
		if p.ToAct() == 1 {
			value = 1 - value
		}
		if best = max(best, value); best == 1 {
			break
		}
	}
	if p.ToAct() == 1 {
		best = 1 - best
	}
	known[*p] = best
	return best
}

// late is a position of two seats near the end of a random game on a small
// field, with few stones in hand.
func late(t testing.TB, game uint64, rules lancelot.Rules, hand int) (lancelot.Position, bool) {
	t.Helper()
	return lateAfter(t, game, rules, hand, 4+int(game/4%2), 4+int(game%8))
}

// lateAfter is late after so many turns on a field of that size.
func lateAfter(t testing.TB, game uint64, rules lancelot.Rules, hand, size, turns int) (lancelot.Position, bool) {
	t.Helper()
	s := lancelot.Options{Seats: 2, Size: size, Rules: rules, Target: 60}.Setup()
	p, err := s.PositionOnAnyField()
	if err != nil {
		t.Fatal(err)
	}
	r := Random{Seed: game}
	for range turns {
		if p.Outcome().Over() {
			return p, false
		}
		open := p.Open()
		turn := lancelot.StoneTurn(p.Square(open.Nth(int((game*7 + uint64(p.InHand(0))) % uint64(open.Len())))))
		if p.PlacesExcalibur() {
			line := r.Search(context.Background(), &p, Limits{}, nil)
			turn = line.Turn()
		}
		p.PlayInto(&p, turn)
	}
	if p.Outcome().Over() {
		return p, false
	}
	s = p.Setup()
	// All stones not on the field and not in hand have been taken.
	missing := s.InHand[0] + s.InHand[1] + s.Captured[0] + s.Captured[1] - 2*hand
	s.InHand[0], s.InHand[1] = hand, hand
	s.Captured[0] = (missing + int(game%3)) / 2
	s.Captured[1] = missing - s.Captured[0]
	s.Target = max(s.Captured[0], s.Captured[1]) + 1 + int(game/3%3)
	p, err = s.PositionOnAnyField()
	return p, err == nil && !p.Outcome().Over()
}

// lateGames are positions near the end of so many games, by all rules, and what
// looking at every turn finds of them.
func lateGames(t testing.TB, games uint64) iter.Seq2[lancelot.Position, float64] {
	t.Helper()
	return func(yield func(lancelot.Position, float64) bool) {
		for game := range games {
			rules := allRules[game%4]
			hand := 2
			if rules.Excalibur {
				hand = 1
			}
			p, ok := late(t, game, rules, hand)
			if ok && !yield(p, maxn(&p, map[lancelot.Position]float64{})) {
				return
			}
		}
	}
}

// TestTreeSolves: near the end what the tree proves is what looking at every
// turn finds.
func TestTreeSolves(t *testing.T) {
	proved := 0
	for p, want := range lateGames(t, 60) {
		tree := &Tree{}
		line := tree.Search(context.Background(), &p, Limits{Nodes: 30_000}, nil)
		n := tree.nodes.at(tree.root)
		if n.state&solved == 0 {
			continue
		}
		proved++
		if float64(n.sums[0]) != want {
			t.Errorf("%s: proved %v, by every turn %v", &p, n.sums, want)
		}
		var after lancelot.Position
		p.PlayInto(&after, line.Turn())
		if got := maxn(&after, map[lancelot.Position]float64{}); got != want {
			t.Errorf("%s: %s leads to %v, not %v", &p, line.Turn(), got, want)
		}
	}
	if proved < 25 {
		t.Errorf("only %d positions proved", proved)
	}
}

// TestPowerCandidates: of positions in which the king's power wins at once, wins
// with the next turn, or saves from a loss that no single stone averts, the
// candidates hold a turn that does as well as any of the full list.
func TestPowerCandidates(t *testing.T) {
	wins, saves := 0, 0
	for game := range uint64(150) {
		p, ok := late(t, game, allRules[2+game%2], 1)
		if !ok || !p.HasExcaliburTurn(p.ToAct()) || p.PlacesExcalibur() {
			continue
		}
		seat := p.ToAct()
		known := map[lancelot.Position]float64{}
		result := func(turns []lancelot.Turn) float64 {
			best := -1.0
			var after lancelot.Position
			for _, turn := range turns {
				p.PlayInto(&after, turn)
				value := maxn(&after, known)
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
		full, stones := result(all), result(appendInner(nil, &p))
		if full == stones {
			continue
		}
		if full == 1 {
			wins++
		} else {
			saves++
		}
		w := excaliburTurns{weights: trained}
		few := w.append(nil, &p, rootExcalibur)
		for _, turn := range few {
			if !slices.Contains(all, turn) {
				t.Fatalf("%s: %s is no legal turn", &p, turn)
			}
		}
		if got := result(few); got < full {
			t.Errorf("%s: the best of all %d turns gives %v, of %d candidates %v, of stones %v", &p, len(all), full, len(few), got, stones)
		}
	}
	if wins < 5 {
		t.Errorf("only %d wins and %d saves by the power", wins, saves)
	}
	t.Logf("%d wins, %d saves by the power", wins, saves)
}

// TestThreadsShareATree: several goroutines grow one tree in which every visit of the root
// has gone on by one of its edges and all sums are of chances that add up to one;
// what they prove is so.
func TestThreadsShareATree(t *testing.T) {
	for game := range 8 {
		p := begin(t, lancelot.Options{Seats: 2 + game%4, Rules: allRules[game%4]}, uint64(game))
		tree := &Tree{Threads: 3, Memory: 2 << 20}
		for range 3 {
			line := tree.Search(context.Background(), &p, Limits{Nodes: 60_000}, nil)
			if !p.IsLegal(line.Turn()) {
				t.Fatalf("%s: %s is not legal", &p, line.Turn())
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
			p.PlayInto(&p, line.Turn())
		}
	}
	p, proved := lancelot.Position{}, 0
	for game := range uint64(40) {
		var ok bool
		if p, ok = late(t, game, allRules[game%2], 2); !ok {
			continue
		}
		tree := &Tree{Threads: 3, Memory: 2 << 20}
		tree.Search(context.Background(), &p, Limits{Nodes: 30_000}, nil)
		if n := tree.nodes.at(tree.root); n.state&solved != 0 {
			proved++
			if want := maxn(&p, map[lancelot.Position]float64{}); float64(n.sums[0]) != want {
				t.Errorf("%s: proved %v, by every turn %v", &p, n.sums, want)
			}
		}
	}
	if proved < 10 {
		t.Errorf("only %d positions proved", proved)
	}
}
