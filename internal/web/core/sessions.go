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
	cookieName = "tafelrunde"
	sessionFor = 180 * 24 * time.Hour
	// Keys of the values of a session.
	personKey  = "person"
	sinceKey   = "since"
	epochKey   = "epoch"
	provedKey  = "proved"
	passkeyKey = "passkey"
)

func newSessions(s store.Sessions, secure bool, lifetime time.Duration) *scs.SessionManager {
	// scs.New would start a store in memory that never stops.
	return &scs.SessionManager{
		Store: sessionStore{s}, Codec: scs.GobCodec{}, Lifetime: cmp.Or(lifetime, sessionFor), HashTokenInStore: true,
		Cookie: scs.SessionCookie{Name: cookieName, Secure: secure, SameSite: http.SameSiteLaxMode},
	}
}

// sessionStore implements scs.CtxStore.
type sessionStore struct{ store store.Sessions }

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
		l.Until = until
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

// loginContext is the context key for the description of a session that is stored.
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

func (a *App) cookie(token string, expiry time.Time) *http.Cookie {
	return &http.Cookie{
		Name: cookieName, Value: token, Path: a.CookiePath(), Expires: expiry, MaxAge: int(time.Until(expiry).Seconds()),
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
	return &http.Cookie{Name: cookieName, Path: a.CookiePath(), MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

var _ scs.CtxStore = sessionStore{}

// HashResetLink returns the hash under which a link that resets a password is stored.
func HashResetLink(link string) string { return HashToken("reset link " + link) }
