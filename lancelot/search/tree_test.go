package search

import (
	"context"
	"slices"
	"testing"

	"tafelrunde/lancelot"
)

// maxn is the outcome when all play for themselves from here, by looking at
// every turn; two seats, where all best turns lead to the same.
func maxn(p *lancelot.Position, known map[lancelot.Position]float64) float64 {
	if o := p.Outcome(); o.Over() {
		return o.Return(0)
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
	s := lancelot.Options{Seats: 2, Size: 4 + int(game/4%2), Rules: rules, Target: 60}.Setup()
	p, err := s.PositionOnAnyField()
	if err != nil {
		t.Fatal(err)
	}
	r := Random{Seed: game}
	for range 4 + game%8 {
		if p.Outcome().Over() {
			return p, false
		}
		open := p.Open()
		turn := lancelot.StoneTurn(p.Square(open.Nth(int((game*7 + uint64(p.InHand(0))) % uint64(open.Len())))))
		if p.PutsSword() {
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

// TestTreeSolves: near the end what the tree proves is what looking at every
// turn finds.
func TestTreeSolves(t *testing.T) {
	proved := 0
	for game := range uint64(60) {
		rules := allRules[game%4]
		hand := 2
		if rules.Excalibur {
			hand = 1
		}
		p, ok := late(t, game, rules, hand)
		if !ok {
			continue
		}
		want := maxn(&p, map[lancelot.Position]float64{})
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
		if !ok || !p.HasPower(p.ToAct()) || p.PutsSword() {
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
		var w power
		few := w.append(nil, &p, rootPower)
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
