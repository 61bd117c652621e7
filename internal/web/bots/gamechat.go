package bots

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// ChatLine is a chat message in a stream of a game.
type ChatLine struct {
	Type     string `json:"type" enum:"chatLine"`
	Room     string `json:"room" enum:"player,spectator"`
	Username string `json:"username"`
	Text     string `json:"text"`
	Guest    bool   `json:"guest,omitempty"`
	Bot      bool   `json:"bot,omitempty"`
	Seat     int    `json:"seat"`
}

// roomOf returns the chat room of a message from a seat.
func roomOf(seat int) string {
	if seat >= 0 {
		return "player"
	}
	return "spectator"
}

func (a *API) registerChat(routes huma.API) {
	type chatRequest struct {
		GamePath
		Form
	}
	core.Register(routes, core.Create, botOperation("botChat", http.MethodPost, "/api/bot/game/{id}/chat", "Send a chat message"),
		func(ctx context.Context, in *chatRequest) (*done, error) {
			f, err := in.fields()
			if err != nil {
				return nil, err
			}
			p, err := requireBot(ctx)
			if err != nil {
				return nil, err
			}
			room := cmp.Or(f["room"], "player")
			if room != "player" && room != "spectator" {
				return nil, invalid("there is no chat room %q", room)
			}
			of, _, err := parseGameID(in.ID)
			if err != nil {
				return nil, err
			}
			s, err := a.matches.VisibleMatch(ctx, of, p)
			if errors.Is(err, host.ErrNoMatch) {
				return nil, notFound
			} else if err != nil {
				return nil, a.problem(err)
			}
			if room == "player" && f["room"] != "" && s.SeatOf(p.ID) < 0 {
				return nil, core.NewProblem(http.StatusBadRequest, "not-seated", "only players at the table can write to the players")
			}
			if _, err := a.matches.Command(ctx, of, p, match.Chat{Name: p.Name, Guest: !p.Account(), Bot: p.Bot, ToSpectators: room == "spectator", Text: f["text"]}); err != nil {
				return nil, a.problem(err)
			}
			return ok(), nil
		})

	// The pattern /api/bot/game/{id}/chat would conflict with /api/bot/game/stream/{id}.
	type linesRequest struct {
		GamePath
		What string `path:"what" maxLength:"20"`
	}
	type linesResponse struct{ Body []ChatMessage }
	core.Register(routes, core.Read, botOperation("botChatLines", http.MethodGet, chatPattern, "The chat messages that the bot may see"),
		func(ctx context.Context, in *linesRequest) (*linesResponse, error) {
			if in.What != "chat" {
				return nil, notFound
			}
			p, err := requireBot(ctx)
			if err != nil {
				return nil, err
			}
			of, _, err := parseGameID(in.ID)
			if err != nil {
				return nil, err
			}
			list, err := a.chatOf(ctx, of, p)
			if errors.Is(err, host.ErrNoMatch) {
				err = notFound
			}
			return &linesResponse{list}, a.problem(err)
		})
}

const (
	chatPattern = "/api/bot/game/{id}/{what}"
	chatPath    = "/api/bot/game/{id}/chat"
)

// ChatMessage is a chat message in lichess's form.
type ChatMessage struct {
	User string `json:"user"`
	Text string `json:"text"`
	Room string `json:"room" enum:"player,spectator"`
}

// chatOf returns the chat messages at a match that a person may see.
func (a *API) chatOf(ctx context.Context, id string, p store.Person) ([]ChatMessage, error) {
	s, err := a.matches.VisibleMatch(ctx, id, p)
	if err != nil {
		return nil, err
	}
	filter, err := a.matches.ChatFilterOf(ctx, p, id)
	if err != nil {
		return nil, err
	}
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	list := []ChatMessage{}
	seat := s.SeatOf(p.ID)
	for i := range events {
		if e := &events[i]; e.Type == match.Chatted && matches.ChatVisible(e, seat) && !filter.Hides(e) {
			list = append(list, ChatMessage{User: e.Name, Text: e.Text, Room: roomOf(e.Seat)})
		}
	}
	return list, nil
}
