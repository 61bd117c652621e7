package people

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

func (a *API) registerReset(routes huma.API) {
	type resetRequest struct {
		Body struct {
			Link     string `json:"link" maxLength:"100" doc:"what follows # in the address of the link"`
			Password string `json:"password" maxLength:"1000" doc:"the new password"`
		}
	}
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "useResetLink", Method: http.MethodPost, Path: "/api/login/reset", Summary: "Log in with a link of an administrator and set a new password, which ends all sessions, revokes all tokens and deletes all recovery codes"},
		func(ctx context.Context, in *resetRequest) (*personResponse, error) {
			response, err := a.useResetLink(ctx, in.Body.Link, in.Body.Password)
			return response, a.ProblemOf(err)
		})
}

// useResetLink spends a link that resets a password, and sets a new password. A link
// has too many random bits to be guessed. Unknown, expired and used links get the
// same response.
func (a *API) useResetLink(ctx context.Context, link, password string) (*personResponse, error) {
	// Without a name first, so that a bad password is refused before the link is looked up.
	if err := checkPassword(password, ""); err != nil {
		return nil, err
	}
	wrong := core.NewProblem(http.StatusForbidden, "reset-link", "this link is not valid: it has been used, has expired, or is incomplete")
	hash := core.HashResetLink(link)
	p, err := a.store.ResetLinkOwner(ctx, hash, a.Now())
	if core.IsNotFound(err) {
		metrics.FailedLogins.Inc()
		return nil, wrong
	}
	if err != nil {
		return nil, err
	}
	if err := core.CheckBanned(p); err != nil {
		return nil, err
	}
	if err := checkPassword(password, p.Name); err != nil {
		return nil, err
	}
	hashed, err := a.Passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	err = a.store.UseResetLink(ctx, hash, p.ID, p.Epoch, hashed, a.NewEntry(core.Actor{ID: p.ID, Name: p.Name}, "reset-used", p))
	// Also after an error, which may hide a change that was stored.
	a.PersonChanged(p.ID)
	if core.IsNotFound(err) || errors.Is(err, store.ErrConflict) { // used meanwhile
		return nil, wrong
	}
	if err != nil {
		return nil, err
	}
	// As the store has the person now: a new epoch ends all older sessions.
	p.Epoch++
	p.Password, p.PasswordDue = hashed, false
	return a.startProvenSession(ctx, p, "")
}
