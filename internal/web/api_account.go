package web

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
)

// goneName is under which somebody who has gone for good stays in the matches
// of others.
const goneName = "–"

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
			return answer, a.problemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "leaveEverywhere", Method: http.MethodPost, Path: "/api/me/sessions/end", Summary: "End all sessions but this one"},
		func(ctx context.Context, _ *struct{}) (*personAnswer, error) {
			answer, err := a.leaveEverywhere(ctx)
			return answer, a.problemOf(err)
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
			p, err := a.fresh(ctx)
			if err == nil {
				p, err = known(p)
			}
			if err != nil {
				return nil, a.problemOf(err)
			}
			if strings.TrimSpace(in.Body.Name) != p.Name {
				return nil, problem(http.StatusUnprocessableEntity, "confirm-name", "type your name as it is")
			}
			if err := a.checkProof(ctx, p, in.Body.Password); err != nil {
				return nil, a.problemOf(err)
			}
			if err := a.deletePerson(ctx, p); err != nil {
				return nil, a.problemOf(err)
			}
			return &goodbye{noCookie()}, nil
		})
}

func noCookie() *http.Cookie {
	return &http.Cookie{Name: cookieName, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

// entered begins a session for a person who has proved to be one, and ends the
// session with which the request came: a cookie from before never becomes one of
// the account.
func (a *API) entered(ctx context.Context, p store.Person, proved match.Moment) (*personAnswer, error) {
	if i := callerIn(ctx); i.secret.text != "" && !i.secret.token {
		if err := a.endSession(ctx, i.secret.text); err != nil {
			return nil, err
		}
	}
	cookie, err := a.enter(ctx, p, proved)
	if err != nil {
		return nil, err
	}
	return answerPerson(p, cookie), nil
}

// proven is entered for a person who has just given a password or used a passkey.
// The device becomes one on which the person has entered, unless it is already.
func (a *API) proven(ctx context.Context, p store.Person, from device) (*personAnswer, error) {
	answer, err := a.entered(ctx, p, a.moment())
	if err == nil && p.Password != "" && !from.of(p) {
		answer.SetCookie = append(answer.SetCookie, deviceOf(p, newID()).cookie(a.sessions.Cookie.Secure))
	}
	return answer, err
}

// leaveEverywhere ends all sessions of the person who asks, and begins a new one.
func (a *API) leaveEverywhere(ctx context.Context) (*personAnswer, error) {
	p, err := a.freshMember(ctx)
	if err != nil {
		return nil, err
	}
	err = ended(a.store.EndSessions(ctx, p.ID, p.Epoch))
	a.personChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Epoch++
	return a.entered(ctx, p, callerIn(ctx).proved)
}

// checkPassword refuses a new password of a person of that name which is too
// short, too long or too common.
func checkPassword(password, name string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		return problem(http.StatusUnprocessableEntity, "password", "a password has 8 to 200 characters")
	}
	if passwords.IsCommon(password, name, siteName) {
		return problem(http.StatusUnprocessableEntity, "password-common", "this password is too easy to guess; choose one that is not on lists of common ones and is not your name")
	}
	return nil
}

func (a *API) setPassword(ctx context.Context, old, now string) (*personAnswer, error) {
	p, err := a.freshMember(ctx)
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
			return nil, problem(http.StatusForbidden, "old-password", "this is not your password")
		}
	} else if err := a.checkProof(ctx, p, ""); err != nil {
		return nil, err
	}
	hash, err := a.passwords.Hash(ctx, now)
	if err != nil {
		return nil, err
	}
	err = ended(a.store.SetPassword(ctx, p.ID, p.Epoch, hash))
	a.personChanged(p.ID)
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
	guest, err := a.fresh(ctx)
	if err != nil {
		return err
	}
	if guest.ID == "" || guest.Account() || guest.ID == to.ID {
		return nil
	}
	kept, err := a.rename(ctx, guest, match.Rename{Player: playerOf(to)})
	if err != nil {
		return err
	}
	if kept {
		return nil
	}
	err = a.store.DeletePerson(ctx, guest.ID, guest.Epoch)
	a.personChanged(guest.ID)
	return ended(err)
}

// rename makes a person another at all tables where he sits, which he has
// opened or to which his name is invited; kept tells that there is one where
// this could not be.
func (a *API) rename(ctx context.Context, p store.Person, as match.Rename) (kept bool, err error) {
	ids, err := a.store.Mentions(ctx, p.ID)
	if err != nil {
		return false, err
	}
	if as.Name != "" {
		invited, err := a.store.Invitations(ctx, as.Name)
		if err != nil {
			return false, err
		}
		ids = append(ids, invited...)
	}
	for _, id := range ids {
		_, err := a.host.Do(ctx, id, match.Command{At: a.moment(), By: p.ID, Do: as})
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
	list, err := a.store.MatchesOf(ctx, p.ID, store.NoLimit)
	if err != nil {
		return err
	}
	for _, m := range list {
		actions := []match.Action{match.Abort{}, match.Leave{}, match.Resign{}}
		if m.Phase == match.Finished || m.Phase == match.TableClosed {
			actions = []match.Action{match.DeclineRematch{}}
		}
		for _, action := range actions {
			_, err := a.host.Do(ctx, m.Match, match.Command{At: a.moment(), By: p.ID, Do: action})
			var refusal *match.Refusal
			if err == nil {
				break
			} else if !errors.As(err, &refusal) {
				return err
			}
		}
	}
	gone := match.Player{ID: "gone-" + newID(), Name: goneName, Account: p.Account()}
	as := match.Rename{Player: gone}
	if p.Account() {
		as.Name = p.Name // those of guests are not invited
	}
	if _, err := a.rename(ctx, p, as); err != nil {
		return err
	}
	if err := a.store.ErasePerson(ctx, p.ID, as); err != nil {
		return err
	}
	err = a.store.DeletePerson(ctx, p.ID, p.Epoch)
	a.personChanged(p.ID)
	a.ratings.forget(p.ID)
	return ended(err)
}
