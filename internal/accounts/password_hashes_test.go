package accounts

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
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

// held returns a Hasher that hashes until release is closed, and the number of
// passwords that it is hashing.
func held(places, queue int, wait time.Duration) (g *Hasher, hashing *atomic.Int32, release chan struct{}) {
	g, hashing, release = newHasher(places, queue, wait), new(atomic.Int32), make(chan struct{})
	g.create = func(string, *argon2id.Params) (string, error) {
		hashing.Add(1)
		defer hashing.Add(-1)
		<-release
		return "hash", nil
	}
	return g, hashing, release
}

func TestQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const places, queue, all = 2, 5, 1000
		g, hashing, release := held(places, queue, time.Minute)
		var busy, hashed, other atomic.Int32
		for range all {
			go func() {
				switch _, err := g.Hash(t.Context(), "password"); {
				case err == nil:
					hashed.Add(1)
				case errors.Is(err, ErrBusy):
					busy.Add(1)
				default:
					other.Add(1)
				}
			}()
		}
		synctest.Wait()
		if n := hashing.Load(); n != places {
			t.Errorf("%d are hashed at once, want %d", n, places)
		}
		if n := busy.Load(); n != all-places-queue {
			t.Errorf("%d are refused, want %d", n, all-places-queue)
		}
		close(release)
		synctest.Wait()
		if hashed.Load() != places+queue || other.Load() != 0 {
			t.Errorf("hashed %d, want %d; other errors %d", hashed.Load(), places+queue, other.Load())
		}
	})
}

func TestCancelLeavesQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, hashing, release := held(1, 1, time.Minute)
		defer close(release)
		go g.Hash(t.Context(), "first")
		synctest.Wait()

		ctx, cancel := context.WithCancel(t.Context())
		result := make(chan error, 1)
		go func() {
			_, err := g.Hash(ctx, "second")
			result <- err
		}()
		synctest.Wait()
		if hashing.Load() != 1 || len(g.queues[otherClass]) != 2 {
			t.Fatalf("%d are hashed, %d are in the queue", hashing.Load(), len(g.queues[otherClass]))
		}
		if _, err := g.Hash(t.Context(), "third"); !errors.Is(err, ErrBusy) {
			t.Errorf("with a full queue: %v", err)
		}
		cancel()
		if err := <-result; !errors.Is(err, context.Canceled) {
			t.Errorf("a client that has disconnected: %v", err)
		}
		if n := len(g.queues[otherClass]); n != 1 {
			t.Errorf("%d are in the queue, want 1", n)
		}
	})
}

func TestAdmittedRequestsHaveOnePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, hashing, release := held(1, 1, time.Minute)
		ctx, leave, err := g.Admit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		go g.Hash(ctx, "admitted")
		go g.Hash(t.Context(), "waiting")
		synctest.Wait()
		if hashing.Load() != 1 || len(g.queues[otherClass]) != 2 {
			t.Errorf("%d are hashed, %d are in the queue; want 1 and 2", hashing.Load(), len(g.queues[otherClass]))
		}
		if _, _, err := g.Admit(t.Context()); !errors.Is(err, ErrBusy) {
			t.Errorf("with a full queue: %v", err)
		}
		// The place of one Hasher is none of another.
		if other, _, _ := held(1, 0, time.Minute); len(other.queues[otherClass]) > 0 {
			t.Error("a new queue is not empty")
		} else if _, _, err := other.Admit(ctx); err != nil || len(other.queues[otherClass]) != 1 {
			t.Errorf("another queue has %d, %v", len(other.queues[otherClass]), err)
		}
		close(release)
		synctest.Wait()
		leave()
		if n := len(g.queues[otherClass]); n != 0 {
			t.Errorf("%d are in the queue afterwards", n)
		}
	})
}

func TestWaitIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _, release := held(1, 1, waitAtMost)
		defer close(release)
		go g.Hash(t.Context(), "first")
		synctest.Wait()
		start := time.Now()
		if _, err := g.Hash(t.Context(), "second"); !errors.Is(err, ErrBusy) {
			t.Errorf("after the longest wait: %v", err)
		}
		if waited := time.Since(start); waited != waitAtMost {
			t.Errorf("refused after %v, want %v", waited, waitAtMost)
		}
	})
}

// TestFirstGoesFirst: a flood of other requests neither fills the queue of the first
// class nor gets a free place before it.
func TestFirstGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newHasher(1, 5, time.Minute)
		var order []string
		release := make(chan struct{})
		g.create = func(password string, _ *argon2id.Params) (string, error) {
			order = append(order, password)
			<-release
			return "hash", nil
		}
		for range 100 {
			go g.Hash(t.Context(), "other")
		}
		synctest.Wait()
		go g.Hash(First(t.Context()), "first")
		synctest.Wait()
		close(release)
		synctest.Wait()
		if len(order) != 7 || order[1] != "first" {
			t.Errorf("hashed in the order %q", order)
		}
		if g.free != 1 {
			t.Errorf("%d places are free at the end", g.free)
		}
	})
}
