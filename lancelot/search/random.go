package search

import (
	"context"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// Random plays a random legal turn, each with the same probability. The choice
// depends on Seed and the position alone.
type Random struct {
	noOptions
	Seed uint64
}

// Search returns a random turn at once.
func (r *Random) Search(ctx context.Context, game *lancelot.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	return searchGame(ctx, game, limits, report, r.searchPosition)
}

func (r *Random) searchPosition(_ context.Context, p *lancelot.Position, _ engine.Limits, report func(engine.Info)) engine.Info {
	turns := p.AppendTurns(nil)
	c := engines.Random(r.Seed ^ p.Key())
	info := engine.Info{
		PV:    []lancelot.Turn{turns[c.Below(len(turns))]},
		Score: engine.Score(1000 / p.Seats()),
		Nodes: 1,
	}
	for seat := range p.Seats() {
		info.WinShares[seat] = info.Score
	}
	if report != nil {
		report(info)
	}
	return info
}
