package hugepages_test

import (
	"slices"
	"testing"

	"tafelrunde/internal/hugepages"
)

// TestAsk: what stands in a slice stays there, wherever it begins and however
// short it is.
func TestAsk(t *testing.T) {
	type pair struct{ a, b uint32 }
	for _, length := range []int{0, 1, 511, 512, 513, 1 << 20} {
		words := make([]pair, length+1)
		for i := range words {
			words[i] = pair{uint32(i), ^uint32(i)}
		}
		want := slices.Clone(words)
		hugepages.Ask(words)
		hugepages.Ask(words[1:])
		hugepages.Ask(words[:0])
		if !slices.Equal(words, want) {
			t.Errorf("a table of %d entries was changed", length)
		}
	}
	hugepages.Ask[uint64](nil)
}
