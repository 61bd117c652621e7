package core

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/metrics"
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
	reads        = allowance{"read", 50, 300}
	files        = allowance{"file", 100, 2_000}
	NewTables    = allowance{"table", 0.2, 10}
	ChatMessages = allowance{"chat", 0.5, 6}
	Reports      = allowance{"report", 1.0 / 120, 5}
	// StudyChanges bounds how many texts of chapters are checked.
	StudyChanges = allowance{"study", 2, 80}
	NewClubs     = allowance{"club", 1.0 / 600, 5}
	ClubChanges  = allowance{"club-change", 0.5, 60}
	// ClubTexts bounds notices, replies and requests to join, each of which people can see.
	ClubTexts = allowance{"club-text", 1.0 / 20, 10}
	// NewArms bounds the events at tables that a change of the coat of arms causes.
	NewArms = allowance{"arms", 0.1, 10}
	// Follows bounds how fast a list of those whom a person follows grows.
	Follows     = allowance{"follow", 0.2, 30}
	PushDevices = allowance{"push-device", 0.1, 30}
	// PuzzleBatches bounds how many attempts at puzzles are stored: up to fifty with each.
	PuzzleBatches  = allowance{"puzzle-batch", 1, 100}
	PuzzleVotes    = allowance{"puzzle-vote", 0.2, 30}
	PuzzleRuns     = allowance{"puzzle-run", 0.5, 60}
	Mistakes       = allowance{"mistake", 1, 250}
	NewTournaments = allowance{"tournament", 1.0 / 60, 5}
	// TournamentChanges bounds how many events a person adds to tournaments.
	TournamentChanges = allowance{"tournament-change", 0.5, 30}
	// Exports bounds how often a person's data is read.
	Exports = allowance{"own-export", 1.0 / 30, 5}
	// These are limited by address, not by person. Many people can share an address.
	streamOpenings      = allowance{"stream", 50, 2_000}
	readsByAddress      = allowance{"read-address", 300, 1_500}
	changesByAddress    = allowance{"request-address", 200, 800}
	LookUpsByAddress    = allowance{"explorer", 10, 60}
	SessionsByAddress   = allowance{"session", 0.5, 20}
	ExportsByAddress    = allowance{"export", 0.1, 6}
	AnimationsByAddress = allowance{"animation", 0.5, 10}
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
	// servers is among how many servers the allowances are divided, 0 for one.
	servers int
}

// share returns the part of a whole number for one of several servers: together they
// have the number, or a little more.
func share(n, servers int) int { return (n + servers - 1) / servers }

// maxLimiters bounds the memory. The least recently used limiter is dropped
// first.
const maxLimiters = 50_000

// Allow takes one token from the bucket of an owner: a person's ID or an address.
// It reports whether there was one.
func (l *Limits) Allow(a allowance, owner string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	allowed := l.limiter(a, owner).Allow()
	if !allowed {
		metrics.Limited.WithLabelValues(a.name).Inc()
	}
	return allowed
}

// limiter returns the bucket of an owner. The caller must hold the lock.
func (l *Limits) limiter(a allowance, owner string) *rate.Limiter {
	if l.by == nil {
		l.by = NewLRU[string, *rate.Limiter](maxLimiters)
	}
	key := a.name + " " + owner
	x, ok := l.by.Get(key)
	if !ok {
		n := max(1, l.servers)
		x = rate.NewLimiter(a.rate/rate.Limit(n), share(a.Burst, n))
		l.by.Add(key, x)
	}
	return x
}

var (
	// RateLimited is the problem for exceeding an allowance.
	RateLimited = NewProblem(http.StatusTooManyRequests, "too-much", "too many requests; try again in a moment").After(5 * time.Second)
	// tooBusy is for load that all clients together cause.
	tooBusy = NewProblem(http.StatusServiceUnavailable, "busy", "the server is busy; try again in a moment").After(accounts.RetryAfter)
	// Crowded is for logins from unknown devices and addresses while too many wait.
	Crowded = NewProblem(http.StatusTooManyRequests, "busy", "the server is busy; try again in a moment").After(accounts.RetryAfter)
)
