package search_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

// minimax returns the negamax score by exhaustive search.
func minimax(evaluator search.Evaluator, p *wotn.Position, depth, ply int) int {
	moves := p.AppendMoves(nil)
	switch {
	case len(moves) == 0 && p.Checkers() != 0:
		return -32000 + ply
	case len(moves) == 0:
		return 0
	case ply > 0 && (p.Occupied().Count() == 2 || p.HalfmoveClock() >= 100):
		return 0
	case depth == 0:
		return evaluator.Evaluate(p)
	}
	best := -32001
	for _, m := range moves {
		var next wotn.Position
		p.PlayInto(&next, m)
		best = max(best, -minimax(evaluator, &next, depth-1, ply+1))
	}
	return best
}

// plain converts a Score to minimax's number.
func plain(s engine.Score) int {
	switch n, mate := s.Mate(); {
	case mate && s > 0:
		return 32000 - (2*n - 1)
	case mate:
		return -32000 - 2*n
	}
	return s.Centipawns()
}

// randomPositions calls f for positions of random games of all variants.
func randomPositions(seed uint64, games, every int, f func(p *wotn.Position)) {
	rnd := rand.New(rand.NewPCG(seed, seed))
	for range games {
		for w := wotn.Variant(0); w < wotn.NumVariants; w++ {
			p := wotn.Start(w)
			for ply := range 160 {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				if ply%every == int(w) {
					f(&p)
				}
				// Half of the time prefer promotions, so that high levels and
				// several kings occur.
				m := moves[rnd.IntN(len(moves))]
				if rnd.IntN(2) == 0 {
					for _, noisy := range moves {
						if noisy.Promotion() > m.Promotion() {
							m = noisy
						}
					}
				}
				p.PlayInto(&p, m)
			}
		}
	}
}

// TestEqualsMinimax compares the search with minimax: with all techniques off,
// and with the techniques that must not change the result.
func TestEqualsMinimax(t *testing.T) {
	sets := []search.Technique{
		0,
		search.PVS, search.Aspiration, search.MateDistance, search.Exchange, search.Killers, search.History,
		search.CaptureHistory, search.CounterMoves, search.Continuation,
	}
	sets = append(sets, search.PVS|search.Aspiration|search.MateDistance|search.Exchange|search.Killers|
		search.History|search.CaptureHistory|search.CounterMoves|search.Continuation)
	var engines []*search.Engine
	for _, on := range sets {
		engines = append(engines, search.New(search.Config{NewEvaluator: newEvaluator, Off: search.AllTechniques &^ on, Hash: 1}))
	}
	evaluator := newEvaluator()
	positions, several := 0, 0
	check := func(p *wotn.Position) {
		depth := 1
		for depth < 5 && wotn.Perft(p, depth+1) <= 9000 {
			depth++
		}
		want := minimax(evaluator, p, depth, 0)
		positions++
		if p.Pieces(wotn.White, wotn.King).Count()+p.Pieces(wotn.Black, wotn.King).Count() > 2 {
			several++
		}
		for i, e := range engines {
			r := e.Search(context.Background(), wotn.NewGame(*p), engine.Limits{Depth: depth}, nil)
			if plain(r.Score) != want {
				t.Errorf("%s (%s), depth %d, with %q: %s (%d), want %d", p, p.Variant(), depth, sets[i], r.Score, plain(r.Score), want)
			}
			var next wotn.Position
			p.PlayInto(&next, r.Best)
			if got := -minimax(evaluator, &next, depth-1, 1); got != want {
				t.Errorf("%s (%s), depth %d, with %q: %s gives %d, want %d", p, p.Variant(), depth, sets[i], r.Best, got, want)
			}
		}
	}
	randomPositions(11, 4, 17, check)
	for _, text := range []string{
		"k6K/8/3v4/4R3/8/2V5/8/K6k w - - 0 1", "4k3/4r3/8/8/3v4/2R5/8/3VK3 w - - 0 1", "k1k5/8/8/1PR5/8/8/8/K7 w - - 0 1",
		"7k/8/5K2/6Q1/8/8/8/8 b - - 98 90", "k1k5/1v6/8/8/8/8/1V6/K1K5 b - - 99 90", "4k3/8/8/2r5/8/8/3K4/2V5 w - - 0 1",
	} {
		p, err := wotn.ParsePosition(wotn.Standard, text)
		if err != nil {
			t.Fatal(err)
		}
		check(&p)
	}
	if positions < 80 || several < 3 {
		t.Errorf("only %d positions, %d with several kings", positions, several)
	}
}

// TestSoundWithQuiescence checks that sound techniques do not change the result
// of a search with quiescence.
func TestSoundWithQuiescence(t *testing.T) {
	base := search.Quiescence | search.QuietPromotions
	sound := search.PVS | search.Aspiration | search.MateDistance | search.Exchange | search.Killers | search.History |
		search.CaptureHistory | search.CounterMoves | search.Continuation
	slow := search.New(search.Config{NewEvaluator: newEvaluator, Off: search.AllTechniques &^ base, Hash: 1})
	fast := search.New(search.Config{NewEvaluator: newEvaluator, Off: search.AllTechniques &^ (base | sound), Hash: 1})
	var slowNodes, fastNodes uint64
	randomPositions(12, 3, 23, func(p *wotn.Position) {
		limits := engine.Limits{Depth: 3}
		if p.CountMoves() > 45 {
			limits.Depth = 2
		}
		game := wotn.NewGame(*p)
		s := slow.Search(context.Background(), game, limits, nil)
		f := fast.Search(context.Background(), game, limits, nil)
		slowNodes, fastNodes = slowNodes+s.Nodes, fastNodes+f.Nodes
		if s.Score != f.Score {
			t.Errorf("%s (%s): %s, without the techniques %s", p, p.Variant(), f.Score, s.Score)
		}
	})
	if fastNodes >= slowNodes {
		t.Errorf("%d nodes with the techniques, %d without", fastNodes, slowNodes)
	}
}
