package search

import (
	"context"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// positionSearch is a search of a position without regard to Limits.MoveTime,
// clocks and Limits.Infinite.
type positionSearch func(ctx context.Context, p *lancelot.Position, limits engine.Limits, report func(engine.Info)) engine.Info

// searchGame implements [engine.Searcher.Search] by a search of the current
// position.
func searchGame(ctx context.Context, game *lancelot.Game, limits engine.Limits, report func(engine.Info), search positionSearch) engine.Result {
	began := time.Now()
	p := *game.Position()
	timed := report
	if report != nil {
		timed = func(i engine.Info) {
			i.Time = time.Since(began)
			report(i)
		}
	}
	within, cancel := withinTime(ctx, &p, limits)
	info := search(within, &p, limits, timed)
	cancel()
	if limits.Infinite {
		<-ctx.Done()
	}
	return engine.Result{
		Best: info.PV[0], Score: info.Score, WinShares: info.WinShares, Depth: info.Depth, PV: info.PV,
		Nodes: info.Nodes, Time: time.Since(began),
	}
}

// withinTime returns a context that also ends when the time for the turn is over.
func withinTime(ctx context.Context, p *lancelot.Position, limits engine.Limits) (context.Context, context.CancelFunc) {
	if limit := limits.TimeFor(p); limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}

// reaches reports whether a principal variation has depth turns or ends the game.
func reaches(p *lancelot.Position, pv []lancelot.Turn, depth int) bool {
	if len(pv) >= depth {
		return true
	}
	board := *p
	for _, turn := range pv {
		board.PlayInto(&board, turn)
	}
	return board.Outcome().Over()
}

// depthCheck is when a search without nominal depth next compares its principal
// variation with a limit.
type depthCheck struct {
	limit int // in turns; 0 for none
	next  uint64
}

// due reports whether to compare after a number of nodes. It is seldom, as the
// principal variation grows slowly.
func (c *depthCheck) due(nodes uint64) bool {
	if c.limit == 0 || nodes < c.next {
		return false
	}
	c.next = nodes + max(64, nodes/16)
	return true
}

// noOptions has the methods of [engine.Searcher] for a search without options and
// without memory between searches.
type noOptions struct{}

// Options returns no options.
func (noOptions) Options() []engine.Option { return nil }

// SetOption returns an error: there are no options.
func (noOptions) SetOption(name, _ string) error { return unknownOption(name) }

// NewGame has nothing to prepare.
func (noOptions) NewGame() {}
