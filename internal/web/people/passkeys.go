package people

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// ceremonyFor is how long a browser may take to answer with a passkey.
	ceremonyFor = 5 * match.Minute
	// passkeysAtMost is how many a person may have.
	passkeysAtMost = 20
)

// ceremony is what is remembered between a question to a browser for a passkey
// and its answer.
type ceremony struct {
	// Person for whom a passkey is made, with the name of the account to be made;
	// both are "" where somebody enters.
	Person  string               `json:"person,omitempty"`
	Name    string               `json:"name,omitempty"`
	Session webauthn.SessionData `json:"session"`
}

// owner is a person as the library wants to see one.
type owner struct {
	store.Person
	keys []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return []byte(o.ID) }
func (o owner) WebAuthnName() string                       { return o.Name }
func (o owner) WebAuthnDisplayName() string                { return o.Name }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

func (a *API) ownerOf(ctx context.Context, p store.Person) (owner, error) {
	o := owner{Person: p}
	list, err := a.Store.Passkeys(ctx, p.ID)
	if err != nil {
		return o, err
	}
	for _, k := range list {
		var c webauthn.Credential
		if err := json.Unmarshal([]byte(k.Credential), &c); err != nil {
			return o, fmt.Errorf("passkey of %s: %w", p.ID, err)
		}
		o.keys = append(o.keys, c)
	}
	return o, nil
}

// relyingParty is this site as passkeys know it: the host that the browser has
// asked. What a browser signs names the page it was on, so that a host that
// somebody only claims helps him nowhere.
func relyingParty(ctx context.Context) (*webauthn.WebAuthn, error) {
	at := core.HostOf(ctx)
	name, _, err := net.SplitHostPort(at)
	if err != nil {
		name = at
	}
	if net.ParseIP(strings.Trim(name, "[]")) != nil || name == "" {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "passkey-address", "passkeys need a name instead of a number as the address of the server")
	}
	w, err := webauthn.New(&webauthn.Config{
		RPID: name, RPDisplayName: "Tafelrunde", RPOrigins: []string{"https://" + at, "http://" + at},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationPreferred,
		},
	})
	if err != nil {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "passkey-address", "passkeys cannot be used at this address")
	}
	return w, nil
}

func ceremonyKey(id string) string { return "ceremony " + core.HashToken(id) }

func (a *API) beginCeremony(ctx context.Context, c ceremony) (string, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	id := core.NewID()
	return id, a.Store.SetSession(ctx, ceremonyKey(id), data, a.Now().After(ceremonyFor))
}

var badPasskey = core.NewProblem(http.StatusForbidden, "passkey", "this passkey is not accepted")

// endCeremony gives what was remembered, once.
func (a *API) endCeremony(ctx context.Context, id string) (c ceremony, err error) {
	data, err := a.Store.Session(ctx, ceremonyKey(id), a.Now())
	if core.IsNotFound(err) {
		return c, core.NewProblem(http.StatusForbidden, "passkey-late", "that took too long; try again")
	}
	if err != nil {
		return c, err
	}
	if err := a.Store.DeleteSession(ctx, ceremonyKey(id), ""); err != nil {
		return c, err
	}
	return c, json.Unmarshal(data, &c)
}

type ceremonyAnswer struct {
	Body struct {
		Ceremony string `json:"ceremony" doc:"to be sent with the browser's answer"`
		Options  any    `json:"options" doc:"what navigator.credentials wants"`
	}
}

// PasskeyView is a passkey as its owner sees it.
type PasskeyView struct {
	ID     string       `json:"id"`
	Name   string       `json:"name"`
	Since  match.Moment `json:"since"`
	UsedAt match.Moment `json:"usedAt" doc:"0 for never"`
}

type passkeyRequest struct {
	Body struct {
		Ceremony   string `json:"ceremony" maxLength:"64"`
		Credential any    `json:"credential" doc:"the browser's answer"`
		Label      string `json:"label,omitempty" maxLength:"200" doc:"what the passkey is to be called"`
		TakeGuest  bool   `json:"takeGuest,omitempty" doc:"take the matches of the guest that one is along"`
	}
}

func (a *API) registerPasskeys(routes huma.API) {
	type newPasskeyRequest struct {
		Body struct {
			Name string `json:"name,omitempty" maxLength:"200" doc:"of the account to be made, if one has none"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "askForPasskey", Method: http.MethodPost, Path: "/api/passkeys/new", Summary: "Begin to make a passkey, and with it an account if one has none"},
		func(ctx context.Context, in *newPasskeyRequest) (*ceremonyAnswer, error) {
			answer, err := a.askForPasskey(ctx, in.Body.Name)
			return answer, a.ProblemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "makePasskey", Method: http.MethodPost, Path: "/api/passkeys", Summary: "Store the passkey that the browser has made"},
		func(ctx context.Context, in *passkeyRequest) (*personAnswer, error) {
			answer, err := a.makePasskey(ctx, in)
			return answer, a.ProblemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "askToEnter", Method: http.MethodPost, Path: "/api/passkeys/challenge", Summary: "Begin to enter with a passkey"},
		func(ctx context.Context, _ *struct{}) (*ceremonyAnswer, error) {
			w, err := relyingParty(ctx)
			if err != nil {
				return nil, err
			}
			assertion, session, err := w.BeginDiscoverableLogin()
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			answer := &ceremonyAnswer{}
			answer.Body.Options = assertion
			answer.Body.Ceremony, err = a.beginCeremony(ctx, ceremony{Session: *session})
			return answer, a.ProblemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "passkeyLogin", Method: http.MethodPost, Path: "/api/passkeys/login", Summary: "Begin a session with a passkey"},
		func(ctx context.Context, in *passkeyRequest) (*personAnswer, error) {
			answer, err := a.passkeyLogin(ctx, in)
			return answer, a.ProblemOf(err)
		})
	type passkeysAnswer struct {
		Body struct {
			Passkeys []PasskeyView `json:"passkeys"`
			Password bool          `json:"password" doc:"whether one can enter with a password too"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "getPasskeys", Method: http.MethodGet, Path: "/api/me/passkeys", Summary: "One's passkeys"},
		func(ctx context.Context, _ *struct{}) (*passkeysAnswer, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.Store.Passkeys(ctx, p.ID)
			out := &passkeysAnswer{}
			out.Body.Password = p.Password != ""
			out.Body.Passkeys = passkeyViews(list)
			return out, a.ProblemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "dropPasskey", Method: http.MethodDelete, Path: "/api/me/passkeys/{key}", Summary: "Take a passkey away", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			Key string `path:"key" maxLength:"2000"`
		}) (*struct{}, error) {
			p, err := a.FreshMember(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			list, err := a.Store.Passkeys(ctx, p.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			if p.Password == "" && len(list) == 1 && list[0].ID == in.Key {
				return nil, core.NewProblem(http.StatusConflict, "last-passkey", "this is your only way in; first set a password")
			}
			if err := a.checkProof(ctx, p, ""); err != nil {
				return nil, a.ProblemOf(err)
			}
			return nil, a.ProblemOf(a.Store.DeletePasskey(ctx, p.ID, in.Key))
		})
}

func passkeyViews(list []store.Passkey) []PasskeyView {
	views := []PasskeyView{}
	for _, k := range list {
		views = append(views, PasskeyView{k.ID, k.Name, k.Since, k.UsedAt})
	}
	return views
}

func (a *API) askForPasskey(ctx context.Context, name string) (*ceremonyAnswer, error) {
	w, err := relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	c := ceremony{}
	p, err := a.FreshRequester(ctx)
	if err != nil {
		return nil, err
	}
	if !p.Account() {
		if c.Name, err = core.CheckName(name); err != nil {
			return nil, err
		}
		if _, err := a.Store.AccountLike(ctx, c.Name); err == nil {
			return nil, store.ErrTaken
		} else if !core.IsNotFound(err) {
			return nil, err
		}
		if p.ID == "" {
			p.ID = core.NewID()
		}
		p.Name = c.Name
	} else if err := a.checkProof(ctx, p, ""); err != nil {
		return nil, err
	}
	c.Person = p.ID
	o, err := a.ownerOf(ctx, p)
	if err != nil {
		return nil, err
	}
	if len(o.keys) >= passkeysAtMost {
		return nil, core.NewProblem(http.StatusConflict, "passkeys-many", "that are passkeys enough; first remove one")
	}
	creation, session, err := w.BeginRegistration(o, webauthn.WithExclusions(webauthn.Credentials(o.keys).CredentialDescriptors()))
	if err != nil {
		return nil, err
	}
	c.Session = *session
	answer := &ceremonyAnswer{}
	answer.Body.Options = creation
	answer.Body.Ceremony, err = a.beginCeremony(ctx, c)
	return answer, err
}

func (a *API) makePasskey(ctx context.Context, in *passkeyRequest) (*personAnswer, error) {
	w, err := relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	c, err := a.endCeremony(ctx, in.Body.Ceremony)
	if err != nil {
		return nil, err
	}
	p, err := a.FreshRequester(ctx)
	if err != nil {
		return nil, err
	}
	// Whoever has come or gone in another window meanwhile begins anew.
	if c.Person == "" || p.ID != "" && p.ID != c.Person || p.Account() != (c.Name == "") {
		return nil, badPasskey
	}
	data, err := json.Marshal(in.Body.Credential)
	if err != nil {
		return nil, badPasskey
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(data)
	if err != nil {
		return nil, badPasskey
	}
	o, err := a.ownerOf(ctx, p)
	if err != nil {
		return nil, err
	}
	o.ID = c.Person
	credential, err := w.CreateCredential(o, c.Session, parsed)
	if err != nil {
		a.Log.Info("a new passkey is refused", "reason", err)
		return nil, badPasskey
	}
	text, err := json.Marshal(credential)
	if err != nil {
		return nil, err
	}
	label, err := checkLabel(in.Body.Label)
	if err != nil {
		return nil, err
	}
	if c.Name != "" {
		if p, err = a.register(ctx, p, c.Person, c.Name, ""); err != nil {
			return nil, err
		}
	}
	key := store.Passkey{ID: base64.RawURLEncoding.EncodeToString(credential.ID), Person: p.ID, Name: label, Credential: string(text), Since: a.Now()}
	if err := ended(a.Store.AddPasskey(ctx, key, p.Epoch)); err != nil {
		return nil, err
	}
	if c.Name == "" {
		return answerPerson(p), nil
	}
	return a.proven(ctx, p, "")
}

func (a *API) passkeyLogin(ctx context.Context, in *passkeyRequest) (*personAnswer, error) {
	o, err := a.usePasskey(ctx, in.Body.Ceremony, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	if in.Body.TakeGuest {
		if err := a.takeGuest(ctx, o.Person); err != nil {
			return nil, err
		}
	}
	return a.proven(ctx, o.Person, "")
}

// usePasskey returns the owner of the passkey with which a browser answered, and
// stores that it was used.
func (a *API) usePasskey(ctx context.Context, id string, answer any) (o owner, err error) {
	w, err := relyingParty(ctx)
	if err != nil {
		return o, err
	}
	c, err := a.endCeremony(ctx, id)
	if err != nil {
		return o, err
	}
	data, err := json.Marshal(answer)
	if err != nil || c.Person != "" {
		return o, badPasskey
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(data)
	if err != nil {
		return o, badPasskey
	}
	var failed error
	_, credential, err := w.ValidatePasskeyLogin(func(id, _ []byte) (webauthn.User, error) {
		var key store.Passkey
		if key, failed = a.Store.Passkey(ctx, base64.RawURLEncoding.EncodeToString(id)); failed != nil {
			return nil, failed
		}
		var p store.Person
		if p, failed = a.Store.Person(ctx, key.Person); failed != nil {
			return nil, failed
		}
		o, failed = a.ownerOf(ctx, p)
		return o, failed
	}, c.Session, parsed)
	switch {
	case failed != nil && !core.IsNotFound(failed):
		return o, failed
	case core.IsNotFound(failed):
		return o, core.NewProblem(http.StatusForbidden, "passkey-unknown", "this passkey belongs to no account here")
	case err != nil || credential.Authenticator.CloneWarning:
		a.Log.Info("a passkey is refused", "reason", err)
		return o, badPasskey
	}
	text, err := json.Marshal(credential)
	if err != nil {
		return o, err
	}
	return o, a.Store.UsePasskey(ctx, base64.RawURLEncoding.EncodeToString(credential.ID), string(text), a.Now())
}
