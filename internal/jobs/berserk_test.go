package jobs

import (
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// A player who has halved the time gets the point for it only after enough own moves.
func TestBerserkNeedsMoves(t *testing.T) {
	m := &match.State{Seats: []match.Seat{{Berserk: true}, {Berserk: true}}}
	for ply := range 2*tournament.BerserkMoves - 1 {
		m.Moves = append(m.Moves, match.Played{Seat: ply % 2})
	}
	if seats := berserkIn(m); !slices.Equal(seats, []int{0}) {
		t.Errorf("%d moves: %v", len(m.Moves), seats)
	}
}
