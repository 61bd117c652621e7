package testkit

import (
	"iter"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// AllLancelotRules are the four combinations of rules.
var AllLancelotRules = []lancelot.Rules{{}, {Diagonals: true}, {Excalibur: true}, {Diagonals: true, Excalibur: true}}

// RandomTurn returns a legal turn that depends on the seed and the position alone.
func RandomTurn(p *lancelot.Position, seed uint64) lancelot.Turn {
	turns := p.AppendTurns(nil)
	r := engines.Random(seed ^ p.Key())
	return turns[r.Below(len(turns))]
}

// MaxN returns seat A's share of the win if both seats of p play perfectly. It plays
// every turn. known caches positions.
func MaxN(p *lancelot.Position, known map[lancelot.Position]float64) float64 {
	if o := p.Outcome(); o.Over() {
		return o.WinShare(0)
	}
	if value, ok := known[*p]; ok {
		return value
	}
	best := -1.0
	var after lancelot.Position
	for _, turn := range p.AppendTurns(nil) {
		p.PlayInto(&after, turn)
		value := MaxN(&after, known)
		if p.ToMove() == 1 {
			value = 1 - value
		}
		if best = max(best, value); best == 1 {
			break
		}
	}
	if p.ToMove() == 1 {
		best = 1 - best
	}
	known[*p] = best
	return best
}

// LatePosition returns a position of two seats near the end of a random game on a small
// board, with hand stones in hand. It returns false if the game ended before.
func LatePosition(t testing.TB, game uint64, rules lancelot.Rules, hand int) (lancelot.Position, bool) {
	t.Helper()
	return LatePositionAfter(t, game, rules, hand, 4+int(game/4%2), 4+int(game%8))
}

// LatePositionAfter is [LatePosition] after a number of turns, on a board of size × size
// squares.
func LatePositionAfter(t testing.TB, game uint64, rules lancelot.Rules, hand, size, turns int) (lancelot.Position, bool) {
	t.Helper()
	s := lancelot.Options{Seats: 2, Size: size, Rules: rules, Target: 60}.Setup()
	p, err := s.PositionOnAnyBoard()
	if err != nil {
		t.Fatal(err)
	}
	for range turns {
		if p.Outcome().Over() {
			return p, false
		}
		open := p.Open()
		turn := lancelot.StoneTurn(open.Nth(int((game*7 + uint64(p.InHand(0))) % uint64(open.Count()))))
		if p.PlacesExcalibur() {
			turn = RandomTurn(&p, game)
		}
		p.PlayInto(&p, turn)
	}
	if p.Outcome().Over() {
		return p, false
	}
	s = p.Setup()
	// All stones that are neither on the board nor in hand are captured.
	missing := s.InHand[0] + s.InHand[1] + s.Captured[0] + s.Captured[1] - 2*hand
	s.InHand[0], s.InHand[1] = hand, hand
	s.Captured[0] = (missing + int(game%3)) / 2
	s.Captured[1] = missing - s.Captured[0]
	s.Target = max(s.Captured[0], s.Captured[1]) + 1 + int(game/3%3)
	p, err = s.PositionOnAnyBoard()
	return p, err == nil && !p.Outcome().Over()
}

// LateGames returns positions near the end of random games, with all rules, and
// their values by [MaxN].
func LateGames(t testing.TB, games uint64) iter.Seq2[lancelot.Position, float64] {
	t.Helper()
	return func(yield func(lancelot.Position, float64) bool) {
		for game := range games {
			rules := AllLancelotRules[game%4]
			hand := 2
			if rules.Excalibur {
				hand = 1
			}
			p, ok := LatePosition(t, game, rules, hand)
			if ok && !yield(p, MaxN(&p, map[lancelot.Position]float64{})) {
				return
			}
		}
	}
}
