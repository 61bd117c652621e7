package excerpt

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{strings.Repeat("x", 60), strings.Repeat("x", 60)},
		{strings.Repeat("x", 61), strings.Repeat("x", 60) + "…"},
		// A character of two, three or four bytes at the end of the excerpt.
		{strings.Repeat("x", 59) + "ßa", strings.Repeat("x", 59) + "…"},
		{strings.Repeat("x", 58) + "♞", strings.Repeat("x", 58) + "…"},
		{strings.Repeat("x", 57) + "🏰", strings.Repeat("x", 57) + "…"},
		{strings.Repeat("x", 56) + "🏰x", strings.Repeat("x", 56) + "🏰…"},
		// Bytes that begin no character are kept, so that an excerpt of them is not empty.
		{strings.Repeat("\x80", 90), strings.Repeat("\x80", 56) + "…"},
	} {
		if got := Of(c.text); got != c.want {
			t.Errorf("Of(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
