package lancelot_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafelrunde/lancelot"
)

// start returns the starting position of options.
func start(t testing.TB, o lancelot.Options) lancelot.Position {
	t.Helper()
	p, err := o.Setup().PositionOnAnyBoard()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// games yields options with every number of seats, all rules, and boards so small
// that games end because no seat can act.
func games(yield func(lancelot.Options) bool) {
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for _, size := range []int{0, 4, 5, 7} {
			for rules := range 4 {
				o := lancelot.Options{Seats: seats, Size: size, First: lancelot.Seat(rules % seats),
					Rules: lancelot.Rules{Diagonals: rules&1 != 0, Excalibur: rules&2 != 0}}
				if size != 0 {
					o.Target = 20
				}
				if !yield(o) {
					return
				}
			}
		}
	}
}

// someTurn returns a random turn, mostly a single stone, so that seats keep their
// Excalibur turns for a while.
func someTurn(r *rand.Rand, turns []lancelot.Turn) lancelot.Turn {
	t := turns[r.IntN(len(turns))]
	if t.Kind() == lancelot.StoneThenExcalibur && r.IntN(8) > 0 {
		return lancelot.StoneTurn(t.Stone())
	}
	if t.Kind() == lancelot.ExcaliburThenStone && r.IntN(8) > 0 && turns[0].Kind() == lancelot.StoneOnly {
		return turns[0]
	}
	return t
}

// TestAgainstTwin plays random games of every kind and compares turns, leads,
// captures, positions and outcomes with the twin.
func TestAgainstTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	reasons := map[lancelot.Reason]int{}
	plies, captures, excaliburTurns, skips := 0, 0, 0, 0
	for o := range games {
		if testing.Short() && o.Seats > 3 {
			continue
		}
		p := start(t, o)
		slow := newTwin(p.String())
		lists := 0
		for p.Outcome().Reason == lancelot.Running {
			plies++
			turns := p.AppendTurns(nil)
			if n := p.CountTurns(); n != len(turns) {
				t.Fatalf("%s: CountTurns %d, AppendTurns %d", &p, n, len(turns))
			}
			// The twin is slow to list all Excalibur turns.
			if len(turns) < 300 || len(turns) < 3000 && lists < 2 {
				lists++
				var got []string
				for _, turn := range turns {
					got = append(got, turn.String())
				}
				want := slow.turns()
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s: turns\n%v, twin\n%v", &p, got, want)
				}
			}
			compareLeads(t, &p, slow)

			turn := someTurn(r, turns)
			step, err := p.Explain(turn)
			if err != nil {
				t.Fatal(err)
			}
			p.PlayInto(&p, turn)
			if turn.Kind() == lancelot.StoneThenExcalibur || turn.Kind() == lancelot.ExcaliburThenStone {
				excaliburTurns++
			}
			skips += len(step.Skipped)
			var want []string
			for _, q := range slow.play(turn.String()) {
				want = append(want, q.String())
			}
			var got []string
			for _, captured := range step.Captures() {
				got = append(got, captured.Square.String())
			}
			captures += len(got)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %s captures %v, twin %v", &p, turn, got, want)
			}
			if got, want := p.String(), slow.String(); got != want {
				t.Fatalf("after %s %s, twin %s", turn, got, want)
			}
			if got, want := p.Outcome().Reason.String(), slow.over; got != want {
				t.Fatalf("%s: outcome %q, twin %q", &p, got, want)
			}
		}
		reasons[p.Outcome().Reason]++
		if got, want := p.Outcome().Winners(), slow.winners(); !slices.Equal(got, want) {
			t.Fatalf("%s: winners %v, twin %v", &p, got, want)
		}
	}
	t.Logf("%d plies, %d stones captured, %d Excalibur turns, %d seats skipped, reasons %v", plies, captures, excaliburTurns, skips, reasons)
	if captures == 0 || excaliburTurns == 0 || skips == 0 || len(reasons) != 2 {
		t.Error("the games do not cover everything")
	}
}

// compareLeads compares the lead of every seat on every line.
func compareLeads(t *testing.T, p *lancelot.Position, slow *twin) {
	t.Helper()
	for line := range p.LineCount() {
		var squares []place
		for _, q := range p.Line(line).Squares() {
			squares = append(squares, placeOf(q.String()))
		}
		for seat := range p.Seats() {
			if got, want := p.Lead(lancelot.Seat(seat), line), slow.lead(seat, squares); got != want {
				t.Fatalf("%s: lead of %s on %s is %d, twin %d", p, lancelot.Seat(seat), p.Line(line), got, want)
			}
		}
	}
}

// TestInvariants checks the invariants of positions in random games, among them
// that a position updated by playing equals the one parsed from its text.
func TestInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for o := range games {
		if testing.Short() && o.Seats > 3 {
			continue
		}
		p := start(t, o)
		for p.Outcome().Reason == lancelot.Running {
			checkPosition(t, &p, r)
			turns := p.AppendTurns(nil)
			p.PlayInto(&p, someTurn(r, turns))
		}
		checkPosition(t, &p, r)
	}
}

// checkPosition checks the invariants of one position.
func checkPosition(t *testing.T, p *lancelot.Position, r *rand.Rand) {
	t.Helper()
	setup, err := lancelot.ParseSetup(p.String())
	if err != nil || setup != p.Setup() {
		t.Fatalf("%s: parsed as %s, %v", p, setup, err)
	}
	again, err := setup.PositionOnAnyBoard()
	if p.Outcome().Reason == lancelot.TargetReached {
		if e, ok := err.(*lancelot.SetupError); !ok || len(e.Problems) != 1 || !e.Has(lancelot.SetupTargetReached) {
			t.Fatalf("%s: the setup is refused with %v", p, err)
		}
	} else if err != nil || again != *p {
		t.Fatalf("%s: the setup becomes %s, %v", p, &again, err)
	}

	turns := p.AppendTurns(nil)
	outcome := p.Outcome()
	open := p.Open()
	if outcome.Over() != (len(turns) == 0) || outcome.Over() == !open.IsEmpty() {
		t.Fatalf("%s: over %v with %d turns", p, outcome.Over(), len(turns))
	}
	sum := 0.0
	for seat := range p.Seats() {
		sum += outcome.WinShare(lancelot.Seat(seat))
	}
	if outcome.Over() && (sum < 1-1e-9 || sum > 1+1e-9) || !outcome.Over() && sum != 0 {
		t.Fatalf("%s: win shares sum to %v", p, sum)
	}

	// A turn is legal exactly if it is listed: all stones, a sample of the others.
	legal := map[lancelot.Turn]bool{}
	for _, turn := range turns {
		if legal[turn] {
			t.Fatalf("%s: %s is listed twice", p, turn)
		}
		legal[turn] = true
	}
	check := func(turn lancelot.Turn) {
		if p.IsLegal(turn) != legal[turn] {
			t.Fatalf("%s: IsLegal(%s) = %v, listed %v", p, turn, p.IsLegal(turn), legal[turn])
		}
		after, err := p.Play(turn)
		if (err == nil) != legal[turn] {
			t.Fatalf("%s: %s: %v, listed %v", p, turn, err, legal[turn])
		}
		if err != nil {
			if e, ok := err.(*lancelot.TurnError); !ok || e.Code == "" || e.Turn != turn {
				t.Fatalf("%s: %s: error %#v", p, turn, err)
			}
			return
		}
		if read, err := p.ParseTurn(turn.String()); err != nil || read != turn {
			t.Fatalf("%s: %s is parsed as %s, %v", p, turn, read, err)
		}
		shown := strings.NewReplacer(",", " · ", "X", "X ").Replace(turn.String())
		if read, err := p.ParseTurn(shown); err != nil || read != turn {
			t.Fatalf("%s: %s is parsed as %s, %v", p, shown, read, err)
		}
		checkStep(t, p, turn, &after)
	}
	for q := range lancelot.Square(200) {
		check(lancelot.StoneTurn(q))
		check(lancelot.ExcaliburTurn(q))
	}
	squares := p.Squares()
	for range 20 {
		a, b := squares[r.IntN(len(squares))], squares[r.IntN(len(squares))]
		check(lancelot.StoneExcaliburTurn(a, b))
		check(lancelot.ExcaliburStoneTurn(a, b))
	}
	for range min(len(turns), 10) {
		check(turns[r.IntN(len(turns))])
	}
	check(lancelot.NoTurn)
	check(lancelot.Turn(r.Uint32()))
	checkPartialTurn(t, p, legal, r)
	checkWithToMove(t, p)
}

// checkWithToMove compares the positions in which other seats act with set-ups.
func checkWithToMove(t *testing.T, p *lancelot.Position) {
	t.Helper()
	if p.Outcome().Over() {
		if got := p.WithToMove(0); got != *p {
			t.Fatalf("%s becomes %s", p, &got)
		}
		return
	}
	for seat := range lancelot.Seat(p.Seats()) {
		setup := p.Setup()
		setup.ToMove = seat
		want, err := setup.PositionOnAnyBoard()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.WithToMove(seat); got != want {
			t.Fatalf("%s: with seat %s to act it is %s, not %s", p, seat, &got, &want)
		}
	}
}

// checkStep checks that the explanation of a turn agrees with its effect.
func checkStep(t *testing.T, p *lancelot.Position, turn lancelot.Turn, after *lancelot.Position) {
	t.Helper()
	step, err := p.Explain(turn)
	if err != nil || step.Turn != turn || step.Seat != p.ToMove() || step.Outcome != after.Outcome() {
		t.Fatalf("%s: %s is explained as %+v, %v", p, turn, step, err)
	}
	want := *p
	board := want.Setup()
	for _, action := range step.Actions {
		cell := lancelot.StoneOf(p.ToMove())
		if action.Excalibur {
			cell = lancelot.Excalibur
			board.SetCell(action.From, lancelot.Free)
		}
		board.SetCell(action.To, cell)
		for _, captured := range action.Captures {
			if board.At(captured.Square) != lancelot.StoneOf(captured.Seat) {
				t.Fatalf("%s: %s is explained to capture %v", p, turn, captured)
			}
			board.SetCell(captured.Square, lancelot.Free)
		}
	}
	if board.Cells != after.Setup().Cells {
		t.Fatalf("%s: %s is explained as %+v, but leads to %s", p, turn, step, after)
	}
	if got := after.Captured(p.ToMove()) - p.Captured(p.ToMove()); got != len(step.Captures()) {
		t.Fatalf("%s: %s captures %d, explained as %+v", p, turn, got, step)
	}
	if !step.Outcome.Over() && (int(p.ToMove())+1+len(step.Skipped))%p.Seats() != int(after.ToMove()) {
		t.Fatalf("%s: after %s skipped %v, to act %s", p, turn, step.Skipped, after.ToMove())
	}
}

// checkPartialTurn checks that the placements of a partial turn agree with the
// legal turns.
func checkPartialTurn(t *testing.T, p *lancelot.Position, legal map[lancelot.Turn]bool, r *rand.Rand) {
	t.Helper()
	m, err := p.PartialTurn(lancelot.NoTurn)
	if err != nil || m.CanFinish() {
		t.Fatal(err)
	}
	stones, targets := m.StonePlacements(), m.ExcaliburPlacements()
	firstLegal := map[lancelot.Square]bool{}
	for turn := range legal {
		if turn.Kind() == lancelot.ExcaliburThenStone || turn.Kind() == lancelot.ExcaliburOnly {
			firstLegal[turn.Excalibur()] = true
		}
	}
	for _, q := range stones {
		turn := lancelot.StoneTurn(q.Square)
		if q.Legal() != legal[turn] {
			t.Fatalf("%s: stone %+v, listed %v", p, q, legal[turn])
		}
		if part, err := p.PartialTurn(turn); (err == nil) != legal[turn] || err == nil && !part.CanFinish() {
			t.Fatalf("%s: part %s: %v", p, turn, err)
		}
		if step, err := p.Explain(turn); err == nil && !slices.Equal(q.Captures, step.Captures()) {
			t.Fatalf("%s: stone %+v, explained as %+v", p, q, step)
		}
		for _, line := range q.ClosedBy {
			if p.Lead(p.ToMove(), line) < 2 || !slices.Contains(p.LinesThrough(q.Square), line) {
				t.Fatalf("%s: %s is closed by %s with lead %d", p, q.Square, p.Line(line), p.Lead(p.ToMove(), line))
			}
		}
		if !q.Legal() && len(q.ClosedBy) == 0 {
			t.Fatalf("%s: stone %+v without a reason", p, q)
		}
		closed, captures := 0, 0
		for _, line := range p.LinesThrough(q.Square) {
			switch p.LineStatus(p.ToMove(), line) {
			case lancelot.LineClosed:
				closed++
			case lancelot.LineCaptures:
				captures++
			}
		}
		if closed != len(q.ClosedBy) || q.Legal() && captures != len(q.CapturesOn) {
			t.Fatalf("%s: stone %+v on %d closed lines, %d lines with captures", p, q, closed, captures)
		}
	}
	for _, q := range targets {
		if q.Legal() != firstLegal[q.Square] {
			t.Fatalf("%s: Excalibur %+v, listed %v", p, q, firstLegal[q.Square])
		}
		if _, err := p.PartialTurn(lancelot.ExcaliburTurn(q.Square)); (err == nil) != q.Legal() {
			t.Fatalf("%s: part X%s: %v", p, q.Square, err)
		}
	}
	n := len(legal)
	for turn := range legal {
		switch turn.Kind() {
		case lancelot.StoneThenExcalibur:
			if r.IntN(n/4+1) == 0 {
				checkSecond(t, p, lancelot.StoneTurn(turn.Stone()), turn, legal)
			}
		case lancelot.ExcaliburThenStone:
			if r.IntN(n/4+1) == 0 {
				checkSecond(t, p, lancelot.ExcaliburTurn(turn.Excalibur()), turn, legal)
			}
		}
	}
}

// checkSecond checks all second actions after a first one.
func checkSecond(t *testing.T, p *lancelot.Position, part, whole lancelot.Turn, legal map[lancelot.Turn]bool) {
	t.Helper()
	m, err := p.PartialTurn(part)
	if err != nil {
		t.Fatalf("%s: part %s: %v", p, part, err)
	}
	step, _ := p.Explain(whole)
	if !slices.Equal(m.Captures(), step.Actions[0].Captures) {
		t.Fatalf("%s: part %s captures %v, explained as %+v", p, part, m.Captures(), step)
	}
	stones, targets := m.StonePlacements(), m.ExcaliburPlacements()
	if (stones == nil) == (targets == nil) {
		t.Fatalf("%s: part %s: a stone and Excalibur can follow, or neither", p, part)
	}
	for _, q := range append(stones, targets...) {
		turn := lancelot.ExcaliburStoneTurn(part.Excalibur(), q.Square)
		if part.Kind() == lancelot.StoneOnly {
			turn = lancelot.StoneExcaliburTurn(part.Stone(), q.Square)
		}
		if q.Legal() != legal[turn] {
			t.Fatalf("%s: part %s then %+v, listed %v", p, part, q, legal[turn])
		}
		if turn == whole && !slices.Equal(q.Captures, step.Actions[1].Captures) {
			t.Fatalf("%s: part %s then %+v, explained as %+v", p, part, q, step)
		}
	}
}

// TestNoAllocation: playing and listing turns does not allocate memory.
func TestNoAllocation(t *testing.T) {
	for _, row := range rows(t, "rules.perft") {
		p := position(t, row[1])
		turns := p.AppendTurns(nil)
		var after lancelot.Position
		i := 0
		if n := testing.AllocsPerRun(100, func() {
			p.PlayInto(&after, turns[i%len(turns)])
			i += 7
		}); n != 0 {
			t.Errorf("%s: PlayInto allocates %v times", row[1], n)
		}
		if n := testing.AllocsPerRun(2, func() { turns = p.AppendTurns(turns[:0]) }); n != 0 {
			t.Errorf("%s: AppendTurns allocates %v times", row[1], n)
		}
		if n := testing.AllocsPerRun(2, func() { p.CountTurns() }); n != 0 {
			t.Errorf("%s: CountTurns allocates %v times", row[1], n)
		}
	}
}
