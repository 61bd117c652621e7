package tournaments

import (
	"math"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// The games.
const (
	// drawShare is the probability of a draw between equal players, and of a shared win at a table.
	drawShare = 0.1
	// berserkShare is how often a player of an arena halves the own time, and berserkLoss the strength that
	// this costs.
	berserkShare = 0.05
	berserkLoss  = 70
)

// result returns how a game of a board ends. Gone players make no move.
func (m *simulation) result(b *tournament.Board) tournament.Record {
	r := tournament.Record{Match: b.Match, Outcome: match.Outcome{Over: true, Reason: "target"}}
	var present []int // seats
	strengths := make([]float64, len(b.Entries))
	for seat, entry := range b.Entries {
		p := m.of(entry)
		strengths[seat] = p.strength
		if p.gone {
			r.Absent = append(r.Absent, seat)
		} else {
			present = append(present, seat)
		}
		if m.kind.Format == tournament.Arena && !p.gone && m.random.Float64() < berserkShare {
			r.Berserk = append(r.Berserk, seat)
			strengths[seat] -= berserkLoss
		}
	}
	switch {
	case len(b.Entries) == 2 && len(present) < 2:
		// Only the absence of the first one to move is noticed if both are absent.
		r.Absent = r.Absent[:1]
		r.Outcome.Reason, r.Outcome.Winners = match.ByAbsence, []int{1 - r.Absent[0]}
	case len(b.Entries) == 2:
		r.Outcome.Winners = m.duel(strengths[0], strengths[1])
	case len(present) > 0:
		r.Outcome.Winners = m.best(present, strengths)
	default:
		r.Outcome.Reason, r.Outcome.Winners = match.ByLast, []int{len(b.Entries) - 1}
	}
	return r
}

// expected returns the expected share of the first of two players.
func expected(a, b float64) float64 { return 1 / (1 + math.Pow(10, (b-a)/400)) }

// duel returns the winner of a game of two, none for a draw.
func (m *simulation) duel(a, b float64) []int {
	share := expected(a, b)
	draw := drawShare * 4 * share * (1 - share)
	switch x := m.random.Float64(); {
	case x < draw:
		return nil
	case x < draw+share-draw/2:
		return []int{0}
	}
	return []int{1}
}

// best returns the winners at a table by the model of Plackett and Luce: strengths with Gumbel noise.
func (m *simulation) best(seats []int, strengths []float64) []int {
	first, second := -1, -1
	var most, next float64
	for _, seat := range seats {
		x := strengths[seat]*math.Ln10/400 - math.Log(m.random.ExpFloat64())
		switch {
		case first < 0 || x > most:
			first, second, most, next = seat, first, x, most
		case second < 0 || x > next:
			second, next = seat, x
		}
	}
	if second >= 0 && m.random.Float64() < drawShare {
		return []int{min(first, second), max(first, second)}
	}
	return []int{first}
}
