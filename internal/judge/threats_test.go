package judge_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/internal/judge"
	"tafelrunde/internal/puzzles"
	"tafelrunde/lancelot"
)

// checkRemarks plays each capture that the remarks about a turn name: it is legal for the seat if
// that seat is to act, captures so many stones, and reaches the target where the remark says so.
func checkRemarks(t *testing.T, before *lancelot.Position, turn lancelot.Turn) []judge.LancelotRemark {
	t.Helper()
	all, err := judge.LancelotRemarks(before, turn)
	if err != nil {
		t.Fatal(err)
	}
	after, err := before.Play(turn)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		next, board := lancelot.StoneTurn(r.Square), &after
		switch r.Code {
		case judge.Saves, judge.PreventsTarget:
			board = before
		case judge.PreventsTargetExcalibur:
			next, board = r.Turn, before
		case judge.LeavesTargetExcalibur:
			next = r.Turn
		case judge.Threatens, judge.Threatened, judge.LeavesTarget:
		case judge.Zugzwang, judge.ZugzwangTarget:
			checkZugzwang(t, &after, before.ToMove(), r)
			continue
		default:
			continue
		}
		acting, ok := ifToMove(t, board, r.Seat)
		if !ok {
			t.Fatalf("%s in %s: %s: seat %s cannot act", turn, before, r.Code, r.Seat)
		}
		captured, err := acting.Play(next)
		if err != nil {
			t.Fatalf("%s in %s: %s: %v", turn, before, r.Code, err)
		}
		if n := captured.Captured(r.Seat) - acting.Captured(r.Seat); n != r.N || n == 0 {
			t.Errorf("%s in %s: %s: %s captures %d stones, not %d", turn, before, r.Code, next, n, r.N)
		}
		targets := []judge.LancelotCode{judge.PreventsTarget, judge.PreventsTargetExcalibur, judge.LeavesTarget, judge.LeavesTargetExcalibur}
		if wins := captured.Captured(r.Seat) >= captured.Target(); !wins && slices.Contains(targets, r.Code) {
			t.Errorf("%s in %s: %s: %s does not reach the target", turn, before, r.Code, next)
		}
		if board == before {
			checkPrevented(t, &after, r, next)
		}
		if r.Code == judge.Threatens {
			checkCaptureThreat(t, &captured, r)
		}
	}
	return all
}

// checkPrevented checks that a capture is not possible after the turn that prevents it.
func checkPrevented(t *testing.T, after *lancelot.Position, r judge.LancelotRemark, prevented lancelot.Turn) {
	t.Helper()
	acting, ok := ifToMove(t, after, r.Seat)
	if !ok {
		return
	}
	if r.Code != judge.Saves {
		if n, turn := judge.TargetTurn(after, r.Seat); n > 0 {
			t.Errorf("%s: %s still reaches the target", after, turn)
		}
		return
	}
	if left, err := acting.Play(prevented); err == nil && left.Captured(r.Seat) > acting.Captured(r.Seat) {
		t.Errorf("%s: %s still captures", after, prevented)
	}
}

// checkCaptureThreat checks that no other seat reaches the target after a threatened capture, and that the
// capture is on the lines that the threat names.
func checkCaptureThreat(t *testing.T, captured *lancelot.Position, r judge.LancelotRemark) {
	t.Helper()
	for _, line := range r.Lines {
		if squares := captured.LineSquares(line); !squares.Has(r.Square) {
			t.Errorf("%s: %s is not on %s", captured, r.Square, captured.Line(line))
		}
	}
	for seat := range lancelot.Seat(captured.Seats()) {
		if n, turn := judge.TargetTurn(captured, seat); seat != r.Seat && n > 0 && !captured.Outcome().Over() {
			t.Errorf("%s: %s reaches the target after the threat on %s", captured, turn, r.Square)
		}
	}
}

// checkZugzwang plays all turns of a seat in zugzwang.
func checkZugzwang(t *testing.T, p *lancelot.Position, us lancelot.Seat, r judge.LancelotRemark) {
	t.Helper()
	least := p.Target()
	for turn := range p.Turns() {
		after, err := p.Play(turn)
		if err != nil {
			t.Fatal(err)
		}
		_, captured := after.LargestCapture(us, after.Stones(r.Seat))
		least = min(least, captured.Count())
		if n, _ := judge.TargetTurn(&after, us); r.Code == judge.ZugzwangTarget && n == 0 {
			t.Errorf("%s: no turn reaches the target after %s", p, turn)
		}
	}
	if least != r.N || least == 0 || p.ToMove() != r.Seat {
		t.Errorf("%s: %d stones are lost, not %d", p, least, r.N)
	}
	if _, now := p.LargestCapture(us, p.Stones(r.Seat)); r.Code == judge.Zugzwang && !now.IsEmpty() {
		t.Errorf("%s: seat %s loses stones without a turn too", p, r.Seat)
	}
}

// TestPuzzleRemarks checks the remarks about all turns of the embedded puzzles.
func TestPuzzleRemarks(t *testing.T) {
	list, err := puzzles.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	balances, zugzwangs := 0, 0
	for i := range list {
		p := &list[i]
		if p.Rules != puzzles.Lancelot {
			continue
		}
		game, err := p.Lancelot()
		if err != nil {
			t.Fatal(err)
		}
		for ply, text := range p.Solution {
			before := *game.Position()
			turn, err := before.ParseTurn(text)
			if err != nil {
				t.Fatal(err)
			}
			all := checkRemarks(t, &before, turn)
			has := func(codes ...judge.LancelotCode) bool {
				return slices.ContainsFunc(all, func(r judge.LancelotRemark) bool { return slices.Contains(codes, r.Code) })
			}
			if has(judge.Zugzwang, judge.ZugzwangTarget) {
				zugzwangs++
			}
			if ply == 0 && slices.Contains(p.Themes, puzzles.Balance) {
				balances++
				if !has(judge.PreventsTarget, judge.PreventsTargetExcalibur) {
					t.Errorf("%s: the remarks do not say whose win the turn prevents", p.ID)
				}
			}
			if err := game.Play(turn); err != nil {
				t.Fatal(err)
			}
		}
	}
	if balances == 0 || zugzwangs == 0 {
		t.Errorf("%d puzzles of balance, %d turns to zugzwang", balances, zugzwangs)
	}
}

// TestRemarksOfPuzzles has turns whose remarks were once wrong or missing.
func TestRemarksOfPuzzles(t *testing.T) {
	for _, test := range []struct {
		id   string
		ply  int
		code judge.LancelotCode
		want string // the square, "" for no such remark
		n    int
	}{
		{"e43e79x", 0, judge.Threatens, "", 0},          // the free square of the line is closed
		{"z0sgxh7", 0, judge.Threatens, "", 0},          // the opponent wins after the capture
		{"yadt83v", 0, judge.PreventsTarget, "k10", 4},  // three of the stones belong to others
		{"2tzypdg", 6, judge.ZugzwangTarget, "none", 1}, // each turn of the opponent loses
	} {
		p, err := puzzles.ByID(test.id)
		if err != nil || p == nil {
			t.Fatal(test.id, err)
		}
		game, err := p.Lancelot()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range p.Solution[:test.ply] {
			if err := game.PlayText(text); err != nil {
				t.Fatal(err)
			}
		}
		turn, err := game.Position().ParseTurn(p.Solution[test.ply])
		if err != nil {
			t.Fatal(err)
		}
		all := checkRemarks(t, game.Position(), turn)
		at := slices.IndexFunc(all, func(r judge.LancelotRemark) bool { return r.Code == test.code })
		switch {
		case (at >= 0) != (test.want != ""):
			t.Errorf("%s: remarks %v", test.id, all)
		case at >= 0 && (all[at].N != test.n || test.want != "none" && all[at].Square.String() != test.want):
			t.Errorf("%s: remark %v", test.id, all[at])
		}
	}
}

// FuzzLancelotRemarks checks the remarks about random games.
func FuzzLancelotRemarks(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 11))
		options := lancelot.Options{
			Seats: 2 + int(seed%4),
			Rules: lancelot.Rules{Diagonals: seed&1 != 0, Excalibur: seed%5 == 4},
		}
		p, err := options.Setup().Position()
		if err != nil {
			t.Fatal(err)
		}
		for !p.Outcome().Over() {
			open := slices.Collect(p.Open().Squares())
			turn := lancelot.StoneTurn(open[random.IntN(len(open))])
			if p.PlacesExcalibur() {
				turn = lancelot.ExcaliburTurn(turn.Stone())
			}
			if random.IntN(3) == 0 {
				// Random turns capture little.
				if capture, _ := p.LargestCapture(p.ToMove(), stones(&p)); capture != lancelot.NoTurn {
					turn = capture
				}
			}
			checkRemarks(t, &p, turn)
			if p, err = p.Play(turn); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// stones returns the stones of all seats.
func stones(p *lancelot.Position) (all lancelot.Set) {
	for seat := range lancelot.Seat(p.Seats()) {
		all = all.Union(p.Stones(seat))
	}
	return all
}
