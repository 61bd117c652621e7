package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// fakeJob is a job whose methods return given errors. done has the calls.
type fakeJob struct {
	held                    store.Lease
	work                    func() error
	notReleased, notGivenUp error
	done                    []string
}

func (j *fakeJob) lease() *store.Lease      { return &j.held }
func (j *fakeJob) about() []any             { return []any{"match", "m"} }
func (j *fakeJob) dropEngines()             { j.done = append(j.done, "engines dropped") }
func (j *fakeJob) do(context.Context) error { return j.work() }

func (j *fakeJob) release(ctx context.Context, due match.Moment, failed bool) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	j.done = append(j.done, fmt.Sprintf("due in %d, failed %t", due.Since(1000), failed))
	return j.notReleased
}

func (j *fakeJob) giveUp(context.Context) error {
	j.done = append(j.done, "given up")
	return j.notGivenUp
}

// TestAttempts: work that fails is tried again after longer and longer pauses, and given
// up at last. Failures of the store and the end of the program do not count. A worker
// whose lease is lost leaves the work alone.
func TestAttempts(t *testing.T) {
	fails := errors.New("an engine fails")
	const first, second, third = "due in 10, failed true", "due in 20, failed true", "given up"
	for _, c := range []struct {
		name            string
		attempts        int
		err, notGivenUp error
		panics, stopped bool
		progress        bool
		want            []string
		goesOn          bool
		logged          string
	}{
		{name: "done", attempts: 1, goesOn: true},
		{name: "first failure", attempts: 1, err: fails, want: []string{first}, goesOn: true, logged: "working failed; it will be tried again"},
		{name: "second failure", attempts: 2, err: fails, want: []string{second}, goesOn: true, logged: "attempt=2"},
		{name: "last failure", attempts: 3, err: fails, want: []string{third}, goesOn: true, logged: "working failed; it is given up"},
		{name: "workers that died", attempts: 4, want: []string{third}, goesOn: true, logged: errTooOften.Error()},
		{name: "failure after progress", attempts: 3, progress: true, err: fails, want: []string{first}, goesOn: true, logged: "match=m"},
		{name: "panic", attempts: 2, panics: true, want: []string{"engines dropped", second}, goesOn: true, logged: "leases_test.go"},
		{name: "lost lease", attempts: 3, err: fmt.Errorf("storing: %w", store.ErrNotFound), goesOn: true},
		{name: "no store", attempts: 3, err: fmt.Errorf("storing: %w", store.ErrUnavailable), want: []string{"due in 1000, failed false"}},
		{name: "stopped", attempts: 3, err: context.Canceled, stopped: true, want: []string{"due in 0, failed false"}},
		{name: "stopped and done", attempts: 3, stopped: true},
		{name: "failure not recorded", attempts: 3, err: fails, notGivenUp: fails, want: []string{third, "due in 86400000, failed true"}, goesOn: true, logged: "recording that working failed"},
		{name: "no store for the failure", attempts: 3, err: fails, notGivenUp: store.ErrUnavailable, want: []string{third, "due in 1000, failed true"}, goesOn: true, logged: "recording that working failed"},
		{name: "deleted before it was given up", attempts: 3, err: fails, notGivenUp: store.ErrNotFound, want: []string{third}, goesOn: true, logged: "it is given up"},
	} {
		var logged strings.Builder
		w := worker{name: "working", log: slog.New(slog.NewTextHandler(&logged, nil)), now: func() match.Moment { return 1000 }, retryAfter: []match.Millis{10, 20}}
		ctx, stop := context.WithCancel(t.Context())
		worked := false
		j := &fakeJob{held: store.Lease{Attempts: c.attempts}, notGivenUp: c.notGivenUp}
		j.work = func() error {
			worked = true
			if c.progress {
				j.held.Attempts = 1
			}
			if c.stopped {
				stop()
			}
			if c.panics {
				panic("an engine panics")
			}
			return c.err
		}
		if goesOn := w.attempt(ctx, j); goesOn != c.goesOn || !reflect.DeepEqual(j.done, c.want) || worked != (c.attempts < 4) {
			t.Errorf("%s: goes on %t, worked %t, %q; want %t, %q", c.name, goesOn, worked, j.done, c.goesOn, c.want)
		}
		if text := logged.String(); !strings.Contains(text, c.logged) || c.logged == "" && text != "" {
			t.Errorf("%s: logged %q, want %q", c.name, text, c.logged)
		}
		stop()
	}
}

// TestALeaseThatIsNotReleased is reported and expires.
func TestALeaseThatIsNotReleased(t *testing.T) {
	for _, c := range []struct {
		err    error
		logged string
	}{{errors.New("disk full"), "ending a lease failed; it will expire: working"}, {store.ErrNotFound, ""}} {
		var logged strings.Builder
		w := worker{name: "working", log: slog.New(slog.NewTextHandler(&logged, nil)), now: func() match.Moment { return 1000 }}
		w.release(t.Context(), &fakeJob{notReleased: c.err}, 1000, true)
		if text := logged.String(); !strings.Contains(text, c.logged) || c.logged == "" && text != "" {
			t.Errorf("%v: logged %q", c.err, text)
		}
	}
}

// work counts the renewals of a pacer whose engine is needed by games until a time.
type work struct {
	busyUntil time.Time
	renewed   int
	err       error
}

func (w *work) pacer() *pacer {
	spare := spareWorker{idle: func(context.Context) bool { return !time.Now().Before(w.busyUntil) }}
	return spare.pacer(func(context.Context) error {
		w.renewed++
		return w.err
	})
}

func TestWorkWaitsForGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var w work
		p := w.pacer()
		if err := p.wait(t.Context()); err != nil || w.renewed != 0 || !time.Now().Equal(began) {
			t.Errorf("%v, renewed %d times, at %v", err, w.renewed, time.Since(began))
		}
		w.busyUntil = began.Add(40 * time.Second)
		if err := p.wait(t.Context()); err != nil || time.Now().Before(w.busyUntil) || time.Since(w.busyUntil) > lookEvery {
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
			if err := p.wait(t.Context()); err != nil {
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
		if err := w.pacer().wait(t.Context()); !errors.Is(err, lost) {
			t.Error(err)
		}
		w = work{busyUntil: time.Now().Add(time.Hour)}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if err := w.pacer().wait(ctx); !errors.Is(err, context.Canceled) || w.renewed != 1 {
			t.Errorf("%v, renewed %d times", err, w.renewed)
		}
		// The engine is free, but the work is to end.
		w = work{}
		if err := w.pacer().wait(ctx); !errors.Is(err, context.Canceled) || w.renewed != 0 {
			t.Errorf("%v, renewed %d times", err, w.renewed)
		}
	})
}
