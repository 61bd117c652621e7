// Package reviews has the routes of reviews that the server makes of finished games.
package reviews

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/judge"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// Limits of reviews that wait or run at the same time: of everybody, and of a person.
const (
	maxAll  = 200
	maxOpen = 5
)

// API implements the routes.
type API struct {
	*core.App
	store   store.Reviews
	matches *matches.Access
	limits  store.ReviewLimits
}

// Register adds the routes. perDay is how many reviews a person may request in 24 hours;
// 0 turns requests off.
func Register(routes huma.API, app *core.App, m *matches.Access, s store.Reviews, perDay int) *API {
	a := &API{app, s, m, store.ReviewLimits{All: maxAll, Open: maxOpen, PerDay: perDay}}
	type reviewResponse struct{ Body GameReview }
	const path = "/api/matches/{id}/games/{game}/review"
	core.Register(routes, core.Read, huma.Operation{OperationID: "getReview", Method: http.MethodGet, Path: path, Summary: "The review of a finished game by the server: its state, and its results when it is done"},
		func(ctx context.Context, in *gamePath) (*reviewResponse, error) {
			v, err := a.review(ctx, in.ID, in.Game)
			return &reviewResponse{v}, a.ProblemOf(err)
		})
	core.Register(routes, core.Create, huma.Operation{OperationID: "requestReview", Method: http.MethodPost, Path: path, Summary: "Have the server review a finished game. If the game has a review that waits, runs or is done by the present engine, nothing changes"},
		func(ctx context.Context, in *gamePath) (*reviewResponse, error) {
			v, err := a.request(ctx, in.ID, in.Game)
			return &reviewResponse{v}, a.ProblemOf(err)
		})
	return a
}

type gamePath struct {
	matches.MatchPath
	Game int `path:"game" minimum:"1" maximum:"1000000000" doc:"the number of the game in its series, from 1"`
}

// GameReview is the review of a game by the server.
type GameReview struct {
	State       string                  `json:"state" enum:"none,waiting,running,done,failed" doc:"a review runs when no game needs the engine; one that failed can be requested again"`
	Offered     bool                    `json:"offered" doc:"whether this server makes reviews at all"`
	Ahead       int                     `json:"ahead" doc:"how many reviews run or wait before this one, while it waits"`
	Done        int                     `json:"done" doc:"searches that are done"`
	All         int                     `json:"all" doc:"searches in all: one for each position, of Lancelot one for each turn; 0 without a review"`
	Nodes       int                     `json:"nodes" doc:"nodes of each search, of Way of the Knight and chess for the best two moves together; 0 without a review"`
	Engine      int                     `json:"engine" doc:"version of the engine that makes or has made it; 0 without a review"`
	Older       bool                    `json:"older" doc:"the review is done, by an older engine than the server has now; it can be requested again if reviews are offered"`
	RequestedAt match.Moment            `json:"requestedAt,omitempty"`
	FinishedAt  match.Moment            `json:"finishedAt,omitempty"`
	Positions   []jobs.ReviewedPosition `json:"positions,omitempty" nullable:"false" doc:"when it is done, the evaluations of all positions, the start position first; not of Lancelot"`
	Turns       []judge.ReviewedTurn    `json:"turns,omitempty" nullable:"false" doc:"when it is done, all turns of a game of Lancelot"`
}

// game returns a finished game that the requester may see.
func (a *API) game(ctx context.Context, id string, number int) (*match.State, error) {
	if _, err := a.matches.VisibleMatch(ctx, id, core.Requester(ctx)); err != nil {
		return nil, err
	}
	g, err := a.matches.FinishedGame(ctx, id, number)
	if err != nil {
		return nil, err
	}
	return g.State, nil
}

// review returns the review of a game. A page that waits for it asks often, so the events
// of the match are read only if there is none.
func (a *API) review(ctx context.Context, id string, number int) (GameReview, error) {
	s, err := a.matches.VisibleMatch(ctx, id, core.Requester(ctx))
	if err != nil {
		return GameReview{}, err
	}
	r, err := a.store.Review(ctx, id, number)
	if core.IsNotFound(err) {
		if _, err := a.game(ctx, id, number); err != nil {
			return GameReview{}, err
		}
		return GameReview{State: "none", Offered: a.limits.PerDay > 0}, nil
	}
	if err != nil {
		return GameReview{}, err
	}
	return a.view(ctx, &r, s.Settings.Game == "lancelot")
}

func (a *API) view(ctx context.Context, r *store.Review, lancelot bool) (GameReview, error) {
	v := GameReview{
		State: "waiting", Offered: a.limits.PerDay > 0, Done: r.Done, All: r.All, Nodes: r.Nodes, Engine: r.Engine, RequestedAt: r.RequestedAt, FinishedAt: r.FinishedAt,
	}
	switch now := a.Now(); {
	case r.Failed:
		v.State = "failed"
	case r.FinishedAt > 0:
		v.State, v.Older = "done", r.Engine < judge.EngineOf(lancelot)
		return v, a.addResults(ctx, &v, r, lancelot)
	case r.RunningAt(now):
		v.State = "running"
	default:
		open, err := a.store.OpenReviews(ctx, now)
		if err != nil {
			return v, err
		}
		for i := range open {
			if open[i].Match == r.Match && open[i].Game == r.Game {
				v.Ahead = i
			}
		}
	}
	return v, nil
}

// addResults adds the results of a review that is done.
func (a *API) addResults(ctx context.Context, v *GameReview, r *store.Review, lancelot bool) error {
	results, err := a.store.ReviewResults(ctx, r.Match, r.Game)
	if err != nil {
		return err
	}
	if lancelot {
		v.Turns, err = parsed[judge.ReviewedTurn](results)
	} else {
		v.Positions, err = parsed[jobs.ReviewedPosition](results)
	}
	return err
}

func parsed[R any](results []store.ReviewResult) ([]R, error) {
	list := make([]R, len(results))
	for i := range results {
		if err := json.Unmarshal([]byte(results[i].Body), &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// request queues a review for the requester.
func (a *API) request(ctx context.Context, id string, number int) (GameReview, error) {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return GameReview{}, err
	}
	s, err := a.game(ctx, id, number)
	if err != nil {
		return GameReview{}, err
	}
	g, err := jobs.ReviewGameOf(s)
	switch {
	case errors.Is(err, jobs.ErrAborted):
		return GameReview{}, core.NewProblem(http.StatusConflict, "review-aborted", "the game was aborted")
	case errors.Is(err, jobs.ErrNoMoves):
		return GameReview{}, core.NewProblem(http.StatusConflict, "review-no-moves", "the game has no moves")
	case err != nil:
		return GameReview{}, err
	}
	if p.SuspendedUntil > a.Now() {
		return GameReview{}, core.Suspended(&p)
	}
	limits := a.limits
	if limits.PerDay == 0 {
		return GameReview{}, core.NewProblem(http.StatusConflict, "reviews-off", "this server makes no reviews")
	}
	r, err := a.store.RequestReview(ctx, store.Review{Match: id, Game: number, Person: p.ID, RequestedAt: a.Now(), All: g.Searches(), Nodes: g.Nodes(), Engine: g.Engine()}, limits)
	switch {
	case errors.Is(err, store.ErrReviewsFull):
		err = core.NewProblem(http.StatusTooManyRequests, "reviews-full", "too many reviews wait; try again later").With("most", limits.All)
	case errors.Is(err, store.ErrReviewsOpen):
		err = core.NewProblem(http.StatusTooManyRequests, "reviews-open", "too many of your reviews wait").With("most", limits.Open)
	case errors.Is(err, store.ErrReviewsToday):
		err = core.NewProblem(http.StatusTooManyRequests, "reviews-today", "you have requested too many reviews in the last 24 hours").With("most", limits.PerDay)
	}
	if err != nil {
		return GameReview{}, err
	}
	return a.view(ctx, &r, s.Settings.Game == "lancelot")
}
