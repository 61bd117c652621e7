package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const (
	cookieName  = "tafelrunde"
	sessionFor  = 180 * 24 * time.Hour
	personKey   = "person"
	sinceKey    = "since"
	epochKey    = "epoch"
	provedKey   = "proved"
	minPassword = 8
	maxPassword = 200
)

func newSessions(s store.Store, secure bool) *scs.SessionManager {
	m := scs.New()
	m.Store = sessionStore{s}
	m.Lifetime = sessionFor
	m.HashTokenInStore = true
	m.Cookie.Name, m.Cookie.Secure, m.Cookie.SameSite = cookieName, secure, http.SameSiteLaxMode
	return m
}

// sessionStore lets scs keep its sessions in the store.
type sessionStore struct{ store store.Store }

var _ scs.CtxStore = sessionStore{}

func (s sessionStore) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	data, err := s.store.Session(ctx, token, host.Now())
	if err != nil {
		if isNotFound(err) {
			err = nil
		}
		return nil, false, err
	}
	data, err = base64.StdEncoding.DecodeString(string(data))
	return data, err == nil, err
}

func (s sessionStore) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	return s.store.SetSession(ctx, token, []byte(base64.StdEncoding.EncodeToString(data)), match.Moment(expiry.UnixMilli()))
}

func (s sessionStore) DeleteCtx(ctx context.Context, token string) error {
	person, _ := ctx.Value(endingContext{}).(string)
	return s.store.DeleteSession(ctx, token, person)
}

func (s sessionStore) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

func (s sessionStore) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

func (s sessionStore) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

func playerOf(p store.Person) match.Player {
	return match.Player{ID: p.ID, Name: p.Name, Account: p.Account()}
}

// newID is a random name of 96 bits for addresses.
func newID() string {
	var b [12]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

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

// enter begins a session for a person, in the person's epoch. Proved is when a
// password or passkey proved who it is, 0 for never.
func (a *API) enter(ctx context.Context, p store.Person, proved match.Moment) (*http.Cookie, error) {
	ctx, err := a.sessions.Load(ctx, "")
	if err != nil {
		return nil, err
	}
	a.sessions.Put(ctx, personKey, p.ID)
	a.sessions.Put(ctx, epochKey, p.Epoch)
	a.sessions.Put(ctx, provedKey, int64(proved))
	a.sessions.Put(ctx, sinceKey, int64(a.moment()))
	token, expiry, err := a.sessions.Commit(ctx)
	if err != nil {
		return nil, err
	}
	return a.cookie(token, expiry), nil
}

// endingContext has the person whose session is deleted.
type endingContext struct{}

// endSession deletes a session, if there is such a one.
func (a *API) endSession(ctx context.Context, cookie string) error {
	if cookie == "" {
		return nil
	}
	ctx, err := a.sessions.Load(ctx, cookie)
	if err != nil {
		return err
	}
	person := a.sessions.GetString(ctx, personKey)
	if person == "" {
		return nil
	}
	err = a.sessions.Destroy(context.WithValue(ctx, endingContext{}, person))
	a.personChanged(person)
	return err
}

func (a *API) cookie(token string, expiry time.Time) *http.Cookie {
	return &http.Cookie{
		Name: cookieName, Value: token, Path: "/", Expires: expiry, MaxAge: int(time.Until(expiry).Seconds()),
		HttpOnly: true, Secure: a.sessions.Cookie.Secure, SameSite: http.SameSiteLaxMode,
	}
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

func (a *API) registerPeople(routes huma.API) {
	huma.Register(routes, huma.Operation{OperationID: "getSession", Method: http.MethodGet, Path: "/api/session", Summary: "Who one is; all fields are empty if nobody yet"},
		func(ctx context.Context, _ *struct{}) (*personAnswer, error) {
			return answerPerson(asker(ctx)), nil
		})
	huma.Register(routes, huma.Operation{OperationID: "beGuest", Method: http.MethodPost, Path: "/api/session", Summary: "Become a guest, or change a guest's name"},
		func(ctx context.Context, in *nameRequest) (*personAnswer, error) {
			answer, err := a.beGuest(ctx, in.Body.Name)
			return answer, a.problemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "leaveSession", Method: http.MethodDelete, Path: "/api/session", Summary: "Leave", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			Cookie string `cookie:"tafelrunde"`
		}) (*struct {
			SetCookie *http.Cookie `header:"Set-Cookie"`
		}, error) {
			if err := a.endSession(ctx, in.Cookie); err != nil {
				return nil, a.problemOf(err)
			}
			return &struct {
				SetCookie *http.Cookie `header:"Set-Cookie"`
			}{noCookie()}, nil
		})
	huma.Register(routes, huma.Operation{OperationID: "makeAccount", Method: http.MethodPost, Path: "/api/account", Summary: "Make an account, of the guest if one is"},
		func(ctx context.Context, in *secretRequest) (*personAnswer, error) {
			answer, err := a.makeAccount(ctx, in.Body.Name, in.Body.Password)
			return answer, a.problemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "login", Method: http.MethodPost, Path: "/api/login", Summary: "Begin a session with name and password"},
		func(ctx context.Context, in *loginRequest) (*personAnswer, error) {
			answer, err := a.login(ctx, in.Body.Name, in.Body.Password, device(in.Device), in.Body.TakeGuest)
			return answer, a.problemOf(err)
		})
}

func (a *API) beGuest(ctx context.Context, name string) (*personAnswer, error) {
	name, err := checkName(name)
	if err != nil {
		return nil, err
	}
	p, err := a.fresh(ctx)
	if err != nil {
		return nil, err
	}
	if p.Account() {
		return nil, problem(http.StatusConflict, "has-account", "you have an account; leave it first")
	}
	if err := a.freeForGuest(ctx, name); err != nil {
		return nil, err
	}
	if p.ID != "" {
		err := a.store.RenameGuest(ctx, p.ID, name)
		a.personChanged(p.ID)
		if isNotFound(err) { // gone, or no longer a guest
			err = noSession
		}
		if err != nil {
			return nil, err
		}
		p.Name = name
		return answerPerson(p), nil
	}
	p = store.Person{ID: newID(), Name: name, Since: a.moment()}
	if err := a.store.AddPerson(ctx, p); err != nil {
		return nil, err
	}
	cookie, err := a.enter(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	return answerPerson(p, cookie), nil
}

func (a *API) makeAccount(ctx context.Context, name, password string) (*personAnswer, error) {
	name, err := checkName(name)
	if err != nil {
		return nil, err
	}
	if err := checkPassword(password, name); err != nil {
		return nil, err
	}
	if _, err := a.store.AccountLike(ctx, name); err == nil {
		return nil, store.ErrTaken // before a hash is computed
	} else if !isNotFound(err) {
		return nil, err
	}
	p, err := a.fresh(ctx)
	if err != nil {
		return nil, err
	}
	if p.Account() {
		return nil, problem(http.StatusConflict, "has-account", "you have an account; leave it first")
	}
	hash, err := a.passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	if p, err = a.register(ctx, p, newID(), name, hash); err != nil {
		return nil, err
	}
	return a.proven(ctx, p, "")
}

// register makes an account: of a guest, whose sessions end, or of nobody, under
// a new ID.
func (a *API) register(ctx context.Context, guest store.Person, id, name, hash string) (store.Person, error) {
	p := guest
	if p.ID == "" {
		p = store.Person{ID: id, Since: a.moment()}
	}
	p.Name, p.Registered, p.Password = name, true, hash
	if guest.ID == "" {
		return p, a.store.AddPerson(ctx, p)
	}
	err := ended(a.store.Register(ctx, p.ID, p.Epoch, p.Name, p.Password))
	a.personChanged(p.ID)
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
		return noSession
	}
	return err
}

// becomeMember lets a guest who has made an account be shown so at his tables.
func (a *API) becomeMember(ctx context.Context, p store.Person) error {
	_, err := a.rename(ctx, p, match.Rename{Player: playerOf(p)})
	return err
}

func (a *API) login(ctx context.Context, name, password string, from device, takeGuest bool) (*personAnswer, error) {
	p, err := a.memberNamed(ctx, name)
	if err != nil && !isNotFound(err) {
		return nil, err
	}
	same, err := a.loginPassword(ctx, name, password, from, p)
	if err != nil {
		return nil, err
	}
	if !same || p.ID == "" {
		return nil, problem(http.StatusForbidden, "login", "name or password are wrong")
	}
	if takeGuest {
		if err := a.takeGuest(ctx, p); err != nil {
			return nil, err
		}
	}
	return a.proven(ctx, p, from)
}

func writeProblem(w http.ResponseWriter, p *Problem) {
	maps.Copy(w.Header(), p.GetHeaders())
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.status)
	body, err := json.Marshal(p)
	if err == nil {
		w.Write(append(body, '\n'))
	}
}
