package solve

import (
	"iter"
	"testing"

	"tafelrunde/lancelot"
)

var allRules = []lancelot.Rules{{}, {Diagonals: true}, {Excalibur: true}, {Diagonals: true, Excalibur: true}}

// randomTurn returns a legal turn that depends on the seed and the position alone.
func randomTurn(p *lancelot.Position, seed uint64) lancelot.Turn {
	turns := p.AppendTurns(nil)
	r := random(seed ^ p.Key())
	return turns[r.below(len(turns))]
}

// maxn returns seat A's share of the win if both seats of p play perfectly, found by
// playing every turn. known caches positions.
func maxn(p *lancelot.Position, known map[lancelot.Position]float64) float64 {
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
		value := maxn(&after, known)
		if p.ToAct() == 1 {
			value = 1 - value
		}
		if best = max(best, value); best == 1 {
			break
		}
	}
	if p.ToAct() == 1 {
		best = 1 - best
	}
	known[*p] = best
	return best
}

// late returns a position of two seats near the end of a random game on a state
// field, with few stones in hand, or false if the game ended before.
func late(t testing.TB, game uint64, rules lancelot.Rules, hand int) (lancelot.Position, bool) {
	t.Helper()
	return lateAfter(t, game, rules, hand, 4+int(game/4%2), 4+int(game%8))
}

// lateAfter is late with a number of turns on a field of a size.
func lateAfter(t testing.TB, game uint64, rules lancelot.Rules, hand, size, turns int) (lancelot.Position, bool) {
	t.Helper()
	s := lancelot.Options{Seats: 2, Size: size, Rules: rules, Target: 60}.Setup()
	p, err := s.PositionOnAnyField()
	if err != nil {
		t.Fatal(err)
	}
	for range turns {
		if p.Outcome().Over() {
			return p, false
		}
		open := p.Open()
		turn := lancelot.StoneTurn(p.Square(open.Nth(int((game*7 + uint64(p.InHand(0))) % uint64(open.Len())))))
		if p.PlacesExcalibur() {
			turn = randomTurn(&p, game)
		}
		p.PlayInto(&p, turn)
	}
	if p.Outcome().Over() {
		return p, false
	}
	s = p.Setup()
	// All stones not on the field and not in hand have been taken.
	missing := s.InHand[0] + s.InHand[1] + s.Captured[0] + s.Captured[1] - 2*hand
	s.InHand[0], s.InHand[1] = hand, hand
	s.Captured[0] = (missing + int(game%3)) / 2
	s.Captured[1] = missing - s.Captured[0]
	s.Target = max(s.Captured[0], s.Captured[1]) + 1 + int(game/3%3)
	p, err = s.PositionOnAnyField()
	return p, err == nil && !p.Outcome().Over()
}

// lateGames returns positions near the end of random games, with all rules, and
// their maxn values.
func lateGames(t testing.TB, games uint64) iter.Seq2[lancelot.Position, float64] {
	t.Helper()
	return func(yield func(lancelot.Position, float64) bool) {
		for game := range games {
			rules := allRules[game%4]
			hand := 2
			if rules.Excalibur {
				hand = 1
			}
			p, ok := late(t, game, rules, hand)
			if ok && !yield(p, maxn(&p, map[lancelot.Position]float64{})) {
				return
			}
		}
	}
}
