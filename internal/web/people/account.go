package people

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
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
			Old string `json:"old,omitempty" maxLength:"1000" doc:"missing if the account has no password yet"`
			New string `json:"new" maxLength:"1000"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "setPassword", Method: http.MethodPost, Path: "/api/me/password", Summary: "Set a new password, which ends all other sessions"},
		func(ctx context.Context, in *passwordRequest) (*personResponse, error) {
			response, err := a.setPassword(ctx, in.Body.Old, in.Body.New)
			return response, a.ProblemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "endOtherSessions", Method: http.MethodPost, Path: "/api/me/sessions/end", Summary: "End all other sessions"},
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
	type goodbye struct {
		SetCookie *http.Cookie `header:"Set-Cookie"`
	}
	huma.Register(routes, huma.Operation{OperationID: "deleteAccount", Method: http.MethodPost, Path: "/api/me/delete", Summary: "Delete the account, and the person's name from all matches", DefaultStatus: http.StatusNoContent},
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
			if err := a.deletePerson(ctx, p); err != nil {
				return nil, a.ProblemOf(err)
			}
			return &goodbye{a.ClearedCookie()}, nil
		})
}

// startSession starts a session for an authenticated person, and ends the session
// of the request: an earlier cookie must never become valid for an account.
func (a *API) startSession(ctx context.Context, p store.Person, proved match.Moment) (*personResponse, error) {
	if i := core.CallerIn(ctx); i.Secret.Text != "" && !i.Secret.Token {
		if err := a.EndSession(ctx, i.Secret.Text); err != nil {
			return nil, err
		}
	}
	cookie, err := a.BeginSession(ctx, p, proved)
	if err != nil {
		return nil, err
	}
	return newPersonResponse(p, cookie), nil
}

// startProvenSession is startSession for a person who has just given a password
// or used a passkey. It also makes the device a known one, unless it is already.
func (a *API) startProvenSession(ctx context.Context, p store.Person, from device) (*personResponse, error) {
	response, err := a.startSession(ctx, p, a.Now())
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
	err = conflictAsNoSession(a.Store.EndSessions(ctx, p.ID, p.Epoch))
	a.PersonChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Epoch++
	return a.startSession(ctx, p, core.CallerIn(ctx).Proved)
}

// checkPassword returns a problem if a new password is too short, too long or too
// common. Name is that of its owner.
func checkPassword(password, name string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		return core.NewProblem(http.StatusUnprocessableEntity, "password", "a password must have 8 to 200 characters")
	}
	if passwords.IsCommon(password, name, core.SiteName) {
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
	hash, err := a.Passwords.Hash(ctx, now)
	if err != nil {
		return nil, err
	}
	err = conflictAsNoSession(a.Store.SetPassword(ctx, p.ID, p.Epoch, hash))
	a.PersonChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Epoch++
	p.Password, p.PasswordDue = hash, false
	return a.startProvenSession(ctx, p, "")
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
	err = a.Store.DeletePerson(ctx, guest.ID, guest.Epoch)
	a.PersonChanged(guest.ID)
	return conflictAsNoSession(err)
}

// Rename replaces a person's identity at all tables where the person has a seat,
// which the person has opened or to which the name is invited; conflict is true
// if a table remained unchanged because the new identity has a seat there too.
func (a *API) Rename(ctx context.Context, p store.Person, as match.Rename) (conflict bool, err error) {
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
			conflict = conflict || refusal.Code == "seated"
		case err != nil && !errors.Is(err, host.ErrNoMatch):
			return conflict, err
		}
	}
	return conflict, nil
}

// deletionRetry is the delay before unfinished deletions are tried again.
const deletionRetry = time.Minute

// deletePerson ends all sessions of a person, who can no longer log in, and then
// erases the person from all matches and from the store. If a later step fails,
// finishDeletions repeats it: no session is left that could.
func (a *API) deletePerson(ctx context.Context, p store.Person) error {
	p.DeletedAs = "gone-" + core.NewID()
	err := conflictAsNoSession(a.Store.BeginDeletion(ctx, p.ID, p.Epoch, p.DeletedAs))
	a.PersonChanged(p.ID)
	if err != nil {
		return err
	}
	p.Epoch++
	// The client may close the connection.
	if err := a.finishDeletion(context.WithoutCancel(ctx), p); err != nil {
		a.Log.Error("deleting a person failed; the server tries again", "error", err)
	}
	return nil
}

// finishDeletions finishes deletions that have failed or were interrupted, until
// the server stops.
func (a *API) finishDeletions(ctx context.Context) {
	for {
		list, err := a.Store.UnfinishedDeletions(ctx)
		for _, p := range list {
			err = errors.Join(err, a.finishDeletion(ctx, p))
		}
		if err != nil && ctx.Err() == nil {
			a.Log.Error("finishing deletions of people failed; the server tries again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(deletionRetry):
		}
	}
}

// finishDeletion makes a person who is being deleted leave all games in progress,
// and erases the person from the store. All steps are idempotent, and several
// processes may carry them out at once.
func (a *API) finishDeletion(ctx context.Context, p store.Person) error {
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
	gone := match.Player{ID: p.DeletedAs, Name: core.DeletedName, Account: p.Account(), Bot: p.Bot}
	as := match.Rename{Player: gone}
	if p.Account() {
		as.Name = p.Name // guests are never invited
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
	if errors.Is(err, store.ErrConflict) { // already deleted
		return nil
	}
	return err
}
