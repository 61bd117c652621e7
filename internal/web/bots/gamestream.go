package bots

import (
	"context"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/matches"
)

// OpponentGone is a line of a stream of a game: the opponent's connection has
// changed.
type OpponentGone struct {
	Type              string `json:"type" enum:"opponentGone"`
	Gone              bool   `json:"gone"`
	ClaimWinInSeconds *int   `json:"claimWinInSeconds,omitempty" doc:"when claim-victory and claim-draw become possible"`
}

// gameStream sends the states of a game to a bot.
type gameStream struct {
	api            *API
	sub            *host.Subscription
	id             string // of the match
	game           int
	person         store.Person
	filter         matches.ChatFilter
	seat           int
	begun, private bool
	// gone is whether the opponent was away at the last heartbeat; watching is false if
	// presence does not matter.
	gone, watching bool
}

func (g *gameStream) next(b []byte, beat bool) ([]byte, bool) {
	ctx := g.api.Stopping
	if !g.begun {
		g.begun, g.seat = true, g.sub.State.SeatOf(g.person.ID)
		s := g.sub.State
		g.sub.Past, g.sub.State = nil, nil // no longer needed
		final, over, err := g.stateOf(ctx, s)
		if err != nil {
			return b, false
		}
		full, err := g.api.gameFull(ctx, gameID(g.id, g.game), final, g.person)
		if err != nil {
			return b, false
		}
		b = appendLine(b, full)
		g.watching = len(s.Seats) == 2 && g.seat >= 0 && s.Settings.Clock.Kind != match.Correspondence && s.Seats[1-g.seat].Player.Engine == 0
		if over {
			return b, false
		}
	}
	events, more, _ := g.api.matches.TakeEvents(g.sub, g.id, g.private, g.person)
	for _, n := range events {
		g.seat = matches.SeatAfter(&n.Event, g.seat, g.person.ID)
		if n.Event.Type == match.Chatted {
			if e := &n.Event; matches.ChatVisible(e, g.seat) && !g.filter.Hides(e) {
				b = appendLine(b, ChatLine{"chatLine", roomOf(e.Seat), e.Name, e.Text, e.Guest, e.Bot, e.Seat})
			}
			continue
		}
		if n.More {
			continue
		}
		s := n.After
		if s == nil {
			var err error
			if s, err = g.api.Host.State(ctx, g.id); err != nil {
				return b, false
			}
		}
		s, over, err := g.stateOf(ctx, s)
		if err != nil {
			return b, false
		}
		b = appendLine(b, gameState(s, g.api.Now()))
		if over {
			return b, false
		}
	}
	if beat {
		b = append(g.appendPresence(b), '\n')
	}
	return b, more
}

// stateOf returns the state of the game of the stream, where s is the current state
// of the match, and whether the game is over.
func (g *gameStream) stateOf(ctx context.Context, s *match.State) (_ *match.State, over bool, err error) {
	if s.Game == g.game {
		return s, s.Outcome.Over, nil
	}
	game, err := g.api.matches.GameOf(ctx, g.id, g.game)
	if err != nil {
		return nil, false, err
	}
	return game.State, true, nil
}

// appendPresence appends a line if the connection of the opponent has changed.
func (g *gameStream) appendPresence(b []byte) []byte {
	present := g.sub.Present()
	if !g.watching || len(present) != 2 {
		return b
	}
	switch gone := !present[1-g.seat]; {
	case gone == g.gone:
	case gone:
		wait := int(match.AbsentAfter / match.Second)
		b = appendLine(b, OpponentGone{Type: "opponentGone", Gone: true, ClaimWinInSeconds: &wait})
	default:
		b = appendLine(b, OpponentGone{Type: "opponentGone"})
	}
	g.gone = !present[1-g.seat]
	return b
}
