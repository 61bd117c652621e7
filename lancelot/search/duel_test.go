package search_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

func TestDuel(t *testing.T) {
	if os.Getenv("DUEL") == "" {
		t.Skip()
	}
	ms := 30
	fmt.Sscan(os.Getenv("MS"), &ms)
	games := 20
	fmt.Sscan(os.Getenv("GAMES"), &games)
	mk := func(name string, seed uint64) search.Searcher {
		switch name {
		case "random":
			return &search.Random{Seed: seed}
		case "greedy":
			return &search.Greedy{Seed: seed}
		case "uct":
			return &search.UCT{Seed: seed}
		}
		return &search.Paranoid{}
	}
	var a, b string
	fmt.Sscan(os.Getenv("DUEL"), &a, &b)
	for seats := 2; seats <= 5; seats++ {
		for _, rules := range []lancelot.Rules{{}, {Diagonals: true, Excalibur: true}} {
			sum := 0.0
			begin := time.Now()
			var depth, nodes, n uint64
			for g := range games {
				me := lancelot.Seat(g % seats)
				sa, sb := mk(a, uint64(g)), mk(b, uint64(g)+100)
				p, _ := lancelot.Options{Seats: seats, Rules: rules}.Setup().Position()
				// random first stones for variety
				r := &search.Random{Seed: uint64(g)}
				for range seats {
					l := r.Search(context.Background(), &p, search.Limits{}, nil)
					p.PlayInto(&p, l.Turn())
				}
				for !p.Outcome().Over() {
					s := sb
					if p.ToAct() == me {
						s = sa
					}
					ctx, cancel := context.WithTimeout(context.Background(), time.Duration(ms)*time.Millisecond)
					l := s.Search(ctx, &p, search.Limits{}, nil)
					cancel()
					if p.ToAct() == me {
						depth += uint64(l.Depth)
						nodes += l.Nodes
						n++
					}
					var err error
					if p, err = p.Play(l.Turn()); err != nil {
						t.Fatal(err)
					}
				}
				sum += p.Outcome().Return(me)
			}
			t.Logf("%d seats %s: %s scores %.1f/%d against %s, depth %.1f nodes %d, %v", seats, rules, a, sum, games, b, float64(depth)/float64(n), nodes/n, time.Since(begin).Round(time.Second))
		}
	}
}
