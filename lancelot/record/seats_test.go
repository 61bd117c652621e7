package record

import (
	"slices"
	"testing"
)

func TestSeatTags(t *testing.T) {
	want := []Tag{{"A", "Ann"}, {"B", ""}, {"C", "Cat"}}
	if got := SeatTags("Ann", "", "Cat"); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
