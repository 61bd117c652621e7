package lancelot_test

import (
	"testing"

	"tafelrunde/lancelot"
)

// BenchmarkPerft counts turns of positions from rules.perft. TestPerft checks the
// counts.
func BenchmarkPerft(b *testing.B) {
	for _, row := range []struct {
		name, text string
		depth      int
	}{
		{"2-basic", "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", 3},
		{"2-middlegame", "1b2abb1/b4bb1/2aa2a1/4a1a1/b1abb3/1a1a2a1/6ba/3bb1b1 a 4,6 13,13 - basic 7", 4},
		{"2-excalibur", "8/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 7", 2},
		{"5-excalibur", "5*8/14/14/14/14/14/14/14/14/14/14/14/14/14 a 0,0,0,0,0 30,30,30,30,30 abcde diagonals+excalibur 10", 1},
	} {
		p := position(b, row.text)
		b.Run(row.name, func(b *testing.B) {
			nodes := uint64(0)
			for b.Loop() {
				nodes += lancelot.Perft(&p, row.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

// BenchmarkPlayInto plays one stone on a copy.
func BenchmarkPlayInto(b *testing.B) {
	p := position(b, "1b2abb1/b4bb1/2aa2a1/4a1a1/b1abb3/1a1a2a1/6ba/3bb1b1 a 4,6 13,13 - basic 7")
	turns := p.AppendTurns(nil)
	var after lancelot.Position
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p.PlayInto(&after, turns[i%len(turns)])
	}
}
