package people

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

func (a *API) registerAccount(routes huma.API) {
	type passwordRequest struct {
		Body struct {
			Old string `json:"old,omitempty" maxLength:"1000" doc:"missing if the account has no password yet"`
			New string `json:"new" maxLength:"1000"`
		}
	}
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "setPassword", Method: http.MethodPost, Path: "/api/me/password", Summary: "Set a new password, which ends all other sessions"},
		func(ctx context.Context, in *passwordRequest) (*personResponse, error) {
			response, err := a.setPassword(ctx, in.Body.Old, in.Body.New)
			return response, a.ProblemOf(err)
		})
	core.Register(routes, core.Create, huma.Operation{OperationID: "endOtherSessions", Method: http.MethodPost, Path: "/api/me/sessions/end", Summary: "End all other sessions"},
		func(ctx context.Context, _ *struct{}) (*personResponse, error) {
			response, err := a.endOtherSessions(ctx)
			return response, a.ProblemOf(err)
		})
	type deleteRequest struct {
		Body struct {
			Name     string `json:"name" maxLength:"200" doc:"the requester's name, as a confirmation"`
			Password string `json:"password,omitempty" maxLength:"1000" doc:"an alternative to POST /api/me/proof"`
		}
	}
	core.Register(routes, core.Change.WithPassword(), huma.Operation{OperationID: "deleteAccount", Method: http.MethodPost, Path: "/api/me/delete", Summary: "Delete the account, and the person's name from all matches", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *deleteRequest) (*goodbye, error) {
			p, err := a.FreshRequester(ctx)
			if err == nil {
				p, err = core.RequireSession(p)
			}
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			if strings.TrimSpace(in.Body.Name) != p.Name {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "confirm-name", "type your name exactly")
			}
			if err := a.checkProof(ctx, p, in.Body.Password); err != nil {
				return nil, a.ProblemOf(err)
			}
			if err := conflictAsNoSession(a.DeletePerson(ctx, p, nil)); err != nil {
				return nil, a.ProblemOf(err)
			}
			return a.goodbye(), nil
		})
}

// startSession starts a session for an authenticated person, and ends the session
// of the request: an earlier cookie must never become valid for an account.
func (a *API) startSession(ctx context.Context, p store.Person, proved core.Proof) (*personResponse, error) {
	if err := core.CheckBanned(p); err != nil {
		return nil, err
	}
	if i := core.CallerIn(ctx); i.Secret.Text != "" && !i.Secret.Token {
		if err := a.EndSession(ctx, i.Secret.Text); err != nil {
			return nil, err
		}
	}
	cookie, err := a.BeginSession(ctx, p, proved)
	if err != nil {
		return nil, err
	}
	c := core.Caller{Person: p, Proof: proved}
	if before := core.CallerIn(ctx); before.Person.ID == p.ID {
		c.Person.Role = cmp.Or(p.Role, before.Withheld)
	}
	if err := a.WithholdRole(ctx, &c); err != nil {
		return nil, err
	}
	return newPersonResponse(c, cookie), nil
}

// startProvenSession is startSession for a person who has just given a password. It also
// makes the device a known one, unless it is already.
func (a *API) startProvenSession(ctx context.Context, p store.Person, from device) (*personResponse, error) {
	return a.startSessionOn(ctx, p, core.Proof{At: a.Now()}, from)
}

// startPasskeySession is startProvenSession for a person who has just used a passkey.
func (a *API) startPasskeySession(ctx context.Context, p store.Person) (*personResponse, error) {
	return a.startSessionOn(ctx, p, core.Proof{At: a.Now(), Passkey: a.Now()}, "")
}

func (a *API) startSessionOn(ctx context.Context, p store.Person, proved core.Proof, from device) (*personResponse, error) {
	response, err := a.startSession(ctx, p, proved)
	if err == nil && p.Password != "" && !from.of(p) {
		response.SetCookie = append(response.SetCookie, deviceOf(p, core.NewID()).cookie(a.App))
	}
	return response, err
}

// endOtherSessions ends all sessions of the requester, and starts a new one.
func (a *API) endOtherSessions(ctx context.Context) (*personResponse, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, err
	}
	err = conflictAsNoSession(a.store.EndSessions(ctx, p.ID, p.Epoch))
	a.PersonChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Epoch++
	return a.startSession(ctx, p, core.CallerIn(ctx).Proof)
}

// checkPassword returns a problem if a new password is too short, too long or too
// common. Name is that of its owner.
func checkPassword(password, name string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		return core.NewProblem(http.StatusUnprocessableEntity, "password", "a password must have 8 to 200 characters")
	}
	if accounts.IsCommonPassword(password, name, core.SiteName) {
		return core.NewProblem(http.StatusUnprocessableEntity, "password-common", "this password is too easy to guess: it is your name or a common word or password, possibly with digits and signs around it")
	}
	return nil
}

func (a *API) setPassword(ctx context.Context, old, now string) (*personResponse, error) {
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
	hash, err := a.Passwords.Hash(accounts.First(ctx), now)
	if err != nil {
		return nil, err
	}
	err = conflictAsNoSession(a.store.SetPassword(ctx, p.ID, p.Epoch, hash))
	a.PersonChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Epoch++
	p.Password, p.PasswordDue = hash, false
	return a.startSessionOn(ctx, p, core.Proof{At: a.Now(), Passkey: core.CallerIn(ctx).Proof.Passkey}, "")
}

// mergeGuest transfers the matches of the requester to a person and deletes the
// requester, if the requester is a guest. A match in which both have a seat stays
// the guest's.
func (a *API) mergeGuest(ctx context.Context, to store.Person) error {
	guest, err := a.FreshRequester(ctx)
	if err != nil {
		return err
	}
	if guest.ID == "" || guest.Account() || guest.ID == to.ID {
		return nil
	}
	conflict, err := a.Rename(ctx, guest, match.Rename{Player: core.PlayerOf(to)})
	if err != nil {
		return err
	}
	if conflict {
		return nil
	}
	err = a.store.DeletePerson(ctx, guest.ID, guest.Epoch)
	a.PersonChanged(guest.ID)
	return conflictAsNoSession(err)
}
