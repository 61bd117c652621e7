package core

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const (
	// cookieName is the name of the session cookie without the prefix of CookieName.
	cookieName = "tafelrunde"
	sessionFor = 180 * 24 * time.Hour
	// idleFor is how long a session of a person with an account lasts without use. Those of
	// guests last longer: guests cannot log in again.
	idleFor = 30 * 24 * time.Hour
	// Keys of the values of a session.
	personKey  = "person"
	sinceKey   = "since"
	epochKey   = "epoch"
	provedKey  = "proved"
	passkeyKey = "passkey"
	// prefixedKey is true for sessions that have begun while CookieName had a prefix. Only
	// others are valid in a cookie without it.
	prefixedKey = "prefixed"
)

func newSessions(s store.Sessions, secure bool, lifetime, idle time.Duration) *scs.SessionManager {
	// scs.New would start a store in memory that never stops.
	return &scs.SessionManager{
		Store: sessionStore{s, match.Millis(idle.Milliseconds())}, Codec: scs.GobCodec{}, Lifetime: cmp.Or(lifetime, sessionFor), HashTokenInStore: true,
		Cookie: scs.SessionCookie{Name: cookieName, Secure: secure, SameSite: http.SameSiteLaxMode},
	}
}

// sessionStore implements scs.CtxStore.
type sessionStore struct {
	store store.Sessions
	// idle is how long a session of a person with an account is stored without use.
	idle match.Millis
}

func (s sessionStore) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	data, err := s.store.Session(ctx, token, host.Now())
	if err != nil {
		if IsNotFound(err) {
			err = nil
		}
		return nil, false, err
	}
	data, err = base64.StdEncoding.DecodeString(string(data))
	return data, err == nil, err
}

func (s sessionStore) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	data, until := []byte(base64.StdEncoding.EncodeToString(data)), match.Moment(expiry.UnixMilli())
	if l, ok := ctx.Value(loginContext{}).(store.Login); ok {
		l.Until = min(until, host.Now().After(s.idle))
		if l.Person == "" {
			return s.store.SetSession(ctx, token, data, l.Until)
		}
		return s.store.AddSession(ctx, token, data, l)
	}
	return s.store.SetSession(ctx, token, data, until)
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

// BeginSession starts a session for a person, in the person's epoch, and returns
// its cookie. If the person has an account, the session is listed with the device of the
// request.
func (a *App) BeginSession(ctx context.Context, p store.Person, proved Proof) (*http.Cookie, error) {
	if err := CheckBanned(p); err != nil {
		return nil, err
	}
	ctx, err := a.Sessions.Load(ctx, "")
	if err != nil {
		return nil, err
	}
	a.Sessions.Put(ctx, personKey, p.ID)
	a.Sessions.Put(ctx, epochKey, p.Epoch)
	a.Sessions.Put(ctx, provedKey, int64(proved.At))
	a.Sessions.Put(ctx, passkeyKey, int64(proved.Passkey))
	a.Sessions.Put(ctx, prefixedKey, a.SecureCookies())
	now := a.Now()
	a.Sessions.Put(ctx, sinceKey, int64(now))
	if p.Account() {
		ctx = context.WithValue(ctx, loginContext{}, store.Login{Person: p.ID, Epoch: p.Epoch, Device: deviceOf(requestIn(ctx).userAgent), Since: now, UsedAt: now})
	}
	token, expiry, err := a.Sessions.Commit(ctx)
	if err != nil {
		return nil, err
	}
	a.used.note(sessionToken(token), 0, now, storeLoginEvery)
	return a.cookie(token, expiry), nil
}

// loginContext is the context key for the description of a session of a person with an
// account that is stored; it is the zero value for one that is in the store.
type loginContext struct{}

// SessionIDOf returns the ID of the session with a cookie; "" for none.
func SessionIDOf(cookie string) string {
	if cookie == "" {
		return ""
	}
	return store.SessionID(sessionToken(cookie))
}

// sessionToken returns the hash of a cookie under which scs stores the session.
func sessionToken(cookie string) string {
	sum := sha256.Sum256([]byte(cookie))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// endingContext is the context key for the person whose session is deleted.
type endingContext struct{}

// EndSession deletes the session of a cookie, if it exists.
func (a *App) EndSession(ctx context.Context, cookie string) error {
	if cookie == "" {
		return nil
	}
	ctx, err := a.Sessions.Load(ctx, cookie)
	if err != nil {
		return err
	}
	person := a.Sessions.GetString(ctx, personKey)
	if person == "" {
		return nil
	}
	err = a.Sessions.Destroy(context.WithValue(ctx, endingContext{}, person))
	a.PersonChanged(person)
	return err
}

// CookieName returns the name of a cookie of the site with a path. While cookies are
// restricted to HTTPS, it has a prefix with which browsers accept the cookie only over
// HTTPS and, for the path "/", only from this host, not from another one of its domain.
func (a *App) CookieName(name, path string) string {
	switch {
	case !a.SecureCookies():
		return name
	case path == "/":
		return "__Host-" + name
	}
	return "__Secure-" + name
}

func (a *App) sessionCookie() string { return a.CookieName(cookieName, a.CookiePath()) }

// CookieIn returns the value of a cookie of the site with a path that came with the request,
// "" for none.
func (a *App) CookieIn(ctx context.Context, name, path string) string {
	if r := requestIn(ctx).http; r != nil {
		if c, err := r.Cookie(a.CookieName(name, path)); err == nil {
			return c.Value
		}
	}
	return ""
}

// sessionIn returns the session cookie of a request, and whether its name lacks the prefix
// because an earlier version has set it. It is "" for none.
func (a *App) sessionIn(r *http.Request) (value string, unprefixed bool) {
	name := a.sessionCookie()
	if c, err := r.Cookie(name); err == nil && c.Value != "" {
		return c.Value, false
	}
	if name == cookieName {
		return "", false
	}
	c, err := r.Cookie(cookieName)
	if err != nil {
		return "", false
	}
	return c.Value, c.Value != ""
}

// renameCookie replaces a session cookie without the prefix by one with it, or deletes it if
// its session is not valid.
func (a *App) renameCookie(w http.ResponseWriter, c *Caller) {
	http.SetCookie(w, &http.Cookie{Name: cookieName, Path: a.CookiePath(), MaxAge: -1, HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode})
	if c.Person.ID != "" {
		http.SetCookie(w, a.cookie(c.Secret.Text, time.UnixMilli(int64(c.Until))))
	}
}

func (a *App) cookie(token string, expiry time.Time) *http.Cookie {
	return &http.Cookie{
		Name: a.sessionCookie(), Value: token, Path: a.CookiePath(), Expires: expiry, MaxAge: int(time.Until(expiry).Seconds()),
		HttpOnly: true, Secure: a.Sessions.Cookie.Secure, SameSite: http.SameSiteLaxMode,
	}
}

// HashToken returns the hash under which a secret is stored.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// NewID returns a random ID of 96 bits, as 16 characters that need no escaping in
// URLs.
func NewID() string {
	var b [12]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// PlayerOf returns a person as a player of a match.
func PlayerOf(p store.Person) match.Player {
	return match.Player{ID: p.ID, Name: p.Name, Account: p.Account(), Bot: p.Bot}
}

// ClearedCookie returns a cookie that makes browsers delete the session cookie.
func (a *App) ClearedCookie() *http.Cookie {
	return &http.Cookie{Name: a.sessionCookie(), Path: a.CookiePath(), MaxAge: -1, HttpOnly: true, Secure: a.SecureCookies(), SameSite: http.SameSiteLaxMode}
}

var _ scs.CtxStore = sessionStore{}

// HashResetLink returns the hash under which a link that resets a password is stored.
func HashResetLink(link string) string { return HashToken("reset link " + link) }
