package search

import (
	"context"
	"strconv"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// BenchmarkPlayout plays random games from the start of every kind of game. A
// stone costs a visit of each line through its square; visits/s compares kinds of
// games with each other.
func BenchmarkPlayout(b *testing.B) {
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for _, rules := range testkit.AllLancelotRules {
			start, err := lancelot.Options{Seats: seats, Rules: rules}.Setup().Position()
			if err != nil {
				b.Fatal(err)
			}
			plies, visits := lengthOfPlayout(&start)
			b.Run(strconv.Itoa(seats)+"-"+rules.String(), func(b *testing.B) {
				c := engines.Random(1)
				for b.Loop() {
					p := start
					playout(&p, &c)
				}
				perSecond := float64(b.N) / b.Elapsed().Seconds()
				b.ReportMetric(perSecond, "playouts/s")
				b.ReportMetric(plies, "plies")
				b.ReportMetric(perSecond*visits, "visits/s")
			})
		}
	}
}

// lengthOfPlayout returns the mean length of a random game in plies and the mean
// number of lines through its squares.
func lengthOfPlayout(start *lancelot.Position) (plies, visits float64) {
	const games = 200
	c := engines.Random(2)
	for range games {
		for p := *start; !p.Outcome().Over(); {
			open := p.Open()
			square := open.Nth(c.Below(open.Count()))
			plies++
			visits += float64(len(p.LinesThrough(square)))
			turn := lancelot.StoneTurn(square)
			if p.PlacesExcalibur() {
				turn = lancelot.ExcaliburTurn(square)
			}
			p.PlayInto(&p, turn)
		}
	}
	return plies / games, visits / games
}

// BenchmarkSearch searches a fixed number of nodes.
func BenchmarkSearch(b *testing.B) {
	const nodes = 20_000
	for _, name := range []string{"uct", "paranoid", "tree"} {
		s := searchers()[name]
		for _, seats := range []int{2, 5} {
			p := begin(b, lancelot.Options{Seats: seats}, 1)
			b.Run(name+"-"+strconv.Itoa(seats), func(b *testing.B) {
				for b.Loop() {
					s.searchPosition(context.Background(), &p, engine.Limits{Nodes: nodes}, nil)
				}
				b.ReportMetric(float64(b.N)*nodes/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}
