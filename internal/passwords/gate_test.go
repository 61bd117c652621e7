package passwords

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
)

func TestHashAndMatches(t *testing.T) {
	g, ctx := NewHasher(), t.Context()
	hash, err := g.Hash(ctx, "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		password, hash string
		same           bool
	}{{"correct horse", hash, true}, {"wrong horse", hash, false}, {"", "", false}, {"correct horse", "", false}} {
		if same, err := g.Matches(ctx, c.password, c.hash); err != nil || same != c.same {
			t.Errorf("%q with %q: %t, %v", c.password, c.hash, same, err)
		}
	}
	if _, err := g.Matches(ctx, "x", "no hash"); err == nil {
		t.Error("a hash that cannot be read is no error")
	}
}

// held is a gate whose hashes take until release is closed.
func held(places, queue int, wait time.Duration) (g *Hasher, now *atomic.Int32, release chan struct{}) {
	g, now, release = newHasher(places, queue, wait), new(atomic.Int32), make(chan struct{})
	g.create = func(string, *argon2id.Params) (string, error) {
		now.Add(1)
		defer now.Add(-1)
		<-release
		return "hash", nil
	}
	return g, now, release
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after 10 s: not %s", what)
		}
	}
}

func TestOfAThousandAtOnceAFewAreHashedAndAFewWait(t *testing.T) {
	const places, queue, all = 2, 5, 1000
	g, now, release := held(places, queue, time.Minute)
	var busy, hashed, other atomic.Int32
	var work sync.WaitGroup
	for range all {
		work.Go(func() {
			switch _, err := g.Hash(t.Context(), "password"); {
			case err == nil:
				hashed.Add(1)
			case errors.Is(err, ErrBusy):
				busy.Add(1)
			default:
				other.Add(1)
			}
		})
	}
	until(t, "all refused but those with a place", func() bool { return busy.Load() == all-places-queue })
	if n := now.Load(); n != places {
		t.Errorf("%d are hashed at once, want %d", n, places)
	}
	close(release)
	work.Wait()
	if hashed.Load() != places+queue || other.Load() != 0 {
		t.Errorf("hashed %d, want %d; other errors %d", hashed.Load(), places+queue, other.Load())
	}
}

func TestAClientThatGoesLeavesTheQueue(t *testing.T) {
	g, now, release := held(1, 1, time.Minute)
	defer close(release)
	go g.Hash(t.Context(), "first")
	until(t, "hashing", func() bool { return now.Load() == 1 })

	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() {
		_, err := g.Hash(ctx, "second")
		gone <- err
	}()
	until(t, "waiting", func() bool { return len(g.queue) == 2 })
	if _, err := g.Hash(t.Context(), "third"); !errors.Is(err, ErrBusy) {
		t.Errorf("with a full queue: %v", err)
	}
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("a client that has gone: %v", err)
	}
	if n := len(g.queue); n != 1 {
		t.Errorf("%d are in the queue, want 1", n)
	}
}

func TestNobodyWaitsForLong(t *testing.T) {
	g, now, release := held(1, 1, 10*time.Millisecond)
	defer close(release)
	go g.Hash(t.Context(), "first")
	until(t, "hashing", func() bool { return now.Load() == 1 })
	if _, err := g.Hash(t.Context(), "second"); !errors.Is(err, ErrBusy) {
		t.Errorf("after the longest wait: %v", err)
	}
}
