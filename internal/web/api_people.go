package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/alexedwards/scs/v2"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const (
	cookieName  = "tafelrunde"
	sessionFor  = 180 * 24 * time.Hour
	personKey   = "person"
	sinceKey    = "since"
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
	data, err := s.store.Session(ctx, token, moment())
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
	return s.store.DropSession(ctx, token)
}

func (s sessionStore) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

func (s sessionStore) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

func (s sessionStore) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }

// knownPeople remembers for a while who a cookie or token speaks for.
type knownPeople struct {
	mu     sync.Mutex
	people map[string]knownPerson
	// forgets counts the calls of forget.
	forgets int64
}

type knownPerson struct {
	person store.Person
	until  time.Time
}

// How long it is remembered. What other programs change is not heard of here.
const (
	knownFor      = 30 * time.Second
	knownForAlone = 15 * time.Minute
	knownAtMost   = 50_000
)

// get gives who a secret speaks for; if that is not known, asked is for put.
func (k *knownPeople) get(secret string) (p store.Person, asked int64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, ok := k.people[secret]
	return known.person, k.forgets, ok && time.Now().Before(known.until)
}

// put remembers what was read since get, unless something has changed
// meanwhile.
func (k *knownPeople) put(secret string, p store.Person, asked int64, d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.forgets != asked {
		return
	}
	if len(k.people) >= knownAtMost {
		clear(k.people)
	}
	k.people[secret] = knownPerson{p, time.Now().Add(d)}
}

// forget is called after anything about a person has changed.
func (k *knownPeople) forget(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.forgets++
	for secret, p := range k.people {
		if p.person.ID == id {
			delete(k.people, secret)
		}
	}
}

func (a *API) remember(secret string, p store.Person, asked int64) {
	d := knownFor
	if a.host.Alone() {
		d = knownForAlone
	}
	a.known.put(secret, p, asked, d)
}

type personContext struct{}

// identify finds out who asks. Who does not say is nobody; a secret that is
// not known is refused if it is a token, and is nobody if it is a cookie.
func (a *API) identify(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	person, err := a.whoAsks(r)
	if err != nil {
		p, _ := a.problemOf(err).(*Problem)
		writeProblem(w, p)
		return
	}
	next(huma.WithValue(huma.WithValue(ctx, personContext{}, person), hostContext{}, r.Host))
}

func (a *API) whoAsks(r *http.Request) (store.Person, error) {
	ctx := r.Context()
	if header := r.Header.Get("Authorization"); header != "" {
		token, ok := strings.CutPrefix(header, "Bearer ")
		if !ok {
			return store.Person{}, problem(http.StatusUnauthorized, "token", "this token is not known")
		}
		p, asked, ok := a.known.get(header)
		if ok {
			return p, nil
		}
		p, err := a.store.TokenOwner(ctx, hashToken(token))
		if isNotFound(err) {
			return p, problem(http.StatusUnauthorized, "token", "this token is not known")
		}
		if err == nil {
			a.remember(header, p, asked)
		}
		return p, err
	}
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return store.Person{}, nil
	}
	p, asked, ok := a.known.get(cookie.Value)
	if ok {
		return p, nil
	}
	ctx, err = a.sessions.Load(ctx, cookie.Value)
	if err != nil {
		return store.Person{}, err
	}
	id := a.sessions.GetString(ctx, personKey)
	if id == "" {
		return store.Person{}, nil
	}
	p, err = a.store.Person(ctx, id)
	if isNotFound(err) || err == nil && match.Moment(a.sessions.GetInt64(ctx, sinceKey)) < p.SessionsFrom {
		return store.Person{}, nil
	}
	if err == nil {
		a.remember(cookie.Value, p, asked)
	}
	return p, err
}

// asker is who asks; the ID is "" if nobody is known.
func asker(ctx context.Context) store.Person {
	p, _ := ctx.Value(personContext{}).(store.Person)
	return p
}

// somebody is who asks, or a problem if nobody is known.
func somebody(ctx context.Context) (store.Person, error) {
	p := asker(ctx)
	if p.ID == "" {
		return p, problem(http.StatusUnauthorized, "no-session", "first say under which name you play")
	}
	return p, nil
}

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
	Account bool   `json:"account"`
}

type personAnswer struct {
	SetCookie *http.Cookie `header:"Set-Cookie"`
	Body      Person
}

func answerPerson(p store.Person, cookie *http.Cookie) *personAnswer {
	return &personAnswer{SetCookie: cookie, Body: Person{p.ID, p.Name, p.Account()}}
}

// checkName gives a name without space around it, or a problem.
func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n == 0 || n > match.MaxNameLength ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", problem(http.StatusUnprocessableEntity, "name", "a name has 1 to 30 characters that can be seen")
	}
	return name, nil
}

// enter begins a session for a person.
func (a *API) enter(ctx context.Context, id string) (*http.Cookie, error) {
	ctx, err := a.sessions.Load(ctx, "")
	if err != nil {
		return nil, err
	}
	a.sessions.Put(ctx, personKey, id)
	a.sessions.Put(ctx, sinceKey, int64(moment()))
	token, expiry, err := a.sessions.Commit(ctx)
	if err != nil {
		return nil, err
	}
	return a.cookie(token, expiry), nil
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
	Body struct {
		Name      string `json:"name" maxLength:"200"`
		Password  string `json:"password" maxLength:"1000"`
		TakeGuest bool   `json:"takeGuest,omitempty" doc:"take the matches of the guest that one is along"`
	}
}

func (a *API) registerPeople(routes huma.API) {
	huma.Register(routes, huma.Operation{OperationID: "getSession", Method: http.MethodGet, Path: "/api/session", Summary: "Who one is; all fields are empty if nobody yet"},
		func(ctx context.Context, _ *struct{}) (*personAnswer, error) {
			return answerPerson(asker(ctx), nil), nil
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
			if ctx, err := a.sessions.Load(ctx, in.Cookie); err == nil && in.Cookie != "" {
				if err := a.sessions.Destroy(ctx); err != nil {
					return nil, a.problemOf(err)
				}
			}
			a.known.forget(asker(ctx).ID)
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
			answer, err := a.login(ctx, in.Body.Name, in.Body.Password, in.Body.TakeGuest)
			return answer, a.problemOf(err)
		})
	huma.Register(routes, huma.Operation{OperationID: "makeToken", Method: http.MethodPost, Path: "/api/tokens", Summary: "Make a bearer token for programs"},
		func(ctx context.Context, _ *struct{}) (*struct {
			Body struct {
				Token string `json:"token"`
			}
		}, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			if !p.Account() {
				return nil, problem(http.StatusForbidden, "account-needed", "tokens are for people with accounts")
			}
			token := "taf_" + rand.Text()
			if err := a.store.AddToken(ctx, hashToken(token), p.ID, moment()); err != nil {
				return nil, a.problemOf(err)
			}
			out := &struct {
				Body struct {
					Token string `json:"token"`
				}
			}{}
			out.Body.Token = token
			return out, nil
		})
}

func (a *API) beGuest(ctx context.Context, name string) (*personAnswer, error) {
	name, err := checkName(name)
	if err != nil {
		return nil, err
	}
	p := asker(ctx)
	if p.Account() {
		return nil, problem(http.StatusConflict, "has-account", "you have an account; leave it first")
	}
	if p.ID != "" {
		p.Name = name
		if err := a.store.SetPerson(ctx, p); err != nil {
			return nil, err
		}
		a.known.forget(p.ID)
		return answerPerson(p, nil), nil
	}
	p = store.Person{ID: newID(), Name: name, Since: moment()}
	if err := a.store.AddPerson(ctx, p); err != nil {
		return nil, err
	}
	cookie, err := a.enter(ctx, p.ID)
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
	if err := checkPassword(password); err != nil {
		return nil, err
	}
	p := asker(ctx)
	if p.Account() {
		return nil, problem(http.StatusConflict, "has-account", "you have an account; leave it first")
	}
	hash, err := a.passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	guest := p.ID != ""
	if !guest {
		p = store.Person{ID: newID(), Since: moment()}
	}
	p.Name, p.Registered, p.Password = name, true, hash
	if guest {
		err = a.store.SetPerson(ctx, p)
		a.known.forget(p.ID)
	} else {
		err = a.store.AddPerson(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	if guest {
		if err := a.becomeMember(ctx, p); err != nil {
			return nil, err
		}
	}
	return a.entered(ctx, p) // a new session: the old secret was a guest's
}

// becomeMember lets a guest who has made an account be shown so at his tables.
func (a *API) becomeMember(ctx context.Context, p store.Person) error {
	_, err := a.rename(ctx, p, match.Rename{Player: playerOf(p)})
	return err
}

func (a *API) login(ctx context.Context, name, password string, takeGuest bool) (*personAnswer, error) {
	p, err := a.store.PersonNamed(ctx, strings.TrimSpace(name))
	if err != nil && !isNotFound(err) {
		return nil, err
	}
	same, err := a.passwords.Matches(ctx, password, p.Password)
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
	return a.entered(ctx, p)
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
