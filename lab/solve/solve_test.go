package solve

import (
	"context"
	"maps"
	"math/bits"
	"runtime"
	"slices"
	"testing"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
)

// TestSolverMatchesMaxN compares the solver with max^n search, with a large and with a tiny
// table.
func TestSolverMatchesMaxN(t *testing.T) {
	for _, memory := range []int{8 << 20, 1000} {
		checkAgainstMaxN(t, &Solver{Memory: memory})
	}
}

// TestSolverWinFirst is TestSolverMatchesMaxN with WinFirst.
func TestSolverWinFirst(t *testing.T) { checkAgainstMaxN(t, &Solver{Memory: 8 << 20, WinFirst: true}) }

// TestSolverThreads is TestSolverMatchesMaxN with several threads.
func TestSolverThreads(t *testing.T) {
	for _, memory := range []int{8 << 20, 1000} {
		checkAgainstMaxN(t, &Solver{Memory: memory, Threads: 3})
	}
}

func checkAgainstMaxN(t *testing.T, s *Solver) {
	t.Helper()
	kinds := map[float64]int{}
	for p, want := range testkit.LateGames(t, 48) {
		kinds[want]++
		got := s.Solve(context.Background(), &p, 0)
		switch {
		case want == 0.5 && (!got.Drawn || got.Proved),
			want == 1 && (!got.Proved || got.Winner != 0),
			want == 0 && (!got.Proved || got.Winner != 1):
			t.Errorf("%s: %+v, max^n %v", &p, got, want)
		}
		if got.Proved && got.Winner == p.ToMove() {
			after, err := p.Play(got.Turn)
			if err != nil || testkit.MaxN(&after, map[lancelot.Position]float64{}) != want {
				t.Errorf("%s: %s does not win, %v", &p, got.Turn, err)
			}
		}
	}
	if len(kinds) != 3 {
		t.Errorf("ends %v", kinds)
	}
}

// TestWorkerUnwinds: a worker abandons its search as soon as another worker has
// decided the position or one on its path.
func TestWorkerUnwinds(t *testing.T) {
	for _, answer := range []bool{false, true} {
		p := startPosition(t, 5, lancelot.Rules{Diagonals: true, Excalibur: true}, 7)
		s := &Solver{Memory: 1 << 20, Threads: 2}
		s.prepare(&p, 7)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		searching := s.workers[0]
		searching.clock = engines.StartClock(ctx, 0)
		b := s.board.pack(&p)
		began, found := make(chan bool), make(chan bool)
		s.OnProgress = func(uint64, float64) {
			s.OnProgress = nil
			close(began)
		}
		go func() { found <- searching.prove(&b, 0) }()
		<-began
		s.table.store(s.table.slot(s.board.number(&b)), 0, answer)
		if got := <-found; got != answer || searching.clock.Over {
			t.Errorf("%v was stored, %v found, time over: %v", answer, got, searching.clock.Over)
		}
		if searching.unwind != 0 || len(searching.path) != 0 || len(searching.turns) != 0 {
			t.Errorf("unwind %d, path %d, with %d turns", searching.unwind, len(searching.path), len(searching.turns))
		}
	}
}

// TestSolverSharesTable: targets that share a table have the same results as with tables
// of their own, and some need fewer nodes.
func TestSolverSharesTable(t *testing.T) {
	var nodes, fewer uint64
	all := []lancelot.Rules{{Excalibur: true}, {}, {Diagonals: true}}
	if testing.Short() {
		all = all[:1]
	}
	for _, rules := range all {
		sharing := &Solver{Memory: 16 << 20, Target: 7}
		for _, target := range []int{7, 6, 5} {
			p, err := lancelot.Options{Seats: 2, Size: 4, Rules: rules, Target: target}.Setup().PositionOnAnyBoard()
			if err != nil {
				t.Fatal(err)
			}
			alone := (&Solver{Memory: 16 << 20}).Solve(context.Background(), &p, 0)
			got := sharing.Solve(context.Background(), &p, 0)
			nodes, fewer = nodes+alone.Nodes, fewer+got.Nodes
			if got.Nodes = alone.Nodes; got != alone {
				t.Errorf("%s, target %d: %+v, with a table of its own %+v", rules, target, got, alone)
			}
		}
	}
	if fewer*10 > nodes*9 {
		t.Errorf("%d nodes with a shared table, %d without", fewer, nodes)
	}
}

// TestSolverStonesInHand: positions with few and with many stones in hand do
// not share entries.
func TestSolverStonesInHand(t *testing.T) {
	s := &Solver{Memory: 8 << 20, Target: MaxTarget}
	for game := range uint64(40) {
		p, ok := testkit.LatePosition(t, game, testkit.AllLancelotRules[game%2], 2)
		if !ok {
			continue
		}
		want := testkit.MaxN(&p, map[lancelot.Position]float64{})
		ample, own, other := p.Setup(), p.Stones(0), p.Stones(1)
		ample.InHand[0], ample.InHand[1] = 30-own.Count()-p.Captured(1), 30-other.Count()-p.Captured(0)
		if many, err := ample.PositionOnAnyBoard(); err == nil {
			s.Solve(context.Background(), &many, 20_000)
		}
		got := s.Solve(context.Background(), &p, 0)
		if got.Drawn != (want == 0.5) || got.Proved != (want != 0.5) || got.Proved && float64(1-got.Winner) != want {
			t.Errorf("%s: %+v, max^n %v", &p, got, want)
		}
	}
}

// TestSolverTurns: in random games the solver generates the same positions as
// package lancelot, compared by number, and updates its counts correctly.
func TestSolverTurns(t *testing.T) {
	for game := range uint64(160) {
		o := lancelot.Options{Seats: 2, Size: 4 + int(game/4%2), Rules: testkit.AllLancelotRules[game%4], Target: MaxTarget}
		p, err := o.Setup().PositionOnAnyBoard()
		if err != nil {
			t.Fatal(err)
		}
		s := &Solver{Memory: 1 << 20}
		s.prepare(&p, MaxTarget)
		// Near the target the solver drops turns after which the other seat wins at once.
		for p.Target()-max(p.Captured(0), p.Captured(1)) > 4 && sameTurns(t, s, &p) {
			p.PlayInto(&p, testkit.RandomTurn(&p, game))
		}
	}
}

// sameTurns is TestSolverTurns for one position. It reports whether the game can go
// on; the solver does not generate turns that end the game.
func sameTurns(t *testing.T, s *Solver, p *lancelot.Position) bool {
	t.Helper()
	f := &s.board
	want := map[uint64]bool{}
	var after lancelot.Position
	for _, turn := range p.AppendTurns(nil) {
		p.PlayInto(&after, turn)
		if after.Outcome().Over() {
			return false
		}
		next := f.pack(&after)
		want[f.number(&next)] = true
	}
	b := f.pack(p)
	flipped := b.flipped()
	n := node{b: &b, weights: &trainedWeights[f.weightSet(&b)]}
	f.imagesOf(&n.images, &flipped)
	kinds := []int{mainTurns}
	switch {
	case b.places:
		kinds[0] = placements
	case b.excaliburTurn:
		kinds = append(kinds, quietExcaliburTurns)
	}
	got := map[uint64]bool{}
	solver := s.workers[0]
	for _, kind := range kinds {
		solver.turns, solver.probed = solver.turns[:0], 0
		solver.addTurns(&n, kind)
		for i := range solver.turns {
			turn := &solver.turns[i]
			number := f.number(&turn.next)
			got[number] = true
			if turn.at != s.table.slot(number) {
				t.Errorf("%s: a turn leads to %v, recomputed %v", p, turn.at, s.table.slot(number))
			}
			if turn.next.ownLines != f.counts(turn.next.own) || turn.next.otherLines != f.counts(turn.next.other) {
				t.Errorf("%s: counts %x and %x of %+v", p, turn.next.ownLines, turn.next.otherLines, turn.next)
			}
		}
	}
	if !maps.Equal(got, want) {
		t.Fatalf("%s: %d positions after the solver's turns, %d after those of the rules", p, len(got), len(want))
	}
	return true
}

// TestForces: in random games, board.capturingSquares and board.forces agree with the rules
// about wins with one stone and about wins with the stone after the other seat's
// turn.
func TestForces(t *testing.T) {
	wins := func(p *lancelot.Position, seat lancelot.Seat) bool {
		var after lancelot.Position
		return p.ToMove() == seat && slices.ContainsFunc(p.AppendTurns(nil), func(turn lancelot.Turn) bool {
			p.PlayInto(&after, turn)
			return turn.Excalibur() == lancelot.NoSquare && after.Captured(seat) >= p.Target()
		})
	}
	type kind struct{ excalibur, again, forces bool }
	kinds := map[kind]int{}
	for game := range uint64(480) {
		p := startPosition(t, 4+int(game/4%2), testkit.AllLancelotRules[game%4], 1+int(game/8%3))
		var f board
		f.prepare(&p, 3)
		for !p.Outcome().Over() {
			seat, places := p.ToMove(), p.PlacesExcalibur()
			var after, next lancelot.Position
			turns := p.AppendTurns(nil)
			for _, turn := range turns[:min(len(turns), 30)] {
				p.PlayInto(&after, turn)
				if after.Outcome().Over() || places {
					continue
				}
				b := f.pack(&after)
				again := after.ToMove() == seat
				if !again {
					b = b.flipped()
				}
				excalibur := f.on[bits.TrailingZeros32(b.excalibur)]
				open, otherLead := f.openToOther(&b), leads(b.otherLines, b.ownLines+excalibur)
				could := f.capturingSquares(b.ownLines, otherLead, open, int(b.otherNeeds)) != 0
				if could != wins(&after, 1-seat) {
					t.Fatalf("%s: the other can win with a stone: %t", &after, could)
				}
				if could || b.otherExcaliburTurn {
					continue
				}
				want := f.capturingSquares(b.otherLines, leads(b.ownLines, b.otherLines+excalibur), f.openToOwn(&b), int(b.needs)) != 0
				if again && want != wins(&after, seat) {
					t.Fatalf("%s: can win with a stone: %t", &after, want)
				}
				if !again {
					want = want && !slices.ContainsFunc(after.AppendTurns(nil), func(turn lancelot.Turn) bool {
						after.PlayInto(&next, turn)
						return next.Outcome().Over() || !wins(&next, seat)
					})
				}
				if got := f.forces(&b, otherLead, open); got != want {
					t.Fatalf("%s: the seat that acted wins with its next stone: %t", &after, got)
				}
				kinds[kind{b.excalibur != 0, again, want}]++
			}
			p.PlayInto(&p, testkit.RandomTurn(&p, game))
		}
	}
	for i := range 8 {
		if k := (kind{i&1 != 0, i&2 != 0, i&4 != 0}); kinds[k] < 5 {
			t.Errorf("%+v: %d times", k, kinds[k])
		}
	}
}

// TestSymmetricNumbers: boards of a few stones on 4x4 have the same number
// exactly if a symmetry maps one to the other. Numbers are below the bound and
// determine the number of stones.
func TestSymmetricNumbers(t *testing.T) {
	for _, rules := range testkit.AllLancelotRules {
		if testing.Short() && !rules.Excalibur {
			continue
		}
		p, err := lancelot.Options{Seats: 2, Size: 4, Rules: rules, Target: 3}.Setup().PositionOnAnyBoard()
		if err != nil {
			t.Fatal(err)
		}
		var f board
		f.prepare(&p, 3)
		lines := map[uint32]bool{}
		for i := range p.LineCount() {
			lines[squares(&p, p.LineSquares(i))] = true
		}
		symmetries := f.symmetries(lines)
		images, stones := map[uint64][3]uint32{}, map[[3]uint32]uint64{}
		for i := range 16 * 16 * 16 * 16 {
			b := state{needs: 1 + int8(i%3), otherNeeds: 1 + int8(i/3%3)}
			b.own, b.other = 1<<(i&15)|1<<(i>>4&15), 1<<(i>>8&15)
			if rules.Excalibur {
				b.excalibur = 1 << (i >> 12)
			}
			if b.own&b.other|(b.own|b.other)&b.excalibur != 0 {
				continue
			}
			first := [3]uint32{^uint32(0)}
			for _, to := range symmetries {
				var image [3]uint32
				for i, mask := range []uint32{b.own, b.other, b.excalibur} {
					for ; mask != 0; mask &= mask - 1 {
						image[i] |= 1 << to[bits.TrailingZeros32(mask)]
					}
				}
				if slices.Compare(image[:], first[:]) < 0 {
					first = image
				}
			}
			first[0] |= uint32(b.needs)<<20 | uint32(b.otherNeeds)<<24
			number := f.number(&b)
			if was, ok := images[number]; ok && was != first {
				t.Fatalf("%s: %x and %x have the number %d", rules, was, first, number)
			}
			if was, ok := stones[first]; ok && was != number {
				t.Fatalf("%s: %x has the numbers %d and %d", rules, first, was, number)
			}
			images[number], stones[first] = first, number
			filled := bits.OnesCount32(b.own | b.other)
			if !rules.Diagonals {
				filled += 2 * bits.OnesCount32(b.excalibur)
			}
			if got := f.stonesIn(number); got != filled || number >= f.bound() {
				t.Fatalf("%s: %+v: %d stones by the number %d of at most %d, %d on the board", rules, b, got, number, f.bound(), filled)
			}
		}
	}
}

// FuzzTable compares a table with a map: its proofs are correct, a table with
// enough room has all of them, and slots determine numbers.
func FuzzTable(f *testing.F) {
	f.Add(uint64(1), uint16(100), uint64(1)<<40)
	f.Add(uint64(2), uint16(1), uint64(1)<<60-1)
	f.Add(uint64(3), uint16(2000), uint64(847288609443*25))
	f.Add(uint64(4), uint16(3), uint64(7))
	f.Add(uint64(5), uint16(1000), uint64(600e6)) // three entries in a word if buckets are half a block
	f.Add(uint64(6), uint16(1), uint64(4e6))
	f.Fuzz(func(t *testing.T, seed uint64, lines uint16, bound uint64) {
		bound = bound&(1<<60-1) + 1
		var table table
		table.prepare(int(lines)*64, bound, func(number uint64) int { return bits.OnesCount64(number) })
		c, known, stored := engines.Random(seed|1), map[uint64]proof{}, 0
		number := func() uint64 { return uint64(c.Below(64)) * (bound/64 + 1) % bound }
		for range 400 {
			n := number()
			at := table.slot(n)
			if back := table.number(at); back != n || at.bucket >= table.buckets {
				t.Fatalf("%d is at %+v, which is %d", n, at, back)
			}
			// The value of a position is 0, 1 or 2 by its number and does not change.
			least := int(c.Below(2))
			can := int(mix(n)%3) > least
			table.store(at, least, can)
			known[n] = known[n].and(least, can)
			stored++
			n = number()
			got, want := table.probe(table.slot(n)), known[n]
			if lines > 500 && got != want {
				t.Fatalf("%d of %d lines: %d is known, not %d", n, lines, got, want)
			}
			for least := range 2 {
				is, can := got.answers(least)
				if was, could := want.answers(least); is && (!was || can != could) {
					t.Fatalf("%d: %d is known, not %d", n, got, want)
				}
			}
		}
	})
}

// TestTableRoom: words have as many entries as fit, and buckets as many words as
// that allows.
func TestTableRoom(t *testing.T) {
	for _, test := range []struct {
		quotients            uint64 // in a block
		perWord, bucketWords int
	}{
		{419_430, 3, 8}, {419_431, 3, 4}, {838_860, 3, 4}, {838_861, 3, 2}, {1_677_720, 3, 2}, {1_677_721, 2, 8},
		{13_107, 4, 8}, {13_108, 4, 4}, {858_993_459, 2, 8}, {3_435_973_837, 1, 8},
	} {
		var table table
		table.prepare(1000*8*blockWords, 1000*test.quotients, func(uint64) int { return 0 })
		if table.perWord != test.perWord || table.bucketWords != test.bucketWords || int(table.buckets)*table.bucketWords != len(table.words) {
			t.Errorf("%d quotients: %d entries in a word, %d words in a line, %d lines", test.quotients, table.perWord, table.bucketWords, table.buckets)
		}
	}
}

// TestSolverUsesExcaliburTurns compares the solver with max^n search, with Excalibur and two
// stones each on nearly full boards, where an Excalibur turn that captures nothing
// can decide the game.
func TestSolverUsesExcaliburTurns(t *testing.T) {
	kinds := map[float64]int{}
	s := &Solver{Memory: 1 << 20}
	for game := range uint64(200) {
		p, ok := testkit.LatePositionAfter(t, game, lancelot.Rules{Excalibur: true, Diagonals: game%2 == 1}, 2, 4, 11+int(game%3))
		if !ok {
			continue
		}
		want := testkit.MaxN(&p, map[lancelot.Position]float64{})
		kinds[want]++
		got := s.Solve(context.Background(), &p, 0)
		if got.Drawn != (want == 0.5) || got.Proved != (want != 0.5) || got.Proved && float64(1-got.Winner) != want {
			t.Errorf("%s: %+v, max^n %v", &p, got, want)
		}
	}
	if len(kinds) != 3 {
		t.Errorf("ends %v", kinds)
	}
}

// TestSolverStops: a search with too few nodes has no result.
func TestSolverStops(t *testing.T) {
	p, err := lancelot.Options{Seats: 2, Size: 5}.Setup().PositionOnAnyBoard()
	if err != nil {
		t.Fatal(err)
	}
	s := &Solver{Memory: 1 << 20}
	if got := s.Solve(context.Background(), &p, 2000); got.Proved || got.Drawn || got.Nodes > 2100 {
		t.Errorf("%+v", got)
	}
}

// TestSolverAllocations: besides its table a search allocates almost nothing.
func TestSolverAllocations(t *testing.T) {
	p, err := lancelot.Options{Seats: 2, Rules: lancelot.Rules{Excalibur: true}, Size: 5}.Setup().PositionOnAnyBoard()
	if err != nil {
		t.Fatal(err)
	}
	s := &Solver{Memory: 1 << 20}
	s.Solve(context.Background(), &p, 100_000) // allocates the list of candidates
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.Solve(context.Background(), &p, 100_000)
	runtime.ReadMemStats(&after)
	if more := after.TotalAlloc - before.TotalAlloc; more > 256<<10 {
		t.Errorf("%d bytes were allocated for 100,000 nodes", more)
	}
}
