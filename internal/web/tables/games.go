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

// GamePath is the game of a match that an address names.
type GamePath struct {
	core.MatchPath
	Game int `path:"game" minimum:"1" maximum:"1000000000" doc:"the number of the game in its series, from 1"`
}

// MoveTime is the time of a move.
type MoveTime struct {
	At    match.Moment `json:"at"`
	Spent match.Millis `json:"spent" doc:"taken off the clock"`
	Clock match.Millis `json:"clock" doc:"left after the move, with the increment; of real-time clocks"`
}

// GameView is one game of a match: the match at the end of the game, or now if
// the game is being played. Names are those of now.
type GameView struct {
	core.MatchView
	Times   []MoveTime   `json:"times" doc:"of the moves, one each"`
	EndedAt match.Moment `json:"endedAt" doc:"0 while the game is played"`
	Games   int          `json:"games" doc:"number of the last game of the match"`
}

// seriesGame is one game of a match with its past.
type seriesGame struct {
	state   *match.State // at its end, or now
	times   []MoveTime
	endedAt match.Moment
	games   int
}

// gameOf returns a game of a match, which may still be played.
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
	// Names and invitations are those of now: nobody is called by a name that was
	// given up.
	state := *g.state
	state.Owner, state.Settings, state.Seats = now.Owner, now.Settings, slices.Clone(state.Seats)
	for i := range state.Seats {
		state.Seats[i].Player = now.Seats[i].Player
	}
	g.state = &state
	return g, nil
}

// finishedGame returns a match as it was at the end of one of its games.
func (a *API) finishedGame(ctx context.Context, id string, number int) (*match.State, error) {
	g, err := a.gameOf(ctx, id, number)
	if err != nil {
		return nil, err
	}
	if g.endedAt == 0 || g.state.Start == nil {
		return nil, core.NewProblem(http.StatusNotFound, "no-game", "no such game has been played to its end")
	}
	return g.state, nil
}

func (a *API) registerGames(routes huma.API) {
	type gameAnswer struct{ Body GameView }
	huma.Register(routes, huma.Operation{OperationID: "getGame", Method: http.MethodGet, Path: "/api/matches/{id}/games/{game}", Summary: "One game of a match, with the times of its moves"},
		func(ctx context.Context, in *GamePath) (*gameAnswer, error) {
			p := core.Requester(ctx)
			if _, err := a.VisibleMatch(ctx, in.ID, p); err != nil {
				return nil, a.ProblemOf(err)
			}
			g, err := a.gameOf(ctx, in.ID, in.Game)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &gameAnswer{GameView{core.ViewOf(in.ID, g.state, p.ID, a.Now()), g.times, g.endedAt, g.games}}
			if err := a.AddRatings(ctx, &out.Body.MatchView); err != nil {
				return nil, a.ProblemOf(err)
			}
			if p.ID != "" {
				out.Body.Muted, err = a.Store.Muted(ctx, p.ID, in.ID)
			}
			return out, a.ProblemOf(err)
		})
}
