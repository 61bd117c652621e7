package testkit

import (
	"testing"
	"time"
)

// Linear measures an operation on texts of each shape, of 16 kB and of 128 kB, as a
// benchmark of its own. It fails if the longer one takes more than 2.5 times as long for
// each doubling, and reports that factor for eight times the size. A measurement that
// seems too slow is repeated. A shape returns a text of about n bytes.
func Linear(b *testing.B, shapes map[string]func(n int) string, do func(text string)) {
	const size, most = 1 << 14, 2.5 * 2.5 * 2.5
	for name, shape := range shapes {
		b.Run(name, func(b *testing.B) {
			short, long := shape(size), shape(8*size)
			for range b.N {
				ratio := 0.0
				for try := 0; try == 0 || try < 5 && ratio > most; try++ {
					ratio = leastTime(do, long) / leastTime(do, short)
				}
				if ratio > most {
					b.Fatalf("eight times the size takes %.1f times as long", ratio)
				}
				b.ReportMetric(ratio, "ratio")
			}
		})
	}
}

// leastTime returns the least time in seconds of several runs.
func leastTime(do func(text string), text string) float64 {
	least := 0.0
	for i := range 5 {
		begin := time.Now()
		do(text)
		if s := time.Since(begin).Seconds(); i == 0 || s < least {
			least = s
		}
	}
	return least
}
