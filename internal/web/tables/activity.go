package tables

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

const (
	// activityFor is how long the activity of the lobby is used for further requests.
	activityFor = 2 * time.Second
	// activityGames and activityFinished are how many games it has.
	activityGames    = 6
	activityFinished = 10
)

// Activity is the current activity on the server, which the lobby and the first
// page show beside the tables.
type Activity struct {
	Waiting   int         `json:"waiting" doc:"number of public tables that wait for players"`
	Playing   int         `json:"playing" doc:"number of public games in progress"`
	Online    core.Online `json:"online"`
	Computers bool        `json:"computers" doc:"whether computer opponents offer games"`
	Games     []LiveGame  `json:"games" doc:"the newest 6 public games in progress"`
	Finished  []TableView `json:"finished" doc:"the 10 public matches that ended last, with their final positions"`
}

// LiveGame is a public game in progress with its current position.
type LiveGame struct {
	TableView
	Diagram games.Diagram `json:"diagram"`
	// Last is the last move, "" before the first.
	Last   string         `json:"last,omitempty" doc:"the last move, missing before the first"`
	Clocks []match.Millis `json:"clocks,omitempty" doc:"by seat, the time left when the turn began; real-time clocks only"`
	TurnAt match.Moment   `json:"turnAt,omitempty" doc:"when the clock of the seat to act began to run, missing if it does not run"`
}

// activityCache has the latest activity, so that many clients cost one query.
type activityCache struct {
	mu    sync.Mutex // held while the activity is read
	last  core.TaggedJSON
	until time.Time
}

func (a *API) registerActivity(routes huma.API) {
	operation := huma.Operation{OperationID: "getActivity", Path: "/api/lobby/activity", Summary: "Current activity: numbers, live games and recent games"}
	registerTagged[Activity](a, routes, operation, a.activityJSON)
}

// activityJSON returns the activity, which is at most activityFor old.
func (a *API) activityJSON(ctx context.Context) (core.TaggedJSON, error) {
	c := &a.activities
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().Before(c.until) {
		return c.last, nil
	}
	now, err := a.activity(ctx)
	if err != nil {
		return core.TaggedJSON{}, err
	}
	last, err := core.NewTaggedJSON(now)
	if err != nil {
		return core.TaggedJSON{}, err
	}
	c.last, c.until = last, time.Now().Add(activityFor)
	return c.last, nil
}

func (a *API) activity(ctx context.Context) (now Activity, err error) {
	if now.Waiting, now.Playing, err = a.store.CountPublic(ctx); err != nil {
		return now, err
	}
	if now.Online, err = a.Online(ctx); err != nil {
		return now, err
	}
	if now.Computers, err = a.computersPlay(ctx); err != nil {
		return now, err
	}
	playing, err := a.store.Playing(ctx, activityGames)
	if err != nil {
		return now, err
	}
	finished, err := a.store.Finished(ctx, activityFinished)
	if err != nil {
		return now, err
	}
	views, err := a.tableViews(ctx, playing, finished)
	if err != nil {
		return now, err
	}
	now.Games, now.Finished = []LiveGame{}, views[1]
	for i := range now.Finished {
		now.Finished[i].Settings.Invited = nil
	}
	for _, v := range views[0] {
		game, err := a.liveGame(ctx, v)
		if errors.Is(err, host.ErrNoMatch) {
			continue // it was deleted meanwhile
		}
		if err != nil {
			return now, err
		}
		now.Games = append(now.Games, game)
	}
	return now, nil
}

// liveGame adds the position and the clocks to a match that is played.
func (a *API) liveGame(ctx context.Context, v TableView) (game LiveGame, err error) {
	s, err := a.matches.Host.State(ctx, v.Match)
	if err != nil {
		return game, err
	}
	// The state may be later than the list.
	if v.ToAct = s.ToAct(); s.Position != nil {
		v.Position = s.Position.Text()
	}
	game.TableView = v
	if n := len(s.Moves); n > 0 {
		game.Last = s.Moves[n-1].Text
	}
	if s.Settings.Clock.Kind == match.RealTime {
		for i := range s.Seats {
			game.Clocks = append(game.Clocks, s.Seats[i].Clock)
		}
		if seat := s.ToAct(); s.Phase == match.Playing && seat >= 0 && s.Seats[seat].Moved && s.Seats[seat].Engine == 0 {
			game.TurnAt = s.TurnAt
		}
	}
	game.Diagram, err = games.DiagramOf(&s.Settings, v.Position)
	return game, err
}

// registerDiagrams adds the route of a diagram of the position of a match.
func (a *API) registerDiagrams(routes huma.API) {
	type diagramResponse struct {
		Body struct {
			games.Diagram
			Position string `json:"position" doc:"the position in the notation of the game"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getDiagram", Method: http.MethodGet, Path: "/api/matches/{id}/diagram", Summary: "The position of a match as plain data; before the game the start position"},
		func(ctx context.Context, in *matches.MatchPath) (*diagramResponse, error) {
			s, err := a.matches.VisibleMatch(ctx, in.ID, core.Requester(ctx))
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &diagramResponse{}
			if s.Position != nil {
				out.Body.Position = s.Position.Text()
			} else if out.Body.Position, err = games.StartText(&s.Settings); err != nil {
				return nil, a.ProblemOf(err)
			}
			out.Body.Diagram, err = games.DiagramOf(&s.Settings, out.Body.Position)
			return out, a.ProblemOf(err)
		})
}
