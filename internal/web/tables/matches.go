package tables

import (
	"context"
	"math/rand/v2"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// matchesSize is the largest number of finished matches in one response of
// myMatches.
const matchesSize = 100

func (a *API) registerMatches(routes huma.API) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "getMatch", Method: http.MethodGet, Path: "/api/matches/{id}", Summary: "The current state of a match"}, a.getMatch)
	core.Register(routes, core.Read, huma.Operation{OperationID: "getGames", Method: http.MethodGet, Path: "/api/matches/{id}/games", Summary: "The finished games of a match"}, a.getGames)
	core.Register(routes, core.Create, huma.Operation{OperationID: "command", Method: http.MethodPost, Path: "/api/matches/{id}/commands", Summary: "Send a command to a match"}, a.command)
	core.Register(routes, core.Read, huma.Operation{OperationID: "myMatches", Method: http.MethodGet, Path: "/api/me/matches", Summary: "The requester's matches: all that wait for players or are in progress, then the finished ones, 100 at a time; each newest first"}, a.myMatches)
}

type viewResponse struct{ Body matches.MatchView }

func (a *API) getMatch(ctx context.Context, in *matches.MatchPath) (*viewResponse, error) {
	s, err := a.matches.VisibleMatch(ctx, in.ID, core.Requester(ctx))
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	p := core.Requester(ctx)
	out := &viewResponse{matches.ViewOf(in.ID, s, p, a.Now())}
	if err := a.matches.AddRatings(ctx, &out.Body); err != nil {
		return nil, a.ProblemOf(err)
	}
	if p.ID != "" {
		out.Body.Muted, err = a.store.Muted(ctx, p.ID, in.ID)
	}
	return out, a.ProblemOf(err)
}

type gamesResponse struct {
	Body struct {
		Games []store.Game `json:"games"`
	}
}

func (a *API) getGames(ctx context.Context, in *matches.MatchPath) (*gamesResponse, error) {
	if _, err := a.matches.VisibleMatch(ctx, in.ID, core.Requester(ctx)); err != nil {
		return nil, a.ProblemOf(err)
	}
	out := &gamesResponse{}
	var err error
	out.Body.Games, err = a.store.Games(ctx, in.ID)
	return out, a.ProblemOf(err)
}

type commandRequest struct {
	matches.MatchPath
	Body match.CommandRequest
}

type commandResponse struct {
	Body struct {
		Events []matches.NumberedEvent `json:"events"`
		You    int                     `json:"you" doc:"the requester's seat after the command, -1 for none"`
		matches.OpenCommands
	}
}

func (a *API) command(ctx context.Context, in *commandRequest) (*commandResponse, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	action, ok := in.Body.Action(core.PlayerOf(p), rand.Uint64())
	if !ok {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "unknown-command", "there is no such command").With("type", in.Body.Type)
	}
	switch action.(type) {
	case match.Sit, match.Chat:
		if _, err := a.RequireNamed(ctx); err != nil {
			return nil, a.ProblemOf(err)
		}
	}
	events, err := a.matches.Command(ctx, in.ID, p, action)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	out := &commandResponse{}
	after, err := a.stateAfter(ctx, in.ID, events)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	out.Body.You, out.Body.OpenCommands = after.SeatOf(p.ID), matches.OpenCommandsOf(after, p)
	for i := range events {
		out.Body.Events = append(out.Body.Events, a.matches.NumberedEventFor(ctx, &events[i], p))
	}
	return out, nil
}

type summariesResponse struct {
	Body struct {
		Matches []TableView `json:"matches"`
		More    bool        `json:"more" doc:"whether there are more finished matches"`
	}
}

type matchesRequest struct {
	Skip int `query:"skip" minimum:"0" maximum:"1000000" doc:"how many finished matches to skip; unless it is 0, only finished matches are returned"`
}

func (a *API) myMatches(ctx context.Context, in *matchesRequest) (*summariesResponse, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	out := &summariesResponse{}
	var list []store.Summary
	if in.Skip == 0 {
		if list, err = a.store.RunningOf(ctx, p.ID); err != nil {
			return nil, a.ProblemOf(err)
		}
	}
	ended, err := a.store.EndedOf(ctx, p.ID, in.Skip, matchesSize+1)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	out.Body.More = len(ended) > matchesSize
	list = append(list, ended[:min(len(ended), matchesSize)]...)
	views, err := a.tableViews(ctx, list)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	out.Body.Matches = views[0]
	return out, nil
}

// stateAfter returns the state of a match after the events of a command.
func (a *API) stateAfter(ctx context.Context, id string, events []host.NumberedEvent) (*match.State, error) {
	if last := events[len(events)-1]; last.After != nil {
		return last.After, nil
	}
	return a.Host.State(ctx, id)
}
