package judge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// wotnText returns a remark as "code Kind Other from square own victim", without what it does not have.
func wotnText(r judge.Remark) string {
	text := string(r.Code)
	for _, k := range []wotn.Kind{r.Kind, r.Other} {
		if k != wotn.NoKind {
			text += " " + k.String()
		}
	}
	for _, s := range []wotn.Square{r.From, r.Square} {
		if s != wotn.NoSquare {
			text += " " + s.String()
		}
	}
	return text + fmt.Sprintf(" %d %d", r.Own, r.Victim)
}

func TestWotn(t *testing.T) {
	for _, test := range []struct {
		name, position, move string
		want                 []string
	}{
		{
			// A knight has level 3, a squire 2: 2 × 2 ≥ 3.
			"a capture promotes", "4k3/8/8/3s4/8/4N3/8/4K3 w - - 0 1", "e3d5m",
			[]string{"captures N S d5 3 0", "promotes-capture N M 3 2"},
		},
		{
			"the victim is too weak", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5",
			[]string{"captures N P d5 3 0", "too-weak N P 3 1"},
		},
		{"a quiet move", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h2", nil},
		{"a threat to mate", "6k1/5ppp/8/8/8/7R/8/4K3 w - - 0 1", "h3d3", []string{"threatens-mate R d3 d8 0 0"}},
		{"a check", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h8", []string{"check R h8 0 0"}},
		{"a rank, as the board names it", "4k3/8/8/8/4p3/8/8/4K3 b - - 0 1", "e4e3s", []string{"promotes-rank P S 3 0", "check S e3 0 0"}},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", []string{"castles K 0 0"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := wotn.ParsePosition(wotn.Standard, test.position)
			if err != nil {
				t.Fatal(err)
			}
			move, err := p.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range judge.Remarks(&p, move) {
				got = append(got, wotnText(r))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: got %q, want %q", test.move, got, test.want)
			}
		})
	}
}

// TestWotnThreats checks what a move threatens and leaves.
func TestWotnThreats(t *testing.T) {
	has := func(position, move string, code judge.Code, from, square string) {
		t.Helper()
		p, err := wotn.ParsePosition(wotn.Standard, position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		all := judge.Remarks(&p, m)
		if !slices.ContainsFunc(all, func(r judge.Remark) bool {
			return r.Code == code && r.From.String() == from && r.Square.String() == square
		}) {
			t.Errorf("%s: no %s from %s to %s in %v", move, code, from, square, all)
		}
	}
	// The rook attacks the unprotected knight; capturing it promotes, as 2 × 3 ≥ 5.
	has("4k3/8/8/n7/8/8/8/4K2R w - - 0 1", "h1h5", judge.AttacksPromotes, "h5", "a5")
	// The rook goes where the bishop captures it.
	has("4k3/8/8/8/3b4/8/8/4K2R w - - 0 1", "h1g1", judge.Leaves, "d4", "g1")
}

// TestWotnOrder checks that what can be captured comes before what does not promote.
func TestWotnOrder(t *testing.T) {
	p := wotn.Start(wotn.Standard)
	moves := strings.Fields("e2e4 b8c6 d2d4 c6d4")
	var got []string
	for i, text := range moves {
		move, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if i == len(moves)-1 {
			for _, r := range judge.Remarks(&p, move) {
				got = append(got, wotnText(r))
			}
		}
		var after wotn.Position
		p.PlayInto(&after, move)
		p = after
	}
	want := []string{"captures N P d4 3 0", "leaves Q N d1 d4 8 0", "too-weak N P 3 1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWotnGames checks the remarks about random games: levels agree with the rule of
// half the level, and a promotion always has a reason.
func TestWotnGames(t *testing.T) {
	for _, variant := range []wotn.Variant{wotn.Standard, wotn.Alternative, wotn.Chess} {
		random := rand.New(rand.NewPCG(1, uint64(variant)))
		p := wotn.Start(variant)
		for range 150 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			move := moves[random.IntN(len(moves))]
			reasons := 0
			for _, r := range judge.Remarks(&p, move) {
				switch r.Code {
				case judge.PromotesCapture, judge.AttacksPromotes:
					if 2*r.Victim < r.Own {
						t.Errorf("%s in %s: level %d promotes level %d", move, p, r.Victim, r.Own)
					}
				case judge.TooWeak:
					if 2*r.Victim >= r.Own {
						t.Errorf("%s in %s: level %d is said not to promote level %d", move, p, r.Victim, r.Own)
					}
				}
				if r.Code == judge.PromotesCapture || r.Code == judge.PromotesRank {
					reasons++
				}
			}
			if promotes := move.Promotion() != wotn.NoKind; promotes != (reasons == 1) {
				t.Errorf("%s in %s: %d reasons for the promotion", move, p, reasons)
			}
			p.PlayInto(&p, move)
		}
	}
}

// TestLancelotGames checks the remarks about random games against the steps.
func TestLancelotGames(t *testing.T) {
	seen := map[judge.LancelotCode]int{}
	for seed := range uint64(9) {
		random := rand.New(rand.NewPCG(seed, 7))
		options := lancelot.Options{Seats: 2 + int(seed%4), Rules: lancelot.Rules{Diagonals: seed%2 == 1}}
		if seed >= 6 {
			options = lancelot.Options{Seats: 2 + int(seed%2), Rules: lancelot.Rules{Diagonals: seed%2 == 1, Excalibur: true}}
		}
		p, err := options.Setup().Position()
		if err != nil {
			t.Fatal(err)
		}
		for !p.Outcome().Over() {
			turns := slices.Collect(p.Turns())
			turn := turns[random.IntN(len(turns))]
			if open := p.Open(); random.IntN(20) > 0 { // most keep their Excalibur turn
				turn = turns[random.IntN(open.Count())]
			}
			step, err := p.Explain(turn)
			if err != nil {
				t.Fatal(err)
			}
			all, err := judge.LancelotRemarks(&p, turn)
			if err != nil {
				t.Fatal(err)
			}
			taken := 0
			for _, r := range all {
				seen[r.Code]++
				if r.Code == judge.CapturesStones || r.Code == judge.CapturesStonesMany {
					taken += r.N
					if len(r.Lines) == 0 || (len(r.Lines) > 1) != (r.Code == judge.CapturesStonesMany) {
						t.Errorf("%s in %s: %s on lines %v", turn, p, r.Code, r.Lines)
					}
				}
				if r.Code == judge.LeavesTarget && slices.ContainsFunc(all, func(o judge.LancelotRemark) bool {
					return o.Code == judge.Threatened && o.Seat == r.Seat && o.Square == r.Square
				}) {
					t.Errorf("%s in %s: two remarks on the stone on %s", turn, p, r.Square)
				}
				if r.Code == judge.LeavesTarget || r.Code == judge.LeavesTargetExcalibur {
					checkTarget(t, &p, turn, r)
				}
				if r.Code == judge.Threatened && r.Square == lancelot.NoSquare {
					t.Errorf("%s in %s: no square captures", turn, p)
				}
			}
			if taken != len(step.Captures()) {
				t.Errorf("%s in %s: remarks on %d of %d captured stones", turn, p, taken, len(step.Captures()))
			}
			if p, err = p.Play(turn); err != nil {
				t.Fatal(err)
			}
			checkAllTargets(t, &p, step.Seat, all)
		}
	}
	for _, code := range []judge.LancelotCode{
		judge.CapturesStones, judge.CapturesStonesMany, judge.Reaches, judge.Remaining, judge.Threatens, judge.Closes, judge.LeavesTarget,
		judge.LeavesTargetExcalibur, judge.Threatened, judge.Saves, judge.PreventsTarget,
	} {
		if seen[code] == 0 {
			t.Errorf("no remark %s in the games", code)
		}
	}
	if _, err := judge.LancelotRemarks(new(lancelot.Position), lancelot.NoTurn); err == nil {
		t.Error("a turn that is not legal has remarks")
	}
}

// checkTarget plays the turn of a remark LeavesTarget, which wins.
func checkTarget(t *testing.T, before *lancelot.Position, turn lancelot.Turn, r judge.LancelotRemark) {
	t.Helper()
	after, err := before.Play(turn)
	if err != nil {
		t.Fatal(err)
	}
	theirs, ok := ifToMove(t, &after, r.Seat)
	if !ok {
		t.Fatalf("%s in %s: seat %s cannot act", turn, before, r.Seat)
	}
	next := lancelot.StoneTurn(r.Square)
	if r.Code == judge.LeavesTargetExcalibur {
		next = r.Turn
	}
	won, err := theirs.Play(next)
	if err != nil {
		t.Fatal(err)
	}
	if !won.Outcome().Over() || !won.Outcome().Wins(r.Seat) || won.Captured(r.Seat)-theirs.Captured(r.Seat) != r.N {
		t.Errorf("%s in %s: seat %s does not win with %s", turn, before, r.Seat, next)
	}
}

// checkAllTargets plays all turns of the other seats after a turn. The remarks on the turn
// name each seat that reaches the target with one of them.
func checkAllTargets(t *testing.T, after *lancelot.Position, us lancelot.Seat, remarks []judge.LancelotRemark) {
	t.Helper()
	if after.Outcome().Over() {
		return
	}
	for seat := range lancelot.Seat(after.Seats()) {
		theirs, ok := ifToMove(t, after, seat)
		if seat == us || !ok || theirs.Target()-theirs.Captured(seat) > 6 {
			continue
		}
		want := judge.LancelotCode("")
		for turn := range theirs.Turns() { // those with a single stone first
			var won lancelot.Position
			if theirs.PlayInto(&won, turn); won.Captured(seat) < won.Target() {
				continue
			}
			want = judge.LeavesTargetExcalibur
			if turn.Kind() == lancelot.StoneOnly {
				want = judge.LeavesTarget
			}
			break
		}
		for _, code := range []judge.LancelotCode{judge.LeavesTarget, judge.LeavesTargetExcalibur} {
			named := slices.ContainsFunc(remarks, func(r judge.LancelotRemark) bool { return r.Code == code && r.Seat == seat })
			if named != (code == want) {
				t.Errorf("%s: remark %s on seat %s is %v, want %q", after, code, seat, named, want)
			}
		}
	}
}

// ifToMove returns the position with another seat to act. ok is false if it cannot act.
func ifToMove(t *testing.T, p *lancelot.Position, seat lancelot.Seat) (position lancelot.Position, ok bool) {
	t.Helper()
	setup := p.Setup()
	setup.ToMove = seat
	position, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return position, position.ToMove() == seat
}

// A lead of one promises a capture only where there are stones to capture and room.
func TestLineStatus(t *testing.T) {
	position, err := lancelot.ParsePosition("8/8/8/3a4/3b4/8/3a4/8 a 0,0 28,29 - basic 7")
	if err != nil {
		t.Fatal(err)
	}
	now, err := position.PartialTurn(lancelot.NoTurn)
	if err != nil {
		t.Fatal(err)
	}
	for line := range position.LineCount() {
		lead, foreign := position.Lead(0, line), false
		for _, square := range position.Line(line).Squares() {
			owner, stone := position.At(square).Seat()
			foreign = foreign || stone && owner != 0
		}
		want := position.LineStatus(0, line)
		if lead == 1 && !foreign {
			want = lancelot.LineOpen
		}
		if got := judge.LineStatus(&position, &now, 0, line); got != want {
			t.Errorf("line %s with lead %d: %v instead of %v", position.Line(line).Name(), lead, got, want)
		}
	}
}
