package lancelot_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tafelrunde/lancelot"
)

// largest is the largest number of stones that a seat captures with a single stone and
// with a turn that moves Excalibur, by the owner of the stones and of all owners.
type largest struct {
	stone, excalibur       [lancelot.MaxSeats]int
	allStone, allExcalibur int
}

// largest plays all turns of a seat as if it were to act.
func (t *twin) largest(seat int) (found largest) {
	acting := *t
	acting.toAct = seat
	if acting.inHand[seat] == 0 || acting.over != "" {
		return found
	}
	for _, text := range acting.turns() {
		after := acting
		captured, _ := after.do(text)
		most, all := &found.stone, &found.allStone
		if strings.Contains(text, "X") {
			most, all = &found.excalibur, &found.allExcalibur
		}
		var of [lancelot.MaxSeats]int
		for _, p := range captured {
			of[acting.at[p.column][p.row]-'a']++
		}
		for owner, n := range of {
			most[owner] = max(most[owner], n)
		}
		*all = max(*all, len(captured))
	}
	return found
}

// checkLargest compares the largest captures of all seats with those of the twin, first
// of the stones of each other seat alone, then of all of them. It returns how many
// captures were compared, and how many of them are larger with Excalibur.
func checkLargest(t *testing.T, p *lancelot.Position) (compared, larger int) {
	t.Helper()
	slow := newTwin(p.String())
	var all lancelot.Set
	for seat := range lancelot.Seat(p.Seats()) {
		all = all.Union(p.Stones(seat))
	}
	for seat := range lancelot.Seat(p.Seats()) {
		want := slow.largest(int(seat))
		check := func(of lancelot.Set, stone, excalibur int) {
			turn, captured := p.LargestCapture(seat, of)
			checkCapture(t, p, seat, turn, captured, stone)
			turn, captured = p.LargestExcaliburCapture(seat, of)
			checkCapture(t, p, seat, turn, captured, excalibur)
			if excalibur > 0 {
				compared++
			}
			if excalibur > stone {
				larger++
			}
		}
		for victim := range lancelot.Seat(p.Seats()) {
			check(p.Stones(victim), want.stone[victim], want.excalibur[victim])
		}
		check(all, want.allStone, want.allExcalibur)
	}
	return compared, larger
}

// checkCapture plays a capture and compares it with the number of stones wanted.
func checkCapture(t *testing.T, p *lancelot.Position, seat lancelot.Seat, turn lancelot.Turn, captured lancelot.Set, want int) {
	t.Helper()
	if captured.Count() != want || (turn == lancelot.NoTurn) != (want == 0) {
		t.Fatalf("%s: seat %s captures %d stones with %s, the twin %d", p, seat, captured.Count(), turn, want)
	}
	if want == 0 {
		return
	}
	acting := newTwin(p.String())
	acting.toAct = int(seat)
	gone, ok := acting.do(turn.String())
	if !ok {
		t.Fatalf("%s: %s is not legal for seat %s", p, turn, seat)
	}
	found := 0
	for square := range captured.Squares() {
		for _, place := range gone {
			if place.String() == square.String() {
				found++
			}
		}
	}
	if found != want {
		t.Fatalf("%s: seat %s captures %v with %s, which lacks stones of %v", p, seat, gone, turn, captured)
	}
}

// randomPosition returns a position of a random game on a board of at least 4×4 squares,
// and of at most 7×7 if it has Excalibur.
func randomPosition(t *testing.T, seed uint64, seats, size uint8, diagonals, excalibur bool, turns uint8) lancelot.Position {
	t.Helper()
	most := 14
	if excalibur {
		most = 7
	}
	s := lancelot.Options{
		Seats: 2 + int(seats)%4, Size: 4 + int(size)%(most-3), Target: 60,
		Rules: lancelot.Rules{Diagonals: diagonals, Excalibur: excalibur},
	}.Setup()
	p, err := s.PositionOnAnyBoard()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 9))
	for range int(turns) % 64 {
		var after lancelot.Position
		// Most Excalibur turns are kept for the comparison.
		open := p.Open()
		turn := lancelot.StoneTurn(open.Nth(r.IntN(open.Count())))
		if all := p.AppendTurns(nil); p.PlacesExcalibur() || r.IntN(20) == 0 {
			turn = all[r.IntN(len(all))]
		}
		p.PlayInto(&after, turn)
		if after.Outcome().Over() {
			break
		}
		p = after
	}
	return p
}

// FuzzLargestCapture compares the largest captures with those of a twin that plays every
// turn.
func FuzzLargestCapture(f *testing.F) {
	for seed := range uint64(24) {
		f.Add(seed, uint8(seed), uint8(seed/4), seed%3 == 0, seed%4 != 1, uint8(5+3*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, seats, size uint8, diagonals, excalibur bool, turns uint8) {
		p := randomPosition(t, seed, seats, size, diagonals, excalibur, turns)
		checkLargest(t, &p)
	})
}

// TestLargestCapture compares the largest captures on boards of the rules too, and on
// enough boards on which Excalibur captures more than a stone.
func TestLargestCapture(t *testing.T) {
	compared, larger := 0, 0
	for seed := range uint64(30) {
		p := randomPosition(t, seed, uint8(seed), uint8(seed/3), seed%2 == 0, true, uint8(8+seed%20))
		c, l := checkLargest(t, &p)
		compared, larger = compared+c, larger+l
	}
	for _, text := range []string{
		"1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7",
		"8/2b1a3/3a1aa1/4a3/3bb3/abbb4/3a1b2/2b5 a 1,2 21,21 - basic 7",
	} {
		p := position(t, text)
		c, l := checkLargest(t, &p)
		compared, larger = compared+c, larger+l
	}
	if compared < 100 || larger < 50 {
		t.Errorf("%d captures with Excalibur were compared, %d of them larger than with a stone", compared, larger)
	}
}

// TestNoLargestCapture: a finished game, a seat without stones in hand and one without its
// Excalibur turn capture nothing.
func TestNoLargestCapture(t *testing.T) {
	for _, c := range []struct {
		text             string
		stone, excalibur bool
	}{
		{"8/8/3a*3/3a4/3b4/8/8/8 a 0,0 28,29 ab excalibur 7", true, true},
		{"8/8/3a*3/3a4/3b4/8/8/8 a 0,0 28,29 b excalibur 7", true, false},
		{"8/8/3a4/3a4/3b4/8/8/8 a 0,0 28,29 - basic 7", true, false},
		{"8/8/3a*3/3a4/3b4/8/8/8 b 28,28 0,1 ab excalibur 60", false, false},
	} {
		s, err := lancelot.ParseSetup(c.text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.PositionOnAnyBoard()
		if err != nil {
			t.Fatal(err)
		}
		stone, _ := p.LargestCapture(0, p.Stones(1))
		excalibur, _ := p.LargestExcaliburCapture(0, p.Stones(1))
		if (stone != lancelot.NoTurn) != c.stone || (excalibur != lancelot.NoTurn) != c.excalibur {
			t.Errorf("%s: %s and %s", c.text, stone, excalibur)
		}
	}
	over := lancelot.Position{}
	if turn, _ := over.LargestCapture(0, over.FreeSquares()); turn != lancelot.NoTurn {
		t.Error(turn)
	}
}

// BenchmarkLargestExcaliburCapture has the largest board and all rules.
func BenchmarkLargestExcaliburCapture(b *testing.B) {
	for _, text := range []string{
		"1a1aa3/1aa5/a1*a1b2/8/2b1bb2/4b1b1/b1a5/3b4 a 1,1 21,21 ab diagonals+excalibur 7",
		"3*10/14/4a2b4c1/14/2d3e7/14/5a1b6/14/3c2d1e5/14/14/7a6/14/2b4c6 a 0,0,0,0,0 27,27,27,28,28 abcde diagonals+excalibur 10",
	} {
		p := position(b, text)
		b.Run(text[len(text)-3:], func(b *testing.B) {
			for b.Loop() {
				p.LargestExcaliburCapture(1, p.Stones(0))
			}
		})
	}
}
