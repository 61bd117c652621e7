package store_test

import (
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

// TestRemovedPlayersAreNotified: a player whom the director removes is notified, but not one who withdraws.
func TestRemovedPlayersAreNotified(t *testing.T) {
	s := &tournament.State{Entries: []tournament.Entry{{Player: match.Player{ID: "a"}}, {Player: match.Player{ID: "b"}}}}
	events := []tournament.Event{
		{Type: tournament.Withdrawn, At: 5, Entry: 1, Reason: tournament.ByWish},
		{Type: tournament.Withdrawn, At: 6, Entry: 2, Reason: tournament.ByExpulsion, By: "d"},
	}
	want := []store.PersonNotification{{Person: "b", Notification: store.Notification{Kind: store.TournamentDecided, Match: "t", At: 6}}}
	if got := store.TournamentNotifications("t", events, s); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
