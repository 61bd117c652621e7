package training

import (
	"context"
	"fmt"

	"tafelrunde/lab/dataset"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
)

// WotnRescore replaces the expected results of samples by those of a deeper search.
type WotnRescore struct {
	Nodes uint64 // of each search
	// Every takes every n-th sample only, from Offset on: samples of one game are
	// similar.
	Every, Offset int
	// OldShare is the share of the old expected result in the new one. With Leaves
	// the old one is that of the first search.
	OldShare float64
	// Leaves samples the position at the end of the principal variation of a first
	// search instead, where errors of the evaluation mislead the search.
	Leaves bool
}

// Append searches samples and appends the new samples to a file. It returns their
// number.
func (r *WotnRescore) Append(name string, samples []eval.Sample, threads int, onSample func()) (count int, err error) {
	by := fmt.Sprintf("tune rescore --nodes %d --every %d --offset %d --before %g --leaves=%t", r.Nodes, r.Every, r.Offset, r.OldShare, r.Leaves)
	return Append(name, by, r.Count(samples), threads, func() func(int) []dataset.Record {
		e := newEngine()
		return func(i int) []dataset.Record {
			sample := samples[r.Offset+i*r.Every]
			p, expected := sample.Position, sample.Points
			limits := engine.Limits{Nodes: r.Nodes}
			e.Clear()
			result := e.Search(context.Background(), wotn.NewGame(p), limits, nil)
			if r.Leaves {
				turn := p.ToMove()
				for _, m := range result.PVs[0].PV {
					p.PlayInto(&p, m)
				}
				if expected = result.Score.WinShare(); p.ToMove() != turn {
					expected = 1 - expected
				}
				if p.Checkers() != 0 || !p.HasMoves() {
					return nil // the static evaluation is not used there
				}
				result = e.Search(context.Background(), wotn.NewGame(p), limits, nil)
			}
			expected = r.OldShare*expected + (1-r.OldShare)*result.Score.WinShare()
			return []dataset.Record{wotnSample(&p, result.Score, expected)}
		}
	}, onSample)
}

// Count returns the number of samples that Append searches.
func (r *WotnRescore) Count(samples []eval.Sample) int {
	return max(0, len(samples)-r.Offset+r.Every-1) / r.Every
}
