package storetest

import (
	"context"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
)

// seatShares: ratings expect the share of the seat that moves first, in whichever place it sits.
func seatShares(t *testing.T, s store.Store) {
	x := Open(t, s, "m", func(s *match.Settings) { s.First = 1 }).Sit()
	x.Play(mate...) // Black wins, seat 0
	list, err := s.Games(context.Background(), "m")
	if err != nil || len(list) != 1 || list[0].First != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	pool := store.Pool(&x.State.Settings)
	before := []store.Rating{store.NewRating(pool, 2), store.NewRating(pool, 2)}
	shares := games.SeatShares(games.SeatTable, games.SeatKind(&x.State.Settings), 1)
	if len(shares) != 2 || shares[1] <= shares[0] {
		t.Fatalf("White's seat has %v", shares)
	}
	want, equal := store.Rate(before, list[0], shares), store.Rate(before, list[0], nil)
	for seat := range want {
		got, err := s.Ratings(context.Background(), Player(seat).ID)
		if err != nil || len(got) != 1 || got[0] != want[seat] {
			t.Errorf("seat %d: %+v, %v; want %+v", seat, got, err, want[seat])
		}
	}
	if want[0].A <= equal[0].A || want[1].A >= equal[1].A {
		t.Errorf("%+v: Black's win counts no more than %+v", want, equal)
	}
}
