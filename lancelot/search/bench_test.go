package search

import (
	"context"
	"strconv"
	"testing"

	"tafelrunde/lancelot"
)

// BenchmarkPlayout plays random games to their end from the start of every kind
// of game.
func BenchmarkPlayout(b *testing.B) {
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for _, rules := range allRules {
			start, err := lancelot.Options{Seats: seats, Rules: rules}.Setup().Position()
			if err != nil {
				b.Fatal(err)
			}
			b.Run(strconv.Itoa(seats)+"-"+rules.String(), func(b *testing.B) {
				c := chance(1)
				for b.Loop() {
					p := start
					playout(&p, &c)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			})
		}
	}
}

// BenchmarkSearch looks at a fixed number of nodes.
func BenchmarkSearch(b *testing.B) {
	const nodes = 20_000
	for _, name := range []string{"uct", "paranoid", "tree"} {
		s := searchers()[name]
		for _, seats := range []int{2, 5} {
			p := begin(b, lancelot.Options{Seats: seats}, 1)
			b.Run(name+"-"+strconv.Itoa(seats), func(b *testing.B) {
				for b.Loop() {
					s.Search(context.Background(), &p, Limits{Nodes: nodes}, nil)
				}
				b.ReportMetric(float64(b.N)*nodes/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}
