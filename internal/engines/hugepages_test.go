package engines_test

import (
	"slices"
	"testing"

	"tafelrunde/internal/engines"
)

// TestAdviseHugePages: the contents of slices do not change, whatever their alignment and
// length.
func TestAdviseHugePages(t *testing.T) {
	type pair struct{ a, b uint32 }
	for _, length := range []int{0, 1, 511, 512, 513, 1 << 20} {
		words := make([]pair, length+1)
		for i := range words {
			words[i] = pair{uint32(i), ^uint32(i)}
		}
		want := slices.Clone(words)
		engines.AdviseHugePages(words)
		engines.AdviseHugePages(words[1:])
		engines.AdviseHugePages(words[:0])
		if !slices.Equal(words, want) {
			t.Errorf("a table of %d entries was changed", length)
		}
	}
	engines.AdviseHugePages[uint64](nil)
}
