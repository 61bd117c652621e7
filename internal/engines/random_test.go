package engines

import (
	"slices"
	"testing"
)

// TestNumbers compares the first numbers with recorded ones: files depend on them.
func TestRandomNumbers(t *testing.T) {
	s := Random(1)
	var got []int
	for range 5 {
		got = append(got, s.Below(1_000_000))
	}
	if want := []int{804429, 382184, 550666, 22272, 6167}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestBelow: all numbers are about equally frequent.
func TestRandomBelow(t *testing.T) {
	const n, each = 10, 10_000
	var count [n]int
	s := Random(7)
	for range n * each {
		count[s.Below(n)]++
	}
	for i, c := range count {
		if c < each-600 || c > each+600 { // six standard deviations
			t.Errorf("%d occurs %d times in %d", i, c, n*each)
		}
	}
}

// TestShuffle: a shuffled list has the same elements, each about equally often in
// first place.
func TestShuffle(t *testing.T) {
	const n, rounds = 6, 6000
	var first [n]int
	s := Random(3)
	for range rounds {
		list := []int{0, 1, 2, 3, 4, 5}
		Shuffle(&s, list)
		first[list[0]]++
		slices.Sort(list)
		if !slices.Equal(list, []int{0, 1, 2, 3, 4, 5}) {
			t.Fatalf("shuffled to %v", list)
		}
	}
	for i, c := range first {
		if c < 820 || c > 1180 {
			t.Errorf("%d is first %d times in %d", i, c, rounds)
		}
	}
}
