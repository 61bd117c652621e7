package search

import (
	"context"
	"slices"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// TestThreats compares the threats with the largest captures of the other seats
// if each of them acts on the same board: of all turns with a single stone and of
// all that move Excalibur.
func TestThreats(t *testing.T) {
	found := 0
	everyPosition(t, 40, func(p *lancelot.Position) {
		if !p.PlacesExcalibur() && !p.Rules().Excalibur {
			stones, _ := compareThreats(t, p)
			found += stones
		}
	})
	if found < 100 {
		t.Errorf("only %d threats compared", found)
	}
	// Games in which all seats keep their Excalibur turn.
	found = 0
	for seed := range uint64(12) {
		o := lancelot.Options{
			Seats: 2 + int(seed%4), Size: 5 + int(seed%3), Target: 60,
			Rules: lancelot.Rules{Diagonals: seed%2 == 1, Excalibur: true},
		}
		p, err := o.Setup().PositionOnAnyBoard()
		if err != nil {
			t.Fatal(err)
		}
		r := engines.Random(seed)
		for ply := 0; !p.Outcome().Over(); ply++ {
			if ply%5 == 4 {
				_, excaliburs := compareThreats(t, &p)
				found += excaliburs
			}
			open := p.Open()
			square := open.Nth(r.Below(open.Count()))
			if p.PlacesExcalibur() {
				p.PlayInto(&p, lancelot.ExcaliburTurn(square))
			} else {
				p.PlayInto(&p, lancelot.StoneTurn(square))
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d threats with Excalibur compared", found)
	}
}

// compareThreats compares the threats to all seats. It returns the numbers of those with
// a stone and with Excalibur.
func compareThreats(t *testing.T, p *lancelot.Position) (found, excaliburs int) {
	t.Helper()
	for seat := range lancelot.Seat(p.Seats()) {
		stones, larger := threats(p, seat)
		for by := range lancelot.Seat(p.Seats()) {
			if by == seat {
				continue
			}
			most, mostExcalibur := mostCaptured(t, p, by, seat)
			compareThreat(t, p, stones, by, most)
			if mostExcalibur <= most {
				mostExcalibur = 0
			}
			compareThreat(t, p, larger, by, mostExcalibur)
		}
		found, excaliburs = found+len(stones), excaliburs+len(larger)
	}
	return found, excaliburs
}

// compareThreat compares the threat of a seat with the number of stones wanted.
func compareThreat(t *testing.T, p *lancelot.Position, list []Threat, by lancelot.Seat, want int) {
	t.Helper()
	i := slices.IndexFunc(list, func(e Threat) bool { return e.By == by })
	switch {
	case i < 0 && want > 0:
		t.Fatalf("%s: seat %s could capture %d stones, but there is no such threat", p, by, want)
	case i >= 0 && len(list[i].Captures) != want:
		t.Fatalf("%s: threat of seat %s is %v, want %d stones", p, by, list[i].Captures, want)
	}
}

// mostCaptured returns the largest number of stones of a victim that a seat could
// capture if it acted on this board, with a single stone and with Excalibur.
func mostCaptured(t *testing.T, p *lancelot.Position, by, victim lancelot.Seat) (stone, excalibur int) {
	t.Helper()
	setup := p.Setup()
	setup.ToMove = by
	theirs, err := setup.PositionOnAnyBoard()
	if err != nil {
		t.Fatal(err)
	}
	if theirs.ToMove() != by { // it has no legal turn
		return 0, 0
	}
	var after lancelot.Position
	before := theirs.Stones(victim)
	for turn := range theirs.Turns() {
		theirs.PlayInto(&after, turn)
		rest := after.Stones(victim)
		n := before.Count() - rest.Count()
		if turn.Kind() == lancelot.StoneOnly {
			stone = max(stone, n)
		} else {
			excalibur = max(excalibur, n)
		}
	}
	return stone, excalibur
}

// TestAdvice: candidates are legal turns, their PV begins with the turn, and
// their win shares sum to 1000.
func TestAdvice(t *testing.T) {
	for game := range 12 {
		p := begin(t, lancelot.Options{Seats: 2 + game%4, Rules: testkit.AllLancelotRules[game/4]}, uint64(game))
		advice := new(Tree).Advise(context.Background(), &p, engine.Limits{Nodes: 3000}, 4)
		if len(advice.Candidates) != 4 {
			t.Fatalf("%s: %d candidates", &p, len(advice.Candidates))
		}
		for i := range advice.Candidates {
			c := &advice.Candidates[i]
			if !p.IsLegal(c.Turn) || c.PV[0] != c.Turn {
				t.Errorf("%s: turn %s, PV %v", &p, c.Turn, c.PV)
			}
			sum := engine.Score(0)
			for _, share := range c.WinShares {
				sum += share
			}
			if sum < 990 || sum > 1010 {
				t.Errorf("%s: win shares %v", &p, c.WinShares)
			}
		}
	}
}

// TestCompare: a turn that misses a win loses win share, and the win is the best turn.
// The win itself loses nothing.
func TestCompare(t *testing.T) {
	p := position(t, "8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2")
	far, err := p.ParseTurn("k11")
	if err != nil {
		t.Fatal(err)
	}
	win, err := p.ParseTurn("h6")
	if err != nil {
		t.Fatal(err)
	}
	v := new(Tree).Compare(context.Background(), &p, far, engine.Limits{Nodes: 3000})
	if v.Loss < 100 || v.Best.Turn != win || v.Played.Turn != far {
		t.Errorf("%+v", v)
	}
	if v = new(Tree).Compare(context.Background(), &p, win, engine.Limits{Nodes: 3000}); v.Loss != 0 || v.Best.Turn != win {
		t.Errorf("%+v", v)
	}
	// An Excalibur turn that is not a candidate can be compared too.
	p = begin(t, lancelot.Options{Seats: 2, Rules: lancelot.Rules{Excalibur: true}}, 1)
	turns := p.AppendTurns(nil)
	last := turns[len(turns)-1]
	if v = new(Tree).Compare(context.Background(), &p, last, engine.Limits{Nodes: 3000}); v.Played.Turn != last {
		t.Errorf("compared %s, want %s", v.Played.Turn, last)
	}
}

// TestSecondLook: a turn that seems to lose something is searched on, one that does not
// or that has a time limit is not.
func TestSecondLook(t *testing.T) {
	p := position(t, "8/8/3a4/4a3/4bb2/3b4/8/8 a 0,0 28,27 - basic 7")
	limits := engine.Limits{Nodes: 3000}
	turns := p.AppendTurns(nil)
	searched, left := 0, 0
	for _, turn := range turns {
		var once, twice Tree
		first := once.compareWithBest(context.Background(), &p, turn, limits)
		twice.Compare(context.Background(), &p, turn, limits)
		visits, more := once.nodes.at(once.root).visits, twice.nodes.at(twice.root).visits
		switch {
		case twice.Resume:
			t.Fatal("Resume has changed")
		case first.Loss >= doubtful && more > 2*visits:
			searched++
		case first.Loss < doubtful && more == visits:
			left++
		case first.Loss < doubtful || !first.Best.Proved || !first.Played.Proved:
			t.Errorf("%s loses %d: %d visits, %d without a second look", turn, first.Loss, more, visits)
		}
	}
	if searched == 0 || left == 0 {
		t.Errorf("%d turns were searched on, %d were not", searched, left)
	}
}

// TestOnlyTurn: the only turn that wins, or that prevents a loss, is the only good one.
// A turn with an equal alternative, a bad one and one without alternatives are not.
func TestOnlyTurn(t *testing.T) {
	for _, c := range []struct {
		name, position, turn string
		only                 bool
	}{
		{"wins", "8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2", "h6", true},
		{"misses the win", "8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2", "k11", false},
		{"the start has many good turns", "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", "g8", false},
	} {
		p := position(t, c.position)
		turn, err := p.ParseTurn(c.turn)
		if err != nil {
			t.Fatal(err)
		}
		v := new(Tree).Compare(context.Background(), &p, turn, engine.Limits{Nodes: 20_000})
		if v.Only != c.only {
			t.Errorf("%s: only is %v, win shares %v, loss %d", c.name, v.Only, v.Played.WinShares, v.Loss)
		}
		if v.Only && v.Loss != 0 {
			t.Errorf("%s: the only good turn loses %d", c.name, v.Loss)
		}
	}
}

// TestOnlyTurnNeedsAnAlternative: a turn without an alternative is not an only turn.
func TestOnlyTurnNeedsAnAlternative(t *testing.T) {
	for seed := range uint64(400) {
		p := begin(t, lancelot.Options{Seats: 2, Size: 4, Target: 20}, 0)
		c := engines.Random(seed)
		for !p.Outcome().Over() {
			turns := p.AppendTurns(nil)
			if len(turns) == 1 {
				if v := new(Tree).Compare(context.Background(), &p, turns[0], engine.Limits{Nodes: 2000}); v.Only {
					t.Errorf("%s: %s is the only legal turn", &p, turns[0])
				}
				return
			}
			p.PlayInto(&p, turns[c.Below(len(turns))])
		}
	}
	t.Error("no game had a position with a single turn")
}

// TestCandidatesAreSearched: each candidate has some visits, and all turns with
// more visits in the normal search are candidates. The visits for the candidates
// do not count among those of the edges.
func TestCandidatesAreSearched(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 3}, 3)
	tree := new(Tree)
	advice := tree.Advise(context.Background(), &p, engine.Limits{Nodes: 30_000}, 4)
	if advice.Nodes < 29_000 {
		t.Errorf("%d nodes", advice.Nodes)
	}
	root := tree.nodes.at(tree.root)
	for _, e := range tree.edges.from(root.first, root.count) {
		reported := slices.ContainsFunc(advice.Candidates, func(c Candidate) bool { return c.Turn == e.turn })
		visits := int32(0)
		if e.child != 0 {
			visits = tree.nodes.at(e.child).visits
		}
		if reported && visits < 12 {
			t.Errorf("%s is a candidate after %d visits", e.turn, visits)
		}
		if !reported && e.visits > tree.edges.at(tree.ranked(root, tree.bestEdge(root))[3]).visits {
			t.Errorf("%s has %d visits and is not a candidate", e.turn, e.visits)
		}
	}
}

// TestResume: searches with Resume continue the previous one until the position
// changes.
func TestResume(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 2, Rules: lancelot.Rules{Diagonals: true}}, 5)
	tree := &Tree{Resume: true}
	visits := int32(0)
	for range 4 {
		tree.Advise(context.Background(), &p, engine.Limits{Nodes: 4000}, 3)
		now := tree.nodes.at(tree.root).visits
		if now <= visits {
			t.Fatalf("%d visits, %d before", now, visits)
		}
		visits = now
	}
	turns := p.AppendTurns(nil)
	p.PlayInto(&p, turns[len(turns)-1])
	if advice := tree.Advise(context.Background(), &p, engine.Limits{Nodes: 1000}, 3); !p.IsLegal(advice.Candidates[0].Turn) {
		t.Errorf("%s is not legal", advice.Candidates[0].Turn)
	}
	if tree.nodes.at(tree.root).key != p.Key() {
		t.Error("the tree is of another position")
	}
}

// TestGains: a turn that lets the third seat win names that seat in Gains. The
// turn that prevents it has hardly a gain.
func TestGains(t *testing.T) {
	// Seat c captures the two stones it needs in row 3 unless somebody plays there.
	p := position(t, "10/10/10/10/10/10/10/10/10/ccabc5 b 0,0,0 29,29,27 - basic 2")
	tree := new(Tree)
	advice := tree.Advise(context.Background(), &p, engine.Limits{Nodes: 60_000}, 100)
	if len(advice.Candidates) < 50 {
		t.Fatalf("%d candidates", len(advice.Candidates))
	}
	for i := range advice.Candidates {
		c := &advice.Candidates[i]
		switch {
		case i == 0:
			if c.Turn.Stone().Row() != 2 || c.Gain > 20 {
				t.Errorf("best %s, gain %d of seat %s", c.Turn, c.Gain, c.Gains)
			}
		case c.Turn.Stone().Row() != 2 && (c.Gains != 2 || c.Gain < 200):
			t.Errorf("%s: gain %d of seat %s", c.Turn, c.Gain, c.Gains)
		}
	}
}

// TestKingmaking: the named turn is about as good for the seat to act, and the
// win share of the other seat is greater by the stated amount.
func TestKingmaking(t *testing.T) {
	found := 0
	for seed := range uint64(12) {
		p := late(t, seed)
		seat := p.ToMove()
		advice := new(Tree).Advise(context.Background(), &p, engine.Limits{Nodes: 6000}, 8)
		for i := range advice.Candidates {
			c := &advice.Candidates[i]
			k := c.Kingmaking
			if k.Instead == lancelot.NoTurn {
				continue
			}
			found++
			at := slices.IndexFunc(advice.Candidates, func(o Candidate) bool { return o.Turn == k.Instead })
			if at == i || k.For == seat || !p.IsLegal(k.Instead) || k.Change < 100 {
				t.Fatalf("%s: %s instead of %s for seat %s, change %d", p.String(), c.Turn, k.Instead, k.For, k.Change)
			}
			if at < 0 {
				continue // a turn whose win shares are proved
			}
			other := &advice.Candidates[at]
			own := c.WinShares[seat] - other.WinShares[seat]
			if own < -20 || own > 20 || k.Change != c.WinShares[k.For]-other.WinShares[k.For] {
				t.Errorf("%s: %s %v, %s %v, change %d for seat %s", p.String(), c.Turn, c.WinShares, other.Turn, other.WinShares, k.Change, k.For)
			}
		}
	}
	if found == 0 {
		t.Error("no choice was kingmaking")
	}
}

// TestKingmakingOfShares: a choice is kingmaking if the turns are equal for the mover and
// another seat gains much.
func TestKingmakingOfShares(t *testing.T) {
	for _, c := range []struct {
		name          string
		turn, instead []int
		seat, change  int
		ok            bool
	}{
		{"for the third", []int{200, 300, 500}, []int{210, 410, 380}, 2, 120, true},
		{"for the second", []int{210, 410, 380}, []int{200, 300, 500}, 1, 110, true},
		{"too little", []int{200, 400, 400}, []int{210, 410, 380}, 2, 20, false},
		{"the mover gains", []int{300, 200, 500}, []int{200, 500, 300}, 0, 0, false},
		{"two seats", []int{500, 500}, []int{510, 490}, 1, 10, false},
	} {
		seat, change, ok := kingmaking(0, c.turn, c.instead)
		if ok != c.ok || ok && (seat != c.seat || change != c.change) {
			t.Errorf("%s: got %d, %d, %v", c.name, seat, change, ok)
		}
	}
}

// TestKingmaker: seat b has lost and decides who wins. A stone in row 3 hinders seat c,
// so that seat a wins; otherwise seat c wins at once. All turns are named, in the advice
// with any number of turns and in a review.
func TestKingmaker(t *testing.T) {
	p := position(t, "aabca5/10/5aacba/10/10/10/10/10/10/ccabcac3 b 1,0,0 22,27,23 - basic 3")
	check := func(c *Candidate) {
		t.Helper()
		k, hinders := c.Kingmaking, c.Turn.Stone().Row() == 2
		if k.Change < 990 || hinders != (k.For == 0) || hinders == (k.Instead.Stone().Row() == 2) {
			t.Errorf("%s %v: %s instead of %s for seat %s", c.Turn, c.WinShares, c.Turn, k.Instead, k.For)
		}
	}
	for n := 1; n <= 5; n++ {
		advice := new(Tree).Advise(context.Background(), &p, engine.Limits{Nodes: 30_000}, n)
		for i := range advice.Candidates {
			check(&advice.Candidates[i])
		}
	}
	for _, text := range []string{"h7", "j3"} {
		turn, err := p.ParseTurn(text)
		if err != nil {
			t.Fatal(err)
		}
		v := new(Tree).Compare(context.Background(), &p, turn, engine.Limits{Nodes: 100_000})
		if check(&v.Played); v.Loss >= 50 || v.Only {
			t.Errorf("%s loses %d, only %v", text, v.Loss, v.Only)
		}
	}
}

// late returns a position of a random game of three seats shortly before its end.
func late(t *testing.T, seed uint64) lancelot.Position {
	p := begin(t, lancelot.Options{Seats: 3, Target: 5}, 0)
	c := engines.Random(seed)
	for {
		turns := p.AppendTurns(nil)
		var after lancelot.Position
		p.PlayInto(&after, turns[c.Below(len(turns))])
		if after.Outcome().Over() {
			return p
		}
		p = after
		if p.Captured(0) >= 3 && p.Captured(1) >= 3 || p.Captured(1) >= 3 && p.Captured(2) >= 3 {
			return p
		}
	}
}

// TestCandidatesDiffer: no two candidates transpose, as an Excalibur turn and its
// reverse order often do.
func TestCandidatesDiffer(t *testing.T) {
	p := position(t, "1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7")
	advice := new(Tree).Advise(context.Background(), &p, engine.Limits{Nodes: 30_000}, 8)
	known := map[uint64]lancelot.Turn{}
	excaliburs := 0
	for i := range advice.Candidates {
		turn := advice.Candidates[i].Turn
		var after lancelot.Position
		p.PlayInto(&after, turn)
		if before, ok := known[after.Key()]; ok {
			t.Errorf("%s transposes to %s", turn, before)
		}
		known[after.Key()] = turn
		if turn.Excalibur() != lancelot.NoSquare {
			excaliburs++
		}
	}
	if excaliburs < 3 {
		t.Errorf("only %d Excalibur turns", excaliburs)
	}
}

// TestAdviceWithOneCandidate: if one candidate is requested, nothing of the
// budget is reserved.
func TestAdviceWithOneCandidate(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 3}, 3)
	if advice := new(Tree).Advise(context.Background(), &p, engine.Limits{Nodes: 20_000}, 1); advice.Nodes < 19_900 {
		t.Errorf("%d nodes of 20,000", advice.Nodes)
	}
}
