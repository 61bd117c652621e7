package web

import (
	"slices"
	"testing"

	"tafelrunde/internal/match"
)

// TestMoveWithDrawOfferIsOneCommand offers and accepts draws with moves: either both
// happen, or the move alone if no draw can be offered.
func TestMoveWithDrawOfferIsOneCommand(t *testing.T) {
	s := serveAPI(t)
	white, black := s.bot("White"), s.bot("Black")
	begin := func() (id string) {
		id = white.open(wotnTable(nil))
		black.do(id, object{"type": "sit", "seat": 1})
		white.want(200, "POST", "/api/bot/game/"+id+"/move/e2e4", nil, nil)
		black.want(200, "POST", "/api/bot/game/"+id+"/move/e7e5", nil, nil)
		return id
	}
	events := func(id string) (types []match.EventType) {
		t.Helper()
		list, err := s.store.Events(t.Context(), id, 0)
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
	white.want(400, "POST", "/api/bot/game/"+id+"/move/e4e6"+with, nil, nil)
	black.want(400, "POST", "/api/bot/game/"+id+"/move/a7a6"+with, nil, nil)
	after(id, before)
	white.want(200, "POST", "/api/bot/game/"+id+"/move/a2a3"+with, nil, nil)
	after(id, before, match.Moved, match.DrawOffered)
	if v := black.view(id); v.DrawOffer != 0 || v.Phase != match.Playing {
		t.Errorf("after a move with an offer: offer %d, %s", v.DrawOffer, v.Phase)
	}

	// An illegal move does not accept the opponent's offer.
	before = events(id)
	black.want(400, "POST", "/api/bot/game/"+id+"/move/e5e3"+with, nil, nil)
	after(id, before)
	if v := black.view(id); v.DrawOffer != 0 || v.Phase != match.Playing {
		t.Errorf("after an illegal move: offer %d, %s", v.DrawOffer, v.Phase)
	}
	black.want(200, "POST", "/api/bot/game/"+id+"/move/a7a6"+with, nil, nil)
	after(id, before, match.Moved, match.Ended)
	if v := black.view(id); v.Outcome.Reason != match.ByAgreement || len(v.Moves) != 4 {
		t.Errorf("after a legal move: %+v, %d moves", v.Outcome, len(v.Moves))
	}

	// A repeated offer is refused; a move without an offer declines the opponent's.
	id = begin()
	white.want(200, "POST", "/api/bot/game/"+id+"/draw/yes", nil, nil)
	before = events(id)
	white.want(200, "POST", "/api/bot/game/"+id+"/move/a2a3"+with, nil, nil)
	black.want(200, "POST", "/api/bot/game/"+id+"/move/a7a6", nil, nil)
	after(id, before, match.Moved, match.Moved)
	if v := black.view(id); v.DrawOffer != -1 || v.Phase != match.Playing {
		t.Errorf("after a move without an offer: offer %d, %s", v.DrawOffer, v.Phase)
	}

	// If only the offer is refused, the move is played without it.
	id = white.open(wotnTable(nil))
	black.do(id, object{"type": "sit", "seat": 1})
	before = events(id)
	white.want(200, "POST", "/api/bot/game/"+id+"/move/e2e4"+with, nil, nil)
	after(id, before, match.Moved)
}
