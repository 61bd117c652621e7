package bots

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// GamePath is the path parameter of routes about a game.
type GamePath struct {
	ID string `path:"id" maxLength:"80" doc:"the ID of a match for its first game, followed by a dot and the number of the game for the others"`
}

// game returns a game that a person may see, in its final or current state; now is
// the current state of the match.
func (a *API) game(ctx context.Context, id string, p store.Person) (g *matches.SeriesGame, now *match.State, err error) {
	of, number, err := parseGameID(id)
	if err != nil {
		return nil, nil, err
	}
	now, err = a.matches.VisibleMatch(ctx, of, p)
	switch {
	case errors.Is(err, host.ErrNoMatch), err == nil && number > now.Game:
		return nil, nil, notFound
	case err != nil:
		return nil, nil, err
	}
	if g, err = a.matches.GameOf(ctx, of, number); err != nil {
		return nil, nil, err
	}
	return g, now, nil
}

func (a *API) registerGames(routes huma.API) {
	core.Register(routes, core.Streaming, core.StreamOperation("botGameStream", "/api/bot/game/stream/{id}", "A game for a bot: gameFull, then gameState, chatLine and opponentGone until the game ends", ndjson), a.botGameStream)

	act := func(id, path, summary string, action func(s *match.State) match.Action) {
		core.Register(routes, core.Create, botOperation(id, http.MethodPost, "/api/bot/game/{id}"+path, summary),
			func(ctx context.Context, in *GamePath) (*done, error) {
				return a.act(ctx, in.ID, action)
			})
	}
	act("botResign", "/resign", "Resign", func(*match.State) match.Action { return match.Resign{} })
	act("botAbort", "/abort", "Abort a game in which not all have moved", func(*match.State) match.Action { return match.Abort{} })
	act("botClaimVictory", "/claim-victory", "Win a game for two whose other player has been away for a minute", func(*match.State) match.Action { return match.ClaimAbsence{} })
	act("botClaimDraw", "/claim-draw", "Draw a game for two whose other player has been away for a minute", func(*match.State) match.Action { return match.ClaimAbsence{Draw: true} })

	type acceptRequest struct {
		GamePath
		Accept string `path:"accept" enum:"yes,no,true,false,1,0"`
	}
	for _, c := range []struct {
		id, path, summary string
		yes               func(s *match.State) match.Action
		no                match.Action
	}{
		{"botDraw", "draw", "Claim, offer, accept or decline a draw", drawAction, match.DeclineDraw{}},
		{"botTakeback", "takeback", "Propose, accept or decline a takeback", func(*match.State) match.Action { return match.OfferTakeback{} }, match.DeclineTakeback{}},
	} {
		core.Register(routes, core.Create, botOperation(c.id, http.MethodPost, "/api/bot/game/{id}/"+c.path+"/{accept}", c.summary),
			func(ctx context.Context, in *acceptRequest) (*done, error) {
				return a.act(ctx, in.ID, func(s *match.State) match.Action {
					if slices.Contains([]string{"yes", "true", "1"}, in.Accept) {
						return c.yes(s)
					}
					return c.no
				})
			})
	}

	core.Register(routes, core.Create, botOperation("botMove", http.MethodPost, "/api/bot/game/{id}/move/{move}", "Move"), a.botMove)
	a.registerChat(routes)
}

func (a *API) botGameStream(ctx context.Context, in *GamePath) (*huma.StreamResponse, error) {
	p, err := requireBot(ctx)
	if err != nil {
		return nil, err
	}
	of, number, err := parseGameID(in.ID)
	if err != nil {
		return nil, err
	}
	state, err := a.matches.VisibleMatch(ctx, of, p)
	if errors.Is(err, host.ErrNoMatch) || err == nil && (state.Game == 0 || number > state.Game) {
		return nil, notFound
	} else if err != nil {
		return nil, a.problem(err)
	}
	filter, err := a.matches.ChatFilterOf(ctx, p, of)
	if err != nil {
		return nil, a.problem(err)
	}
	s := &core.Stream{Every: lineEvery}
	sub, err := a.matches.Follow(ctx, of, p, state.Seq, s.Wake)
	if err != nil {
		return nil, a.problem(err)
	}
	g := &gameStream{api: a, sub: sub, id: of, game: number, person: p, filter: filter, private: matches.IsPrivate(state)}
	s.Next, s.Done = g.next, sub.Close
	return a.StreamResponse(ndjson, s), nil
}

type moveRequest struct {
	GamePath
	Move         string `path:"move" maxLength:"40"`
	OfferingDraw bool   `query:"offeringDraw" doc:"offer a draw with the move, or accept the opponent's offer; without effect if no draw can be offered now"`
}

func (a *API) botMove(ctx context.Context, in *moveRequest) (*done, error) {
	_, number, err := parseGameID(in.ID)
	if err != nil {
		return nil, err
	}
	move := match.Move{Text: in.Move, Ply: match.AnyPly, Game: number, OfferDraw: in.OfferingDraw}
	out, err := a.act(ctx, in.ID, func(*match.State) match.Action { return move })
	var refusal *core.Problem
	if move.OfferDraw && errors.As(err, &refusal) && slices.Contains(offerRefusals, refusal.Code) {
		move.OfferDraw = false
		return a.act(ctx, in.ID, func(*match.State) match.Action { return move })
	}
	return out, err
}

// offerRefusals are the codes with which a match refuses draw offers. Lichess
// ignores such offers, and bots rely on that: they offer draws with many moves.
var offerRefusals = []string{"two-seats", "draw-offered", "engine-no-draw", "draw-early", "draw-again"}

// drawAction claims a draw that the rules allow, if there is one, or offers a draw.
func drawAction(s *match.State) match.Action {
	if s.Phase == match.Playing {
		if claims := s.Position.Claims(); len(claims) > 0 {
			return match.ClaimDraw{Reason: claims[0]}
		}
	}
	return match.OfferDraw{}
}

// act executes a command of a bot in a game, which must be the current one of its
// match.
func (a *API) act(ctx context.Context, id string, action func(s *match.State) match.Action) (*done, error) {
	p, err := requireBot(ctx)
	if err != nil {
		return nil, err
	}
	of, number, err := parseGameID(id)
	if err != nil {
		return nil, err
	}
	s, err := a.matches.VisibleMatch(ctx, of, p)
	switch {
	case errors.Is(err, host.ErrNoMatch), err == nil && (s.Game == 0 || number > s.Game):
		return nil, notFound
	case err != nil:
		return nil, a.problem(err)
	case number < s.Game:
		return nil, core.NewProblem(http.StatusBadRequest, "stale", "this game has ended; the current game of the match is "+gameID(of, s.Game)).With("game", gameID(of, s.Game))
	}
	if _, err := a.matches.Command(ctx, of, p, action(s)); err != nil {
		return nil, a.problem(err)
	}
	return ok(), nil
}
