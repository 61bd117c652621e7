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
			Tournaments []store.TournamentSummary `json:"tournaments" doc:"at most 20, those that begin or began last first, after those that are left out"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getClubTournaments", Method: http.MethodGet, Path: "/api/clubs/{id}/tournaments", Summary: "The tournaments of a club"},
		func(ctx context.Context, in *struct {
			ID   string `path:"id" maxLength:"64"`
			Skip int    `query:"skip" minimum:"0" maximum:"1000000" doc:"how many to leave out"`
		}) (*clubTournaments, error) {
			out := &clubTournaments{}
			var err error
			out.Body.Tournaments, err = a.store.TournamentsOfClub(ctx, in.ID, in.Skip, shownOfClub)
			return out, a.problemOf(err)
		})

	bounds := core.Change.ByPerson(core.TournamentChanges)
	core.Register(routes, bounds, huma.Operation{OperationID: "acceptClubMatch", Method: http.MethodPut, Path: "/api/tournaments/{id}/acceptance", Summary: "Accept a match between clubs, for the owner and officers of the club that is challenged"},
		func(ctx context.Context, in *TournamentPath) (*wholeResponse, error) {
			return a.do(ctx, in.ID, func(p store.Person) (tournament.Action, error) {
				club, err := a.challenged(ctx, in.ID, p.ID)
				return tournament.Accept{Club: club}, err
			})
		})
	core.Register(routes, bounds, huma.Operation{OperationID: "declineClubMatch", Method: http.MethodDelete, Path: "/api/tournaments/{id}/acceptance", Summary: "Decline a match between clubs before its start, for the owner and officers of the club that is challenged"},
		func(ctx context.Context, in *TournamentPath) (*wholeResponse, error) {
			return a.do(ctx, in.ID, func(p store.Person) (tournament.Action, error) {
				club, err := a.challenged(ctx, in.ID, p.ID)
				return tournament.Decline{Club: club}, err
			})
		})
}

// clubsFor returns the clubs of a new tournament: the one with an ID, which a person must lead, and
// the one that it challenges; "" for none.
func (a *API) clubsFor(ctx context.Context, id, opponent, person string) (clubs []tournament.EntryClub, err error) {
	if id == "" {
		opponent = "" // only a club challenges another one
	}
	for _, one := range []string{id, opponent} {
		if one == "" {
			continue
		}
		c, err := a.store.Club(ctx, one)
		if err == nil && c.State != store.ClubOpen {
			err = store.ErrNotFound
		}
		if err != nil {
			return nil, err
		}
		clubs = append(clubs, tournament.EntryClub{ID: c.ID, Name: c.Name})
	}
	if id != "" {
		err = a.requireLeads(ctx, id, person)
	}
	return clubs, err
}

// requireLeads returns an error unless a person is the owner or an officer of a club.
func (a *API) requireLeads(ctx context.Context, club, person string) error {
	m, err := a.store.Membership(ctx, club, person)
	if core.IsNotFound(err) || err == nil && !m.Role.Leads() {
		err = core.NeedsClubRole
	}
	return err
}

// challenged returns the club that a match between clubs challenges, which a person must lead; "" for
// other tournaments.
func (a *API) challenged(ctx context.Context, id, person string) (string, error) {
	s, err := a.Tournaments.State(ctx, id)
	if err != nil || s.Settings.Format != tournament.ClubMatch {
		return "", err
	}
	club := s.Settings.Clubs[1].ID
	return club, a.requireLeads(ctx, club, person)
}

// clubOf returns the club for which a person can enter a tournament, the wanted one of several, "" for
// none. If the club is closed, everybody can, except in matches between clubs.
func (a *API) clubOf(ctx context.Context, person, wanted string, s *tournament.State) (string, error) {
	between := s.Settings.Format == tournament.ClubMatch
	for _, club := range s.Settings.Clubs {
		if wanted != "" && club.ID != wanted {
			continue
		}
		c, err := a.store.Club(ctx, club.ID)
		if between && err == nil && c.State == store.ClubClosed {
			continue
		}
		if err == nil && c.State != store.ClubClosed {
			_, err = a.store.Membership(ctx, club.ID, person)
		}
		if !core.IsNotFound(err) {
			return club.ID, err
		}
	}
	return "", nil
}
