package search

import (
	"context"
	"testing"

	"tafelrunde/lancelot"
)

// minimax is what [Paranoid] finds, without cutting off, table or order.
func minimax(s *Paranoid, p *lancelot.Position, at, depth int) int {
	if depth == 0 || p.Outcome().Over() {
		return s.evaluate(p, at)
	}
	ours := p.ToAct() == s.seat
	best := won + 1
	if ours {
		best = -won - 1
	}
	for _, turn := range appendInner(nil, p) {
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

// TestParanoidIsMinimax compares the value of the chosen turn with that of the
// best by plain minimax.
func TestParanoidIsMinimax(t *testing.T) {
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
			s := &Paranoid{}
			line := s.Search(context.Background(), &p, Limits{Depth: depth}, nil)
			if line.Depth < depth {
				continue // decided sooner
			}
			best, chosen := -won-1, 0
			for _, turn := range appendInner(nil, &p) {
				var next lancelot.Position
				p.PlayInto(&next, turn)
				value := minimax(s, &next, 1, depth-1)
				best = max(best, value)
				if turn == line.Turn() {
					chosen = value
				}
			}
			if chosen != best {
				t.Errorf("%s: %s is worth %d, the best turn %d", &p, line.Turn(), chosen, best)
			}
			if want := chanceToWin(&p, best); line.Score != want {
				t.Errorf("%s: score %d, want %d", &p, line.Score, want)
			}
		}
	}
}
