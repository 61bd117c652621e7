// Package tables has the routes of tables and matches: the lobby, commands,
// games, records, previews and streams.
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
)

// API implements the routes of tables and matches.
type API struct {
	*core.App
	Pictures *Pictures
	// publicURL is the URL of the site without a slash at the end, "" if unknown.
	publicURL string
	// build names the build of the pages, "" if unknown.
	build string
}

// Register adds the routes of tables and matches: the lobby, commands, games,
// records, previews and streams. The public URL is that of the site without a
// slash at the end, "" if unknown.
func Register(routes huma.API, app *core.App, publicURL, build string) *API {
	a := &API{App: app, Pictures: newPictures(), publicURL: publicURL, build: build}
	a.registerRecords(routes)
	a.registerTables(routes)
	a.registerGames(routes)
	a.registerStreams(routes)
	a.registerSharedStream(routes)
	return a
}

const (
	// LobbySize is the largest number of tables in each list of the lobby, and
	// matchesSize that of finished matches in one response of myMatches.
	LobbySize   = 100
	matchesSize = 100
)

// ClockRequest is [match.Clock] as clients send it.
type ClockRequest struct {
	Kind      string `json:"kind" enum:"none,real-time,correspondence"`
	Initial   int64  `json:"initial,omitempty" doc:"milliseconds, as all durations"`
	Increment int64  `json:"increment,omitempty"`
	PerTurn   int64  `json:"perTurn,omitempty"`
}

// SettingsRequest is [match.Settings] as clients send it. Missing fields are
// false, 0 or "".
type SettingsRequest struct {
	Game          string       `json:"game" enum:"wotn,lancelot"`
	Variant       string       `json:"variant" maxLength:"40"`
	Target        int          `json:"target,omitempty"`
	Seats         int          `json:"seats" minimum:"2" maximum:"5"`
	First         *int         `json:"first,omitempty" doc:"the seat that moves first; missing or -1 for a random one"`
	Clock         ClockRequest `json:"clock"`
	Rated         bool         `json:"rated,omitempty"`
	Takebacks     bool         `json:"takebacks,omitempty"`
	Handicap      bool         `json:"handicap,omitempty"`
	Points        []int        `json:"points,omitempty" maxItems:"5" nullable:"true"`
	Visibility    string       `json:"visibility" enum:"public,link,private"`
	Invited       []string     `json:"invited,omitempty" maxItems:"20" nullable:"true"`
	Timeout       string       `json:"timeout,omitempty" enum:"engine,skip,"`
	TakeoverLevel int          `json:"takeoverLevel,omitempty"`
}

func (r *SettingsRequest) settings() match.Settings {
	s := match.Settings{
		Game: r.Game, Variant: r.Variant, Target: r.Target, Seats: r.Seats, First: match.RandomSeat,
		Clock: match.Clock{
			Kind: match.ClockKind(r.Clock.Kind), Initial: match.Millis(r.Clock.Initial),
			Increment: match.Millis(r.Clock.Increment), PerTurn: match.Millis(r.Clock.PerTurn),
		},
		Rated: r.Rated, Takebacks: r.Takebacks, Handicap: r.Handicap, Points: r.Points,
		Visibility: match.Visibility(r.Visibility), Invited: r.Invited,
		Timeout: match.Timeout(r.Timeout), TakeoverLevel: r.TakeoverLevel,
	}
	if r.First != nil {
		s.First = *r.First
	}
	return s
}

// Lobby has the public tables.
type Lobby struct {
	Waiting     []TableView `json:"waiting" doc:"the newest 100 tables that wait for players"`
	Playing     []TableView `json:"playing" doc:"the newest 100 tables with a game in progress"`
	MoreWaiting bool        `json:"moreWaiting" doc:"whether there are more waiting tables"`
	MorePlaying bool        `json:"morePlaying" doc:"whether there are more games in progress"`
}

func (a *API) lobby(ctx context.Context) (l Lobby, err error) {
	waiting, err := a.Store.Waiting(ctx, LobbySize+1)
	if err != nil {
		return l, err
	}
	playing, err := a.Store.Playing(ctx, LobbySize+1)
	if err != nil {
		return l, err
	}
	l.MoreWaiting, l.MorePlaying = len(waiting) > LobbySize, len(playing) > LobbySize
	waiting, playing = waiting[:min(len(waiting), LobbySize)], playing[:min(len(playing), LobbySize)]
	views, err := a.tableViews(ctx, waiting, playing)
	if err != nil {
		return l, err
	}
	l.Waiting, l.Playing = views[0], views[1]
	return l, nil
}

func (a *API) registerTables(routes huma.API) {
	type lobbyResponse struct{ Body Lobby }
	huma.Register(routes, huma.Operation{OperationID: "getLobby", Method: http.MethodGet, Path: "/api/lobby", Summary: "Public tables"},
		func(ctx context.Context, _ *struct{}) (*lobbyResponse, error) {
			l, err := a.lobby(ctx)
			return &lobbyResponse{l}, a.ProblemOf(err)
		})

	type openRequest struct {
		Body struct {
			Settings SettingsRequest `json:"settings"`
			Seat     *int            `json:"seat,omitempty" doc:"the owner's seat; -1 for a random one, -2 for none"`
			Engines  []int           `json:"engines,omitempty" maxItems:"5" nullable:"true" doc:"playing levels of computer opponents by seat, 0 for none"`
		}
	}
	type openResponse struct {
		Body struct {
			Match string `json:"match"`
			Seq   int64  `json:"seq"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "openTable", Method: http.MethodPost, Path: "/api/matches", Summary: "Open a table", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, in *openRequest) (*openResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			settings := in.Body.Settings.settings()
			if settings.Visibility == match.Private {
				if settings.Invited, err = a.invitedNames(ctx, settings.Invited); err != nil {
					return nil, a.ProblemOf(err)
				}
			}
			id := core.IDFor(ctx)
			seat := match.RandomSeat
			if in.Body.Seat != nil {
				seat = *in.Body.Seat
			}
			events, err := a.Do(ctx, id, match.New(), match.Command{At: a.Now(), By: p.ID, Do: match.Open{
				Settings: settings, Owner: core.PlayerOf(p), OwnerSeat: seat, Engines: in.Body.Engines, Seed: rand.Uint64(),
			}})
			out := &openResponse{}
			if err != nil && core.ResumedSince(ctx) > 0 { // it may have been opened already
				if s, known := a.Host.State(ctx, id); known == nil && s.Owner.ID == p.ID {
					out.Body.Match, out.Body.Seq = id, s.Seq
					return out, nil
				}
			}
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out.Body.Match, out.Body.Seq = id, events[len(events)-1].Seq
			return out, nil
		})

	type viewResponse struct{ Body core.MatchView }
	huma.Register(routes, huma.Operation{OperationID: "getMatch", Method: http.MethodGet, Path: "/api/matches/{id}", Summary: "The current state of a match"},
		func(ctx context.Context, in *core.MatchPath) (*viewResponse, error) {
			s, err := a.VisibleMatch(ctx, in.ID, core.Requester(ctx))
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			p := core.Requester(ctx)
			out := &viewResponse{core.ViewOf(in.ID, s, p.ID, a.Now())}
			if err := a.AddRatings(ctx, &out.Body); err != nil {
				return nil, a.ProblemOf(err)
			}
			if p.ID != "" {
				out.Body.Muted, err = a.Store.Muted(ctx, p.ID, in.ID)
			}
			return out, a.ProblemOf(err)
		})

	type gamesResponse struct {
		Body struct {
			Games []store.Game `json:"games"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "getGames", Method: http.MethodGet, Path: "/api/matches/{id}/games", Summary: "The finished games of a match"},
		func(ctx context.Context, in *core.MatchPath) (*gamesResponse, error) {
			if _, err := a.VisibleMatch(ctx, in.ID, core.Requester(ctx)); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &gamesResponse{}
			var err error
			out.Body.Games, err = a.Store.Games(ctx, in.ID)
			return out, a.ProblemOf(err)
		})

	type commandRequest struct {
		core.MatchPath
		Body match.CommandRequest
	}
	type commandResponse struct {
		Body struct {
			Events []core.NumberedEvent `json:"events"`
			You    int                  `json:"you" doc:"the requester's seat after the command, -1 for none"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "command", Method: http.MethodPost, Path: "/api/matches/{id}/commands", Summary: "Execute a command at a table"},
		func(ctx context.Context, in *commandRequest) (*commandResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			action, ok := in.Body.Action(core.PlayerOf(p), rand.Uint64())
			if !ok {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "unknown-command", "there is no such command").With("type", in.Body.Type)
			}
			events, err := a.Command(ctx, in.ID, p, action)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &commandResponse{}
			if out.Body.You, err = a.seatAfter(ctx, in.ID, p.ID, events); err != nil {
				return nil, a.ProblemOf(err)
			}
			for i := range events {
				out.Body.Events = append(out.Body.Events, a.NumberedEventFor(ctx, &events[i], p.ID))
			}
			return out, nil
		})

	type summariesResponse struct {
		Body struct {
			Matches []TableView `json:"matches"`
			More    bool        `json:"more" doc:"whether there are more finished matches"`
		}
	}
	type matchesRequest struct {
		Skip int `query:"skip" minimum:"0" maximum:"1000000" doc:"how many finished matches to skip; unless it is 0, only finished matches are returned"`
	}
	huma.Register(routes, huma.Operation{OperationID: "myMatches", Method: http.MethodGet, Path: "/api/me/matches", Summary: "The requester's matches: all that wait for players or are in progress, then the finished ones, 100 at a time; each newest first"},
		func(ctx context.Context, in *matchesRequest) (*summariesResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			out := &summariesResponse{}
			var list []store.Summary
			if in.Skip == 0 {
				if list, err = a.Store.RunningOf(ctx, p.ID); err != nil {
					return nil, a.ProblemOf(err)
				}
			}
			ended, err := a.Store.EndedOf(ctx, p.ID, in.Skip, matchesSize+1)
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
		})
}

// seatAfter returns a person's seat after the events of a command, -1 for none.
func (a *API) seatAfter(ctx context.Context, id, person string, events []host.NumberedEvent) (int, error) {
	if last := events[len(events)-1]; last.After != nil {
		return last.After.SeatOf(person), nil
	}
	s, err := a.Host.State(ctx, id)
	if err != nil {
		return -1, err
	}
	return s.SeatOf(person), nil
}
