package record

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestTimeIsLinear: a text of eight times the size takes at most 2.5 times as long for each
// doubling, in reading and in writing. It is measured again if it seems slower.
func TestTimeIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const start = "[Position \"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7\"]\n\n1. g8 "
	shapes := map[string]func(n int) string{
		"comment": func(n int) string { return start + "{" + strings.Repeat("word [%x ", n/9) + "} *" },
		"tags": func(n int) string {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				fmt.Fprintf(&b, "[T%d \"x\"]\n", i)
			}
			return b.String() + start
		},
		"repeated tags":  func(n int) string { return strings.Repeat("[A \"x\"]\n", n/8) + start },
		"brackets":       func(n int) string { return start + strings.Repeat("[", n) },
		"open comments":  func(n int) string { return strings.Repeat(start+"{never closed\n\n", n/70) },
		"nesting":        func(n int) string { return start + strings.Repeat("(g7 ", n/4) },
		"bad variations": func(n int) string { return start + strings.Repeat("(g7 (zz) ", n/9) },
		"variations":     func(n int) string { return start + strings.Repeat("(1. g7) ", n/8) },
		"marks":          func(n int) string { return start + strings.Repeat("$1 $999 ", n/8) },
		"token":          func(n int) string { return start + strings.Repeat("g", n) },
		"closings":       func(n int) string { return start + strings.Repeat(") } ] ", n/6) },
		"games":          func(n int) string { return strings.Repeat(start+"*\n\n", n/60) },
		"lines":          func(n int) string { return strings.Repeat("neither\n", n/8) },
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			least := func(n int) float64 {
				text := shape(n)
				best := 0.0
				for i := range 3 {
					result := testing.Benchmark(func(b *testing.B) {
						for b.Loop() {
							for r := NewReader(text); ; {
								game, err := r.Next()
								if err == io.EOF {
									break
								}
								_ = game.String()
							}
						}
					})
					if per := float64(result.T) / float64(result.N); i == 0 || per < best {
						best = per
					}
				}
				return best
			}
			const size = 1 << 14
			ratio := 0.0
			for range 3 {
				if ratio = least(8*size) / least(size); ratio <= 2.5*2.5*2.5 {
					return
				}
			}
			t.Errorf("eight times the size takes %.1f times as long", ratio)
		})
	}
}
