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

// Proof is what the owner of a session has proved in it.
type Proof struct {
	// At is when the session was started with a password or passkey, 0 for never.
	At match.Moment
	// Passkey is when a passkey was last used in the session, 0 for never.
	Passkey match.Moment
}

// proofKey returns the key of a session's proof among the sessions of the store.
func proofKey(s Secret) string { return "proof " + HashToken(s.Text) }

// StoreProof stores that the requester, a person with an account, has just given a
// password.
func (a *App) StoreProof(ctx context.Context) error {
	return a.store.SetSession(ctx, proofKey(CallerIn(ctx).Secret), []byte("{}"), a.Now().After(proofFor))
}

// StorePasskeyProof stores that the requester has just used a passkey.
func (a *App) StorePasskeyProof(ctx context.Context) error {
	c := CallerIn(ctx)
	s, err := a.LoadSession(ctx, c.Secret.Text)
	if IsNotFound(err) || err == nil && s.Person != c.Person.ID {
		return NoSession // ended meanwhile
	}
	if err != nil {
		return err
	}
	now := a.Now()
	s.Proof.Passkey = now
	err = a.StoreSession(ctx, c.Secret.Text, s, now.After(a.IdleSessions))
	a.PersonChanged(c.Person.ID)
	return err
}

var (
	proofNeeded = NewProblem(http.StatusForbidden, "proof-needed", "confirm your identity with your password or a passkey first")
	// passkeyNeeded is the problem of people with a role while the site demands passkeys
	// of them.
	passkeyNeeded = NewProblem(http.StatusForbidden, "passkey-needed", "confirm your identity with a passkey first; this site demands one of its moderators and administrators")
)

// CheckProof returns a problem unless the session of the request has received a
// password or passkey of a person recently. If the site demands passkeys of its staff and
// the person has a role and a passkey, a password does not count.
func (a *App) CheckProof(ctx context.Context, p store.Person) error {
	c, err := a.Authenticate(ctx, CallerIn(ctx).Secret)
	if err != nil {
		return err
	}
	if c.Person.ID != p.ID {
		return proofNeeded
	}
	if c.Person.Role != store.User || c.Withheld != store.User {
		demanded, err := a.passkeyDemanded(ctx, p.ID)
		if err != nil {
			return err
		}
		if demanded {
			return a.checkPasskeyProof(&c)
		}
	}
	if a.recent(c.Proof.At) || a.recent(c.Proof.Passkey) {
		return nil
	}
	_, err = a.store.Session(ctx, proofKey(c.Secret), a.Now())
	if IsNotFound(err) {
		err = proofNeeded
	}
	return err
}

// CheckPasskeyProof returns a problem unless a passkey was used recently in the session of
// the request.
func (a *App) CheckPasskeyProof(ctx context.Context) error {
	c, err := a.Authenticate(ctx, CallerIn(ctx).Secret)
	if err != nil {
		return err
	}
	return a.checkPasskeyProof(&c)
}

func (a *App) checkPasskeyProof(c *Caller) error {
	if !a.recent(c.Proof.Passkey) {
		return passkeyNeeded
	}
	return nil
}

// recent reports whether a proof still counts.
func (a *App) recent(at match.Moment) bool { return at != 0 && a.Now().Since(at) < proofFor }

// passkeyDemanded reports whether the site demands passkeys of its staff, and a person has
// one. Without one, a password must suffice to add the first.
func (a *App) passkeyDemanded(ctx context.Context, person string) (bool, error) {
	s, err := a.SiteSettings(ctx)
	if err != nil || !s.StaffPasskeys {
		return false, err
	}
	list, err := a.store.Passkeys(ctx, person)
	return len(list) > 0, err
}

// WithholdRole takes the role from a caller with a session if the site demands a passkey,
// and the person has none or has not used it in the session.
func (a *App) WithholdRole(ctx context.Context, c *Caller) error {
	if c.Person.Role == store.User {
		return nil
	}
	s, err := a.SiteSettings(ctx)
	if err != nil || !s.StaffPasskeys {
		return err
	}
	if c.Proof.Passkey != 0 {
		list, err := a.store.Passkeys(ctx, c.Person.ID)
		if err != nil || len(list) > 0 {
			return err
		}
	}
	c.Withheld, c.Person.Role = c.Person.Role, store.User
	return nil
}
