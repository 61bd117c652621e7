package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

func (a *API) registerProof(routes huma.API) {
	type proofRequest struct {
		Body struct {
			Password   string `json:"password,omitempty" maxLength:"1000"`
			Ceremony   string `json:"ceremony,omitempty" maxLength:"64" doc:"from POST /api/passkeys/challenge"`
			Credential any    `json:"credential,omitempty" doc:"the browser's response"`
		}
	}
	core.Register(routes, core.Change.WithPassword(), huma.Operation{OperationID: "proveIdentity", Method: http.MethodPost, Path: "/api/me/proof", Summary: "Confirm the requester's identity with a password or passkey, for requests in the next ten minutes that require it", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *proofRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.proveIdentity(ctx, in.Body.Password, in.Body.Ceremony, in.Body.Credential))
		})
}

func (a *API) proveIdentity(ctx context.Context, password, ceremony string, credential any) error {
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
		return a.StorePasskeyProof(ctx)
	}
	if err := a.checkPasswordOf(ctx, p, password); err != nil {
		return err
	}
	return a.StoreProof(ctx)
}

// checkPasswordOf returns a problem if a password is not the person's.
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

// checkProof returns a problem without a recent proof of identity: the given
// password, or one that the session has received. Guests need none.
func (a *API) checkProof(ctx context.Context, p store.Person, password string) error {
	if !p.Account() {
		return nil
	}
	if password != "" {
		return a.checkPasswordOf(ctx, p, password)
	}
	return a.CheckProof(ctx, p)
}
