package web

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"golang.org/x/time/rate"

	"tafelrunde/internal/passwords"
	"tafelrunde/internal/store"
)

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }

// allowance is how often something may be done: so many times at once, and
// again at a rate.
type allowance struct {
	name  string
	rate  rate.Limit // a second
	burst int
}

var (
	allRequests = allowance{"request", 20, 60}
	newTables   = allowance{"table", 0.2, 10}
	chatLines   = allowance{"chat", 0.5, 6}
	reportsMade = allowance{"report", 1.0 / 120, 5}
	// Of an address, not a person.
	newSessionsHere = allowance{"session", 0.5, 20}
	passwordsHere   = allowance{"password", 0.2, 10}
)

// limits bound what one person or address may do.
type limits struct {
	mu    sync.Mutex
	by    map[string]*limited
	swept time.Time
}

type limited struct {
	limiter *rate.Limiter
	used    time.Time
}

// sweepLimits is how long an unused limiter is kept; by then it is full again.
const sweepLimits = 5 * time.Minute

func (l *limits) allow(a allowance, who string) bool {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.by == nil {
		l.by = make(map[string]*limited)
	}
	if now.Sub(l.swept) > sweepLimits {
		for key, x := range l.by {
			if now.Sub(x.used) > sweepLimits {
				delete(l.by, key)
			}
		}
		l.swept = now
	}
	key := a.name + " " + who
	x := l.by[key]
	if x == nil {
		x = &limited{limiter: rate.NewLimiter(a.rate, a.burst)}
		l.by[key] = x
	}
	x.used = now
	return x.limiter.AllowN(now, 1)
}

var (
	tooMuch = problem(http.StatusTooManyRequests, "too-much", "too much at once; wait a moment").after(5 * time.Second)
	// tooBusy: the client has not done too much, all together have.
	tooBusy = problem(http.StatusServiceUnavailable, "busy", "too many people are doing this now; try again in a moment").after(passwords.RetryAfter)
)

// limit refuses requests that are too many. Those of this machine are not
// counted by address: behind a proxy all come from there.
func (a *API) limit(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	person := asker(ctx.Context())
	who := person.ID
	address, local := hostOf(r.RemoteAddr)
	if who == "" {
		who = "at " + address
	}
	allowed := true
	if r.Method != http.MethodGet && (person.ID != "" || !local) {
		allowed = a.limits.allow(allRequests, who)
	}
	switch operation := ctx.Operation().OperationID; operation {
	case "openTable":
		allowed = allowed && a.limits.allow(newTables, who)
	case "beGuest":
		allowed = allowed && (local || a.limits.allow(newSessionsHere, address))
	case "login", "makeAccount", "setPassword", "passkeyLogin", "makePasskey", "deleteMe":
		allowed = allowed && (local || a.limits.allow(passwordsHere, address))
	}
	if !allowed {
		writeProblem(w, tooMuch)
		return
	}
	next(ctx)
}

// hostOf is the address without its port, and whether it is of this machine.
func hostOf(address string) (host string, local bool) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	ip := net.ParseIP(host)
	return host, ip != nil && ip.IsLoopback()
}
