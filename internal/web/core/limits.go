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

	"tafelrunde/internal/passwords"
	"tafelrunde/internal/store"
)

func IsNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }

// allowance is how often something may be done: so many times at once, and
// again at a rate.
type allowance struct {
	name  string
	rate  rate.Limit // a second
	Burst int
}

var (
	allRequests = allowance{"request", 20, 60}
	NewTables   = allowance{"table", 0.2, 10}
	ChatLines   = allowance{"chat", 0.5, 6}
	ReportsMade = allowance{"report", 1.0 / 120, 5}
	// Of an address, not a person.
	NewSessionsHere = allowance{"session", 0.5, 20}
	passwordsHere   = allowance{"password", 0.2, 10}
)

// limits bound what one person or address may do, in this process.
type Limits struct {
	mu sync.Mutex
	by *simplelru.LRU[string, *rate.Limiter]
}

// limitersAtMost bounds the memory. Of more than so many people and addresses
// at once those that were heard of the longest time ago begin anew.
const limitersAtMost = 50_000

func (l *Limits) Allow(a allowance, who string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.by == nil {
		l.by = NewLRU[string, *rate.Limiter](limitersAtMost)
	}
	key := a.name + " " + who
	x, ok := l.by.Get(key)
	if !ok {
		x = rate.NewLimiter(a.rate, a.Burst)
		l.by.Add(key, x)
	}
	return x.Allow()
}

var (
	TooMuch = NewProblem(http.StatusTooManyRequests, "too-much", "too much at once; wait a moment").After(5 * time.Second)
	// tooBusy: the client has not done too much, all together have.
	tooBusy = NewProblem(http.StatusServiceUnavailable, "busy", "too many people are doing this now; try again in a moment").After(passwords.RetryAfter)
)

// limit refuses requests that are too many.
func (a *App) limit(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	person := Requester(ctx.Context())
	address, limited := a.clients.origin(r)
	allowedHere := func(what allowance) bool { return !limited || a.Limits.Allow(what, address) }
	allowed := true
	switch {
	case r.Method == http.MethodGet:
	case person.ID != "":
		allowed = a.Limits.Allow(allRequests, person.ID)
	default:
		allowed = !limited || a.Limits.Allow(allRequests, "at "+address)
	}
	switch operation := ctx.Operation().OperationID; operation {
	case "openTable":
		allowed = allowed && (person.ID == "" || a.Limits.Allow(NewTables, person.ID))
	case "beGuest":
		allowed = allowed && allowedHere(NewSessionsHere)
	case "login", "makeAccount", "setPassword", "passkeyLogin", "makePasskey", "deleteMe", "prove", "makeToken":
		allowed = allowed && allowedHere(passwordsHere)
	}
	if !allowed {
		WriteProblem(w, TooMuch)
		return
	}
	next(ctx)
}
