package solve

import (
	"go/parser"
	"go/token"
	"math/bits"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
)

// TestTurnTerms compares the terms of turns with the rules of package lancelot, in
// random games.
func TestTurnTerms(t *testing.T) {
	seen := turnTerms{}
	for game := range uint64(80) {
		o := lancelot.Options{Seats: 2, Size: 4 + int(game/4%2), Rules: testkit.AllLancelotRules[game%4], Target: MaxTarget}
		p, err := o.Setup().PositionOnAnyBoard()
		if err != nil {
			t.Fatal(err)
		}
		var f board
		f.prepare(&p, MaxTarget)
		for !p.Outcome().Over() {
			b := f.pack(&p)
			var after lancelot.Position
			for _, turn := range p.AppendTurns(nil) {
				p.PlayInto(&after, turn)
				if after.Outcome().Over() {
					continue
				}
				state := candidate{next: f.pack(&after), again: after.ToMove() == p.ToMove()}
				var got turnTerms
				lines := f.terms(&b, &state, &got)
				want, kinds := termsByRules(&p, &after)
				if got != want {
					t.Fatalf("%s after %s: terms %v, by the rules %v", &p, turn, got, want)
				}
				var counts [lineKinds]int
				for _, l := range lines {
					for range 8 {
						counts[l%256]++
						l >>= 8
					}
				}
				if counts != kinds {
					t.Fatalf("%s after %s: lines of each kind %v, by the rules %v", &p, turn, counts, kinds)
				}
				for i, v := range got {
					seen[i] = max(seen[i], v)
				}
			}
			p.PlayInto(&p, testkit.RandomTurn(&p, game))
		}
	}
	for i, v := range seen {
		if v == 0 {
			t.Errorf("term %d is never more than 0", i)
		}
	}
}

// TestOrderTuning: sampling does not change the results of a solver, training
// reduces the validation nodes, and Source is valid Go.
func TestOrderTuning(t *testing.T) {
	tuning, plain := NewOrderTuning(1), &Solver{}
	games := 24
	if testing.Short() {
		games = 12
	}
	for game := range games {
		p := tuning.Start(game)
		tuning.solver.Memory, plain.Memory = 4<<20, 4<<20
		got, want := tuning.Sample(t.Context(), &p, 40_000, game), plain.Solve(t.Context(), &p, 40_000)
		if (got.Proved || got.Drawn) && (want.Proved || want.Drawn) && (got.Proved != want.Proved || got.Winner != want.Winner) {
			t.Errorf("%s: %+v sampled, %+v solved", &p, got, want)
		}
	}
	first, _ := tuning.Epoch(0)
	last := first
	for range 6 {
		last, _ = tuning.Epoch(0.1)
	}
	t.Logf("%d choices: 2^%.3f nodes, then 2^%.3f", tuning.Choices(), first, last)
	if tuning.Choices() < 100 || last > first-0.1 {
		t.Errorf("%d choices, 2^%.3f nodes to a turn that does, before learning 2^%.3f", tuning.Choices(), last, first)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", tuning.Source(), 0); err != nil {
		t.Error(err)
	}
}

// termsByRules returns the terms of a turn and the number of lines of each kind,
// computed with package lancelot.
func termsByRules(p, after *lancelot.Position) (x turnTerms, kinds [lineKinds]int) {
	own := p.ToMove()
	other := 1 - own
	stones := func(seat lancelot.Seat) uint32 { return squares(after, after.Stones(seat)) }
	open := func(seat lancelot.Seat) uint32 {
		if after.InHand(seat) == 0 {
			return 0
		}
		return squares(after, after.OpenTo(seat))
	}
	excalibur := uint32(0)
	for i, square := range after.Squares() {
		if square == after.Excalibur() {
			excalibur = 1 << i
		}
	}
	n := func(squares uint32) int16 { return int16(bits.OnesCount32(squares)) }
	// Possible captures of each seat and their squares, and the squares that would reduce a
	// lead of the other seat to one.
	var most, all [2]int16
	var from, gives [2]uint32
	kinds[0] = 16 - after.LineCount()
	for line := range after.LineCount() {
		squares := squares(after, after.LineSquares(line))
		kinds[n(squares&stones(own))+8*n(squares&excalibur)+16*n(squares&stones(other))]++
		for seat := range lancelot.Seat(2) {
			captured := n(squares & stones(1-seat))
			if after.Lead(seat, line) == 2 {
				gives[1-seat] |= squares
			}
			if after.Lead(seat, line) != 1 || captured == 0 {
				continue
			}
			from[seat] |= squares
			if squares&open(seat) != 0 {
				most[seat] = max(most[seat], captured)
				all[seat] += captured
			}
		}
	}
	safe, ownSafe := n(open(other)&^gives[other]), n(open(own)&^gives[own])
	parries, ownParries := n(open(other)&from[own]), n(open(own)&from[other])
	x = turnTerms{
		termCaptured: int16(after.Captured(own) - p.Captured(own)),
		termExposed:  most[other], termAllExposed: all[other], termThreat: most[own], termAllThreats: all[own],
		termOpen: n(open(other)), termOwnOpen: n(open(own)),
		termSafe: safe, termFewSafe: min(safe, 3), termAnySafe: min(safe, 1),
		termOwnSafe: ownSafe, termFewOwnSafe: min(ownSafe, 3), termAnyOwnSafe: min(ownSafe, 1),
		termCaptures: n(open(other) & from[other]), termOwnCaptures: n(open(own) & from[own]),
		termParries: parries, termAnyParry: min(parries, 1),
		termOwnParries: ownParries, termAnyOwnParry: min(ownParries, 1),
	}
	if after.HasExcaliburTurn(own) != p.HasExcaliburTurn(own) {
		x[termExcaliburTurn], x[termExcaliburTurnFar] = 1, int16(p.Target()-p.Captured(own))
	}
	if after.ToMove() == own {
		x[termAgain] = 1
	}
	return x, kinds
}
