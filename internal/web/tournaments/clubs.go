package tournaments

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

// shownOfClub is how many tournaments of a club its page has.
const shownOfClub = 20

func (a *API) registerClubs(routes huma.API) {
	type clubTournaments struct {
		Body struct {
			Tournaments []store.TournamentSummary `json:"tournaments" doc:"at most 20, those that begin or began last first"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getClubTournaments", Method: http.MethodGet, Path: "/api/clubs/{id}/tournaments", Summary: "The tournaments of a club"},
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*clubTournaments, error) {
			out := &clubTournaments{}
			var err error
			out.Body.Tournaments, err = a.store.TournamentsOfClub(ctx, in.ID, shownOfClub)
			return out, a.problemOf(err)
		})
}

// clubsFor returns the clubs of a new tournament: the one with an ID, which a person must lead, or
// none if the ID is "".
func (a *API) clubsFor(ctx context.Context, id, person string) ([]tournament.EntryClub, error) {
	if id == "" {
		return nil, nil
	}
	c, err := a.store.Club(ctx, id)
	if err == nil && c.State != store.ClubOpen {
		err = store.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	m, err := a.store.Membership(ctx, id, person)
	if core.IsNotFound(err) || err == nil && !m.Role.Leads() {
		err = core.NeedsClubRole
	}
	return []tournament.EntryClub{{ID: c.ID, Name: c.Name}}, err
}

// clubOf returns the club for which a person can enter a tournament, "" for none. If the club is
// closed, everybody can.
func (a *API) clubOf(ctx context.Context, person string, s *tournament.State) (string, error) {
	for _, club := range s.Settings.Clubs {
		c, err := a.store.Club(ctx, club.ID)
		if err == nil && c.State != store.ClubClosed {
			_, err = a.store.Membership(ctx, club.ID, person)
		}
		if !core.IsNotFound(err) {
			return club.ID, err
		}
	}
	return "", nil
}
