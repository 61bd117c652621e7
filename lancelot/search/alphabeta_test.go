package search

import (
	"context"
	"testing"

	"tafelrunde/lancelot"
)

// minimax is what [AlphaBeta] finds, without cutting off, table or order.
func minimax(s *AlphaBeta, p *lancelot.Position, at, depth int) int {
	if depth == 0 || p.Outcome().Over() {
		return s.evaluate(p, at)
	}
	ours := p.ToAct() == s.seat
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

// TestAlphaBetaIsMinimax compares the chosen turn with the best by plain
// minimax, with a table of usual size and one so small that hardly anything is
// found again.
func TestAlphaBetaIsMinimax(t *testing.T) {
	checked := 0
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for game := range uint64(8) {
			o := lancelot.Options{Seats: seats, Size: 4 + int(game%2), Rules: lancelot.Rules{Diagonals: game&2 != 0}, Target: 3}
			p := begin(t, o, game)
			r := Random{Seed: game}
			for range game % 4 {
				if !p.Outcome().Over() {
					line := r.Search(context.Background(), &p, Limits{}, nil)
					p.PlayInto(&p, line.Turn())
				}
			}
			if p.Outcome().Over() {
				continue
			}
			const depth = 3
			for _, memory := range []int{0, 100} {
				s := &AlphaBeta{full: true, Memory: memory}
				line := s.Search(context.Background(), &p, Limits{Depth: depth}, nil)
				if line.Depth < depth {
					continue // decided sooner
				}
				best, chosen := -winValue-1, 0
				for _, turn := range appendSingleActions(nil, &p) {
					var next lancelot.Position
					p.PlayInto(&next, turn)
					value := minimax(s, &next, 1, depth-1)
					best = max(best, value)
					if turn == line.Turn() {
						chosen = value
					}
				}
				checked++
				if chosen != best {
					t.Errorf("%s: %s is worth %d, the best turn %d", &p, line.Turn(), chosen, best)
				}
				if want := scoreOfLogOdds(best); line.Score != want {
					t.Errorf("%s: score %d, want %d", &p, line.Score, want)
				}
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d searches compared", checked)
	}
}
