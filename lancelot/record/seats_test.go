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

// TestOldSeatTags: names that an earlier page wrote are read; a tag of the same name is
// not replaced.
func TestOldSeatTags(t *testing.T) {
	game, err := Read("[SeatA \"Ann\"]\n[SeatB \"Ben\"]\n[B \"Bea\"]\n[Position \"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7\"]\n*\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []Tag{{"A", "Ann"}, {"SeatB", "Ben"}, {"B", "Bea"}}
	if got := game.Tags; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
