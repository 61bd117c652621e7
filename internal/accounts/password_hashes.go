package accounts

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/alexedwards/argon2id"
)

// params are the minimum that OWASP recommends.
var params = argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

const (
	// atMost bounds the memory in use: 4 × 19 MiB.
	atMost = 4
	// queueLength is how many requests may wait for a place. With one place they
	// take about a second.
	queueLength = 32
	// waitAtMost is the longest time that a request waits for a place.
	waitAtMost = 5 * time.Second
)

// ErrBusy is returned if too many requests are being hashed or are waiting. The
// caller may try again after [RetryAfter].
var ErrBusy = errors.New("too many passwords are being checked")

// RetryAfter is how long a caller should wait after ErrBusy.
const RetryAfter = 2 * time.Second

// Hasher hashes and compares passwords. Use [NewHasher]. Its methods are safe for
// concurrent use.
type Hasher struct {
	mu      sync.Mutex
	free    int                // places in which no hash is being computed
	waiting [2][]chan struct{} // requests that wait for a place, by class
	queues  [2]chan struct{}   // one value for each request, waiting or computing, by class
	wait    time.Duration
	create  func(password string, p *argon2id.Params) (string, error)
	compare func(password, hash string) (bool, error)
	decoy   string
}

// NewHasher returns a Hasher that uses at most half of the processors and 76 MiB.
func NewHasher() *Hasher {
	return newHasher(max(1, min(runtime.NumCPU()/2, atMost)), queueLength, waitAtMost)
}

func newHasher(places, queue int, wait time.Duration) *Hasher {
	return &Hasher{
		free: places, queues: [2]chan struct{}{make(chan struct{}, places+queue), make(chan struct{}, places+queue)}, wait: wait,
		create: argon2id.CreateHash, compare: argon2id.ComparePasswordAndHash, decoy: decoy(),
	}
}

// decoy returns a random hash that no password matches.
func decoy() string {
	random := func(n uint32) string {
		b := make([]byte, n)
		rand.Read(b)
		return base64.RawStdEncoding.EncodeToString(b)
	}
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", params.Memory, params.Iterations, params.Parallelism, random(params.SaltLength), random(params.KeyLength))
}

// Hash returns the hash of a password. The error is [ErrBusy], or that of ctx if it
// is done before a place is free.
func (g *Hasher) Hash(ctx context.Context, password string) (hash string, err error) {
	err = g.pass(ctx, func() error {
		hash, err = g.create(password, &params)
		return err
	})
	return hash, err
}

// Matches reports whether a password has the given hash. An empty hash matches no
// password. Comparing with it takes as long as with any other, so that the time
// does not reveal whether an account exists. The errors are those of [Hasher.Hash].
func (g *Hasher) Matches(ctx context.Context, password, hash string) (same bool, err error) {
	known := hash != ""
	if !known {
		hash = g.decoy
	}
	err = g.pass(ctx, func() error {
		same, err = g.compare(password, hash)
		return err
	})
	return same && known, err
}

// The classes of requests. Each has a queue of its own, and those of the first one get
// free places first.
const (
	firstClass = iota
	otherClass
)

// first is the context key of requests that go first.
type first struct{}

// First returns a context whose passwords are hashed before all others, and do not wait
// in their queue: for people who have a session, and for clients from which somebody
// has logged in before.
func First(ctx context.Context) context.Context { return context.WithValue(ctx, first{}, true) }

func classOf(ctx context.Context) int {
	if ctx.Value(first{}) != nil {
		return firstClass
	}
	return otherClass
}

// admitted is the context key for the Hasher that has admitted a request.
type admitted struct{}

// Admit takes a place in the queue before the work that precedes the hashing, such as
// reading the account. With the returned context a password is hashed or compared in
// that place; call leave afterwards. The error is [ErrBusy].
func (g *Hasher) Admit(ctx context.Context) (_ context.Context, leave func(), err error) {
	queue := g.queues[classOf(ctx)]
	select {
	case queue <- struct{}{}:
		return context.WithValue(ctx, admitted{}, g), func() { <-queue }, nil
	default:
		return ctx, nil, ErrBusy
	}
}

// pass calls do when a place is free.
func (g *Hasher) pass(ctx context.Context, do func() error) error {
	if ctx.Value(admitted{}) != g {
		_, leave, err := g.Admit(ctx)
		if err != nil {
			return err
		}
		defer leave()
	}
	if err := g.enter(ctx); err != nil {
		return err
	}
	defer g.leave()
	if err := ctx.Err(); err != nil { // both may have been ready
		return err
	}
	return do()
}

// enter waits for a place. Call leave afterwards, unless it returns an error.
func (g *Hasher) enter(ctx context.Context) error {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return nil
	}
	class, place := classOf(ctx), make(chan struct{})
	g.waiting[class] = append(g.waiting[class], place)
	g.mu.Unlock()
	late := time.NewTimer(g.wait)
	defer late.Stop()
	var err error
	select {
	case <-place:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-late.C:
		err = ErrBusy
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting[class], place)
	if i < 0 { // it got the place meanwhile
		return nil
	}
	g.waiting[class] = slices.Delete(g.waiting[class], i, i+1)
	return err
}

// leave gives the place to the next request.
func (g *Hasher) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for class, list := range g.waiting {
		if len(list) > 0 {
			close(list[0])
			g.waiting[class] = list[1:]
			return
		}
	}
	g.free++
}
