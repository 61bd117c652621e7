package games_test

import (
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lancelot"
)

func TestSides(t *testing.T) {
	s := open(t, match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, First: 1})
	if sides := games.Sides(s); !slices.Equal(sides, []string{"b", "w"}) {
		t.Errorf("Way of the Knight: %v", sides)
	}
	s = open(t, match.Settings{Game: "lancelot", Variant: "basic", Seats: 3, First: 2, Timeout: match.Skip})
	if sides := games.Sides(s); !slices.Equal(sides, []string{"a", "b", "c"}) {
		t.Errorf("Lancelot: %v", sides)
	}
	if sides := games.Sides(match.New()); sides != nil {
		t.Errorf("before the first game: %v", sides)
	}
}

// TestReplayWithSkippedSeats plays the replay of a game in which two of four
// seats resign, and compares the position.
func TestReplayWithSkippedSeats(t *testing.T) {
	s := open(t, match.Settings{Game: "lancelot", Variant: "basic", Seats: 4, First: 3, Timeout: match.Skip})
	if r := games.ReplayOf(s); r != nil {
		t.Errorf("no seat is out: %+v", r)
	}
	s = do(t, s, "p3", match.Resign{})
	s = move(t, s, "c3", "d5", "e7")
	s = do(t, s, "p1", match.Resign{})
	s = move(t, s, "l3")
	r := games.ReplayOf(s)
	if want := []string{"c3>b", "d5>c", "e7>a", "l3>c"}; r == nil || !slices.Equal(r.Moves, want) {
		t.Fatalf("%+v, want %v", r, want)
	}
	start, err := lancelot.ParsePosition(r.Start)
	if err != nil {
		t.Fatal(err)
	}
	game := lancelot.NewGame(start)
	for _, text := range r.Moves {
		text, next, _ := strings.Cut(text, ">")
		if err := game.PlayText(text); err != nil {
			t.Fatal(err)
		}
		if err := game.SkipTo(lancelot.Seat(next[0] - 'a')); err != nil {
			t.Fatal(err)
		}
	}
	if position := game.Position(); position.String() != s.Position.Text() {
		t.Errorf("%s, want %s", position.String(), s.Position.Text())
	}
}
