package tables

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/games"
	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
)

// GamePath has the path parameters of routes about one game of a match.
type GamePath struct {
	core.MatchPath
	Game int `path:"game" minimum:"1" maximum:"1000000000" doc:"the number of the game in its series, from 1"`
}

// MoveTime is the time of a move.
type MoveTime struct {
	At    match.Moment `json:"at"`
	Spent match.Millis `json:"spent" doc:"deducted from the clock"`
	Clock match.Millis `json:"clock" doc:"time left after the move, including the increment; real-time clocks only"`
}

// GameView is one game of a match: its final state, or the current state while it
// is being played. Players have their current names.
type GameView struct {
	core.MatchView
	Times   []MoveTime   `json:"times" doc:"one for each move"`
	EndedAt match.Moment `json:"endedAt" doc:"0 while the game is being played"`
	Games   int          `json:"games" doc:"number of games of the match so far"`
}

// seriesGame is one game of a match, with the times of its moves.
type seriesGame struct {
	state   *match.State // final or current
	times   []MoveTime
	endedAt match.Moment
	games   int
}

// gameOf returns a game of a match, finished or not.
func (a *API) gameOf(ctx context.Context, id string, number int) (*seriesGame, error) {
	events, err := a.Store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	g := &seriesGame{times: []MoveTime{}}
	now := match.New()
	for _, e := range events {
		if now, err = match.Apply(games.Rules{}, now, e); err != nil {
			return nil, err
		}
		if now.Game != number {
			continue
		}
		switch e.Type {
		case match.Moved:
			g.times = append(g.times, MoveTime{e.At, e.Spent, e.Clock})
		case match.TakenBack:
			g.times = g.times[:len(now.Moves)]
		case match.Ended:
			g.state, g.endedAt = now, e.At
		}
	}
	if g.games = now.Game; number < 1 || number > now.Game {
		return nil, core.NewProblem(http.StatusNotFound, "no-game", "the match has no such game").With("games", now.Game)
	}
	if g.state == nil {
		g.state = now
		return g, nil
	}
	// Names and invitations are current, so that former names are not revealed.
	state := *g.state
	state.Owner, state.Settings, state.Seats = now.Owner, now.Settings, slices.Clone(state.Seats)
	for i := range state.Seats {
		state.Seats[i].Player = now.Seats[i].Player
	}
	g.state = &state
	return g, nil
}

// finishedGame returns the state of a match at the end of one of its games. The
// error is a problem if the game is not finished or was never started.
func (a *API) finishedGame(ctx context.Context, id string, number int) (*match.State, error) {
	g, err := a.gameOf(ctx, id, number)
	if err != nil {
		return nil, err
	}
	if g.endedAt == 0 || g.state.Start == nil {
		return nil, core.NewProblem(http.StatusNotFound, "no-game", "this game is not finished")
	}
	return g.state, nil
}

func (a *API) registerGames(routes huma.API) {
	type gameResponse struct{ Body GameView }
	huma.Register(routes, huma.Operation{OperationID: "getGame", Method: http.MethodGet, Path: "/api/matches/{id}/games/{game}", Summary: "One game of a match, with the times of its moves"},
		func(ctx context.Context, in *GamePath) (*gameResponse, error) {
			p := core.Requester(ctx)
			if _, err := a.VisibleMatch(ctx, in.ID, p); err != nil {
				return nil, a.ProblemOf(err)
			}
			g, err := a.gameOf(ctx, in.ID, in.Game)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &gameResponse{GameView{core.ViewOf(in.ID, g.state, p.ID, a.Now()), g.times, g.endedAt, g.games}}
			if err := a.AddRatings(ctx, &out.Body.MatchView); err != nil {
				return nil, a.ProblemOf(err)
			}
			if p.ID != "" {
				out.Body.Muted, err = a.Store.Muted(ctx, p.ID, in.ID)
			}
			return out, a.ProblemOf(err)
		})
}
