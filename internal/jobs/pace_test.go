package jobs

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// work counts the renewals of a pacer whose engine is needed by games until a time.
type work struct {
	busyUntil time.Time
	renewed   int
	err       error
}

func (w *work) pacer() *Pacer {
	return NewPacer(func(context.Context) bool { return !time.Now().Before(w.busyUntil) }, func(context.Context) error {
		w.renewed++
		return w.err
	})
}

func TestWorkWaitsForGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var w work
		p := w.pacer()
		if err := p.Wait(t.Context()); err != nil || w.renewed != 0 || !time.Now().Equal(began) {
			t.Errorf("%v, renewed %d times, at %v", err, w.renewed, time.Since(began))
		}
		w.busyUntil = began.Add(40 * time.Second)
		if err := p.Wait(t.Context()); err != nil || time.Now().Before(w.busyUntil) || time.Since(w.busyUntil) > lookEvery {
			t.Errorf("%v, at %v", err, time.Since(began))
		}
		// At the beginning of the pause, after 15 s and after 30 s.
		if w.renewed != 3 {
			t.Errorf("renewed %d times", w.renewed)
		}
	})
}

// TestSearchesKeepTheLease: also without a pause a lease does not expire.
func TestSearchesKeepTheLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w work
		p := w.pacer()
		for range 4 * 60 {
			time.Sleep(time.Second) // a search
			if err := p.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if w.renewed != 16 {
			t.Errorf("renewed %d times in 4 minutes", w.renewed)
		}
	})
}

func TestPausesEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost := errors.New("another worker has the lease")
		w := work{busyUntil: time.Now().Add(time.Hour), err: lost}
		if err := w.pacer().Wait(t.Context()); !errors.Is(err, lost) {
			t.Error(err)
		}
		w = work{busyUntil: time.Now().Add(time.Hour)}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if err := w.pacer().Wait(ctx); !errors.Is(err, context.Canceled) || w.renewed != 1 {
			t.Errorf("%v, renewed %d times", err, w.renewed)
		}
		// The engine is free, but the work is to end.
		w = work{}
		if err := w.pacer().Wait(ctx); !errors.Is(err, context.Canceled) || w.renewed != 0 {
			t.Errorf("%v, renewed %d times", err, w.renewed)
		}
	})
}
