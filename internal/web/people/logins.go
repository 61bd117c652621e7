package people

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// Login is a session as its owner sees it.
type Login struct {
	ID      string       `json:"id"`
	Browser string       `json:"browser,omitempty" doc:"missing if it is not known"`
	System  string       `json:"system,omitempty" doc:"the operating system or device; missing if it is not known"`
	Since   match.Moment `json:"since"`
	UsedAt  match.Moment `json:"usedAt" doc:"to ten minutes"`
	Current bool         `json:"current,omitempty" doc:"whether it is the session of the request"`
}

// logins returns the sessions of a person. The one of the request is marked.
func (a *API) logins(ctx context.Context, p store.Person) ([]Login, error) {
	list, err := a.store.SessionsOf(ctx, p.ID, p.Epoch, a.Now())
	views := []Login{}
	own := core.SessionIDOf(core.CallerIn(ctx).Secret.Text)
	for _, l := range list {
		browser, system, _ := strings.Cut(l.Device, "/")
		views = append(views, Login{l.ID, browser, system, l.Since, l.UsedAt, l.ID == own})
	}
	return views, err
}

func (a *API) registerLogins(routes huma.API) {
	type loginsResponse struct {
		Body struct {
			Sessions []Login      `json:"sessions"`
			IdleFor  match.Millis `json:"idleFor" doc:"after how many milliseconds without use a session ends"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getSessions", Method: http.MethodGet, Path: "/api/sessions", Summary: "The requester's sessions, the one used last first"},
		func(ctx context.Context, _ *struct{}) (*loginsResponse, error) {
			p, err := a.FreshMember(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &loginsResponse{}
			out.Body.IdleFor = a.IdleSessions
			out.Body.Sessions, err = a.logins(ctx, p)
			return out, a.ProblemOf(err)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "endOneSession", Method: http.MethodDelete, Path: "/api/sessions/{session}", Summary: "End one of the requester's sessions by its ID", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			Session string `path:"session" maxLength:"64"`
		}) (*struct{}, error) {
			p, err := a.FreshMember(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			err = a.store.DeleteSessionOf(ctx, p.ID, in.Session)
			a.PersonChanged(p.ID)
			return nil, a.ProblemOf(err)
		})
}
