package record

import (
	"slices"
	"testing"
)

func TestSeatTags(t *testing.T) {
	want := []Tag{{"SeatA", "Ann"}, {"SeatB", ""}, {"SeatC", "Cat"}}
	if got := SeatTags("Ann", "", "Cat"); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
