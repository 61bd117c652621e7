package operators

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/store"
)

// TestProbeOfAFrozenStore checks that no request waits longer than the time limit for a
// store that never answers, that tests do not pile up, and that the state recovers.
func TestProbeOfAFrozenStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thaw := make(chan struct{})
		var tests atomic.Int64
		frozen := func(context.Context) error { // ignores its context, as a frozen disk does
			tests.Add(1)
			<-thaw
			return nil
		}
		var p probe
		began := time.Now()
		for time.Since(began) < 2*probeTimeout {
			from := time.Now()
			err := p.check(t.Context(), frozen)
			if took := time.Since(from); took > probeWait {
				t.Errorf("a check took %v", took)
			}
			// A disk that is only slow is no failure.
			if late := from.Sub(began) >= probeTimeout; errors.Is(err, store.ErrUnavailable) != late || !late && err != nil {
				t.Errorf("after %v the result is %v", from.Sub(began), err)
			}
			time.Sleep(probeTimeout / 2)
		}
		if n := tests.Load(); n != 1 {
			t.Errorf("%d tests run", n)
		}
		close(thaw)
		synctest.Wait()
		if err := p.check(t.Context(), frozen); err != nil {
			t.Errorf("afterwards the result is %v", err)
		}
	})
}
