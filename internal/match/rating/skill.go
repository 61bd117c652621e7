package rating

import (
	"cmp"
	"math"
	"slices"
)

// Skill is the rating of a player, for games of three to five seats.
type Skill struct {
	// Mu is the strength, Sigma its standard error.
	Mu, Sigma float64
}

const (
	beta  = 25.0 / 6
	kappa = 0.0001

	maxPlayers = 5
)

// MaxReliableSigma is the largest Sigma of a reliable skill. Skills with a larger
// one are provisional.
const MaxReliableSigma = 4

// NewSkill returns the skill of a new player.
func NewSkill() Skill { return Skill{Mu: 25, Sigma: 25.0 / 3} }

// Provisional reports whether the skill is still unreliable.
func (s Skill) Provisional() bool { return s.Sigma > MaxReliableSigma }

// SkillsAfter returns the skills after a game. places[i] is the place of
// players[i]: the lowest number has won, and equal numbers share a place. The
// two slices have the same length, from 2 to 5. advantages are those of their seats
// (see [Advantages]), or nil.
//
// An advantage counts for the first place only: shares of wins are measured, not those of
// the other places. So players with equal skills neither gain nor lose on average.
//
// Plackett-Luce has no shared places. A game with some is rated as the mean of
// the updates of all orders in which the tied players could have finished. With
// equal skills before the game, a better place therefore never gains less than
// a worse one, which does not hold for the usual weighting of ties. The result
// depends on skills, places and advantages only, to the last bit: not on the order
// of the players.
func SkillsAfter(players []Skill, places []int, advantages []float64) []Skill {
	if advantages == nil {
		advantages = make([]float64, len(players))
	}
	// All sums are taken in this order, which permuting the players keeps.
	seats := make([]int, len(players))
	for i := range seats {
		seats[i] = i
	}
	slices.SortFunc(seats, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(places[a], places[b]),
			cmp.Compare(players[a].Mu, players[b].Mu),
			cmp.Compare(players[a].Sigma, players[b].Sigma),
			cmp.Compare(advantages[a], advantages[b]),
		)
	})
	var c float64
	for _, seat := range seats {
		sigma := players[seat].Sigma
		c += sigma*sigma + beta*beta
	}
	c = math.Sqrt(c)

	omegas, deltas := make([][]float64, len(players)), make([][]float64, len(players))
	orders(seats, places, 0, func(order []int) {
		// behind[q] is the strength of the q-th player and all behind, whole that of all
		// with their advantages.
		var behind [maxPlayers]float64
		var sum, whole float64
		for q := len(order) - 1; q >= 0; q-- {
			sum += math.Exp(players[order[q]].Mu / c)
			behind[q] = sum
			whole += math.Exp(players[order[q]].Mu/c + advantages[order[q]])
		}
		for at, seat := range order {
			var omega, delta float64
			for q := range at + 1 {
				share := math.Exp(players[seat].Mu/c) / behind[q]
				if q == 0 {
					share = math.Exp(players[seat].Mu/c+advantages[seat]) / whole
				}
				omega -= share
				delta += share * (1 - share)
			}
			omegas[seat] = append(omegas[seat], omega+1)
			deltas[seat] = append(deltas[seat], delta)
		}
	})

	after := make([]Skill, len(players))
	for i, p := range players {
		variance := p.Sigma * p.Sigma
		gamma := p.Sigma / c
		after[i] = Skill{
			Mu:    p.Mu + variance/c*mean(omegas[i]),
			Sigma: p.Sigma * math.Sqrt(max(1-gamma*variance/(c*c)*mean(deltas[i]), kappa)),
		}
	}
	return after
}

// orders calls visit with every order of the seats in which players with equal
// places, from index at on, change among themselves. The slice is valid during
// the call only.
func orders(seats, places []int, at int, visit func([]int)) {
	if at == len(seats) {
		visit(seats)
		return
	}
	for other := at; other < len(seats) && places[seats[other]] == places[seats[at]]; other++ {
		seats[at], seats[other] = seats[other], seats[at]
		orders(seats, places, at+1, visit)
		seats[at], seats[other] = seats[other], seats[at]
	}
}

// mean sorts the values first, so that equal values in another order have
// exactly the same mean.
func mean(values []float64) float64 {
	slices.Sort(values)
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
