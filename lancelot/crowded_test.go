package lancelot_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/lancelot"
)

// TestCrowded compares positions with the twin on small, nearly full boards,
// which are rare in games: whether the seat to act has a legal turn, with
// Excalibur or without, and which turns are legal.
func TestCrowded(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	compared, finished, skipped := 0, 0, 0
	for range 6000 {
		s := lancelot.Options{Seats: 2 + r.IntN(2), Size: 4 + r.IntN(2), Target: 60,
			Rules: lancelot.Rules{Diagonals: r.IntN(2) == 0, Excalibur: true}}.Setup()
		free := r.IntN(5)
		for row := range s.Height {
			for column := range s.Height {
				if r.IntN(s.Height*s.Height) < free {
					continue
				}
				seat := r.IntN(s.Seats)
				s.Cells[row][column] = lancelot.StoneOf(lancelot.Seat(seat))
				s.InHand[seat]--
			}
		}
		old, _ := s.Cells[1][1].Seat()
		if s.Cells[1][1] != lancelot.Free {
			s.InHand[old]++
		}
		s.Cells[1][1] = lancelot.Excalibur
		s.ToMove = lancelot.Seat(r.IntN(s.Seats))
		s.ExcaliburTurn[r.IntN(s.Seats)] = false

		p, err := s.PositionOnAnyBoard()
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		slow := newTwin(s.String())
		if slow.over != p.Outcome().Reason.String() || slow.over == "" && int(p.ToMove()) != slow.toAct {
			t.Fatalf("%s: %s to act %q, twin %d %q", s, p.ToMove(), p.Outcome().Reason, slow.toAct, slow.over)
		}
		if p.Outcome().Over() {
			finished++
			continue
		}
		if p.ToMove() != s.ToMove {
			skipped++
		}
		if compared++; compared%20 != 0 {
			continue
		}
		var got []string
		for _, turn := range p.AppendTurns(nil) {
			got = append(got, turn.String())
		}
		want := slow.turns()
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || len(got) == 0 {
			t.Fatalf("%s: turns %v, twin %v", s, got, want)
		}
		checkPosition(t, &p, r)
	}
	if compared == 0 || finished == 0 || skipped == 0 {
		t.Errorf("%d compared, %d over, %d with a seat skipped", compared, finished, skipped)
	}
}
