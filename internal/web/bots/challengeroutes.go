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
	type challengeRequest struct {
		User string `path:"user" maxLength:"200" doc:"the name of a person with an account"`
		Form
	}
	schema := routes.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Challenge](), true, "")
	create := botOperation("createChallenge", http.MethodPost, "/api/challenge/{user}", "Challenge a person to a game")
	create.Responses = map[string]*huma.Response{"200": {Description: "The challenge; with keepAliveStream, a stream of it and of {\"done\": \"accepted\"} (or declined, canceled)", Content: map[string]*huma.MediaType{
		jsonType: {Schema: schema}, ndjson: {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
	core.Register(routes, core.Create.ByPerson(core.NewTables), create,
		func(ctx context.Context, in *challengeRequest) (*huma.StreamResponse, error) {
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
			c, err := a.challengeOf(ctx, id, s, p, a.SiteFor(core.HostOf(ctx)))
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
		})

	type declineRequest struct {
		ChallengePath
		Form
	}
	answer := func(ctx context.Context, id string, action func(p store.Person) match.Action) (*done, error) {
		p, err := core.RequirePerson(ctx)
		if err != nil {
			return nil, err
		}
		s, err := a.matches.VisibleMatch(ctx, id, p)
		if errors.Is(err, host.ErrNoMatch) || err == nil && !wasChallenge(s) {
			return nil, notFound
		} else if err != nil {
			return nil, a.problem(err)
		}
		do := action(p)
		if _, cancel := do.(match.Abort); cancel && s.Owner.ID != p.ID {
			return nil, notFound
		}
		_, err = a.matches.Command(ctx, id, p, do)
		return ok(), a.problem(err)
	}
	core.Register(routes, core.Create, botOperation("acceptChallenge", http.MethodPost, "/api/challenge/{id}/accept", "Accept a challenge"),
		func(ctx context.Context, in *ChallengePath) (*done, error) {
			return answer(ctx, in.ID, func(p store.Person) match.Action {
				return match.Sit{Player: core.PlayerOf(p), Seat: match.RandomSeat, Seed: rand.Uint64()}
			})
		})
	core.Register(routes, core.Create, botOperation("declineChallenge", http.MethodPost, "/api/challenge/{id}/decline", "Decline a challenge"),
		func(ctx context.Context, in *declineRequest) (*done, error) {
			f, err := in.fields()
			if err != nil {
				return nil, err
			}
			return answer(ctx, in.ID, func(p store.Person) match.Action {
				return match.Decline{Player: core.PlayerOf(p), Reason: declineReason(f["reason"])}
			})
		})
	core.Register(routes, core.Create, botOperation("cancelChallenge", http.MethodPost, "/api/challenge/{id}/cancel", "Cancel a challenge, or abort its game before all have moved"),
		func(ctx context.Context, in *ChallengePath) (*done, error) {
			return answer(ctx, in.ID, func(store.Person) match.Action { return match.Abort{} })
		})

	type challengeResponse struct{ Body Challenge }
	core.Register(routes, core.Read, botOperation("getChallenge", http.MethodGet, "/api/challenge/{id}/show", "A challenge"),
		func(ctx context.Context, in *ChallengePath) (*challengeResponse, error) {
			p := core.Requester(ctx)
			s, err := a.matches.VisibleMatch(ctx, in.ID, p)
			if errors.Is(err, host.ErrNoMatch) || err == nil && !wasChallenge(s) {
				return nil, notFound
			} else if err != nil {
				return nil, a.problem(err)
			}
			c, err := a.challengeOf(ctx, in.ID, s, p, a.SiteFor(core.HostOf(ctx)))
			return &challengeResponse{c}, a.problem(err)
		})
	type bothChallengesResponse struct {
		Body struct {
			In  []Challenge `json:"in"`
			Out []Challenge `json:"out"`
		}
	}
	core.Register(routes, core.Read, botOperation("getChallenges", http.MethodGet, "/api/challenge", "The challenges to and by the requester that wait for an answer"),
		func(ctx context.Context, _ *struct{}) (*bothChallengesResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.store.RunningOf(ctx, p.ID)
			if err != nil {
				return nil, a.problem(err)
			}
			ids, err := a.pendingChallenges(ctx, p, list)
			if err != nil {
				return nil, a.problem(err)
			}
			out := &bothChallengesResponse{}
			out.Body.In, out.Body.Out = []Challenge{}, []Challenge{}
			for _, id := range ids {
				s, err := a.Host.State(ctx, id)
				if err != nil {
					return nil, a.problem(err)
				}
				c, err := a.challengeOf(ctx, id, s, p, a.SiteFor(core.HostOf(ctx)))
				if err != nil {
					return nil, a.problem(err)
				}
				if c.Direction == "in" {
					out.Body.In = append(out.Body.In, c)
				} else {
					out.Body.Out = append(out.Body.Out, c)
				}
			}
			return out, nil
		})
}

// ChallengePath is the path parameter of routes about a challenge.
type ChallengePath struct {
	ID string `path:"id" maxLength:"80"`
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
			if _, ok, err := a.declineOf(a.Stopping, c.ID); err != nil {
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
