// Package tables has the routes of tables and matches: the lobby, commands,
// games, records, previews and streams.
package tables

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// API implements the routes of tables and matches.
type API struct {
	*core.App
	store    Store
	matches  *matches.Access
	Pictures *Pictures
	// build names the build of the pages, "" if unknown.
	build string
	// engines reports whether workers play for engines.
	engines bool

	activities activityCache
	lobbies    lobbyReader
	feed       lobbyFeed
}

// Register adds the routes of tables and matches: the lobby, commands, games,
// records, previews and streams. Engines says whether workers play for engines.
func Register(routes huma.API, app *core.App, m *matches.Access, s Store, build string, engines bool) *API {
	a := &API{App: app, store: s, matches: m, Pictures: newPictures(), build: build, engines: engines}
	a.feed.watchers = make(map[*lobbyWatch]struct{})
	a.Host.WatchLobby(a.lobbyChanged)
	a.registerRecords(routes)
	a.registerPuzzlePreview(routes)
	a.registerLobby(routes)
	a.registerTables(routes)
	a.registerMatches(routes)
	a.registerPairing(routes)
	a.registerChallenges(routes)
	a.registerActivity(routes)
	a.registerComputers(routes)
	a.registerDiagrams(routes)
	a.registerImages(routes)
	a.registerAnimations(routes)
	a.registerGames(routes)
	a.registerStreams(routes)
	a.registerSharedStream(routes)
	a.registerNotifications(routes)
	return a
}

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
	First         *int         `json:"first,omitempty" doc:"the seat that moves first, with start the seat with White; missing or -1 for a random one"`
	Start         string       `json:"start,omitempty" maxLength:"400" doc:"the position with which the only, casual game begins; missing for the usual one"`
	Clock         ClockRequest `json:"clock"`
	Rated         bool         `json:"rated,omitempty"`
	Takebacks     bool         `json:"takebacks,omitempty"`
	Handicap      bool         `json:"handicap,omitempty"`
	Points        []int        `json:"points,omitempty" maxItems:"5" nullable:"true"`
	Pair          bool         `json:"pair,omitempty" doc:"after the first of two games the second one begins by itself, with the other seat"`
	Visibility    string       `json:"visibility" enum:"public,link,private"`
	Invited       []string     `json:"invited,omitempty" maxItems:"20" nullable:"true"`
	Timeout       string       `json:"timeout,omitempty" enum:"engine,skip,"`
	TakeoverLevel int          `json:"takeoverLevel,omitempty"`
}

func (r *SettingsRequest) settings() match.Settings {
	s := match.Settings{
		Game: r.Game, Variant: r.Variant, Target: r.Target, Seats: r.Seats, First: match.RandomSeat, Start: strings.Join(strings.Fields(r.Start), " "),
		Clock: match.Clock{
			Kind: match.ClockKind(r.Clock.Kind), Initial: match.Millis(r.Clock.Initial),
			Increment: match.Millis(r.Clock.Increment), PerTurn: match.Millis(r.Clock.PerTurn),
		},
		Rated: r.Rated, Takebacks: r.Takebacks, Handicap: r.Handicap, Points: r.Points, Pair: r.Pair,
		Visibility: match.Visibility(r.Visibility), Invited: r.Invited,
		Timeout: match.Timeout(r.Timeout), TakeoverLevel: r.TakeoverLevel,
	}
	if r.First != nil {
		s.First = *r.First
	}
	return s
}

func (a *API) registerTables(routes huma.API) {
	type openRequest struct {
		Body struct {
			Settings SettingsRequest `json:"settings"`
			Seat     *int            `json:"seat,omitempty" doc:"the owner's seat; -1 for a random one, -2 for none"`
			Engines  []int           `json:"engines,omitempty" maxItems:"5" nullable:"true" doc:"playing levels of computer opponents by seat: 1 to 10, or 11 to 17 for a beginner, 0 for none"`
		}
	}
	type openResponse struct {
		Body struct {
			Match string `json:"match"`
			Seq   int64  `json:"seq"`
		}
	}
	core.Register(routes, core.Create.ByPerson(core.NewTables), huma.Operation{OperationID: "openTable", Method: http.MethodPost, Path: "/api/matches", Summary: "Open a table", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, in *openRequest) (*openResponse, error) {
			p, err := a.RequireNamed(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
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
			events, err := a.matches.Do(ctx, id, match.New(), match.Command{At: a.Now(), By: p.ID, Do: match.Open{
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
}
