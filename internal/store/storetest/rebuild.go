package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// views has the results of all queries of views.
func views(t *testing.T, s store.Store) string {
	t.Helper()
	ctx := context.Background()
	var text string
	add := func(v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		shown, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		text += string(shown) + "\n"
	}
	add(s.Waiting(ctx, 100))
	add(s.Playing(ctx, 100))
	add(s.Finished(ctx, 100))
	add(s.InvitedTo(ctx, "PLAYER 2", 100))
	for _, key := range pairingKeys {
		add(s.Pairable(ctx, key, 100))
	}
	add(s.Overdue(ctx, 1<<60, 100))
	for i := range 5 {
		add(s.MatchesOf(ctx, Player(i).ID, 100))
		add(s.Ratings(ctx, Player(i).ID))
		add(s.Mentions(ctx, Player(i).ID))
		add(s.BadgesOf(ctx, Player(i).ID, true))
		add(s.ConductOf(ctx, Player(i).ID, 100))
	}
	add(s.Mentions(ctx, "w"))
	for i := range 10 {
		add(s.Games(ctx, fmt.Sprint("m", i)))
	}
	return text
}

func rebuilding(t *testing.T, s store.Store) { CheckRebuild(t, s, s.Rebuild) }

// CheckRebuild plays matches of every kind in a store and tests that rebuild
// changes nothing.
func CheckRebuild(t *testing.T, s store.Store, rebuild func(ctx context.Context, rules match.Rules, each func()) error) {
	Fill(t, s)
	Open(t, s, "lord", nil).Sit().playLord()
	before := views(t, s)
	count := 0
	if err := rebuild(context.Background(), rules, func() { count++ }); err != nil {
		t.Fatal(err)
	}
	if count == 0 {
		t.Error("nothing was rebuilt")
	}
	if after := views(t, s); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	x := Open(t, s, "later", nil).Sit()
	x.Play(mate...)
}
