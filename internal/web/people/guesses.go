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

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// Wrong passwords for an account are counted, from whatever addresses they come.
// After FreeGuesses in a row the next is checked only after FirstWait, and each
// further one after twice the time, longestWait at most: about a hundred a day.
//
// Somebody who guesses at an account could keep its owner out so. Devices on
// which the owner has entered before are therefore counted each on their own,
// see [deviceOf], and passkeys not at all.
const (
	FreeGuesses = 10
	FirstWait   = time.Second
	longestWait = 15 * time.Minute
	// forgetGuesses is how long after the last wrong one they count.
	forgetGuesses = 24 * time.Hour
	// guessedAtMost bounds the memory. A name gets a place only with a request that
	// was let through to the hashes, of which there are some ten a second.
	guessedAtMost = 20_000
)

// Guesses counts wrong passwords in this process.
type Guesses struct {
	mu  sync.Mutex
	by  *simplelru.LRU[string, *guessed]
	Now func() time.Time // for tests
}

type guessed struct {
	wrong   int
	pending int // being checked
	last    time.Time
}

func (g *guessed) wait() time.Duration {
	if g.wrong < FreeGuesses {
		return 0
	}
	return min(longestWait, FirstWait<<min(g.wrong-FreeGuesses, 20))
}

func newGuesses() *Guesses {
	return &Guesses{by: core.NewLRU[string, *guessed](guessedAtMost), Now: time.Now}
}

// begin counts a password that is to be checked, or returns for how long none is
// checked. If it returns 0, end must be called.
func (g *Guesses) begin(key string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.Now()
	x, ok := g.by.Get(key)
	if !ok {
		x = &guessed{}
		g.by.Add(key, x)
	}
	if now.Sub(x.last) > forgetGuesses {
		x.wrong = 0
	}
	// Of those that are checked at once all may be wrong.
	if x.wrong+x.pending >= FreeGuesses {
		if wait := x.last.Add(x.wait()).Sub(now); wait > 0 {
			return wait
		}
		if x.pending > 0 {
			return FirstWait
		}
	}
	x.pending++
	return 0
}

// end says what has come out for a password: known is false if it could not be
// checked.
func (g *Guesses) end(key string, right, known bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	x, ok := g.by.Get(key)
	if !ok {
		x = &guessed{pending: 1}
		g.by.Add(key, x)
	}
	x.pending = max(0, x.pending-1)
	switch {
	case known && right:
		x.wrong = 0
	case known:
		x.wrong, x.last = x.wrong+1, g.Now()
	}
	if x.wrong == 0 && x.pending == 0 {
		g.by.Remove(key)
	}
}

// guess checks a password of a person, or of nobody if the ID is "", unless there
// were too many wrong ones for the key.
func (a *API) guess(ctx context.Context, key, password string, p store.Person) (bool, error) {
	if wait := a.Guesses.begin(key); wait > 0 {
		return false, core.NewProblem(http.StatusTooManyRequests, "guesses", "there were too many wrong passwords for this account; try again later").
			With("seconds", core.Seconds(wait)).After(wait)
	}
	same, err := a.passwords.Matches(ctx, password, p.Password)
	a.Guesses.end(key, same, err == nil)
	return same, err
}

// ownPassword checks the password of a person who has a session.
func (a *API) ownPassword(ctx context.Context, p store.Person, password string) (bool, error) {
	return a.guess(ctx, "session of "+p.ID, password, p)
}

// loginPassword checks the password of a login: p is the person of that name, or
// nobody. Names without an account are treated like others.
func (a *API) loginPassword(ctx context.Context, name, password string, from device, p store.Person) (bool, error) {
	key := "name " + strings.ToLower(strings.TrimSpace(name))
	if p.ID != "" {
		key = "person " + p.ID
	}
	if from.of(p) {
		key = "device " + string(from)
	}
	return a.guess(ctx, key, password, p)
}

// device is the cookie by which a browser is recognised on which a person has
// entered; "" for others.
type device string

const (
	deviceCookie = "tafelrunde-device"
	deviceFor    = 365 * 24 * time.Hour
)

// deviceOf returns a device of a person: a random value and its keyed hash. The
// key is the stored hash of the password, so that nothing has to be stored for it,
// every program that shares the store knows it, and a new password makes all other
// devices unknown.
func deviceOf(p store.Person, random string) device {
	mac := hmac.New(sha256.New, []byte(p.Password))
	mac.Write([]byte("device " + p.ID + " " + random))
	return device(random + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)))
}

// of tells whether the person has entered on the device before.
func (d device) of(p store.Person) bool {
	random, _, ok := strings.Cut(string(d), ".")
	return ok && p.Password != "" && hmac.Equal([]byte(d), []byte(deviceOf(p, random)))
}

// cookie lets the device be recognised at the person's next login.
func (d device) cookie(secure bool) *http.Cookie {
	return &http.Cookie{
		Name: deviceCookie, Value: string(d), Path: "/api/login", MaxAge: int(deviceFor.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
}
