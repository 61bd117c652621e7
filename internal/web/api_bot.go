package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// lineEvery is how often an empty line tells programs that the stream lives.
const lineEvery = 7 * time.Second

// GameState is how a game stands, in the manner of lichess.
type GameState struct {
	Type      string         `json:"type"`
	Moves     string         `json:"moves" doc:"with spaces between"`
	Position  string         `json:"position"`
	ToAct     int            `json:"toAct"`
	TurnAt    match.Moment   `json:"turnAt"`
	Deadline  match.Moment   `json:"deadline" doc:"of the seat to act, for its first move as well; 0 for none"`
	Clocks    []match.Millis `json:"clocks"`
	Phase     match.Phase    `json:"phase"`
	Outcome   match.Outcome  `json:"outcome"`
	DrawOffer int            `json:"drawOffer"`
	Seq       int64          `json:"seq"`
	// EngineFailed is as in the view of the match.
	EngineFailed bool `json:"engineFailed,omitempty"`
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

func (a *API) registerBot(routes huma.API) {
	huma.Register(routes, streamOperation("botGameStream", "/api/bot/game/stream/{id}", "A match for a program: gameFull, then gameState and chatLine", "application/x-ndjson"),
		func(ctx context.Context, in *MatchPath) (*huma.StreamResponse, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			state, err := a.watch(ctx, in.ID, p)
			if err != nil {
				return nil, a.problemOf(err)
			}
			deaf, err := a.deafnessOf(ctx, p, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			s := &stream{every: lineEvery}
			sub, err := a.follow(ctx, in.ID, p, state.Seq, s.wake)
			if err != nil {
				return nil, a.problemOf(err)
			}
			g := &gameStream{api: a, sub: sub, id: in.ID, person: p, deaf: deaf, private: isPrivate(state)}
			s.next, s.done = g.next, sub.Close
			return goingOn("application/x-ndjson", a, s), nil
		})
	huma.Register(routes, streamOperation("botEventStream", "/api/stream/event", "One's games as they begin and end", "application/x-ndjson"),
		func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			return goingOn("application/x-ndjson", a, a.accountStream(p.ID)), nil
		})

	act := func(id, path, summary string, action func(in *BotRequest) (match.Action, error)) {
		huma.Register(routes, huma.Operation{OperationID: id, Method: http.MethodPost, Path: "/api/bot/game/{id}" + path, Summary: summary},
			func(ctx context.Context, in *BotRequest) (*done, error) {
				p, err := somebody(ctx)
				if err != nil {
					return nil, err
				}
				do, err := action(in)
				if err != nil {
					return nil, err
				}
				if _, err := a.command(ctx, in.ID, p, do); err != nil {
					return nil, a.problemOf(err)
				}
				out := &done{}
				out.Body.OK = true
				return out, nil
			})
	}
	act("botResign", "/resign", "Resign", func(*BotRequest) (match.Action, error) { return match.Resign{}, nil })
	act("botAbort", "/abort", "Abort", func(*BotRequest) (match.Action, error) { return match.Abort{}, nil })

	type answerRequest struct {
		MatchPath
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
			func(ctx context.Context, in *answerRequest) (*done, error) {
				p, err := somebody(ctx)
				if err != nil {
					return nil, err
				}
				action := c.yes
				if in.Accept == "no" {
					action = c.no
				}
				if _, err := a.command(ctx, in.ID, p, action); err != nil {
					return nil, a.problemOf(err)
				}
				out := &done{}
				out.Body.OK = true
				return out, nil
			})
	}
	type moveRequest struct {
		MatchPath
		Move         string `path:"move" maxLength:"40"`
		OfferingDraw bool   `query:"offeringDraw" doc:"offer a draw with the move, or accept the other's offer"`
	}
	huma.Register(routes, huma.Operation{OperationID: "botMove", Method: http.MethodPost, Path: "/api/bot/game/{id}/move/{move}", Summary: "Move"},
		func(ctx context.Context, in *moveRequest) (*done, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			if _, err := a.command(ctx, in.ID, p, match.Move{Text: in.Move, Ply: match.AnyPly, OfferDraw: in.OfferingDraw}); err != nil {
				return nil, a.problemOf(err)
			}
			out := &done{}
			out.Body.OK = true
			return out, nil
		})
	type chatRequest struct {
		MatchPath
		Body struct {
			Text string `json:"text" maxLength:"4000"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "botChat", Method: http.MethodPost, Path: "/api/bot/game/{id}/chat", Summary: "Say something"},
		func(ctx context.Context, in *chatRequest) (*done, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			if _, err := a.command(ctx, in.ID, p, match.Chat{Name: p.Name, Guest: !p.Account(), Text: in.Body.Text}); err != nil {
				return nil, a.problemOf(err)
			}
			out := &done{}
			out.Body.OK = true
			return out, nil
		})
}

// BotRequest is a request of a program about a game.
type BotRequest struct{ MatchPath }

func appendLine(b []byte, v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return b
	}
	return append(append(b, data...), '\n')
}

// gameStream tells a program of a match.
type gameStream struct {
	api            *API
	sub            *host.Subscription
	id             string
	person         store.Person
	deaf           deafness
	seat           int
	begun, private bool
}

func (g *gameStream) next(b []byte, beat bool) ([]byte, bool) {
	if !g.begun {
		g.begun, g.seat = true, g.sub.State.SeatOf(g.person.ID)
		b = appendLine(b, struct {
			Type string `json:"type"`
			ID   string `json:"id"`
			MatchView
			State GameState `json:"state"`
		}{"gameFull", g.id, viewOf(g.id, g.sub.State, g.person.ID, g.api.moment()), gameState(g.sub.State)})
		g.sub.Past, g.sub.State = nil, nil // not needed as long as the stream lives
	}
	events, more, _ := g.api.taken(g.sub, g.id, g.private, g.person)
	for _, n := range events {
		if n.Event.Type == match.Chatted {
			if hears(&n.Event, g.seat) && !g.deaf.to(&n.Event) {
				b = appendLine(b, struct {
					Type     string `json:"type"`
					Username string `json:"username"`
					Guest    bool   `json:"guest,omitempty"`
					Text     string `json:"text"`
					Seat     int    `json:"seat"`
				}{"chatLine", n.Event.Name, n.Event.Guest, n.Event.Text, n.Event.Seat})
			}
			continue
		}
		state, err := g.api.host.State(g.api.stopping, g.id)
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

// tablesEvery is how often a program is told of its games at most.
const tablesEvery = 100 * time.Millisecond

// accountStream tells of games that begin and end. It looks at the person's
// matches whenever tables have changed.
func (a *API) accountStream(person string) *stream {
	type about struct {
		ID       string `json:"id"`
		Seat     int    `json:"seat"`
		Game     int    `json:"game"`
		Position string `json:"position"`
	}
	type line struct {
		Type string `json:"type"`
		Game about  `json:"game"`
	}
	s := &stream{every: lineEvery}
	watch := a.watchLobby(tablesEvery, s.wake)
	s.done = watch.stop
	running := make(map[string]int)
	s.next = func(b []byte, beat bool) ([]byte, bool) {
		if !watch.due() && !beat {
			return b, true
		}
		list, err := a.store.RunningOf(a.stopping, person)
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
			m, err := a.store.Summary(a.stopping, id)
			if err != nil {
				return b, false
			}
			list = append(list, m)
		}
		b = append(b, '\n')
		for _, m := range list {
			info := about{ID: m.Match, Game: m.Game, Position: m.Position}
			for seat, p := range m.Seats {
				if p.ID == person {
					info.Seat = seat
				}
			}
			playing := m.Phase == match.Playing || m.Phase == match.Promoting
			switch game := running[m.Match]; {
			case playing && game != m.Game:
				running[m.Match] = m.Game
				b = appendLine(b, line{"gameStart", info})
			case !playing && game > 0:
				delete(running, m.Match)
				b = appendLine(b, line{"gameFinish", info})
			}
		}
		return b, true
	}
	return s
}
