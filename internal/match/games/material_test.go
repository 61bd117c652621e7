package games_test

import (
	"testing"

	"tafelrunde/internal/match"
)

// TestInsufficientMaterial: a dead position of chess ends a game, and running out of time
// against a side that cannot give mate is a draw.
func TestInsufficientMaterial(t *testing.T) {
	at := func(start string) *match.State {
		return open(t, match.Settings{Game: "wotn", Variant: "chess", Seats: 2, Start: start})
	}
	s := move(t, at("8/8/8/4k3/4P3/8/8/K1N5 b - - 0 1"), "e5e4")
	if s.Phase != match.Finished || s.Outcome.Reason != "insufficient-material" || len(s.Outcome.Winners) != 0 {
		t.Errorf("%s %+v: nobody can give mate", s.Phase, s.Outcome)
	}
	s = at("3q4/8/8/4k3/8/8/8/K1B5 b - - 0 1")
	if black := s.ToAct(); s.Position.CanWin(1-black) || !s.Position.CanWin(black) {
		t.Error("a bishop can win against a queen, or the queen cannot")
	}
	wotn := open(t, match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Start: "3q4/8/8/4k3/8/8/8/K1B5 b - - 0 1"})
	if !wotn.Position.CanWin(1 - wotn.ToAct()) {
		t.Error("a bishop of Way of the Knight cannot win")
	}
}

// TestOldDeadPosition: earlier versions played on in dead positions. Their matches can
// be read, and one that was running ends with its next move.
func TestOldDeadPosition(t *testing.T) {
	s := open(t, match.Settings{Game: "wotn", Variant: "chess", Seats: 2, Start: "8/8/8/4k3/4P3/8/8/K1N5 b - - 0 1"})
	for _, text := range []string{"e5e4", "a1a2", "e4e5"} {
		var err error
		if s, err = match.Apply(catalogue, s, match.Event{Type: match.Moved, At: 1000, Seat: s.ToAct(), Move: text}); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if s = move(t, s, "c1d3"); s.Outcome.Reason != "insufficient-material" {
		t.Errorf("%s %+v", s.Phase, s.Outcome)
	}
}
