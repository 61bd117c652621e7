// Package people has the routes about people: sessions, accounts, passkeys,
// tokens, profiles, blocks and reports.
package people

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/passwords"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// API answers requests about people: sessions, accounts, passkeys, tokens,
// profiles, blocks and reports.
type API struct {
	*core.App
	Guesses *Guesses
	// passwords bounds how many hashes are computed at once.
	passwords *passwords.Hasher
}

// Register adds the routes about people.
func Register(routes huma.API, app *core.App) *API {
	a := &API{App: app, Guesses: newGuesses(), passwords: passwords.NewHasher()}
	a.registerSessions(routes)
	a.registerAccount(routes)
	a.registerNames(routes)
	a.registerPasskeys(routes)
	a.registerProof(routes)
	a.registerTokens(routes)
	a.registerProfiles(routes)
	a.registerConduct(routes)
	a.registerExport(routes)
	go a.renameAtTables(app.Stopping)
	return a
}

const (
	minPassword = 8
	maxPassword = 200
)

// Person is somebody as others see him.
type Person struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Account bool   `json:"account" doc:"others are guests, whose names are not theirs alone"`
	NameDue bool   `json:"nameDue,omitempty" doc:"one has to choose another name, because the old one could be taken for that of an older account; only in answers about oneself"`
}

func personOf(p store.Person) Person { return Person{ID: p.ID, Name: p.Name, Account: p.Account()} }

type personAnswer struct {
	SetCookie []*http.Cookie `header:"Set-Cookie"`
	Body      Person
}

func answerPerson(p store.Person, cookies ...*http.Cookie) *personAnswer {
	return &personAnswer{SetCookie: cookies, Body: Person{p.ID, p.Name, p.Account(), p.NameDue}}
}

type nameRequest struct {
	Body struct {
		Name string `json:"name" maxLength:"200"`
	}
}

type secretRequest struct {
	Body struct {
		Name     string `json:"name" maxLength:"200"`
		Password string `json:"password" maxLength:"1000"`
	}
}

type loginRequest struct {
	Device string `cookie:"tafelrunde-device"`
	Body   struct {
		Name      string `json:"name" maxLength:"200"`
		Password  string `json:"password" maxLength:"1000"`
		TakeGuest bool   `json:"takeGuest,omitempty" doc:"take the matches of the guest that one is along"`
	}
}

func (a *API) registerSessions(routes huma.API) {
	huma.Register(routes, huma.Operation{OperationID: "getSession", Method: http.MethodGet, Path: "/api/session", Summary: "Who one is; all fields are empty if nobody yet"},
		func(ctx context.Context, _ *struct{}) (*personAnswer, error) {
			return answerPerson(core.Requester(ctx)), nil
		})
	huma.Register(routes, huma.Operation{OperationID: "beGuest", Method: http.MethodPost, Path: "/api/session", Summary: "Become a guest, or change a guest's name"},
		func(ctx context.Context, in *nameRequest) (*personAnswer, error) {
			answer, err := a.beGuest(ctx, in.Body.Name)
			return answer, a.ProblemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "leaveSession", Method: http.MethodDelete, Path: "/api/session", Summary: "Leave", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			Cookie string `cookie:"tafelrunde"`
		}) (*struct {
			SetCookie *http.Cookie `header:"Set-Cookie"`
		}, error) {
			if err := a.EndSession(ctx, in.Cookie); err != nil {
				return nil, a.ProblemOf(err)
			}
			return &struct {
				SetCookie *http.Cookie `header:"Set-Cookie"`
			}{core.ClearedCookie()}, nil
		})
	huma.Register(routes, huma.Operation{OperationID: "makeAccount", Method: http.MethodPost, Path: "/api/account", Summary: "Make an account, of the guest if one is"},
		func(ctx context.Context, in *secretRequest) (*personAnswer, error) {
			answer, err := a.makeAccount(ctx, in.Body.Name, in.Body.Password)
			return answer, a.ProblemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "login", Method: http.MethodPost, Path: "/api/login", Summary: "Begin a session with name and password"},
		func(ctx context.Context, in *loginRequest) (*personAnswer, error) {
			answer, err := a.login(ctx, in.Body.Name, in.Body.Password, device(in.Device), in.Body.TakeGuest)
			return answer, a.ProblemOf(err)
		})
}

func (a *API) beGuest(ctx context.Context, name string) (*personAnswer, error) {
	name, err := core.CheckName(name)
	if err != nil {
		return nil, err
	}
	p, err := a.FreshRequester(ctx)
	if err != nil {
		return nil, err
	}
	if p.Account() {
		return nil, core.NewProblem(http.StatusConflict, "has-account", "you have an account; leave it first")
	}
	if err := a.freeForGuest(ctx, name); err != nil {
		return nil, err
	}
	if p.ID != "" {
		err := a.Store.RenameGuest(ctx, p.ID, name)
		a.PersonChanged(p.ID)
		if core.IsNotFound(err) { // gone, or no longer a guest
			err = core.NoSession
		}
		if err != nil {
			return nil, err
		}
		p.Name = name
		return answerPerson(p), nil
	}
	p = store.Person{ID: core.NewID(), Name: name, Since: a.Now()}
	if err := a.Store.AddPerson(ctx, p); err != nil {
		return nil, err
	}
	cookie, err := a.BeginSession(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return answerPerson(p, cookie), nil
}

func (a *API) makeAccount(ctx context.Context, name, password string) (*personAnswer, error) {
	name, err := core.CheckName(name)
	if err != nil {
		return nil, err
	}
	if err := checkPassword(password, name); err != nil {
		return nil, err
	}
	if _, err := a.Store.AccountLike(ctx, name); err == nil {
		return nil, store.ErrTaken // before a hash is computed
	} else if !core.IsNotFound(err) {
		return nil, err
	}
	p, err := a.FreshRequester(ctx)
	if err != nil {
		return nil, err
	}
	if p.Account() {
		return nil, core.NewProblem(http.StatusConflict, "has-account", "you have an account; leave it first")
	}
	hash, err := a.passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	if p, err = a.register(ctx, p, core.NewID(), name, hash); err != nil {
		return nil, err
	}
	return a.proven(ctx, p, "")
}

// register makes an account: of a guest, whose sessions end, or of nobody, under
// a new ID.
func (a *API) register(ctx context.Context, guest store.Person, id, name, hash string) (store.Person, error) {
	p := guest
	if p.ID == "" {
		p = store.Person{ID: id, Since: a.Now()}
	}
	p.Name, p.Registered, p.Password = name, true, hash
	if guest.ID == "" {
		return p, a.Store.AddPerson(ctx, p)
	}
	err := ended(a.Store.Register(ctx, p.ID, p.Epoch, p.Name, p.Password))
	a.PersonChanged(p.ID)
	if err != nil {
		return p, err
	}
	p.Epoch++
	return p, a.becomeMember(ctx, p)
}

// ended turns the error of a write that came after the end of the session into a
// problem.
func ended(err error) error {
	if errors.Is(err, store.ErrConflict) {
		return core.NoSession
	}
	return err
}

// becomeMember lets a guest who has made an account be shown so at his tables.
func (a *API) becomeMember(ctx context.Context, p store.Person) error {
	_, err := a.Rename(ctx, p, match.Rename{Player: core.PlayerOf(p)})
	return err
}

func (a *API) login(ctx context.Context, name, password string, from device, takeGuest bool) (*personAnswer, error) {
	p, err := a.MemberNamed(ctx, name)
	if err != nil && !core.IsNotFound(err) {
		return nil, err
	}
	same, err := a.loginPassword(ctx, name, password, from, p)
	if err != nil {
		return nil, err
	}
	if !same || p.ID == "" {
		return nil, core.NewProblem(http.StatusForbidden, "login", "name or password are wrong")
	}
	if takeGuest {
		if err := a.takeGuest(ctx, p); err != nil {
			return nil, err
		}
	}
	return a.proven(ctx, p, from)
}
