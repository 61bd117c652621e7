package passwords

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/alexedwards/argon2id"
)

// params are the least that OWASP recommends.
var params = argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

const (
	// atMost bounds the memory in use: 4 × 19 MiB.
	atMost = 4
	// queueLength is how many requests may wait for a place. They take about a
	// second with one place.
	queueLength = 32
	// waitAtMost is how long a request waits on a machine that is busy otherwise.
	waitAtMost = 5 * time.Second
)

// ErrBusy is returned if too many requests are hashing or waiting already.
// Nothing has been computed; the caller may try again after [RetryAfter].
var ErrBusy = errors.New("too many passwords are being checked")

// RetryAfter is how long a caller should wait after ErrBusy.
const RetryAfter = 2 * time.Second

// Hasher hashes and compares passwords. Make one with [NewHasher]. Its methods may
// be called by several goroutines at once.
type Hasher struct {
	places  chan struct{} // one value for each hash being computed
	queue   chan struct{} // one value for each request, waiting or computing
	wait    time.Duration
	create  func(password string, p *argon2id.Params) (string, error)
	compare func(password, hash string) (bool, error)
	decoy   string
}

// NewHasher makes a gate that leaves half of the processors to other work, and
// uses at most 76 MiB at a time.
func NewHasher() *Hasher {
	return newHasher(max(1, min(runtime.NumCPU()/2, atMost)), queueLength, waitAtMost)
}

func newHasher(places, queue int, wait time.Duration) *Hasher {
	return &Hasher{
		places: make(chan struct{}, places), queue: make(chan struct{}, places+queue), wait: wait,
		create: argon2id.CreateHash, compare: argon2id.ComparePasswordAndHash, decoy: decoy(),
	}
}

// decoy returns a hash with a random key, which no password has.
func decoy() string {
	random := func(n uint32) string {
		b := make([]byte, n)
		rand.Read(b)
		return base64.RawStdEncoding.EncodeToString(b)
	}
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", params.Memory, params.Iterations, params.Parallelism, random(params.SaltLength), random(params.KeyLength))
}

// Hash returns the hash of a password. The error is [ErrBusy], or that of ctx
// if it is done before a place is free.
func (g *Hasher) Hash(ctx context.Context, password string) (hash string, err error) {
	err = g.pass(ctx, func() error {
		hash, err = g.create(password, &params)
		return err
	})
	return hash, err
}

// Matches reports whether a password has a hash. An empty hash matches no
// password, and takes as long to compare with as any other, so that the time
// does not reveal which accounts there are. The errors are those of [Hasher.Hash].
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

// pass calls do in a place of the gate.
func (g *Hasher) pass(ctx context.Context, do func() error) error {
	select {
	case g.queue <- struct{}{}:
	default:
		return ErrBusy
	}
	defer func() { <-g.queue }()
	late := time.NewTimer(g.wait)
	defer late.Stop()
	select {
	case g.places <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-late.C:
		return ErrBusy
	}
	defer func() { <-g.places }()
	if err := ctx.Err(); err != nil { // both may have been ready
		return err
	}
	return do()
}
