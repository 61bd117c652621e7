package people

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/passwords"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

func (a *API) registerAccount(routes huma.API) {
	type passwordRequest struct {
		Body struct {
			Old string `json:"old,omitempty" maxLength:"1000" doc:"left out if there is none yet"`
			New string `json:"new" maxLength:"1000"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "setPassword", Method: http.MethodPost, Path: "/api/me/password", Summary: "Change one's password, which ends all other sessions"},
		func(ctx context.Context, in *passwordRequest) (*personAnswer, error) {
			answer, err := a.setPassword(ctx, in.Body.Old, in.Body.New)
			return answer, a.ProblemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "leaveEverywhere", Method: http.MethodPost, Path: "/api/me/sessions/end", Summary: "End all sessions but this one"},
		func(ctx context.Context, _ *struct{}) (*personAnswer, error) {
			answer, err := a.leaveEverywhere(ctx)
			return answer, a.ProblemOf(err)
		})
	type deleteRequest struct {
		Body struct {
			Name     string `json:"name" maxLength:"200" doc:"one's own name, so that it does not happen by mistake"`
			Password string `json:"password,omitempty" maxLength:"1000" doc:"proves who one is; see POST /api/me/proof"`
		}
	}
	type goodbye struct {
		SetCookie *http.Cookie `header:"Set-Cookie"`
	}
	huma.Register(routes, huma.Operation{OperationID: "deleteMe", Method: http.MethodPost, Path: "/api/me/delete", Summary: "Go for good: what is left of one's matches has no name", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *deleteRequest) (*goodbye, error) {
			p, err := a.FreshRequester(ctx)
			if err == nil {
				p, err = core.RequireSession(p)
			}
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			if strings.TrimSpace(in.Body.Name) != p.Name {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "confirm-name", "type your name as it is")
			}
			if err := a.checkProof(ctx, p, in.Body.Password); err != nil {
				return nil, a.ProblemOf(err)
			}
			if err := a.deletePerson(ctx, p); err != nil {
				return nil, a.ProblemOf(err)
			}
			return &goodbye{core.ClearedCookie()}, nil
		})
}

// entered begins a session for a person who has proved to be one, and ends the
// session with which the request came: a cookie from before never becomes one of
// the account.
func (a *API) entered(ctx context.Context, p store.Person, proved match.Moment) (*personAnswer, error) {
	if i := core.CallerIn(ctx); i.Secret.Text != "" && !i.Secret.Token {
		if err := a.EndSession(ctx, i.Secret.Text); err != nil {
			return nil, err
		}
	}
	cookie, err := a.BeginSession(ctx, p, proved)
	if err != nil {
		return nil, err
	}
	return answerPerson(p, cookie), nil
}

// proven is entered for a person who has just given a password or used a passkey.
// The device becomes one on which the person has entered, unless it is already.
func (a *API) proven(ctx context.Context, p store.Person, from device) (*personAnswer, error) {
	answer, err := a.entered(ctx, p, a.Now())
	if err == nil && p.Password != "" && !from.of(p) {
		answer.SetCookie = append(answer.SetCookie, deviceOf(p, core.NewID()).cookie(a.Sessions.Cookie.Secure))
	}
	return answer, err
}

// leaveEverywhere ends all sessions of the person who asks, and begins a new one.
func (a *API) leaveEverywhere(ctx context.Context) (*personAnswer, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, err
	}
	err = ended(a.Store.EndSessions(ctx, p.ID, p.Epoch))
	a.PersonChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Epoch++
	return a.entered(ctx, p, core.CallerIn(ctx).Proved)
}

// checkPassword refuses a new password of a person of that name which is too
// short, too long or too common.
func checkPassword(password, name string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		return core.NewProblem(http.StatusUnprocessableEntity, "password", "a password has 8 to 200 characters")
	}
	if passwords.IsCommon(password, name, core.SiteName) {
		return core.NewProblem(http.StatusUnprocessableEntity, "password-common", "this password is too easy to guess; choose one that is not on lists of common ones and is not your name")
	}
	return nil
}

func (a *API) setPassword(ctx context.Context, old, now string) (*personAnswer, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, err
	}
	if err := checkPassword(now, p.Name); err != nil {
		return nil, err
	}
	if p.Password != "" {
		same, err := a.ownPassword(ctx, p, old)
		if err != nil {
			return nil, err
		}
		if !same {
			return nil, core.NewProblem(http.StatusForbidden, "old-password", "this is not your password")
		}
	} else if err := a.checkProof(ctx, p, ""); err != nil {
		return nil, err
	}
	hash, err := a.passwords.Hash(ctx, now)
	if err != nil {
		return nil, err
	}
	err = ended(a.Store.SetPassword(ctx, p.ID, p.Epoch, hash))
	a.PersonChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Epoch++
	p.Password = hash
	return a.proven(ctx, p, "")
}

// takeGuest gives the matches of the guest who asks, if one does, to a person,
// and takes the guest away. A match at which both sit stays the guest's.
func (a *API) takeGuest(ctx context.Context, to store.Person) error {
	guest, err := a.FreshRequester(ctx)
	if err != nil {
		return err
	}
	if guest.ID == "" || guest.Account() || guest.ID == to.ID {
		return nil
	}
	kept, err := a.Rename(ctx, guest, match.Rename{Player: core.PlayerOf(to)})
	if err != nil {
		return err
	}
	if kept {
		return nil
	}
	err = a.Store.DeletePerson(ctx, guest.ID, guest.Epoch)
	a.PersonChanged(guest.ID)
	return ended(err)
}

// rename makes a person another at all tables where he sits, which he has
// opened or to which his name is invited; kept tells that there is one where
// this could not be.
func (a *API) Rename(ctx context.Context, p store.Person, as match.Rename) (kept bool, err error) {
	ids, err := a.Store.Mentions(ctx, p.ID)
	if err != nil {
		return false, err
	}
	if as.Name != "" {
		invited, err := a.Store.Invitations(ctx, as.Name)
		if err != nil {
			return false, err
		}
		ids = append(ids, invited...)
	}
	for _, id := range ids {
		_, err := a.Host.Do(ctx, id, match.Command{At: a.Now(), By: p.ID, Do: as})
		var refusal *match.Refusal
		switch {
		case errors.As(err, &refusal):
			kept = kept || refusal.Code == "seated"
		case err != nil && !errors.Is(err, host.ErrNoMatch):
			return kept, err
		}
	}
	return kept, nil
}

// deletePerson lets somebody leave all games under way and takes him out of
// what is stored. Each step can be done again, so that one that failed half way
// is finished by asking once more.
func (a *API) deletePerson(ctx context.Context, p store.Person) error {
	list, err := a.Store.MatchesOf(ctx, p.ID, store.NoLimit)
	if err != nil {
		return err
	}
	for _, m := range list {
		actions := []match.Action{match.Abort{}, match.Leave{}, match.Resign{}}
		if m.Phase == match.Finished || m.Phase == match.TableClosed {
			actions = []match.Action{match.DeclineRematch{}}
		}
		for _, action := range actions {
			_, err := a.Host.Do(ctx, m.Match, match.Command{At: a.Now(), By: p.ID, Do: action})
			var refusal *match.Refusal
			if err == nil {
				break
			} else if !errors.As(err, &refusal) {
				return err
			}
		}
	}
	gone := match.Player{ID: "gone-" + core.NewID(), Name: core.DeletedName, Account: p.Account()}
	as := match.Rename{Player: gone}
	if p.Account() {
		as.Name = p.Name // those of guests are not invited
	}
	if _, err := a.Rename(ctx, p, as); err != nil {
		return err
	}
	if err := a.Store.ErasePerson(ctx, p.ID, as); err != nil {
		return err
	}
	err = a.Store.DeletePerson(ctx, p.ID, p.Epoch)
	a.PersonChanged(p.ID)
	a.ForgetRatings(p.ID)
	return ended(err)
}
