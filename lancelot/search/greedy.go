package search

import (
	"context"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// Greedy captures as many stones as it can. Among the turns that do, it chooses
// one after which the largest capture of its own stones by a single stone of
// another seat is smallest. It breaks ties at random, by Seed and the position.
type Greedy struct {
	noOptions
	Seed uint64
}

// Search returns a turn without searching deeper.
func (g *Greedy) Search(ctx context.Context, game *lancelot.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	return searchGame(ctx, game, limits, report, g.searchPosition)
}

func (g *Greedy) searchPosition(ctx context.Context, p *lancelot.Position, _ engine.Limits, report func(engine.Info)) engine.Info {
	c := engines.Random(g.Seed ^ p.Key())
	clock := engines.StartClock(ctx, 0)
	list := candidates(p, &clock)
	engines.Shuffle(&c, list)
	best, bestExposed := list[0], -1
	var after lancelot.Position
	for _, candidate := range list {
		if candidate.captures < best.captures {
			continue
		}
		p.PlayInto(&after, candidate.turn)
		exposed := exposed(&after, p.ToMove(), nil)
		if candidate.captures > best.captures || bestExposed < 0 || exposed < bestExposed {
			best, bestExposed = candidate, exposed
		}
	}
	s := trained().winShares(p)
	info := engine.Info{
		PV:        []lancelot.Turn{best.turn},
		Score:     scoreOf(s[p.ToMove()]),
		WinShares: s.scores(),
		Depth:     1,
		Nodes:     uint64(len(list)),
	}
	if report != nil {
		report(info)
	}
	return info
}

// lineLimit is the largest number of lines of a board.
const lineLimit = 70

// exposed returns the largest number of stones of the seat on one line on which
// another seat has a lead of one and which has a free square. It leaves out the
// lines that are marked in unseen, unless that is nil.
func exposed(p *lancelot.Position, seat lancelot.Seat, unseen *[lineLimit]bool) int {
	most := 0
	own, free := p.Stones(seat), p.FreeSquares()
	for line := range p.LineCount() {
		squares := p.LineSquares(line)
		mine := own.Intersection(squares)
		n := mine.Count()
		if n <= most || unseen != nil && unseen[line] {
			continue
		}
		room := free.Intersection(squares)
		if room.IsEmpty() {
			continue
		}
		for other := range lancelot.Seat(p.Seats()) {
			if other != seat && p.Lead(other, line) == 1 {
				most = n
			}
		}
	}
	return most
}
