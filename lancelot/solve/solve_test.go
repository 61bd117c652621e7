package solve

import (
	"context"
	"maps"
	"math/bits"
	"runtime"
	"slices"
	"testing"
	"time"

	"tafelrunde/lancelot"
)

// TestSolverIsMaxn compares the solver with looking at every turn, with a table
// of usual size and with a tiny one.
func TestSolverIsMaxn(t *testing.T) {
	for _, memory := range []int{8 << 20, 1000} {
		solverIsMaxn(t, &Solver{Memory: memory})
	}
}

// TestSolverWinFirst is TestSolverIsMaxn with the questions in the other order.
func TestSolverWinFirst(t *testing.T) { solverIsMaxn(t, &Solver{Memory: 8 << 20, WinFirst: true}) }

// TestSolverThreads is TestSolverIsMaxn with several threads.
func TestSolverThreads(t *testing.T) {
	for _, memory := range []int{8 << 20, 1000} {
		solverIsMaxn(t, &Solver{Memory: memory, Threads: 3})
	}
}

func solverIsMaxn(t *testing.T, s *Solver) {
	t.Helper()
	kinds := map[float64]int{}
	for p, want := range lateGames(t, 48) {
		kinds[want]++
		got := s.Solve(context.Background(), &p, 0)
		switch {
		case want == 0.5 && (!got.Drawn || got.Decided),
			want == 1 && (!got.Decided || got.Winner != 0),
			want == 0 && (!got.Decided || got.Winner != 1):
			t.Errorf("%s: %+v, by every turn %v", &p, got, want)
		}
		if got.Decided && got.Winner == p.ToAct() {
			after, err := p.Play(got.Turn)
			if err != nil || maxn(&after, map[lancelot.Position]float64{}) != want {
				t.Errorf("%s: %s does not win, %v", &p, got.Turn, err)
			}
		}
	}
	if len(kinds) != 3 {
		t.Errorf("ends %v", kinds)
	}
}

// TestSolverLeaves: what one thread is looking at is left as soon as another has
// decided it, or something on the way to it.
func TestSolverLeaves(t *testing.T) {
	for _, answer := range []bool{false, true} {
		p := smallGame(t, 5, lancelot.Rules{Diagonals: true, Excalibur: true}, 7)
		s := &Solver{Memory: 1 << 20, Threads: 2}
		s.prepare(&p, 7)
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		looking := s.solvers[0]
		looking.clock = startClock(ctx, 0)
		b := s.field.smallOf(&p)
		began, said := make(chan bool), make(chan bool)
		s.Watch = func(uint64, float64) {
			s.Watch = nil
			close(began)
		}
		go func() { said <- looking.ask(&b, 0) }()
		<-began
		s.proofs.tell(s.proofs.spot(s.field.number(&b)), 0, answer)
		if got := <-said; got != answer || looking.clock.over {
			t.Errorf("%v was told, %v found, time over: %v", answer, got, looking.clock.over)
		}
		if looking.leave != 0 || len(looking.way) != 0 || len(looking.turns) != 0 {
			t.Errorf("left to be left: %d of %d, with %d turns", looking.leave, len(looking.way), len(looking.turns))
		}
	}
}

// TestSolverKeeps: targets that share a table have the same winners as each has
// with a table of its own, and some are found with fewer nodes.
func TestSolverKeeps(t *testing.T) {
	var nodes, fewer uint64
	for _, rules := range []lancelot.Rules{{}, {Diagonals: true}, {Excalibur: true}} {
		sharing := &Solver{Memory: 16 << 20, Target: 7}
		for _, target := range []int{7, 6, 5} {
			p, err := lancelot.Options{Seats: 2, Size: 4, Rules: rules, Target: target}.Setup().PositionOnAnyField()
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

// TestSolverKeepsOnlyWhatIsTrue: with few stones in hand a position is not what it
// is with many, and neither serves the other.
func TestSolverKeepsOnlyWhatIsTrue(t *testing.T) {
	s := &Solver{Memory: 8 << 20, Target: MaxSolvedTarget}
	for game := range uint64(40) {
		p, ok := late(t, game, allRules[game%2], 2)
		if !ok {
			continue
		}
		want := maxn(&p, map[lancelot.Position]float64{})
		ample, own, other := p.Setup(), p.Stones(0), p.Stones(1)
		ample.InHand[0], ample.InHand[1] = 30-own.Len()-p.Captured(1), 30-other.Len()-p.Captured(0)
		if many, err := ample.PositionOnAnyField(); err == nil {
			s.Solve(context.Background(), &many, 20_000)
		}
		got := s.Solve(context.Background(), &p, 0)
		if got.Drawn != (want == 0.5) || got.Decided != (want != 0.5) || got.Decided && float64(1-got.Winner) != want {
			t.Errorf("%s: %+v, by every turn %v", &p, got, want)
		}
	}
}

// TestSolverTurns: along random games the turns that the solver makes lead to the
// positions that those of package lancelot lead to, told apart by their numbers,
// and what it keeps of a position besides is what it is.
func TestSolverTurns(t *testing.T) {
	for game := range uint64(160) {
		o := lancelot.Options{Seats: 2, Size: 4 + int(game/4%2), Rules: allRules[game%4], Target: MaxSolvedTarget}
		p, err := o.Setup().PositionOnAnyField()
		if err != nil {
			t.Fatal(err)
		}
		s := &Solver{Memory: 1 << 20}
		s.prepare(&p, MaxSolvedTarget)
		// Nearer to the target the solver leaves out turns after which the other wins
		// at once.
		for p.Target()-max(p.Captured(0), p.Captured(1)) > 4 && sameTurns(t, s, &p) {
			p.PlayInto(&p, randomTurn(&p, game))
		}
	}
}

// sameTurns is TestSolverTurns in a position; it reports whether there is more to
// come, for turns that end the game the solver does not keep.
func sameTurns(t *testing.T, s *Solver, p *lancelot.Position) bool {
	t.Helper()
	f := &s.field
	want := map[uint64]bool{}
	var after lancelot.Position
	for _, turn := range p.AppendTurns(nil) {
		p.PlayInto(&after, turn)
		if after.Outcome().Over() {
			return false
		}
		next := f.smallOf(&after)
		want[f.number(&next)] = true
	}
	b := f.smallOf(p)
	flipped := b.flipped()
	n := smallNode{b: &b, worths: &learnedOrder[f.worthsOf(&b)]}
	f.imagesOf(&n.images, &flipped)
	kinds := []int{takingTurns}
	switch {
	case b.puts:
		kinds[0] = swordTurns
	case b.power:
		kinds = append(kinds, quietPowers)
	}
	got := map[uint64]bool{}
	solver := s.solvers[0]
	for _, kind := range kinds {
		solver.turns, solver.asked = solver.turns[:0], 0
		solver.addTurns(&n, kind)
		for i := range solver.turns {
			turn := &solver.turns[i]
			number := f.number(&turn.next)
			got[number] = true
			if turn.at != s.proofs.spot(number) {
				t.Errorf("%s: a turn leads to %v, recomputed %v", p, turn.at, s.proofs.spot(number))
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

// TestForces: along random games a seat is said to be able to win at once with a
// stone alone just if it can by the rules, and the seat that acted to be about to,
// whatever the other does, just if it could if it were to act and still can after
// every turn of the other.
func TestForces(t *testing.T) {
	wins := func(p *lancelot.Position, seat lancelot.Seat) bool {
		var after lancelot.Position
		return p.ToAct() == seat && slices.ContainsFunc(p.AppendTurns(nil), func(turn lancelot.Turn) bool {
			p.PlayInto(&after, turn)
			return turn.Excalibur() == lancelot.NoSquare && after.Captured(seat) >= p.Target()
		})
	}
	type kind struct{ sword, again, forces bool }
	kinds := map[kind]int{}
	for game := range uint64(480) {
		p := smallGame(t, 4+int(game/4%2), allRules[game%4], 1+int(game/8%3))
		var f smallField
		f.prepare(&p, 3)
		for !p.Outcome().Over() {
			seat, puts := p.ToAct(), p.PlacesExcalibur()
			var after, next lancelot.Position
			turns := p.AppendTurns(nil)
			for _, turn := range turns[:min(len(turns), 30)] {
				p.PlayInto(&after, turn)
				if after.Outcome().Over() || puts {
					continue
				}
				b := f.smallOf(&after)
				again := after.ToAct() == seat
				if !again {
					b = b.flipped()
				}
				sword := f.on[bits.TrailingZeros32(b.sword)]
				open, otherLead := f.openToOther(&b), leads(b.otherLines, b.ownLines+sword)
				could := f.taking(b.ownLines, otherLead, open, int(b.otherTake)) != 0
				if could != wins(&after, 1-seat) {
					t.Fatalf("%s: the other can win with a stone: %t", &after, could)
				}
				if could || b.otherPower {
					continue
				}
				want := f.taking(b.otherLines, leads(b.ownLines, b.otherLines+sword), f.openToOwn(&b), int(b.toTake)) != 0
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
					t.Fatalf("%s: whoever acted wins by its next stone: %t", &after, got)
				}
				kinds[kind{b.sword != 0, again, want}]++
			}
			p.PlayInto(&p, randomTurn(&p, game))
		}
	}
	for i := range 8 {
		if k := (kind{i&1 != 0, i&2 != 0, i&4 != 0}); kinds[k] < 5 {
			t.Errorf("%+v: %d times", k, kinds[k])
		}
	}
}

// TestNumbersAreOneBySymmetry: boards of a few stones on 4x4 have the same number
// just if an order of the rows and columns that makes lines of all lines makes one
// of the other; a number is below its bound and tells how many squares are filled.
func TestNumbersAreOneBySymmetry(t *testing.T) {
	for _, rules := range allRules {
		p, err := lancelot.Options{Seats: 2, Size: 4, Rules: rules, Target: 3}.Setup().PositionOnAnyField()
		if err != nil {
			t.Fatal(err)
		}
		var f smallField
		f.prepare(&p, 3)
		lines := map[uint32]bool{}
		for i := range p.LineCount() {
			lines[uint32(p.LineSquares(i)[0])] = true
		}
		symmetries := f.symmetries(lines)
		images, stones := map[uint64][3]uint32{}, map[[3]uint32]uint64{}
		for i := range 16 * 16 * 16 * 16 {
			b := small{toTake: 1 + int8(i%3), otherTake: 1 + int8(i/3%3)}
			b.own, b.other = 1<<(i&15)|1<<(i>>4&15), 1<<(i>>8&15)
			if rules.Excalibur {
				b.sword = 1 << (i >> 12)
			}
			if b.own&b.other|(b.own|b.other)&b.sword != 0 {
				continue
			}
			first := [3]uint32{^uint32(0)}
			for _, to := range symmetries {
				var image [3]uint32
				for i, mask := range []uint32{b.own, b.other, b.sword} {
					for ; mask != 0; mask &= mask - 1 {
						image[i] |= 1 << to[bits.TrailingZeros32(mask)]
					}
				}
				if slices.Compare(image[:], first[:]) < 0 {
					first = image
				}
			}
			first[0] |= uint32(b.toTake)<<20 | uint32(b.otherTake)<<24
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
				filled += 2 * bits.OnesCount32(b.sword)
			}
			if got := f.stonesIn(number); got != filled || number >= f.bound() {
				t.Fatalf("%s: %+v: %d stones by the number %d of at most %d, %d on the board", rules, b, got, number, f.bound(), filled)
			}
		}
	}
}

// FuzzProofs compares a table with a map: what it knows is true, a table with room
// for all knows all, and a spot is a number.
func FuzzProofs(f *testing.F) {
	f.Add(uint64(1), uint16(100), uint64(1)<<40)
	f.Add(uint64(2), uint16(1), uint64(1)<<60-1)
	f.Add(uint64(3), uint16(2000), uint64(847288609443*25))
	f.Add(uint64(4), uint16(3), uint64(7))
	f.Add(uint64(5), uint16(1000), uint64(600e6)) // three entries in a word if lines are half a block
	f.Add(uint64(6), uint16(1), uint64(4e6))
	f.Fuzz(func(t *testing.T, seed uint64, lines uint16, bound uint64) {
		bound = bound&(1<<60-1) + 1
		var table proofs
		table.prepare(int(lines)*64, bound, func(number uint64) int { return bits.OnesCount64(number) })
		c, known, told := random(seed|1), map[uint64]proof{}, 0
		number := func() uint64 { return uint64(c.below(64)) * (bound/64 + 1) % bound }
		for range 400 {
			n := number()
			at := table.spot(n)
			if back := table.number(at); back != n || at.line >= table.lines {
				t.Fatalf("%d is at %+v, which is %d", n, at, back)
			}
			// What a position is worth does not change: 0, 1 or 2 by its number.
			least := int(c.below(2))
			can := int(mix(n)%3) > least
			table.tell(at, least, can)
			known[n] = known[n].and(least, can)
			told++
			n = number()
			got, want := table.at(table.spot(n)), known[n]
			if lines > 500 && got != want {
				t.Fatalf("%d of %d lines: %d is known, not %d", n, lines, got, want)
			}
			for least := range 2 {
				is, can := got.tells(least)
				if was, could := want.tells(least); is && (!was || can != could) {
					t.Fatalf("%d: %d is known, not %d", n, got, want)
				}
			}
		}
	})
}

// TestProofsRoom: a word has as many entries as there is room for, and a line as
// many words as that allows.
func TestProofsRoom(t *testing.T) {
	for _, test := range []struct {
		quotients       uint64 // in a block
		each, lineWords int
	}{
		{419_430, 3, 8}, {419_431, 3, 4}, {838_860, 3, 4}, {838_861, 3, 2}, {1_677_720, 3, 2}, {1_677_721, 2, 8},
		{13_107, 4, 8}, {13_108, 4, 4}, {858_993_459, 2, 8}, {3_435_973_837, 1, 8},
	} {
		var table proofs
		table.prepare(1000*8*blockWords, 1000*test.quotients, func(uint64) int { return 0 })
		if table.each != test.each || table.lineWords != test.lineWords || int(table.lines)*table.lineWords != len(table.words) {
			t.Errorf("%d quotients: %d entries in a word, %d words in a line, %d lines", test.quotients, table.each, table.lineWords, table.lines)
		}
	}
}

// TestSolverUsesThePower: with Excalibur and two stones each, on fields nearly
// full, where a power that takes nothing can decide the game.
func TestSolverUsesThePower(t *testing.T) {
	kinds := map[float64]int{}
	s := &Solver{Memory: 1 << 20}
	for game := range uint64(200) {
		p, ok := lateAfter(t, game, lancelot.Rules{Excalibur: true, Diagonals: game%2 == 1}, 2, 4, 11+int(game%3))
		if !ok {
			continue
		}
		want := maxn(&p, map[lancelot.Position]float64{})
		kinds[want]++
		got := s.Solve(context.Background(), &p, 0)
		if got.Drawn != (want == 0.5) || got.Decided != (want != 0.5) || got.Decided && float64(1-got.Winner) != want {
			t.Errorf("%s: %+v, by every turn %v", &p, got, want)
		}
	}
	if len(kinds) != 3 {
		t.Errorf("ends %v", kinds)
	}
}

// TestSolverStops: with too few nodes nothing is claimed.
func TestSolverStops(t *testing.T) {
	p, err := lancelot.Options{Seats: 2, Size: 5}.Setup().PositionOnAnyField()
	if err != nil {
		t.Fatal(err)
	}
	s := &Solver{Memory: 1 << 20}
	if got := s.Solve(context.Background(), &p, 2000); got.Decided || got.Drawn || got.Nodes > 2100 {
		t.Errorf("%+v", got)
	}
}

// TestSolverKeepsToItsTable: besides its table it needs next to nothing, however
// long it searches.
func TestSolverKeepsToItsTable(t *testing.T) {
	p, err := lancelot.Options{Seats: 2, Rules: lancelot.Rules{Excalibur: true}, Size: 5}.Setup().PositionOnAnyField()
	if err != nil {
		t.Fatal(err)
	}
	s := &Solver{Memory: 1 << 20}
	s.Solve(context.Background(), &p, 100_000) // makes the room for turns
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.Solve(context.Background(), &p, 100_000)
	runtime.ReadMemStats(&after)
	if more := after.TotalAlloc - before.TotalAlloc; more > 256<<10 {
		t.Errorf("%d bytes were allocated for 100,000 nodes", more)
	}
}
