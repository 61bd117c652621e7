package hugepages_test

import (
	"slices"
	"testing"

	"tafelrunde/internal/hugepages"
)

// TestAdvise: the contents of slices do not change, whatever their alignment and
// length.
func TestAdvise(t *testing.T) {
	type pair struct{ a, b uint32 }
	for _, length := range []int{0, 1, 511, 512, 513, 1 << 20} {
		words := make([]pair, length+1)
		for i := range words {
			words[i] = pair{uint32(i), ^uint32(i)}
		}
		want := slices.Clone(words)
		hugepages.Advise(words)
		hugepages.Advise(words[1:])
		hugepages.Advise(words[:0])
		if !slices.Equal(words, want) {
			t.Errorf("a table of %d entries was changed", length)
		}
	}
	hugepages.Advise[uint64](nil)
}
