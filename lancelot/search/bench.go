package search

import (
	"context"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// BenchResult is the result of [Bench].
type BenchResult struct {
	// Fingerprint is a hash of the turns found, the win shares and the numbers of
	// nodes. It changes if the play of the engine changes, and is the same
	// on every machine.
	Fingerprint uint32
	Nodes       uint64
	Time        time.Duration
}

// NodesPerSecond returns the speed.
func (r BenchResult) NodesPerSecond() uint64 {
	return uint64(float64(r.Nodes) / max(r.Time.Seconds(), 1e-9))
}

const (
	benchNodes = 20_000 // per turn
	benchTurns = 3      // per game
)

// Bench lets the engine play some turns of one game for every number of seats and
// every combination of rules, from a position after random turns. After each game
// it calls each, if it is not nil, with the number of games finished and of all
// games.
func Bench(ctx context.Context, each func(done, all int)) BenchResult {
	var result BenchResult
	began := time.Now()
	hash := uint64(14695981039346656037) // FNV-1a, by words
	add := func(x uint64) { hash = (hash ^ x) * 1099511628211 }
	const all = (lancelot.MaxSeats - lancelot.MinSeats + 1) * 4
	for game := range all {
		seats := lancelot.MinSeats + game/4
		rules := lancelot.Rules{Diagonals: game&1 != 0, Excalibur: game&2 != 0}
		p, err := lancelot.Start(lancelot.Options{Seats: seats, Rules: rules})
		if err != nil {
			panic(err)
		}
		c := engines.Random(game)
		for range 4*seats + 1 {
			turns := appendSingleActions(nil, &p)
			p.PlayInto(&p, turns[c.Below(len(turns))])
		}
		e := &Engine{Seed: 1, Memory: 8 << 20}
		for range benchTurns {
			if p.Outcome().Over() || ctx.Err() != nil {
				break
			}
			info := e.searchPosition(ctx, &p, engine.Limits{Nodes: benchNodes}, nil)
			result.Nodes += info.Nodes
			add(info.Nodes)
			for _, turn := range info.PV {
				add(uint64(turn))
			}
			for _, share := range info.WinShares {
				add(uint64(share))
			}
			p.PlayInto(&p, info.PV[0])
		}
		if each != nil {
			each(game+1, all)
		}
	}
	result.Fingerprint = uint32(hash ^ hash>>32)
	result.Time = time.Since(began)
	return result
}
