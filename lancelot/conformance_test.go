package lancelot_test

import (
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
)

// conformance describes the game for package testkit.
func conformance() testkit.Game[lancelot.Position, lancelot.Turn] {
	return testkit.Game[lancelot.Position, lancelot.Turn]{
		Parse: lancelot.ParsePosition,
		Text:  (*lancelot.Position).String,
		Moves: func(p *lancelot.Position) []lancelot.Turn { return p.AppendTurns(nil) },
		Play:  (*lancelot.Position).Play,
		PlayInto: func(dst, p *lancelot.Position, t lancelot.Turn) {
			p.PlayInto(dst, t)
		},
		IsLegal:   (*lancelot.Position).IsLegal,
		MoveText:  func(_ *lancelot.Position, t lancelot.Turn) string { return t.String() },
		ParseMove: (*lancelot.Position).ParseTurn,
		Key:       (*lancelot.Position).Key,
		Outcome: func(p *lancelot.Position) testkit.Outcome {
			o := p.Outcome()
			out := testkit.Outcome{Over: o.Over(), Reason: o.Reason.String()}
			for seat := range p.Seats() {
				out.WinShares = append(out.WinShares, o.WinShare(lancelot.Seat(seat)))
			}
			return out
		},
		Seats: (*lancelot.Position).Seats,
		ToAct: func(p *lancelot.Position) int { return int(p.ToMove()) },
		Sum:   1,
		// A turn for each stone of all seats, and the placement of Excalibur.
		Bound:        lancelot.MaxSeats*lancelot.StonesPerSeat + 1,
		FinalRefused: func(o testkit.Outcome) bool { return o.Reason == lancelot.TargetReached.String() },
		// Nearly always most turns are Excalibur turns. Play them rarely.
		Choose: func(turns []lancelot.Turn, below func(int) int) lancelot.Turn {
			t := turns[below(len(turns))]
			if t.Kind() == lancelot.StoneThenExcalibur && below(8) > 0 {
				return lancelot.StoneTurn(t.Stone())
			}
			return t
		},
	}
}

// starts returns starting positions with every number of seats and all rules, by
// name.
func starts() map[string]string {
	all := map[string]string{}
	for _, o := range []lancelot.Options{
		{Seats: 2}, {Seats: 2, Rules: lancelot.Rules{Diagonals: true, Excalibur: true}},
		{Seats: 3, First: 1}, {Seats: 3, Rules: lancelot.Rules{Excalibur: true}},
		{Seats: 4, Rules: lancelot.Rules{Diagonals: true}}, {Seats: 5, Rules: lancelot.Rules{Excalibur: true}, First: 2},
	} {
		name := string(rune('0'+o.Seats)) + "-" + o.Rules.String()
		all[name] = o.Setup().String()
	}
	return all
}

func TestConformance(t *testing.T) {
	g := conformance()
	for _, start := range starts() {
		g.Starts = append(g.Starts, start)
	}
	testkit.PlayGames(t, g, 3)
	testkit.Transcripts(t, g, "testdata/transcripts", starts())
}
