package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// proofFor is how long a password or passkey proves that the account's owner is
// at the session, for what a stolen cookie must not do: delete the account,
// make tokens, change how one enters.
const proofFor = 5 * match.Minute

// proofKey names the proof of a session among the sessions of the store.
func proofKey(s core.Secret) string { return "proof " + core.HashToken(s.Text) }

func (a *API) registerProof(routes huma.API) {
	type proofRequest struct {
		Body struct {
			Password   string `json:"password,omitempty" maxLength:"1000"`
			Ceremony   string `json:"ceremony,omitempty" maxLength:"64" doc:"of POST /api/passkeys/challenge"`
			Credential any    `json:"credential,omitempty" doc:"the browser's answer"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "prove", Method: http.MethodPost, Path: "/api/me/proof", Summary: "Prove with password or passkey that it is oneself, for what needs it in the next five minutes", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *proofRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.prove(ctx, in.Body.Password, in.Body.Ceremony, in.Body.Credential))
		})
}

func (a *API) prove(ctx context.Context, password, ceremony string, credential any) error {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return err
	}
	if ceremony != "" {
		o, err := a.usePasskey(ctx, ceremony, credential)
		if err != nil {
			return err
		}
		if o.ID != p.ID {
			return core.NewProblem(http.StatusForbidden, "passkey-other", "this passkey belongs to another account")
		}
	} else if err := a.checkPasswordOf(ctx, p, password); err != nil {
		return err
	}
	now := a.Now()
	return a.Store.SetSession(ctx, proofKey(core.CallerIn(ctx).Secret), []byte("{}"), now.After(proofFor))
}

// checkPasswordOf refuses a password that is not the person's.
func (a *API) checkPasswordOf(ctx context.Context, p store.Person, password string) error {
	wrong := core.NewProblem(http.StatusForbidden, "password-wrong", "this is not your password")
	if p.Password == "" || password == "" {
		return wrong
	}
	same, err := a.ownPassword(ctx, p, password)
	if err == nil && !same {
		err = wrong
	}
	return err
}

// checkProof refuses what needs a fresh proof: the password given, or one that
// the session has had within the last minutes. A guest has nothing to prove.
func (a *API) checkProof(ctx context.Context, p store.Person, password string) error {
	if !p.Account() {
		return nil
	}
	if password != "" {
		return a.checkPasswordOf(ctx, p, password)
	}
	c, err := a.Authenticate(ctx, core.CallerIn(ctx).Secret)
	if err != nil {
		return err
	}
	if c.Person.ID == p.ID && c.Proved != 0 && a.Now().Since(c.Proved) < proofFor {
		return nil
	}
	_, err = a.Store.Session(ctx, proofKey(c.Secret), a.Now())
	if core.IsNotFound(err) {
		err = core.NewProblem(http.StatusForbidden, "proof-needed", "first prove that it is you, with your password or a passkey")
	}
	return err
}
