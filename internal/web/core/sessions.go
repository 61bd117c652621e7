package core

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"net/http"
	"time"

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
)

// Session is what the server stores of a session.
type Session struct {
	Person string
	// Epoch is the person's epoch in which the session is valid; nil if a build without
	// epochs has stored it.
	Epoch *int64
	Since match.Moment
	Proof Proof
	// Prefixed is true for sessions that have begun while CookieName had a prefix. Only
	// others are valid in a cookie without it.
	Prefixed bool
	// Until is when it ends, however much it is used.
	Until match.Moment
}

// storedSession is the stored form of a session: gob in base64, with the values person,
// epoch, since, proved, passkey and prefixed.
type storedSession struct {
	Deadline time.Time
	Values   map[string]any
}

func (s *Session) encode() ([]byte, error) {
	stored := storedSession{time.UnixMilli(int64(s.Until)).UTC(), map[string]any{
		"person": s.Person, "since": int64(s.Since), "proved": int64(s.Proof.At), "passkey": int64(s.Proof.Passkey), "prefixed": s.Prefixed,
	}}
	if s.Epoch != nil {
		stored.Values["epoch"] = *s.Epoch
	}
	var data bytes.Buffer
	err := gob.NewEncoder(&data).Encode(stored)
	return []byte(base64.StdEncoding.EncodeToString(data.Bytes())), err
}

func decodeSession(text []byte) (Session, error) {
	var stored storedSession
	if err := gob.NewDecoder(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(text))).Decode(&stored); err != nil {
		return Session{}, err
	}
	moment := func(name string) match.Moment {
		ms, _ := stored.Values[name].(int64)
		return match.Moment(ms)
	}
	s := Session{Since: moment("since"), Proof: Proof{moment("proved"), moment("passkey")}, Until: match.Moment(stored.Deadline.UnixMilli())}
	s.Person, _ = stored.Values["person"].(string)
	s.Prefixed, _ = stored.Values["prefixed"].(bool)
	if epoch, ok := stored.Values["epoch"].(int64); ok {
		s.Epoch = &epoch
	}
	return s, nil
}

// LoadSession returns the session of a cookie, or [store.ErrNotFound].
func (a *App) LoadSession(ctx context.Context, cookie string) (Session, error) {
	data, err := a.store.Session(ctx, sessionToken(cookie), a.Now())
	if err != nil {
		return Session{}, err
	}
	return decodeSession(data)
}

// StoreSession stores a session under a cookie until a moment, or until s.Until if that is
// earlier.
func (a *App) StoreSession(ctx context.Context, cookie string, s Session, until match.Moment) error {
	data, err := s.encode()
	if err != nil {
		return err
	}
	return a.store.SetSession(ctx, sessionToken(cookie), data, min(s.Until, until))
}

// BeginSession starts a session for a person, in the person's epoch, and returns
// its cookie. If the person has an account, the session is listed with the device of the
// request.
func (a *App) BeginSession(ctx context.Context, p store.Person, proved Proof) (*http.Cookie, error) {
	if err := CheckBanned(p); err != nil {
		return nil, err
	}
	now := a.Now()
	s := Session{Person: p.ID, Epoch: &p.Epoch, Since: now, Proof: proved, Prefixed: a.SecureCookies(), Until: now.After(a.sessionFor)}
	var secret [32]byte
	rand.Read(secret[:])
	cookie := base64.RawURLEncoding.EncodeToString(secret[:])
	if !p.Account() {
		if err := a.StoreSession(ctx, cookie, s, s.Until); err != nil {
			return nil, err
		}
	} else {
		data, err := s.encode()
		if err != nil {
			return nil, err
		}
		login := store.Login{Person: p.ID, Epoch: p.Epoch, Device: deviceOf(requestIn(ctx).userAgent), Since: now, UsedAt: now, Until: min(s.Until, now.After(a.IdleSessions))}
		if err := a.store.AddSession(ctx, sessionToken(cookie), data, login); err != nil {
			return nil, err
		}
	}
	a.used.note(sessionToken(cookie), 0, now, storeLoginEvery)
	return a.cookie(cookie, time.UnixMilli(int64(s.Until))), nil
}

// SessionIDOf returns the ID of the session with a cookie; "" for none.
func SessionIDOf(cookie string) string {
	if cookie == "" {
		return ""
	}
	return store.SessionID(sessionToken(cookie))
}

// SessionToken returns the hash of the requester's cookie under which the session is stored,
// "" without a session.
func SessionToken(ctx context.Context) string {
	s := CallerIn(ctx).Secret
	if s.Text == "" || s.Token {
		return ""
	}
	return sessionToken(s.Text)
}

// sessionToken returns the hash of a cookie under which its session is stored.
func sessionToken(cookie string) string {
	sum := sha256.Sum256([]byte(cookie))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// EndSession deletes the session of a cookie, if it exists.
func (a *App) EndSession(ctx context.Context, cookie string) error {
	s, err := a.LoadSession(ctx, cookie)
	if IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	err = a.store.DeleteSession(ctx, sessionToken(cookie), s.Person)
	a.PersonChanged(s.Person)
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
		HttpOnly: true, Secure: a.SecureCookies(), SameSite: http.SameSiteLaxMode,
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
	return match.Player{ID: p.ID, Name: p.Name, Account: p.Account(), Bot: p.Bot, Arms: p.Arms}
}

// ClearedCookie returns a cookie that makes browsers delete the session cookie.
func (a *App) ClearedCookie() *http.Cookie {
	return &http.Cookie{Name: a.sessionCookie(), Path: a.CookiePath(), MaxAge: -1, HttpOnly: true, Secure: a.SecureCookies(), SameSite: http.SameSiteLaxMode}
}

// HashResetLink returns the hash under which a link that resets a password is stored.
func HashResetLink(link string) string { return HashToken("reset link " + link) }
