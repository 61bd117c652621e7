package people

import (
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// TestOwnEvents: the events of a person in a tournament do not contain the moderator who removed the person.
func TestOwnEvents(t *testing.T) {
	player := match.Player{ID: "p"}
	own := ownEvents([]tournament.Event{
		{Type: tournament.Created, Player: &match.Player{ID: "director"}, Ladder: []string{"p"}},
		{Type: tournament.Entered, Entry: 1, Player: &player},
		{Type: tournament.Withdrawn, Entry: 1, Reason: tournament.ByExpulsion, By: "moderator"},
		{Type: tournament.Closed, By: "p"},
	}, "p")
	by := make([]string, len(own))
	for i := range own {
		by[i] = own[i].(tournament.Event).By
	}
	if !slices.Equal(by, []string{"", "", "p"}) {
		t.Errorf("by %q", by)
	}
}
