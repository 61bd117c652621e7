package testkit

import (
	"testing"
	"time"
)

// Patience is how long [Until] waits: long enough for a busy machine.
const Patience = 30 * time.Second

// The pause between two calls of a check doubles from the first to the longest.
const (
	firstPause   = time.Millisecond
	longestPause = 50 * time.Millisecond
)

// Until calls check until it returns nil. After [Patience] it ends the test with the
// last error, which should say what is missing. It must be called from the goroutine
// of the test.
func Until(t testing.TB, check func() error) {
	t.Helper()
	Within(t, Patience, check)
}

// Within is like [Until] with another time limit.
func Within(t testing.TB, limit time.Duration, check func() error) {
	t.Helper()
	if err := Poll(limit, check); err != nil {
		t.Fatalf("still after %v: %v", limit, err)
	}
}

// Poll calls check until it returns nil, or until limit has passed. It returns the
// last error. It may be called from any goroutine.
func Poll(limit time.Duration, check func() error) error {
	start := time.Now()
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := check()
		if err == nil || time.Since(start) >= limit {
			return err
		}
		time.Sleep(pause)
	}
}
