package tournaments

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

// shownTournaments is how many tournaments of each phase a list has.
const shownTournaments = 50

// TournamentList is the list of tournaments.
type TournamentList struct {
	Mine     []store.TournamentSummary `json:"mine" doc:"those that the requester directs or has entered and that have not ended"`
	Upcoming []store.TournamentSummary `json:"upcoming" doc:"the first 50 to begin"`
	Running  []store.TournamentSummary `json:"running" doc:"the 50 that began last"`
	Finished []store.TournamentSummary `json:"finished" doc:"the 50 that ended last, or the next 50 after those that are left out"`
}

// listQuery selects a part of a list of tournaments.
type listQuery struct {
	Skip int  `query:"skip" minimum:"0" maximum:"1000000" doc:"how many finished tournaments to leave out; unless it is 0, only finished ones are returned"`
	Mine bool `query:"mine" doc:"whether only those of the requester are returned"`
}

// list returns a part of the list of tournaments of a person.
func (a *API) list(ctx context.Context, p *store.Person, q *listQuery) (*TournamentList, error) {
	none := []store.TournamentSummary{}
	list := &TournamentList{Mine: none, Upcoming: none, Running: none, Finished: none}
	var err error
	if !q.Mine {
		if list.Finished, err = a.store.TournamentsIn(ctx, tournament.Over, q.Skip, shownTournaments); err != nil || q.Skip > 0 {
			return list, err
		}
	}
	if p.Account() {
		own, err := a.store.TournamentsOf(ctx, p.ID, shownTournaments)
		if err != nil {
			return nil, err
		}
		for i := range own {
			if own[i].Phase == tournament.Upcoming || own[i].Phase == tournament.Running {
				list.Mine = append(list.Mine, own[i])
			}
		}
	}
	if q.Mine {
		return list, nil
	}
	if list.Upcoming, err = a.store.TournamentsIn(ctx, tournament.Upcoming, 0, shownTournaments); err != nil {
		return nil, err
	}
	list.Running, err = a.store.TournamentsIn(ctx, tournament.Running, 0, shownTournaments)
	return list, err
}

func (a *API) registerLists(routes huma.API) {
	type listResponse struct{ Body TournamentList }
	core.Register(routes, core.Read.ByAddress(core.LookUpsByAddress), huma.Operation{OperationID: "getTournaments", Method: http.MethodGet, Path: "/api/tournaments", Summary: "Tournaments: those of the requester, upcoming, running and finished ones"},
		func(ctx context.Context, in *listQuery) (*listResponse, error) {
			p := core.Requester(ctx)
			list, err := a.list(ctx, &p, in)
			if err != nil {
				return nil, a.problemOf(err)
			}
			return &listResponse{*list}, nil
		})

	core.Register(routes, core.Read, core.Tagged[WholeTournament](routes, huma.Operation{OperationID: "getTournament", Method: http.MethodGet, Path: "/api/tournaments/{id}", Summary: "A tournament with its players, standings and games"}),
		func(ctx context.Context, in *struct {
			TournamentPath
			core.IfNoneMatch
			First bool `query:"first" doc:"of an arena with more than 100 players only the first 50 rows of the standing and that of the requester, with the games being played by them, the last 50 games and their players"`
		}) (*core.TaggedResponse, error) {
			s, err := a.state(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			encoded, err := a.encoded.of(in.ID, s)
			if err != nil {
				return nil, a.problemOf(err)
			}
			view := encoded.whole
			if in.First {
				view, err = encoded.firstFor(core.Requester(ctx).ID)
			}
			return view.Answer(in.IfNoneMatch), a.problemOf(err)
		})
}
