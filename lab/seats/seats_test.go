package seats_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lab/seats"
)

// TestPlay plays a few games of every kind: the points add up, and the same seed has the same
// result.
func TestPlay(t *testing.T) {
	kinds := games.SeatKinds()
	kinds = append(kinds, match.Settings{Game: games.Wotn, Variant: "wotn", Seats: 2, Points: []int{2, 0}})
	for i := range kinds {
		play := seats.Play{Games: 2, Nodes: 20, Level: engines.FullLevel, Seed: 5}
		if len(kinds[i].Points) > 0 {
			play.Level = seats.HandicapLevel
		}
		var lines [2]string
		for n := range lines {
			count := 0
			r, err := play.Play(t.Context(), &kinds[i], func() { count++ })
			if err != nil {
				t.Fatalf("%+v: %v", kinds[i], err)
			}
			sum, wins := 0.0, 0
			for seat, points := range r.Points {
				sum += points
				wins += r.Wins[seat]
			}
			if r.Games != 2 || count != 2 || sum < 2-1e-9 || sum > 2+1e-9 || wins+r.Shared != 2 {
				t.Errorf("%+v", r)
			}
			lines[n] = r.String()
		}
		if lines[0] != lines[1] || !strings.HasPrefix(lines[0], games.SeatKind(&kinds[i])+" games 2 shared ") {
			t.Errorf("%s\n%s", lines[0], lines[1])
		}
	}
}

func TestPlayErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	play := seats.Play{Games: 1, Nodes: 20, Level: engines.FullLevel}
	if _, err := play.Play(ctx, &games.SeatKinds()[0], func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := play.Play(t.Context(), &match.Settings{Game: games.Wotn, Variant: "wotn", Seats: 3}, func() {}); err == nil {
		t.Error("three seats of Way of the Knight were played")
	}
}
