package search

import (
	"context"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// minimax returns the value that [AlphaBeta] should find, without pruning, table
// and order.
func minimax(s *AlphaBeta, p *lancelot.Position, at, depth int) int {
	if depth == 0 || p.Outcome().Over() {
		return s.evaluate(p, at)
	}
	ours := p.ToMove() == s.seat
	best := winValue + 1
	if ours {
		best = -winValue - 1
	}
	for _, turn := range appendSingleActions(nil, p) {
		var next lancelot.Position
		p.PlayInto(&next, turn)
		value := minimax(s, &next, at+1, depth-1)
		if ours {
			best = max(best, value)
		} else {
			best = min(best, value)
		}
	}
	return best
}

// TestAlphaBetaEqualsMinimax compares the value of the chosen turn with the best
// value of a plain minimax search, with a table of normal size and with a tiny
// one.
func TestAlphaBetaEqualsMinimax(t *testing.T) {
	checked := 0
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for game := range uint64(8) {
			o := lancelot.Options{Seats: seats, Size: 4 + int(game%2), Rules: lancelot.Rules{Diagonals: game&2 != 0}, Target: 3}
			p := begin(t, o, game)
			r := Random{Seed: game}
			for range game % 4 {
				if !p.Outcome().Over() {
					info := r.searchPosition(context.Background(), &p, engine.Limits{}, nil)
					p.PlayInto(&p, info.PV[0])
				}
			}
			if p.Outcome().Over() {
				continue
			}
			const depth = 3
			for _, memory := range []int{0, 100} {
				s := &AlphaBeta{full: true, Memory: memory}
				info := s.searchPosition(context.Background(), &p, engine.Limits{Depth: depth}, nil)
				if info.Depth < depth {
					continue // proved earlier
				}
				best, chosen := -winValue-1, 0
				for _, turn := range appendSingleActions(nil, &p) {
					var next lancelot.Position
					p.PlayInto(&next, turn)
					value := minimax(s, &next, 1, depth-1)
					best = max(best, value)
					if turn == info.PV[0] {
						chosen = value
					}
				}
				checked++
				if chosen != best {
					t.Errorf("%s: %s has the value %d, the best turn %d", &p, info.PV[0], chosen, best)
				}
				if want := scoreOfLogOdds(best); info.Score != want {
					t.Errorf("%s: score %d, want %d", &p, info.Score, want)
				}
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d searches compared", checked)
	}
}
