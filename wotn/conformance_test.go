package wotn_test

import (
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/wotn"
)

// conformance adapts the package to the conformance kit. Bare kings end a game
// although they can move, so moves are listed only while the game runs.
func conformance(v wotn.Variant) testkit.Game[wotn.Position, wotn.Move] {
	running := func(p *wotn.Position) bool { return !p.Outcome().Over() }
	return testkit.Game[wotn.Position, wotn.Move]{
		Parse: func(text string) (wotn.Position, error) { return wotn.ParsePosition(v, text) },
		Text:  (*wotn.Position).String,
		Moves: func(p *wotn.Position) []wotn.Move {
			if !running(p) {
				return nil
			}
			return p.AppendMoves(nil)
		},
		Play: func(p *wotn.Position, m wotn.Move) (wotn.Position, error) {
			g := wotn.NewGame(*p)
			err := g.Play(m)
			return *g.Position(), err
		},
		PlayInto:  func(dst, p *wotn.Position, m wotn.Move) { p.PlayInto(dst, m) },
		IsLegal:   func(p *wotn.Position, m wotn.Move) bool { return running(p) && p.IsLegal(m) },
		MoveText:  (*wotn.Position).SAN,
		ParseMove: (*wotn.Position).ParseSAN,
		Key:       (*wotn.Position).Key,
		Outcome: func(p *wotn.Position) testkit.Outcome {
			o := p.Outcome()
			return testkit.Outcome{
				Over: o.Over(), Reason: o.Reason.String(),
				WinShares: []float64{o.WinShare(wotn.White), o.WinShare(wotn.Black)},
			}
		},
		Seats: func(*wotn.Position) int { return wotn.NumColors },
		ToAct: func(p *wotn.Position) int { return int(p.ToMove()) },
		Sum:   1,
	}
}

func TestConformance(t *testing.T) {
	for v, starts := range map[wotn.Variant]map[string]string{
		wotn.Standard: {
			"start": wotn.StartText, "handicap": "rnbqkbnr/pppppppp/8/8/8/8/PPPPSPPP/RNBQKBNR w KQkq - 0 1",
			"several-kings": "k6K/8/3v4/4R3/8/2V5/8/K6k w - - 0 1",
		},
		wotn.Alternative: {"alternative": "r3k2r/1g2y2p/3x4/2i2t2/2I2T2/3X4/1G2Z2P/R3K2R w KQkq - 0 1"},
		wotn.Chess:       {"chess": wotn.StartText},
	} {
		g := conformance(v)
		for _, start := range starts {
			g.Starts = append(g.Starts, start)
		}
		testkit.PlayGames(t, g, 2)
		testkit.Transcripts(t, g, "testdata/transcripts", starts)
	}
}
