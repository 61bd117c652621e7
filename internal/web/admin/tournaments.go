package admin

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

func (a *API) registerTournaments(routes huma.API) {
	type tournamentActionRequest struct {
		ID   string `path:"id" maxLength:"64"`
		Body struct {
			Action string `json:"action" enum:"remove-text"`
			Text   string `json:"text,omitempty" maxLength:"4000" doc:"the reason, for the audit log"`
		}
	}
	core.Register(routes, core.Create.For(store.Moderator), huma.Operation{OperationID: "actOnTournament", Method: http.MethodPost, Path: "/api/admin/tournaments/{id}/actions", Summary: "Remove what the director of a tournament wrote: name, description and reasons", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *tournamentActionRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.removeTournamentText(ctx, in.ID, in.Body.Text))
		})
}

func (a *API) removeTournamentText(ctx context.Context, id, reason string) error {
	by := core.ActorIn(ctx)
	reason, err := cleanText(reason, maxText)
	if err != nil {
		return err
	}
	s, err := a.Tournaments.State(ctx, id)
	if err != nil {
		return err
	}
	entry := a.NewEntry(by, "remove-tournament-text", store.Person{}, "tournament", id, "title", s.Settings.Name, "text", reason)
	c := tournament.Command{At: a.Now(), By: by.ID, Moderator: true, Do: tournament.RemoveTexts{}}
	_, err = a.Tournaments.Do(ctx, id, c, host.TournamentOptions{Entry: &entry})
	return err
}
