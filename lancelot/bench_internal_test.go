package lancelot

import (
	"math/bits"
	"testing"
)

type splitmix uint64

func (s *splitmix) below(n int) int {
	*s += 0x9e3779b97f4a7c15
	hi, _ := bits.Mul64(mix(uint64(*s)), uint64(n))
	return int(hi)
}

func BenchmarkPlayout(b *testing.B) {
	for seats := 2; seats <= 5; seats++ {
		for rules := range 4 {
			o := Options{Seats: seats, Rules: Rules{Diagonals: rules&1 != 0, Excalibur: rules&2 != 0}}
			start, _ := o.Setup().Position()
			if start.PutsSword() {
				start.PlayInto(&start, start.AppendTurns(nil)[0])
			}
			b.Run(string(rune('0'+seats))+"-"+o.Rules.String(), func(b *testing.B) {
				var r splitmix
				plies := 0
				for b.Loop() {
					p := start
					for p.over == Running {
						n := p.open.Len()
						if n == 0 {
							break
						}
						p.PlayInto(&p, StoneTurn(p.field().plan[p.open.Nth(r.below(n))]))
						plies++
					}
				}
				b.ReportMetric(float64(plies)/float64(b.N), "plies/op")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
			})
		}
	}
}
