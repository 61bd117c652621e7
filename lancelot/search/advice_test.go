package search

import (
	"context"
	"slices"
	"testing"

	"tafelrunde/internal/lancelottest"
	"tafelrunde/lancelot"
)

// TestThreats compares the threats with the largest captures that the other seats
// make if they are to act on the same board.
func TestThreats(t *testing.T) {
	found := 0
	everyPosition(t, 40, func(p *lancelot.Position) {
		if p.PlacesExcalibur() {
			return
		}
		for seat := range lancelot.Seat(p.Seats()) {
			list := threats(p, seat)
			for by := range lancelot.Seat(p.Seats()) {
				if by == seat {
					continue
				}
				setup := p.Setup()
				setup.ToAct = by
				theirs, err := setup.PositionOnAnyField()
				if err != nil {
					t.Fatal(err)
				}
				most := 0
				if theirs.ToAct() == by { // else it has no legal turn
					for open := theirs.Open(); open.Any(); {
						step, err := theirs.Explain(lancelot.StoneTurn(theirs.Square(open.Pop())))
						if err != nil {
							t.Fatal(err)
						}
						n := 0
						for _, taken := range step.Captures() {
							if taken.Seat == seat {
								n++
							}
						}
						most = max(most, n)
					}
				}
				i := slices.IndexFunc(list, func(e Threat) bool { return e.By == by })
				switch {
				case i < 0 && most > 0:
					t.Fatalf("%s: seat %s could take %d of %s's", p, by, most, seat)
				case i >= 0 && len(list[i].Captures) != most:
					t.Fatalf("%s: seat %s is said to take %v of %s's, could take %d", p, by, list[i].Captures, seat, most)
				case i >= 0:
					found++
				}
			}
		}
	})
	if found < 100 {
		t.Errorf("only %d threats compared", found)
	}
}

// TestAdvice: candidates are legal turns, their PV begins with the turn, and
// their win shares add up to one.
func TestAdvice(t *testing.T) {
	for game := range 12 {
		p := begin(t, lancelot.Options{Seats: 2 + game%4, Rules: lancelottest.AllRules[game/4]}, uint64(game))
		advice := new(Tree).Advise(context.Background(), &p, Limits{Nodes: 3000}, 4)
		if len(advice.Candidates) != 4 {
			t.Fatalf("%s: %d candidates", &p, len(advice.Candidates))
		}
		for i := range advice.Candidates {
			c := &advice.Candidates[i]
			if !p.IsLegal(c.Turn) || c.PV[0] != c.Turn {
				t.Errorf("%s: turn %s, line %v", &p, c.Turn, c.PV)
			}
			sum := Score(0)
			for _, chance := range c.WinShares {
				sum += chance
			}
			if sum < 990 || sum > 1010 {
				t.Errorf("%s: chances %v", &p, c.WinShares)
			}
		}
	}
}

// TestClassify: a turn that gives a win away is a blunder and the win is named; the
// win itself is good.
func TestClassify(t *testing.T) {
	p := position(t, "8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2")
	far, err := p.ParseTurn("k11")
	if err != nil {
		t.Fatal(err)
	}
	win, err := p.ParseTurn("h6")
	if err != nil {
		t.Fatal(err)
	}
	v := new(Tree).Classify(context.Background(), &p, far, Limits{Nodes: 3000})
	if v.Kind != Blunder && v.Kind != Mistake || v.Loss < 100 || v.Better.Turn != win || v.Played.Turn != far {
		t.Errorf("%+v", v)
	}
	if v = new(Tree).Classify(context.Background(), &p, win, Limits{Nodes: 3000}); v.Kind != Good || v.Loss != 0 || v.Better.Turn != win {
		t.Errorf("%+v", v)
	}
	// A turn by the king's power that is no candidate is judged as well.
	p = begin(t, lancelot.Options{Seats: 2, Rules: lancelot.Rules{Excalibur: true}}, 1)
	turns := p.AppendTurns(nil)
	last := turns[len(turns)-1]
	if v = new(Tree).Classify(context.Background(), &p, last, Limits{Nodes: 3000}); v.Played.Turn != last {
		t.Errorf("judged %s instead of %s", v.Played.Turn, last)
	}
}

// TestAdviceIsSearched: each turn that is told about has been searched, more than
// those that are not, and how often the search itself tried it is left as it was.
func TestAdviceIsSearched(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 3}, 3)
	tree := new(Tree)
	advice := tree.Advise(context.Background(), &p, Limits{Nodes: 30_000}, 4)
	if advice.Nodes < 29_000 {
		t.Errorf("%d nodes", advice.Nodes)
	}
	root := tree.nodes.at(tree.root)
	for _, e := range tree.edges.from(root.first, root.count) {
		told := slices.ContainsFunc(advice.Candidates, func(c Candidate) bool { return c.Turn == e.turn })
		visits := int32(0)
		if e.child != 0 {
			visits = tree.nodes.at(e.child).visits
		}
		if told && visits < 12 {
			t.Errorf("%s is told about after %d visits", e.turn, visits)
		}
		if !told && e.visits > tree.edges.at(tree.ranked(root, tree.bestEdge(root))[3]).visits {
			t.Errorf("%s was tried %d times and is not told about", e.turn, e.visits)
		}
	}
}

// TestResume: a search asked for in parts goes on where it ended, and what it has
// found is that of one position.
func TestResume(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 2, Rules: lancelot.Rules{Diagonals: true}}, 5)
	tree := &Tree{Resume: true}
	visits := int32(0)
	for range 4 {
		tree.Advise(context.Background(), &p, Limits{Nodes: 4000}, 3)
		now := tree.nodes.at(tree.root).visits
		if now <= visits {
			t.Fatalf("%d visits, %d before", now, visits)
		}
		visits = now
	}
	turns := p.AppendTurns(nil)
	p.PlayInto(&p, turns[len(turns)-1])
	if advice := tree.Advise(context.Background(), &p, Limits{Nodes: 1000}, 3); !p.IsLegal(advice.Candidates[0].Turn) {
		t.Errorf("%s is not legal", advice.Candidates[0].Turn)
	}
	if tree.nodes.at(tree.root).key != p.Key() {
		t.Error("the tree is of another position")
	}
}

// TestGains: a turn that lets the third seat win names that seat as the one that
// gains, and nobody gains from the turn that prevents it.
func TestGains(t *testing.T) {
	// Seat c takes the two stones it needs in row 3 if nobody is there before.
	p := position(t, "10/10/10/10/10/10/10/10/10/ccabc5 b 0,0,0 29,29,27 - basic 2")
	tree := new(Tree)
	advice := tree.Advise(context.Background(), &p, Limits{Nodes: 60_000}, 100)
	if len(advice.Candidates) < 50 {
		t.Fatalf("%d candidates", len(advice.Candidates))
	}
	for i := range advice.Candidates {
		c := &advice.Candidates[i]
		switch {
		case i == 0:
			if c.Turn.Stone().Row() != 3 || c.Gain > 20 {
				t.Errorf("best %s, gain %d of seat %s", c.Turn, c.Gain, c.Gains)
			}
		case c.Turn.Stone().Row() != 3 && (c.Gains != 2 || c.Gain < 200):
			t.Errorf("%s: gain %d of seat %s", c.Turn, c.Gain, c.Gains)
		}
	}
}

// TestAdviceDiffers: no two turns that are told about lead to the same position, as
// the two actions of the king's power often do in either order.
func TestAdviceDiffers(t *testing.T) {
	p := position(t, "1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7")
	advice := new(Tree).Advise(context.Background(), &p, Limits{Nodes: 30_000}, 8)
	known := map[uint64]lancelot.Turn{}
	power := 0
	for i := range advice.Candidates {
		turn := advice.Candidates[i].Turn
		var after lancelot.Position
		p.PlayInto(&after, turn)
		if before, ok := known[after.Key()]; ok {
			t.Errorf("%s is %s again", turn, before)
		}
		known[after.Key()] = turn
		if turn.Excalibur() != lancelot.NoSquare {
			power++
		}
	}
	if power < 3 {
		t.Errorf("only %d turns by the king's power", power)
	}
}

// TestAdviceOnOneTurn: where only one turn is told about, all that is given is
// searched for it.
func TestAdviceOnOneTurn(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 3}, 3)
	if advice := new(Tree).Advise(context.Background(), &p, Limits{Nodes: 20_000}, 1); advice.Nodes < 19_900 {
		t.Errorf("%d nodes of 20,000", advice.Nodes)
	}
}
