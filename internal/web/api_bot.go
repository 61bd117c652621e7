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
)

// lineEvery is how often an empty line tells programs that the stream lives.
const lineEvery = 7 * time.Second

// GameState is how a game stands, in the manner of lichess.
type GameState struct {
	Type      string         `json:"type"`
	Moves     string         `json:"moves" doc:"with spaces between"`
	Position  string         `json:"position"`
	ToAct     int            `json:"toAct"`
	Clocks    []match.Millis `json:"clocks"`
	Phase     match.Phase    `json:"phase"`
	Outcome   match.Outcome  `json:"outcome"`
	DrawOffer int            `json:"drawOffer"`
	Seq       int64          `json:"seq"`
}

func gameState(s *match.State) GameState {
	g := GameState{Type: "gameState", ToAct: s.ToAct(), Phase: s.Phase, Outcome: s.Outcome, DrawOffer: s.DrawOffer, Seq: s.Seq}
	var moves []string
	for _, m := range s.Moves {
		moves = append(moves, m.Text)
	}
	g.Moves = strings.Join(moves, " ")
	if s.Position != nil {
		g.Position = s.Position.Text()
	}
	for i := range s.Chairs {
		g.Clocks = append(g.Clocks, s.Chairs[i].Clock)
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
			s, err := a.watch(ctx, in.ID, p)
			if err != nil {
				return nil, a.problemOf(err)
			}
			deaf, err := a.deafnessOf(ctx, p, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			sub, err := a.host.Subscribe(ctx, in.ID, p.ID, s.Seq)
			if err != nil {
				return nil, a.problemOf(err)
			}
			return &huma.StreamResponse{Body: func(ctx huma.Context) {
				a.goOn(ctx, "application/x-ndjson", sub.Close, func(ctx context.Context, s *stream) { a.streamGame(ctx, s, in.ID, p.ID, deaf, sub) })
			}}, nil
		})
	huma.Register(routes, streamOperation("botEventStream", "/api/stream/event", "One's games as they begin and end", "application/x-ndjson"),
		func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			return &huma.StreamResponse{Body: func(ctx huma.Context) {
				a.goOn(ctx, "application/x-ndjson", func() {}, func(ctx context.Context, s *stream) { a.streamAccount(ctx, s, p.ID) })
			}}, nil
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
		OfferingDraw bool   `query:"offeringDraw"`
	}
	huma.Register(routes, huma.Operation{OperationID: "botMove", Method: http.MethodPost, Path: "/api/bot/game/{id}/move/{move}", Summary: "Move"},
		func(ctx context.Context, in *moveRequest) (*done, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			if in.OfferingDraw {
				if _, err := a.command(ctx, in.ID, p, match.OfferDraw{}); err != nil {
					return nil, a.problemOf(err)
				}
			}
			if _, err := a.command(ctx, in.ID, p, match.Move{Text: in.Move, Ply: match.AnyPly}); err != nil {
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
			if _, err := a.command(ctx, in.ID, p, match.Chat{Name: p.Name, Text: in.Body.Text}); err != nil {
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

func (a *API) streamGame(ctx context.Context, s *stream, id, person string, deaf deafness, sub *host.Subscription) {
	seat := sub.State.SeatOf(person)
	b := appendLine(nil, struct {
		Type string `json:"type"`
		ID   string `json:"id"`
		MatchView
		State GameState `json:"state"`
	}{"gameFull", id, viewOf(id, sub.State, person), gameState(sub.State)})
	tick := time.NewTicker(lineEvery)
	defer tick.Stop()
	for err := s.send(b); err == nil; err = s.send(b) {
		select {
		case <-ctx.Done():
			return
		case n, open := <-sub.Events():
			if !open {
				return
			}
			b = b[:0]
			if n.Event.Type == match.Said {
				if hears(&n.Event, seat) && !deaf.to(&n.Event) {
					b = appendLine(b, struct {
						Type     string `json:"type"`
						Username string `json:"username"`
						Text     string `json:"text"`
						Seat     int    `json:"seat"`
					}{"chatLine", n.Event.Name, n.Event.Text, n.Event.Seat})
				}
				continue
			}
			state, err := a.host.State(ctx, id)
			if err != nil {
				return
			}
			b = appendLine(b, gameState(state))
		case <-tick.C:
			b = append(b[:0], '\n')
		}
	}
}

// streamAccount tells of games that begin and end. It looks at the person's
// matches whenever tables have changed.
func (a *API) streamAccount(ctx context.Context, s *stream, person string) {
	changed, stop := a.host.WatchLobby()
	defer stop()
	tick := time.NewTicker(lineEvery)
	defer tick.Stop()
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
	running := make(map[string]int)
	for {
		list, err := a.store.MatchesOf(ctx, person, matchesSize)
		if err != nil {
			return
		}
		b := []byte{'\n'}
		for _, m := range list {
			info := about{ID: m.Match, Game: m.Game, Position: m.Position}
			for seat, p := range m.Seats {
				if p.ID == person {
					info.Seat = seat
				}
			}
			playing := m.Phase == match.Playing || m.Phase == match.Improving
			switch game := running[m.Match]; {
			case playing && game != m.Game:
				running[m.Match] = m.Game
				b = appendLine(b, line{"gameStart", info})
			case !playing && game > 0:
				delete(running, m.Match)
				b = appendLine(b, line{"gameFinish", info})
			}
		}
		if err := s.send(b); err != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
			time.Sleep(100 * time.Millisecond) // several changes at once are one
		case <-tick.C:
		}
	}
}
