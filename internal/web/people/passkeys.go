package people

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// ceremonyTimeout is how long a browser may take to respond with a passkey.
	ceremonyTimeout = 5 * match.Minute
	// maxPasskeys is how many passkeys a person may have.
	maxPasskeys = 20
)

// ceremony is the stored state between a challenge and the browser's response.
type ceremony struct {
	// Person is the ID of the owner of a new passkey, and Name the name of an
	// account to be created; both are "" in a login.
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	// Invitation is the invitation to create the account, "" for none.
	Invitation string               `json:"invitation,omitempty"`
	Session    webauthn.SessionData `json:"session"`
}

// owner implements webauthn.User.
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
	list, err := a.store.Passkeys(ctx, p.ID)
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

// relyingParty returns the WebAuthn configuration of the host to which the
// request was sent. A forged Host header is harmless: browsers sign the origin of
// the page.
func relyingParty(ctx context.Context) (*webauthn.WebAuthn, error) {
	at := core.HostOf(ctx)
	name, _, err := net.SplitHostPort(at)
	if err != nil {
		name = at
	}
	if net.ParseIP(strings.Trim(name, "[]")) != nil || name == "" {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "passkey-address", "passkeys require a server with a domain name, not an IP address")
	}
	w, err := webauthn.New(&webauthn.Config{
		RPID: name, RPDisplayName: "Tafelrunde", RPOrigins: []string{"https://" + at, "http://" + at},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationPreferred,
		},
	})
	if err != nil {
		return nil, core.NewProblem(http.StatusUnprocessableEntity, "passkey-address", "passkeys cannot be used with this domain name")
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
	return id, a.store.SetSession(ctx, ceremonyKey(id), data, a.Now().After(ceremonyTimeout))
}

var lastPasskey = core.NewProblem(http.StatusConflict, "last-passkey", "this is your only way to log in; set a password first")

var manyPasskeys = core.NewProblem(http.StatusConflict, "passkeys-many", "you have too many passkeys; delete one first")

var badPasskey = core.NewProblem(http.StatusForbidden, "passkey", "this passkey was not accepted")

// endCeremony returns the state of a ceremony and deletes it: a response of the
// browser is accepted once.
func (a *API) endCeremony(ctx context.Context, id string) (c ceremony, err error) {
	data, err := a.store.TakeSession(ctx, ceremonyKey(id), a.Now())
	if core.IsNotFound(err) {
		return c, core.NewProblem(http.StatusForbidden, "passkey-late", "the request for a passkey has expired; try again")
	}
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(data, &c)
}

type ceremonyResponse struct {
	Body struct {
		Ceremony string `json:"ceremony" doc:"to be sent with the browser's response"`
		Options  any    `json:"options" doc:"the argument for navigator.credentials"`
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
		Credential any    `json:"credential" doc:"the browser's response"`
		Label      string `json:"label,omitempty" maxLength:"200" doc:"the name of the passkey"`
		TakeGuest  bool   `json:"takeGuest,omitempty" doc:"transfer the matches of the requester, who is a guest, to the account"`
	}
}

type newPasskeyRequest struct {
	Body struct {
		Name       string `json:"name,omitempty" maxLength:"200" doc:"the name of the new account, if the requester has none"`
		Invitation string `json:"invitation,omitempty" maxLength:"100" doc:"what follows # in the link of an invitation, for a new account"`
	}
}

func (a *API) registerPasskeys(routes huma.API) {
	core.Register(routes, core.Create.ByAddress(core.CeremoniesByAddress), huma.Operation{OperationID: "beginPasskeyRegistration", Method: http.MethodPost, Path: "/api/passkeys/new", Summary: "Begin the registration of a passkey, and of an account if the requester has none"},
		func(ctx context.Context, in *newPasskeyRequest) (*ceremonyResponse, error) {
			response, err := a.beginPasskeyRegistration(ctx, in.Body.Name, in.Body.Invitation)
			return response, a.ProblemOf(err)
		})
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "finishPasskeyRegistration", Method: http.MethodPost, Path: "/api/passkeys", Summary: "Finish the registration of a passkey"},
		func(ctx context.Context, in *passkeyRequest) (*personResponse, error) {
			response, err := a.finishPasskeyRegistration(ctx, in)
			return response, a.ProblemOf(err)
		})
	core.Register(routes, core.Create.ByAddress(core.CeremoniesByAddress), huma.Operation{OperationID: "beginPasskeyLogin", Method: http.MethodPost, Path: "/api/passkeys/challenge", Summary: "Begin a login with a passkey"}, a.beginPasskeyLogin)
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "finishPasskeyLogin", Method: http.MethodPost, Path: "/api/passkeys/login", Summary: "Finish a login with a passkey"},
		func(ctx context.Context, in *passkeyRequest) (*personResponse, error) {
			response, err := a.finishPasskeyLogin(ctx, in)
			return response, a.ProblemOf(err)
		})
	core.Register(routes, core.Read, huma.Operation{OperationID: "getPasskeys", Method: http.MethodGet, Path: "/api/me/passkeys", Summary: "The requester's passkeys"}, a.getPasskeys)
	core.Register(routes, core.Change, huma.Operation{OperationID: "deletePasskey", Method: http.MethodDelete, Path: "/api/me/passkeys/{key}", Summary: "Delete a passkey", DefaultStatus: http.StatusNoContent}, a.deletePasskey)
}

func (a *API) beginPasskeyLogin(ctx context.Context, _ *struct{}) (*ceremonyResponse, error) {
	w, err := relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	assertion, session, err := w.BeginDiscoverableLogin()
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	response := &ceremonyResponse{}
	response.Body.Options = assertion
	response.Body.Ceremony, err = a.beginCeremony(ctx, ceremony{Session: *session})
	return response, a.ProblemOf(err)
}

type passkeysResponse struct {
	Body struct {
		Passkeys []PasskeyView `json:"passkeys"`
		Password bool          `json:"password" doc:"whether the account has a password too"`
	}
}

func (a *API) getPasskeys(ctx context.Context, _ *struct{}) (*passkeysResponse, error) {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return nil, err
	}
	list, err := a.store.Passkeys(ctx, p.ID)
	out := &passkeysResponse{}
	out.Body.Password = p.Password != ""
	out.Body.Passkeys = passkeyViews(list)
	return out, a.ProblemOf(err)
}

func (a *API) deletePasskey(ctx context.Context, in *struct {
	Key string `path:"key" maxLength:"2000"`
}) (*struct{}, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	list, err := a.store.Passkeys(ctx, p.ID)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	// Before the requester has to confirm the identity in vain.
	if p.Password == "" && len(list) == 1 && list[0].ID == in.Key {
		return nil, lastPasskey
	}
	if err := a.checkProof(ctx, p, ""); err != nil {
		return nil, a.ProblemOf(err)
	}
	err = conflictAsNoSession(a.store.DeletePasskey(ctx, p.ID, p.Epoch, in.Key))
	a.PersonChanged(p.ID)
	if errors.Is(err, store.ErrLastPasskey) {
		err = lastPasskey
	}
	return nil, a.ProblemOf(err)
}

func passkeyViews(list []store.Passkey) []PasskeyView {
	views := []PasskeyView{}
	for _, k := range list {
		views = append(views, PasskeyView{k.ID, k.Name, k.Since, k.UsedAt})
	}
	return views
}

func (a *API) beginPasskeyRegistration(ctx context.Context, name, invitation string) (*ceremonyResponse, error) {
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
		if err := a.CheckRegistration(ctx, invitation); err != nil {
			return nil, err
		}
		c.Invitation = invitation
		if _, err := a.store.AccountLike(ctx, c.Name); err == nil {
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
	if len(o.keys) >= maxPasskeys { // before the requester uses the authenticator in vain
		return nil, manyPasskeys
	}
	creation, session, err := w.BeginRegistration(o, webauthn.WithExclusions(webauthn.Credentials(o.keys).CredentialDescriptors()))
	if err != nil {
		return nil, err
	}
	c.Session = *session
	response := &ceremonyResponse{}
	response.Body.Options = creation
	response.Body.Ceremony, err = a.beginCeremony(ctx, c)
	return response, err
}

func (a *API) finishPasskeyRegistration(ctx context.Context, in *passkeyRequest) (*personResponse, error) {
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
	// A login or logout in another tab invalidates the ceremony.
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
		a.Log.Info("refused a new passkey", "reason", err)
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
	key := store.Passkey{ID: base64.RawURLEncoding.EncodeToString(credential.ID), Person: c.Person, Name: label, Credential: string(text), Since: a.Now()}
	if c.Name != "" {
		if err := a.CheckRegistration(ctx, c.Invitation); err != nil {
			return nil, err // closed meanwhile
		}
		if p, err = a.register(ctx, p, store.Person{ID: c.Person, Name: c.Name}, &key, c.Invitation); err != nil {
			return nil, err
		}
		return a.startPasskeySession(ctx, p)
	}
	if err := a.addPasskey(ctx, p, key); err != nil {
		return nil, err
	}
	if err := a.StorePasskeyProof(ctx); err != nil {
		return nil, err
	}
	now, err := a.FreshCaller(ctx)
	return newPersonResponse(now), err
}

// unknownPasskey returns [badPasskey] for [store.ErrPasskeyTaken], and all other errors
// unchanged.
func unknownPasskey(err error) error {
	if errors.Is(err, store.ErrPasskeyTaken) {
		return badPasskey
	}
	return err
}

// addPasskey adds a passkey to an account.
func (a *API) addPasskey(ctx context.Context, p store.Person, key store.Passkey) error {
	err := conflictAsNoSession(a.store.AddPasskey(ctx, key, p.Epoch, maxPasskeys))
	if errors.Is(err, store.ErrTooMany) {
		return manyPasskeys
	}
	return unknownPasskey(err)
}

func (a *API) finishPasskeyLogin(ctx context.Context, in *passkeyRequest) (*personResponse, error) {
	o, err := a.usePasskey(ctx, in.Body.Ceremony, in.Body.Credential)
	if errors.Is(err, badPasskey) {
		metrics.FailedLogins.Inc()
	}
	if err == nil {
		err = core.CheckBanned(o.Person)
	}
	if err != nil {
		return nil, err
	}
	if in.Body.TakeGuest {
		if err := a.mergeGuest(ctx, o.Person); err != nil {
			return nil, err
		}
	}
	return a.startPasskeySession(ctx, o.Person)
}

// usePasskey verifies the browser's response of a login, records the use of the
// passkey and returns its owner.
func (a *API) usePasskey(ctx context.Context, id string, response any) (o owner, err error) {
	w, err := relyingParty(ctx)
	if err != nil {
		return o, err
	}
	c, err := a.endCeremony(ctx, id)
	if err != nil {
		return o, err
	}
	data, err := json.Marshal(response)
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
		if key, failed = a.store.Passkey(ctx, base64.RawURLEncoding.EncodeToString(id)); failed != nil {
			return nil, failed
		}
		var p store.Person
		if p, failed = a.store.Person(ctx, key.Person); failed != nil {
			return nil, failed
		}
		o, failed = a.ownerOf(ctx, p)
		return o, failed
	}, c.Session, parsed)
	switch {
	case failed != nil && !core.IsNotFound(failed):
		return o, failed
	case core.IsNotFound(failed):
		return o, core.NewProblem(http.StatusForbidden, "passkey-unknown", "no account has this passkey")
	case err != nil || credential.Authenticator.CloneWarning:
		a.Log.Info("refused a passkey", "reason", err)
		return o, badPasskey
	}
	text, err := json.Marshal(credential)
	if err != nil {
		return o, err
	}
	return o, a.store.UsePasskey(ctx, base64.RawURLEncoding.EncodeToString(credential.ID), string(text), a.Now())
}
