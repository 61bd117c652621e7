package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// leased is a piece of work that was leased.
type leased struct {
	id string
	store.Lease
	release func(due match.Moment, failed bool) error
	// renew is nil for turns and pushes, whose leases are not renewed.
	renew func(until match.Moment) error
}

// workStart is from when on the work that leasedWork.add adds is due.
const workStart match.Moment = 1_700_000_000_000

// leasedWork is a kind of work that the store leases to workers.
type leasedWork struct {
	name string
	// add adds the n-th piece, from 0.
	add   func(t *testing.T, s store.Store, n int)
	lease func(s store.Store, now, until match.Moment) (leased, error)
}

var allLeasedWork = []leasedWork{
	{
		name: "turn",
		add: func(t *testing.T, s store.Store, n int) {
			x := &Table{T: t, Store: s, ID: fmt.Sprint("e", n), State: match.New(), Now: workStart - 1000}
			x.Do("p0", match.Open{
				Settings: match.Settings{Game: "lancelot", Variant: "basic", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}},
				Owner:    Player(0), OwnerSeat: 1, Engines: []int{4},
			})
		},
		lease: func(s store.Store, now, until match.Moment) (leased, error) {
			turn, err := s.LeaseEngineTurn(context.Background(), store.EngineTurnQuery{Now: now, Lease: until.Since(now)})
			return leased{id: turn.Match, Lease: turn.Lease, release: func(due match.Moment, failed bool) error {
				return s.ReleaseEngineTurn(context.Background(), turn, due, failed)
			}}, err
		},
	},
	{
		name: "review",
		add: func(t *testing.T, s store.Store, n int) {
			if n == 0 {
				Open(t, s, "m", nil).Sit()
			}
			r := store.Review{Match: "m", Game: n + 1, Person: Player(n).ID, RequestedAt: workStart, All: 3, Nodes: 1000}
			if _, err := s.RequestReview(context.Background(), r, store.ReviewLimits{All: 100, Open: 100, PerDay: 100}); err != nil {
				t.Fatal(err)
			}
		},
		lease: func(s store.Store, now, until match.Moment) (leased, error) {
			r, err := s.LeaseReview(context.Background(), now, until)
			return leased{id: fmt.Sprint(r.Game), Lease: r.Lease, release: func(due match.Moment, failed bool) error {
				return s.ReleaseReview(context.Background(), r, due, failed)
			}, renew: func(until match.Moment) error {
				r.DueAt = until
				return s.KeepReview(context.Background(), r, nil)
			}}, err
		},
	},
	{
		name: "comparison",
		add: func(t *testing.T, s store.Store, n int) {
			person := fmt.Sprint("person", n)
			if err := s.AddPerson(context.Background(), store.Person{ID: person, Name: person}); err != nil {
				t.Fatal(err)
			}
			if err := s.RequestComparison(context.Background(), person, workStart, entry("compare "+person, workStart, "fair-play", person)); err != nil {
				t.Fatal(err)
			}
		},
		lease: func(s store.Store, now, until match.Moment) (leased, error) {
			c, err := s.LeaseComparison(context.Background(), now, until)
			return leased{id: c.Person, Lease: c.Lease, release: func(due match.Moment, failed bool) error {
				return s.ReleaseComparison(context.Background(), c, due, failed)
			}, renew: func(until match.Moment) error {
				c.DueAt = until
				return s.KeepComparison(context.Background(), c)
			}}, err
		},
	},
	{
		name: "push",
		add: func(t *testing.T, s store.Store, n int) {
			person := fmt.Sprint("subscriber", n)
			addAccounts(t, s, person)
			Device(t, s, person, "device of "+person, workStart)
			report(t, s, person, "report of "+person, workStart)
		},
		lease: func(s store.Store, now, until match.Moment) (leased, error) {
			list, err := s.LeasePushes(context.Background(), now, until, store.PushQuery{Services: 1, Each: 1})
			if err != nil {
				return leased{}, err
			}
			p := list[0]
			return leased{id: p.Device.ID, Lease: p.Lease, release: func(due match.Moment, failed bool) error {
				return s.ReleasePush(context.Background(), p, due, failed)
			}}, nil
		},
	},
}

// leases tests what [store.Lease] says of all leased work.
func leases(t *testing.T, s store.Store) {
	for _, work := range allLeasedWork {
		// lease leases the piece 100 ms after the start and so on, for 100 ms. It
		// expects the number of the attempt, 0 if the piece is not due.
		lease := func(after match.Millis, attempt int) leased {
			t.Helper()
			now := workStart.After(after)
			l, err := work.lease(s, now, now.After(100))
			switch {
			case attempt == 0 && !errors.Is(err, store.ErrNotFound):
				t.Errorf("%s: leased again, %+v, %v", work.name, l.Lease, err)
			case attempt > 0 && (err != nil || l.Lease != store.Lease{Attempts: attempt, DueAt: now.After(100)}):
				t.Errorf("%s after %d ms: %+v, %v; want attempt %d", work.name, after, l.Lease, err, attempt)
			}
			return l
		}
		release := func(l leased, after match.Millis, failed bool, want error) {
			t.Helper()
			if err := l.release(workStart.After(after), failed); !errors.Is(err, want) {
				t.Errorf("%s: releasing %+v: %v, want %v", work.name, l.Lease, err, want)
			}
		}
		renew := func(l leased, after match.Millis, want error) {
			t.Helper()
			if l.renew == nil {
				return
			}
			if err := l.renew(workStart.After(after)); !errors.Is(err, want) {
				t.Errorf("%s: renewing %+v: %v, want %v", work.name, l.Lease, err, want)
			}
		}
		lease(0, 0)
		work.add(t, s, 0)
		first := lease(0, 1)
		lease(99, 0)
		// The lease has expired. The worker that had it has lost it.
		second := lease(100, 2)
		release(first, 0, true, store.ErrNotFound)
		renew(first, 10_000, store.ErrNotFound)
		lease(199, 0)
		if second.renew != nil {
			renew(second, 300, nil)
			lease(299, 0)
		}
		// A pause after a failure.
		release(second, 500, true, nil)
		lease(499, 0)
		third := lease(500, 3)
		// Released without having failed, it does not count.
		release(third, 510, false, nil)
		lease(509, 0)
		again := lease(510, 3)
		release(third, 0, true, store.ErrNotFound)
		lease(609, 0)
		release(again, 0, true, nil)
		lease(610, 4)
	}
}

// leasedOnce: workers that lease at the same time get different pieces.
func leasedOnce(t *testing.T, s store.Store) {
	const pieces = 20
	for _, work := range allLeasedWork {
		for n := range pieces {
			work.add(t, s, n)
		}
		var mu sync.Mutex
		given := make(map[string]int)
		lease := func() error {
			l, err := work.lease(s, workStart, workStart.After(match.Day))
			if err == nil {
				mu.Lock()
				given[l.id]++
				mu.Unlock()
			}
			return err
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				var err error
				for err == nil {
					err = lease()
				}
				if !errors.Is(err, store.ErrNotFound) {
					t.Errorf("%s: %v", work.name, err)
				}
			})
		}
		wait.Wait()
		// Two workers that lease concurrently may see the same piece; then one of them
		// gets none. No piece is leased twice.
		for len(given) < pieces {
			if err := lease(); err != nil {
				t.Fatalf("%s: %d of %d were given: %v", work.name, len(given), pieces, err)
			}
		}
		for id, n := range given {
			if n != 1 {
				t.Errorf("%s %s was given %d times", work.name, id, n)
			}
		}
	}
}
