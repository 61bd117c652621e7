package bots_test

import (
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit/webtest"
)

// TestMoveWithDrawOfferIsOneCommand offers and accepts draws with moves: either both
// happen, or the move alone if no draw can be offered.
func TestMoveWithDrawOfferIsOneCommand(t *testing.T) {
	s := webtest.Serve(t)
	white, black := s.Bot("White"), s.Bot("Black")
	begin := func() (id string) {
		id = white.Open(webtest.WotnTable(nil))
		black.Do(id, webtest.Object{"type": "sit", "seat": 1})
		white.Want(200, "POST", "/api/bot/game/"+id+"/move/e2e4", nil, nil)
		black.Want(200, "POST", "/api/bot/game/"+id+"/move/e7e5", nil, nil)
		return id
	}
	events := func(id string) (types []match.EventType) {
		t.Helper()
		list, err := s.Store.Events(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			types = append(types, e.Type)
		}
		return types
	}
	after := func(id string, before []match.EventType, want ...match.EventType) {
		t.Helper()
		if got := events(id)[len(before):]; !slices.Equal(got, want) {
			t.Errorf("events %v, want %v", got, want)
		}
	}
	const with = "?offeringDraw=true"

	id := begin()
	before := events(id)
	white.Want(400, "POST", "/api/bot/game/"+id+"/move/e4e6"+with, nil, nil)
	black.Want(400, "POST", "/api/bot/game/"+id+"/move/a7a6"+with, nil, nil)
	after(id, before)
	white.Want(200, "POST", "/api/bot/game/"+id+"/move/a2a3"+with, nil, nil)
	after(id, before, match.Moved, match.DrawOffered)
	if v := black.View(id); v.DrawOffer != 0 || v.Phase != match.Playing {
		t.Errorf("after a move with an offer: offer %d, %s", v.DrawOffer, v.Phase)
	}

	// An illegal move does not accept the opponent's offer.
	before = events(id)
	black.Want(400, "POST", "/api/bot/game/"+id+"/move/e5e3"+with, nil, nil)
	after(id, before)
	if v := black.View(id); v.DrawOffer != 0 || v.Phase != match.Playing {
		t.Errorf("after an illegal move: offer %d, %s", v.DrawOffer, v.Phase)
	}
	black.Want(200, "POST", "/api/bot/game/"+id+"/move/a7a6"+with, nil, nil)
	after(id, before, match.Moved, match.Ended)
	if v := black.View(id); v.Outcome.Reason != match.ByAgreement || len(v.Moves) != 4 {
		t.Errorf("after a legal move: %+v, %d moves", v.Outcome, len(v.Moves))
	}

	// A repeated offer is refused; a move without an offer declines the opponent's.
	id = begin()
	white.Want(200, "POST", "/api/bot/game/"+id+"/draw/yes", nil, nil)
	before = events(id)
	white.Want(200, "POST", "/api/bot/game/"+id+"/move/a2a3"+with, nil, nil)
	black.Want(200, "POST", "/api/bot/game/"+id+"/move/a7a6", nil, nil)
	after(id, before, match.Moved, match.Moved)
	if v := black.View(id); v.DrawOffer != -1 || v.Phase != match.Playing {
		t.Errorf("after a move without an offer: offer %d, %s", v.DrawOffer, v.Phase)
	}

	// If only the offer is refused, the move is played without it.
	id = white.Open(webtest.WotnTable(nil))
	black.Do(id, webtest.Object{"type": "sit", "seat": 1})
	before = events(id)
	white.Want(200, "POST", "/api/bot/game/"+id+"/move/e2e4"+with, nil, nil)
	after(id, before, match.Moved)
}
