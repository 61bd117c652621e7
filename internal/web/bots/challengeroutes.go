package bots

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

func (a *API) registerChallenges(routes huma.API) {
	schema := routes.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Challenge](), true, "")
	create := botOperation("createChallenge", http.MethodPost, "/api/challenge/{user}", "Challenge a person to a game")
	create.Responses = map[string]*huma.Response{"200": {Description: "The challenge; with keepAliveStream, a stream of it and of {\"done\": \"accepted\"} (or declined, canceled)", Content: map[string]*huma.MediaType{
		jsonType: {Schema: schema}, ndjson: {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
	core.Register(routes, core.Create.ByPerson(core.NewTables), create, a.createChallenge)
	core.Register(routes, core.Create, botOperation("acceptChallenge", http.MethodPost, "/api/challenge/{id}/accept", "Accept a challenge, or an offer of a rematch"),
		func(ctx context.Context, in *ChallengePath) (*done, error) { return a.answer(ctx, in.ID, accepted, "") })
	core.Register(routes, core.Create, botOperation("declineChallenge", http.MethodPost, "/api/challenge/{id}/decline", "Decline a challenge, or an offer of a rematch"), a.declineChallenge)
	core.Register(routes, core.Create, botOperation("cancelChallenge", http.MethodPost, "/api/challenge/{id}/cancel", "Cancel a challenge or an offer of a rematch, or abort its game before all have moved"),
		func(ctx context.Context, in *ChallengePath) (*done, error) { return a.answer(ctx, in.ID, canceled, "") })
	core.Register(routes, core.Read, botOperation("getChallenge", http.MethodGet, "/api/challenge/{id}/show", "A challenge"), a.getChallenge)
	core.Register(routes, core.Read, botOperation("getChallenges", http.MethodGet, "/api/challenge", "The challenges to and by the requester that wait for an answer"), a.getChallenges)
}

type challengeRequest struct {
	User string `path:"user" maxLength:"200" doc:"the name of a person with an account"`
	Form
}

func (a *API) createChallenge(ctx context.Context, in *challengeRequest) (*huma.StreamResponse, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	f, err := in.fields()
	if err != nil {
		return nil, err
	}
	settings, err := f.settings()
	if err != nil {
		return nil, err
	}
	keep, err := f.flag("keepAliveStream")
	if err != nil {
		return nil, err
	}
	other, err := a.memberCalled(ctx, in.User)
	if err != nil {
		return nil, a.problem(err)
	}
	id, err := a.matches.OpenChallenge(ctx, p, other, settings)
	if err != nil {
		return nil, a.problem(err)
	}
	s, err := a.Host.State(ctx, id)
	if err != nil {
		return nil, a.problem(err)
	}
	c, err := a.tableOf(ctx, id, s, p, a.SiteFor(core.HostOf(ctx)))
	if err != nil {
		return nil, a.problem(err)
	}
	if keep {
		stream, err := a.keepAlive(ctx, p, c)
		if err != nil {
			return nil, a.problem(err)
		}
		return a.StreamResponse(ndjson, stream), nil
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", jsonType)
		json.NewEncoder(ctx.BodyWriter()).Encode(c)
	}}, nil
}

type declineRequest struct {
	ChallengePath
	Form
}

func (a *API) declineChallenge(ctx context.Context, in *declineRequest) (*done, error) {
	f, err := in.fields()
	if err != nil {
		return nil, err
	}
	return a.answer(ctx, in.ID, declined, declineReason(f["reason"]))
}

type challengeResponse struct{ Body Challenge }

func (a *API) getChallenge(ctx context.Context, in *ChallengePath) (*challengeResponse, error) {
	c, err := a.show(ctx, in.ID, core.Requester(ctx), a.SiteFor(core.HostOf(ctx)))
	return &challengeResponse{c}, a.problem(err)
}

type bothChallengesResponse struct {
	Body struct {
		In  []Challenge `json:"in"`
		Out []Challenge `json:"out"`
	}
}

func (a *API) getChallenges(ctx context.Context, _ *struct{}) (*bothChallengesResponse, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	list, err := a.challengesOf(ctx, p, a.SiteFor(core.HostOf(ctx)))
	if err != nil {
		return nil, a.problem(err)
	}
	out := &bothChallengesResponse{}
	out.Body.In, out.Body.Out = []Challenge{}, []Challenge{}
	for _, c := range list {
		if c.Direction == "in" {
			out.Body.In = append(out.Body.In, c)
		} else {
			out.Body.Out = append(out.Body.Out, c)
		}
	}
	return out, nil
}

// answer accepts, declines or cancels a challenge of the requester. An answer to an offer
// of a rematch can be repeated.
func (a *API) answer(ctx context.Context, id, how, reason string) (*done, error) {
	p, err := core.RequirePerson(ctx)
	if err != nil {
		return nil, err
	}
	of, game, err := parseGameID(id)
	if err != nil {
		return nil, err
	}
	s, err := a.matches.VisibleMatch(ctx, of, p)
	if errors.Is(err, host.ErrNoMatch) {
		return nil, notFound
	} else if err != nil {
		return nil, a.problem(err)
	}
	var do match.Action
	if game == 1 {
		do, err = tableAnswer(s, p, how, reason)
	} else {
		do, err = rematchAnswer(s, p, game, how, reason)
	}
	if err != nil || do == nil {
		return ok(), err
	}
	_, err = a.matches.Command(ctx, of, p, do)
	var refusal *match.Refusal
	if errors.As(err, &refusal) && refusal.Code == "no-rematch-offer" { // withdrawn meanwhile
		return nil, notFound
	}
	return ok(), a.problem(err)
}

// tableAnswer returns the command that answers the challenge with which a match began.
func tableAnswer(s *match.State, p store.Person, how, reason string) (match.Action, error) {
	switch {
	case !wasChallenge(s), how == canceled && s.Owner.ID != p.ID:
		return nil, notFound
	case how == accepted:
		return match.Sit{Player: core.PlayerOf(p), Seat: match.RandomSeat, Seed: rand.Uint64()}, nil
	case how == declined:
		return match.Decline{Player: core.PlayerOf(p), Reason: reason}, nil
	}
	return match.Abort{}, nil
}

// rematchAnswer returns the command that answers the offer of a game from the second on,
// nil if it has been answered so already.
func rematchAnswer(s *match.State, p store.Person, game int, how, reason string) (match.Action, error) {
	seat, o := s.SeatOf(p.ID), s.Rematch
	switch {
	case seat < 0 || s.Game < game-1:
	case s.Game >= game:
		if how == accepted {
			return nil, nil
		} else if how == canceled && s.Game == game {
			return match.Abort{}, nil
		}
	case o == nil || (how == canceled) != (o.By == seat):
	case how == accepted && o.Stands():
		if s.Seats[seat].Rematch { // others have not answered
			return nil, nil
		}
		return match.Rematch{Seed: rand.Uint64(), Accept: o.Seq}, nil
	case o.Stands():
		return match.DeclineRematch{Reason: reason, Offer: o.Seq}, nil
	case how == declined && o.End == match.OfferDeclined, how == canceled && o.End == match.OfferWithdrawn:
		return nil, nil
	}
	return nil, notFound
}

// show returns a challenge as a person sees it.
func (a *API) show(ctx context.Context, id string, p store.Person, site string) (c Challenge, err error) {
	of, game, err := parseGameID(id)
	if err != nil {
		return c, err
	}
	s, err := a.matches.VisibleMatch(ctx, of, p)
	switch {
	case errors.Is(err, host.ErrNoMatch), err == nil && (game == 1 && !wasChallenge(s) || s.Game < game-1):
		return c, notFound
	case err != nil:
		return c, err
	case game == 1:
		return a.tableOf(ctx, of, s, p, site)
	}
	with, err := a.rematchAt(ctx, of, game)
	if err != nil {
		return c, err
	}
	if c, err = a.rematchOf(ctx, of, with, p, site); s.Game >= game {
		c.Status = accepted
	}
	return c, err
}

// ChallengePath is the path parameter of routes about a challenge.
type ChallengePath struct {
	ID string `path:"id" maxLength:"80" doc:"the ID of the game that is offered"`
}

// ChallengeDone is the last line of a stream of a challenge.
type ChallengeDone struct {
	Done string `json:"done" enum:"accepted,declined,canceled"`
}

// keepAlive returns a stream that lasts until a challenge is answered. The challenge
// is cancelled if the client disconnects before.
func (a *API) keepAlive(ctx context.Context, p store.Person, c Challenge) (*core.Stream, error) {
	s := &core.Stream{Every: lineEvery}
	sub, err := a.matches.Follow(ctx, c.ID, p, 0, s.Wake)
	if err != nil {
		return nil, err
	}
	begun, answered := false, false
	s.Next = func(b []byte, beat bool) ([]byte, bool) {
		if !begun {
			begun = true
			sub.Past, sub.State = nil, nil // no longer needed
			b = appendLine(b, c)
		}
		if _, more := sub.Take(); !more {
			return b, false
		}
		now, err := a.Host.State(a.Stopping, c.ID)
		if err != nil {
			return b, false
		}
		status := ""
		if now.Game > 0 {
			status = accepted
		} else if now.Phase == match.TableClosed {
			status = canceled
			if _, ok, err := a.declineOf(a.Stopping, c.ID, 1); err != nil {
				return b, false
			} else if ok {
				status = declined
			}
		}
		if status != "" {
			answered = true
			return appendLine(b, ChallengeDone{status}), false
		}
		if beat {
			b = append(b, '\n')
		}
		return b, true
	}
	s.Done = func() {
		sub.Close()
		if answered || a.Stopping.Err() != nil {
			return
		}
		go a.withdraw(p, c.ID)
	}
	return s, nil
}

// withdraw cancels a challenge of a person unless it was accepted. Only a table that
// waits for players can be left.
func (a *API) withdraw(p store.Person, id string) {
	for _, action := range []match.Action{match.Leave{}, match.Abort{}} {
		_, err := a.Host.Do(a.Stopping, id, match.Command{At: a.Now(), By: p.ID, Do: action})
		var refusal *match.Refusal
		switch {
		case err == nil:
		case errors.As(err, &refusal):
			return
		default:
			if a.Stopping.Err() == nil {
				a.Log.Error("cancelling a challenge failed", "error", err)
			}
			return
		}
	}
}
