package record

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"tafelrunde/internal/testkit"
)

// BenchmarkLinear reads and writes texts of growing size.
func BenchmarkLinear(b *testing.B) {
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
		"commented tags": func(n int) string { return strings.Repeat("{c}\n[A \"x\"]\n", n/12) + start },
		"bad tags":       func(n int) string { return strings.Repeat("[A \"x\n", n/6) + start },
		"nesting":        func(n int) string { return start + strings.Repeat("(g7 ", n/4) },
		"bad variations": func(n int) string { return start + strings.Repeat("(g7 (zz) ", n/9) },
		"variations":     func(n int) string { return start + strings.Repeat("(1. g7) ", n/8) },
		"marks":          func(n int) string { return start + strings.Repeat("$1 $999 ", n/8) },
		"token":          func(n int) string { return start + strings.Repeat("g", n) },
		"closings":       func(n int) string { return start + strings.Repeat(") } ] ", n/6) },
		"games":          func(n int) string { return strings.Repeat(start+"*\n\n", n/60) },
		"lines":          func(n int) string { return strings.Repeat("neither\n", n/8) },
	}
	testkit.Linear(b, shapes, func(text string) {
		for r := NewReader(text); ; {
			game, err := r.Next()
			if err == io.EOF {
				break
			}
			_ = game.String()
		}
	})
}
