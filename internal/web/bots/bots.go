// Package bots has the routes for programs that play. They resemble lichess's bot
// API.
package bots

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// API implements the routes for programs.
type API struct{ *core.App }

// Register adds the routes for programs.
func Register(routes huma.API, app *core.App) *API {
	a := &API{app}
	a.register(routes)
	return a
}

// ndjson is the media type of streams of JSON lines.
const ndjson = "application/x-ndjson"

// lineEvery is the interval of the empty lines that serve as heartbeats.
const lineEvery = 7 * time.Second

// GameState is the state of a game, in the form of lichess's bot API.
type GameState struct {
	Type      string         `json:"type" enum:"gameState"`
	Moves     string         `json:"moves" doc:"separated by spaces"`
	Position  string         `json:"position"`
	ToAct     int            `json:"toAct"`
	TurnAt    match.Moment   `json:"turnAt"`
	Deadline  match.Moment   `json:"deadline" doc:"of the seat to act, including that for its first move; 0 for none"`
	Clocks    []match.Millis `json:"clocks"`
	Phase     match.Phase    `json:"phase"`
	Outcome   match.Outcome  `json:"outcome"`
	DrawOffer int            `json:"drawOffer"`
	Seq       int64          `json:"seq"`
	// EngineFailed is the field of the view of the match.
	EngineFailed bool `json:"engineFailed,omitempty"`
}

// GameFull is the first line of a stream of a match: the view with the state.
type GameFull struct {
	Type string `json:"type" enum:"gameFull"`
	ID   string `json:"id"`
	core.MatchView
	State GameState `json:"state"`
}

// ChatLine is a chat message in a stream of a match.
type ChatLine struct {
	Type     string `json:"type" enum:"chatLine"`
	Username string `json:"username"`
	Guest    bool   `json:"guest,omitempty"`
	Text     string `json:"text"`
	Seat     int    `json:"seat"`
}

// GameInfo is a line of the stream of a person's games.
type GameInfo struct {
	Type string      `json:"type" enum:"gameStart,gameFinish"`
	Game GameSummary `json:"game"`
}

// GameSummary is a game of a [GameInfo].
type GameSummary struct {
	ID       string `json:"id"`
	Seat     int    `json:"seat"`
	Game     int    `json:"game"`
	Position string `json:"position"`
}

// Describe adds the lines of the streams to the OpenAPI document.
func Describe(spec *huma.OpenAPI) {
	describeLines(spec, "/api/bot/game/stream/{id}", reflect.TypeFor[GameFull](), reflect.TypeFor[GameState](), reflect.TypeFor[ChatLine]())
	describeLines(spec, "/api/stream/event", reflect.TypeFor[GameInfo]())
}

func describeLines(spec *huma.OpenAPI, path string, lines ...reflect.Type) {
	items := &huma.Schema{}
	for _, line := range lines {
		items.OneOf = append(items.OneOf, spec.Components.Schemas.Schema(line, true, ""))
	}
	spec.Paths[path].Get.Responses["200"].Content[ndjson].Schema = &huma.Schema{
		Type: huma.TypeArray, Items: items,
		Description: "One JSON value per line. Each element of the array stands for one line.",
	}
}

func gameState(s *match.State) GameState {
	g := GameState{Type: "gameState", ToAct: s.ToAct(), TurnAt: s.TurnAt, Phase: s.Phase, Outcome: s.Outcome, DrawOffer: s.DrawOffer, Seq: s.Seq, EngineFailed: s.EngineFailed}
	g.Deadline, _ = s.Deadline()
	var moves []string
	for _, m := range s.Moves {
		moves = append(moves, m.Text)
	}
	g.Moves = strings.Join(moves, " ")
	if s.Position != nil {
		g.Position = s.Position.Text()
	}
	for i := range s.Seats {
		g.Clocks = append(g.Clocks, s.Seats[i].Clock)
	}
	return g
}

type done struct {
	Body struct {
		OK bool `json:"ok"`
	}
}

func (a *API) register(routes huma.API) {
	huma.Register(routes, core.StreamOperation("botGameStream", "/api/bot/game/stream/{id}", "A match for a program: gameFull, then gameState and chatLine", ndjson),
		func(ctx context.Context, in *core.MatchPath) (*huma.StreamResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			state, err := a.VisibleMatch(ctx, in.ID, p)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			filter, err := a.ChatFilterOf(ctx, p, in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			s := &core.Stream{Every: lineEvery}
			sub, err := a.Follow(ctx, in.ID, p, state.Seq, s.Wake)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			g := &gameStream{api: a, sub: sub, id: in.ID, person: p, filter: filter, private: core.IsPrivate(state)}
			s.Next, s.Done = g.next, sub.Close
			return a.StreamResponse(ndjson, s), nil
		})
	huma.Register(routes, core.StreamOperation("botEventStream", "/api/stream/event", "The starts and ends of the requester's games", ndjson),
		func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			return a.StreamResponse(ndjson, a.accountStream(p.ID)), nil
		})

	act := func(id, path, summary string, action func(in *BotRequest) (match.Action, error)) {
		huma.Register(routes, huma.Operation{OperationID: id, Method: http.MethodPost, Path: "/api/bot/game/{id}" + path, Summary: summary},
			func(ctx context.Context, in *BotRequest) (*done, error) {
				p, err := core.RequirePerson(ctx)
				if err != nil {
					return nil, err
				}
				do, err := action(in)
				if err != nil {
					return nil, err
				}
				if _, err := a.Command(ctx, in.ID, p, do); err != nil {
					return nil, a.ProblemOf(err)
				}
				out := &done{}
				out.Body.OK = true
				return out, nil
			})
	}
	act("botResign", "/resign", "Resign", func(*BotRequest) (match.Action, error) { return match.Resign{}, nil })
	act("botAbort", "/abort", "Abort", func(*BotRequest) (match.Action, error) { return match.Abort{}, nil })

	type acceptRequest struct {
		core.MatchPath
		Accept string `path:"accept" enum:"yes,no"`
	}
	for _, c := range []struct {
		id, path string
		yes, no  match.Action
	}{
		{"botDraw", "draw", match.OfferDraw{}, match.DeclineDraw{}},
		{"botTakeback", "takeback", match.OfferTakeback{}, match.DeclineTakeback{}},
	} {
		huma.Register(routes, huma.Operation{OperationID: c.id, Method: http.MethodPost, Path: "/api/bot/game/{id}/" + c.path + "/{accept}", Summary: "Offer, accept or decline a " + c.path},
			func(ctx context.Context, in *acceptRequest) (*done, error) {
				p, err := core.RequirePerson(ctx)
				if err != nil {
					return nil, err
				}
				action := c.yes
				if in.Accept == "no" {
					action = c.no
				}
				if _, err := a.Command(ctx, in.ID, p, action); err != nil {
					return nil, a.ProblemOf(err)
				}
				out := &done{}
				out.Body.OK = true
				return out, nil
			})
	}
	type moveRequest struct {
		core.MatchPath
		Move         string `path:"move" maxLength:"40"`
		OfferingDraw bool   `query:"offeringDraw" doc:"offer a draw with the move, or accept the opponent's offer"`
	}
	huma.Register(routes, huma.Operation{OperationID: "botMove", Method: http.MethodPost, Path: "/api/bot/game/{id}/move/{move}", Summary: "Move"},
		func(ctx context.Context, in *moveRequest) (*done, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			if _, err := a.Command(ctx, in.ID, p, match.Move{Text: in.Move, Ply: match.AnyPly, OfferDraw: in.OfferingDraw}); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &done{}
			out.Body.OK = true
			return out, nil
		})
	type chatRequest struct {
		core.MatchPath
		Body struct {
			Text string `json:"text" maxLength:"4000"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "botChat", Method: http.MethodPost, Path: "/api/bot/game/{id}/chat", Summary: "Send a chat message"},
		func(ctx context.Context, in *chatRequest) (*done, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			if _, err := a.Command(ctx, in.ID, p, match.Chat{Name: p.Name, Guest: !p.Account(), Text: in.Body.Text}); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &done{}
			out.Body.OK = true
			return out, nil
		})
}

// BotRequest is a request of a program about a game.
type BotRequest struct{ core.MatchPath }

func appendLine(b []byte, v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return b
	}
	return append(append(b, data...), '\n')
}

// gameStream sends the states of a match to a program.
type gameStream struct {
	api            *API
	sub            *host.Subscription
	id             string
	person         store.Person
	filter         core.ChatFilter
	seat           int
	begun, private bool
}

func (g *gameStream) next(b []byte, beat bool) ([]byte, bool) {
	if !g.begun {
		g.begun, g.seat = true, g.sub.State.SeatOf(g.person.ID)
		view := core.ViewOf(g.id, g.sub.State, g.person.ID, g.api.Now())
		if g.api.AddRatings(g.api.Stopping, &view) != nil {
			return b, false
		}
		b = appendLine(b, GameFull{"gameFull", g.id, view, gameState(g.sub.State)})
		g.sub.Past, g.sub.State = nil, nil // no longer needed
	}
	events, more, _ := g.api.TakeEvents(g.sub, g.id, g.private, g.person)
	for _, n := range events {
		if n.Event.Type == match.Chatted {
			if core.ChatVisible(&n.Event, g.seat) && !g.filter.Hides(&n.Event) {
				b = appendLine(b, ChatLine{"chatLine", n.Event.Name, n.Event.Guest, n.Event.Text, n.Event.Seat})
			}
			continue
		}
		state, err := g.api.Host.State(g.api.Stopping, g.id)
		if err != nil {
			return b, false
		}
		b = appendLine(b, gameState(state))
	}
	if beat {
		b = append(b, '\n')
	}
	return b, more
}

// tablesEvery is the shortest interval between two queries for a program's games.
const tablesEvery = 100 * time.Millisecond

// accountStream returns a stream of the starts and ends of a person's games. It
// reads the person's matches whenever the lobby has changed.
func (a *API) accountStream(person string) *core.Stream {
	s := &core.Stream{Every: lineEvery}
	watch := a.WatchLobby(tablesEvery, s.Wake)
	s.Done = watch.Stop
	running := make(map[string]int)
	s.Next = func(b []byte, beat bool) ([]byte, bool) {
		if !watch.Due() && !beat {
			return b, true
		}
		list, err := a.Store.RunningOf(a.Stopping, person)
		if err != nil {
			return b, false
		}
		now := make(map[string]bool, len(list))
		for _, m := range list {
			now[m.Match] = true
		}
		for id := range running {
			if now[id] {
				continue
			}
			m, err := a.Store.Summary(a.Stopping, id)
			if err != nil {
				return b, false
			}
			list = append(list, m)
		}
		b = append(b, '\n')
		for _, m := range list {
			info := GameSummary{ID: m.Match, Game: m.Game, Position: m.Position}
			for seat, p := range m.Seats {
				if p.ID == person {
					info.Seat = seat
				}
			}
			playing := m.Phase == match.Playing || m.Phase == match.Promoting
			switch game := running[m.Match]; {
			case playing && game != m.Game:
				running[m.Match] = m.Game
				b = appendLine(b, GameInfo{"gameStart", info})
			case !playing && game > 0:
				delete(running, m.Match)
				b = appendLine(b, GameInfo{"gameFinish", info})
			}
		}
		return b, true
	}
	return s
}
