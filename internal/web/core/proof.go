package core

import (
	"context"
	"net/http"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// proofFor is how long a password or passkey proves that the owner of the account
// uses the session. A stolen cookie alone must not suffice to delete the account,
// create tokens, change how to log in or administrate the site.
const proofFor = 10 * match.Minute

// proofKey returns the key of a session's proof among the sessions of the store.
func proofKey(s Secret) string { return "proof " + HashToken(s.Text) }

// StoreProof stores that the requester has just given a password or used a passkey.
func (a *App) StoreProof(ctx context.Context) error {
	return a.store.SetSession(ctx, proofKey(CallerIn(ctx).Secret), []byte("{}"), a.Now().After(proofFor))
}

// CheckProof returns a problem unless the session of the request has received a
// password or passkey of a person recently.
func (a *App) CheckProof(ctx context.Context, p store.Person) error {
	c, err := a.Authenticate(ctx, CallerIn(ctx).Secret)
	if err != nil {
		return err
	}
	if c.Person.ID == p.ID && c.Proved != 0 && a.Now().Since(c.Proved) < proofFor {
		return nil
	}
	_, err = a.store.Session(ctx, proofKey(c.Secret), a.Now())
	if IsNotFound(err) {
		err = NewProblem(http.StatusForbidden, "proof-needed", "confirm your identity with your password or a passkey first")
	}
	return err
}
