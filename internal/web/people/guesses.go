package people

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// Wrong passwords for an account are counted, regardless of the client's address.
// After FreeGuesses in a row the next one is checked only after FirstWait. The wait
// doubles with each further one, up to longestWait: about a hundred a day.
//
// An attacker could lock out the owner of an account this way. Devices on which the
// owner has logged in before therefore have counters of their own, see [deviceOf].
// Passkeys are not limited.
const (
	FreeGuesses = 10
	FirstWait   = time.Second
	longestWait = 15 * time.Minute
	// guessesExpire is how long after the last wrong password the count is kept.
	guessesExpire = 24 * time.Hour
	// maxGuessed bounds the memory. Accounts are counted apart: neither invented names
	// nor devices and sessions of the attacker must push out the count of an account.
	maxGuessed = 20_000
)

// Guesses counts wrong passwords, in this process.
type Guesses struct {
	mu       sync.Mutex
	accounts *simplelru.LRU[string, *guessed]
	names    *simplelru.LRU[string, *guessed] // without an account
	devices  *simplelru.LRU[string, *guessed] // devices and sessions of people who have logged in
	Now      func() time.Time                 // for tests
	// servers is how many servers count apart.
	servers int
}

// guessed is the counter of one account, name or device.
type guessed struct {
	wrong   int
	pending int // being checked
	last    time.Time
}

// free returns how many wrong passwords in a row have no consequence at this server.
func (g *Guesses) free() int { return (FreeGuesses + g.servers - 1) / g.servers }

// wait returns how long after a wrong password the next one is checked. Several servers
// together check as many as one.
func (g *Guesses) wait(x *guessed) time.Duration {
	if x.wrong < g.free() {
		return 0
	}
	return min(longestWait, FirstWait<<min(x.wrong-g.free(), 20)) * time.Duration(g.servers)
}

func newGuesses(servers int) *Guesses {
	list := func() *simplelru.LRU[string, *guessed] { return core.NewLRU[string, *guessed](maxGuessed) }
	return &Guesses{accounts: list(), names: list(), devices: list(), Now: time.Now, servers: servers}
}

// counters returns the counters that contain a key.
func (g *Guesses) counters(key string) *simplelru.LRU[string, *guessed] {
	key = strings.TrimPrefix(key, codeKey)
	switch {
	case strings.HasPrefix(key, nameKey):
		return g.names
	case strings.HasPrefix(key, personKey):
		return g.accounts
	}
	return g.devices
}

// Prefixes of keys: of a name without an account, of an account, and of recovery codes.
const (
	nameKey   = "name "
	personKey = "person "
	codeKey   = "code for "
)

// begin counts a password as pending and returns 0, or returns for how long no
// password is checked. If it returns 0, end must be called.
func (g *Guesses) begin(key string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.Now()
	by := g.counters(key)
	x, ok := by.Get(key)
	if !ok {
		x = &guessed{}
		by.Add(key, x)
	}
	if now.Sub(x.last) > guessesExpire {
		x.wrong = 0
	}
	// All pending passwords may be wrong.
	if x.wrong+x.pending >= g.free() {
		if wait := x.last.Add(g.wait(x)).Sub(now); wait > 0 {
			return wait
		}
		if x.pending > 0 {
			return FirstWait
		}
	}
	x.pending++
	return 0
}

// end records the result of checking a password; checked is false if it could not
// be checked.
func (g *Guesses) end(key string, right, checked bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	by := g.counters(key)
	x, ok := by.Get(key)
	if !ok {
		x = &guessed{pending: 1}
		by.Add(key, x)
	}
	x.pending = max(0, x.pending-1)
	switch {
	case checked && right:
		x.wrong = 0
	case checked:
		x.wrong, x.last = x.wrong+1, g.Now()
	}
	if x.wrong == 0 && x.pending == 0 {
		by.Remove(key)
	}
}

// checkGuess checks a guess of a password or code, unless there were too many wrong
// ones for the key.
func (a *API) checkGuess(key string, check func() (right bool, err error)) (bool, error) {
	if wait := a.Guesses.begin(key); wait > 0 {
		metrics.Limited.WithLabelValues("guesses").Inc()
		return false, core.NewProblem(http.StatusTooManyRequests, "guesses", "too many wrong passwords or codes for this account; try again later").
			With("seconds", core.Seconds(wait)).After(wait)
	}
	right, err := check()
	a.Guesses.end(key, right, err == nil)
	if err == nil && !right {
		metrics.FailedLogins.Inc()
	}
	return right, err
}

// checkPasswordGuess checks a password of a person as checkGuess. If the person's ID
// is "", it takes as long and the result is false.
func (a *API) checkPasswordGuess(ctx context.Context, key, password string, p store.Person) (bool, error) {
	return a.checkGuess(key, func() (bool, error) { return a.Passwords.Matches(ctx, password, p.Password) })
}

// ownPassword checks the password of a person who has a session.
func (a *API) ownPassword(ctx context.Context, p store.Person, password string) (bool, error) {
	return a.checkPasswordGuess(accounts.First(ctx), "session of "+p.ID, password, p)
}

// loginPassword checks the password of a login; p is the person with that name,
// or has the ID "". Names without an account are limited like those with one.
func (a *API) loginPassword(ctx context.Context, name, password string, from device, p store.Person) (bool, error) {
	return a.checkPasswordGuess(ctx, guessKey(name, from, p), password, p)
}

// guessKey returns the key by which the guesses of a login are limited.
func guessKey(name string, from device, p store.Person) string {
	switch {
	case from.of(p):
		return "device " + string(from)
	case p.ID != "":
		return personKey + p.ID
	}
	return nameKey + strings.ToLower(strings.TrimSpace(name))
}

// device is the value of the cookie that identifies a browser on which a person
// has logged in; "" for other browsers.
type device string

const (
	deviceCookie    = "tafelrunde-device"
	deviceCookieAge = 365 * 24 * time.Hour
)

// deviceOf returns a device value for a person: a random text and its keyed hash.
// The key is the stored hash of the password. Devices therefore need no storage,
// are known to all servers with the same store, and become unknown when the
// password changes.
func deviceOf(p store.Person, random string) device {
	mac := hmac.New(sha256.New, []byte(p.Password))
	mac.Write([]byte("device " + p.ID + " " + random))
	return device(random + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)))
}

// of reports whether the person has logged in on the device before.
func (d device) of(p store.Person) bool {
	random, _, ok := strings.Cut(string(d), ".")
	return ok && p.Password != "" && hmac.Equal([]byte(d), []byte(deviceOf(p, random)))
}

// devicePath returns the path of the cookie that identifies a device.
func devicePath(app *core.App) string { return app.CookiePath() + "api/login" }

// deviceIn returns the device from which a request was sent.
func (a *API) deviceIn(ctx context.Context) device {
	return device(a.CookieIn(ctx, deviceCookie, devicePath(a.App)))
}

// cookie returns the cookie that identifies the device at the person's next
// login.
func (d device) cookie(app *core.App) *http.Cookie {
	return &http.Cookie{
		Name: app.CookieName(deviceCookie, devicePath(app)), Value: string(d), Path: devicePath(app), MaxAge: int(deviceCookieAge.Seconds()),
		HttpOnly: true, Secure: app.SecureCookies(), SameSite: http.SameSiteLaxMode,
	}
}
