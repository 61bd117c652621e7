package core

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

	"tafelrunde/internal/metrics"
	"tafelrunde/internal/passwords"
	"tafelrunde/internal/store"
)

// IsNotFound reports whether an error is [store.ErrNotFound].
func IsNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }

// allowance limits an activity with a token bucket.
type allowance struct {
	name  string
	rate  rate.Limit // per second
	Burst int        // at once
}

// The allowances of requests.
var (
	allRequests  = allowance{"request", 20, 60}
	NewTables    = allowance{"table", 0.2, 10}
	ChatMessages = allowance{"chat", 0.5, 6}
	Reports      = allowance{"report", 1.0 / 120, 5}
	// studyChanges bounds how many texts of chapters are checked.
	studyChanges = allowance{"study", 2, 80}
	// These are limited by address, not by person.
	lookUpsByAddress    = allowance{"explorer", 10, 60}
	SessionsByAddress   = allowance{"session", 0.5, 20}
	exportsByAddress    = allowance{"export", 0.1, 6}
	animationsByAddress = allowance{"animation", 0.5, 10}
	passwordsByAddress  = allowance{"password", 0.2, 10}
	// passwordsByNetwork is for a /48 network of IPv6: providers also assign these to a
	// single customer, who then has 65,536 networks that count as an address.
	passwordsByNetwork = allowance{"password-network", 1, 40}
	// CeremoniesByAddress bounds how many requests for passkeys are stored.
	CeremoniesByAddress = allowance{"ceremony", 0.5, 20}
)

// Limits enforces allowances by person or address, in this process.
type Limits struct {
	mu sync.Mutex
	by *simplelru.LRU[string, *rate.Limiter]
}

// maxLimiters bounds the memory. The least recently used limiter is dropped
// first.
const maxLimiters = 50_000

// Allow takes one token from the bucket of an owner: a person's ID or an address.
// It reports whether there was one.
func (l *Limits) Allow(a allowance, owner string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.by == nil {
		l.by = NewLRU[string, *rate.Limiter](maxLimiters)
	}
	key := a.name + " " + owner
	x, ok := l.by.Get(key)
	if !ok {
		x = rate.NewLimiter(a.rate, a.Burst)
		l.by.Add(key, x)
	}
	allowed := x.Allow()
	if !allowed {
		metrics.Limited.WithLabelValues(a.name).Inc()
	}
	return allowed
}

var (
	// RateLimited is the problem for exceeding an allowance.
	RateLimited = NewProblem(http.StatusTooManyRequests, "too-much", "too many requests; try again in a moment").After(5 * time.Second)
	// tooBusy is for load that all clients together cause.
	tooBusy = NewProblem(http.StatusServiceUnavailable, "busy", "the server is busy; try again in a moment").After(passwords.RetryAfter)
	// Crowded is for logins from unknown devices and addresses while too many wait.
	Crowded = NewProblem(http.StatusTooManyRequests, "busy", "the server is busy; try again in a moment").After(passwords.RetryAfter)
)

// limit refuses requests that exceed an allowance.
func (a *App) limit(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	if isOperator(ctx.Context()) {
		next(ctx)
		return
	}
	person := Requester(ctx.Context())
	address, limited := a.clients.origin(r)
	allowedByAddress := func(what allowance) bool { return !limited || a.Limits.Allow(what, address) }
	allowed := true
	switch {
	case r.Method == http.MethodGet:
	case person.ID != "":
		allowed = a.Limits.Allow(allRequests, person.ID)
	default:
		allowed = !limited || a.Limits.Allow(allRequests, "at "+address)
	}
	switch operation := ctx.Operation().OperationID; operation {
	case "openTable", "pair", "challenge", "createChallenge":
		allowed = allowed && (person.ID == "" || a.Limits.Allow(NewTables, person.ID))
	case "createStudy", "cloneStudy", "addChapter", "changeChapter":
		allowed = allowed && (person.ID == "" || a.Limits.Allow(studyChanges, person.ID))
	case "explore", "explorerGames", "explorerTable", "drawPosition", "getStudies", "getStudyRecord":
		allowed = allowed && allowedByAddress(lookUpsByAddress)
	case "animateGame", "animateMoves":
		allowed = allowed && allowedByAddress(animationsByAddress)
	case "exportGames":
		allowed = allowed && allowedByAddress(exportsByAddress)
	case "startGuestSession":
		allowed = allowed && allowedByAddress(SessionsByAddress)
	case "beginPasskeyRegistration", "beginPasskeyLogin":
		allowed = allowed && allowedByAddress(CeremoniesByAddress)
	case "login", "createAccount", "setPassword", "finishPasskeyLogin", "finishPasskeyRegistration", "deleteAccount", "proveIdentity", "createToken", "createRecoveryCodes", "recoverAccount", "useResetLink":
		allowed = allowed && allowedByAddress(passwordsByAddress)
		if network := a.clients.network(r); network != "" {
			allowed = allowed && (!limited || a.Limits.Allow(passwordsByNetwork, network))
		}
	}
	if !allowed {
		WriteProblem(w, RateLimited)
		return
	}
	next(ctx)
}
