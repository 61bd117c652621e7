package tables

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// GamePath has the path parameters of routes about one game of a match.
type GamePath struct {
	matches.MatchPath
	Game int `path:"game" minimum:"1" maximum:"1000000000" doc:"the number of the game in its series, from 1"`
}

// GameView is one game of a match: its final state, or the current state while it
// is being played. Players have their current names.
type GameView struct {
	matches.MatchView
	Times   []matches.MoveTime `json:"times" doc:"one for each move"`
	EndedAt match.Moment       `json:"endedAt" doc:"0 while the game is being played"`
	Games   int                `json:"games" doc:"number of games of the match so far"`
	// Positions are those after the moves, if they were asked for.
	Positions []string `json:"positions,omitempty" doc:"the position after each move; only if they were asked for"`
}

func (a *API) registerGames(routes huma.API) {
	type gameResponse struct{ Body GameView }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getGame", Method: http.MethodGet, Path: "/api/matches/{id}/games/{game}", Summary: "One game of a match, with the times of its moves"},
		func(ctx context.Context, in *struct {
			GamePath
			Positions bool `query:"positions" doc:"with the position after each move"`
		}) (*gameResponse, error) {
			p := core.Requester(ctx)
			if _, err := a.matches.VisibleMatch(ctx, in.ID, p); err != nil {
				return nil, a.ProblemOf(err)
			}
			g, err := a.matches.GameOf(ctx, in.ID, in.Game)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &gameResponse{GameView{MatchView: matches.GameViewOf(in.ID, g.State, p.ID, a.Now()), Times: g.Times, EndedAt: g.EndedAt, Games: g.Games}}
			if in.Positions {
				for _, position := range g.Positions {
					out.Body.Positions = append(out.Body.Positions, position.Text())
				}
			}
			if err := a.matches.AddRatings(ctx, &out.Body.MatchView); err != nil {
				return nil, a.ProblemOf(err)
			}
			if p.ID != "" {
				out.Body.Muted, err = a.store.Muted(ctx, p.ID, in.ID)
			}
			return out, a.ProblemOf(err)
		})
}
