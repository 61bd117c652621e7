package rating

import "math"

// Skill is what is known of a player of games for three to five.
type Skill struct {
	// Mu is the strength, Sigma its standard error.
	Mu, Sigma float64
}

const (
	beta  = 25.0 / 6
	kappa = 0.0001
)

// NewSkill is a new player.
func NewSkill() Skill { return Skill{Mu: 25, Sigma: 25.0 / 3} }

// Provisional tells that the skill is not to be relied on yet.
func (s Skill) Provisional() bool { return s.Sigma > 4 }

// SkillsAfter are the skills after a game in which players came in by places:
// the lowest number has won, equal numbers share a place. The two slices have
// the same length, at least 2.
func SkillsAfter(players []Skill, places []int) []Skill {
	var c float64
	for _, p := range players {
		c += p.Sigma*p.Sigma + beta*beta
	}
	c = math.Sqrt(c)
	// sum is, for each player q, the strength of those not before q; ties are
	// how many share q's place.
	sum, ties := make([]float64, len(players)), make([]float64, len(players))
	for q := range players {
		for i, p := range players {
			if places[i] >= places[q] {
				sum[q] += math.Exp(p.Mu / c)
			}
			if places[i] == places[q] {
				ties[q]++
			}
		}
	}
	after := make([]Skill, len(players))
	for i, p := range players {
		var omega, delta float64
		for q := range players {
			if places[q] > places[i] {
				continue
			}
			share := math.Exp(p.Mu/c) / sum[q]
			if q == i {
				omega += (1 - share) / ties[q]
			} else {
				omega -= share / ties[q]
			}
			delta += share * (1 - share) / ties[q]
		}
		variance := p.Sigma * p.Sigma
		gamma := p.Sigma / c
		after[i] = Skill{
			Mu:    p.Mu + variance/c*omega,
			Sigma: p.Sigma * math.Sqrt(max(1-gamma*variance/(c*c)*delta, kappa)),
		}
	}
	return after
}
