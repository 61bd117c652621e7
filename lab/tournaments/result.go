package tournaments

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// Result is what simulations of a kind have found.
type Result struct {
	Name string
	// Tournaments is the number of tournaments without those drawn by lot; Rounds, of a league those of all
	// seasons, and Games are their sums.
	Tournaments, Rounds, Games int
	// Impossible counts rounds that are against the rules: a player has two games, or none, a table has a wrong size,
	// somebody who stays is not on the ladder. Notes describe the first ones.
	Impossible int
	Notes      []string
	// Repeats counts opponents who meet again and players who are free again in the Swiss system, and Avoidable how
	// many of them need not be.
	Repeats, Avoidable int
	// FreeTwice counts players without a game two rounds in a row because they were free in the second; in an
	// arena players who twice in a row waited while others were paired. Deserted counts those whose
	// opponent did not come in the second one.
	FreeTwice, Deserted int
	// Wait is the longest time without a game in an arena of somebody who wants one.
	Wait match.Millis
	// Pairing is the longest time that one command took.
	Pairing time.Duration
	// Ranks are correlations of the places with the strengths, Lots of those by lot, and First, in a league,
	// those of the first season.
	Ranks, Lots, First Mean
	// Balance is the difference between the numbers of games with the first and the second move of a player; at tables
	// how often a player had the seat that the player had most often. Uneven is the largest one.
	Balance Mean
	Uneven  int
}

// Mean is the mean of numbers.
type Mean struct {
	n            int
	sum, squares float64
}

// Add adds a number.
func (m *Mean) Add(x float64) {
	m.n++
	m.sum += x
	m.squares += x * x
}

// Value returns the mean, and half of its 95 % interval.
func (m *Mean) Value() (value, within float64) {
	if m.n == 0 {
		return 0, 0
	}
	n := float64(m.n)
	value = m.sum / n
	if m.n > 1 {
		within = 1.96 * math.Sqrt(max(0, m.squares/n-value*value)/(n-1))
	}
	return value, within
}

// String returns the mean with its interval.
func (m *Mean) String() string {
	value, within := m.Value()
	return fmt.Sprintf("%.3f ± %.3f", value, within)
}

// Faults returns the number of things that must not happen.
func (r *Result) Faults() int { return r.Impossible + r.Avoidable }

// String returns the result as a line. Only the time at its end differs from run to run.
func (r *Result) String() string {
	line := fmt.Sprintf("%s: tournaments %d, rounds %d, games %d, impossible %d, repeats %d, avoidable %d, without a game twice %d, deserted twice %d",
		r.Name, r.Tournaments, r.Rounds, r.Games, r.Impossible, r.Repeats, r.Avoidable, r.FreeTwice, r.Deserted)
	line += fmt.Sprintf(", rank correlation %s, by lot %s", &r.Ranks, &r.Lots)
	if r.First.n > 0 {
		line += fmt.Sprintf(", first season %s", &r.First)
	}
	if r.Wait > 0 {
		line += fmt.Sprintf(", longest wait %d s", r.Wait/match.Second)
	}
	balance, _ := r.Balance.Value()
	return line + fmt.Sprintf(", balance %.2f, at most %d, pairing %d ms", balance, r.Uneven, r.Pairing.Milliseconds())
}

// count adds the games of a tournament that has ended.
func (m *simulation) count() {
	if m.lots {
		return
	}
	round, _ := m.s.Round()
	m.found.Rounds += round
	if f := m.kind.Format; f == tournament.RoundRobin || f == tournament.League {
		m.checkPools()
	}
	seats := make([][match.MaxSeats]int, len(m.s.Entries))
	for i := range m.s.Boards {
		b := &m.s.Boards[i]
		if b.Match == "" || b.Result == nil || len(b.Entries)-len(b.Result.Absent) < 2 {
			continue
		}
		m.found.Games++
		for seat, entry := range b.Entries {
			if !slices.Contains(b.Result.Absent, seat) {
				seats[entry-1][seat]++
			}
		}
	}
	for i, had := range seats {
		if m.s.Entries[i].Left != "" {
			continue
		}
		balance := max(had[0]-had[1], had[1]-had[0])
		if m.kind.Format == tournament.Tables {
			balance = slices.Max(had[:])
		}
		m.found.Balance.Add(float64(balance))
		m.found.Uneven = max(m.found.Uneven, balance)
	}
}

// order returns the entries in the order of the standings.
func (m *simulation) order() (entries []int) {
	for _, pool := range m.s.Standings() {
		for _, row := range pool {
			entries = append(entries, row.Entry)
		}
	}
	return entries
}

// rank adds the correlation of an order of entries with the strengths.
func (m *simulation) rank(order []int) {
	x, ok := m.correlation(order)
	switch {
	case !ok:
	case m.lots:
		m.found.Lots.Add(x)
	default:
		m.found.Ranks.Add(x)
	}
}

// correlation returns Spearman's rank correlation of an order of entries with the strengths, of those
// who have not left. It returns false if there are fewer than two.
func (m *simulation) correlation(order []int) (float64, bool) {
	var strengths []float64
	for _, entry := range order {
		if m.s.Entries[entry-1].Left == "" {
			strengths = append(strengths, m.of(entry).strength)
		}
	}
	return spearman(strengths), len(strengths) > 1
}

// spearman returns the rank correlation of an order, the best first, with values that all differ.
func spearman(values []float64) float64 {
	byValue := make([]int, len(values))
	for i := range byValue {
		byValue[i] = i
	}
	slices.SortFunc(byValue, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	sum := 0.0
	for rank, place := range byValue {
		d := float64(rank - place)
		sum += d * d
	}
	n := float64(len(values))
	return 1 - 6*sum/(n*(n*n-1))
}
