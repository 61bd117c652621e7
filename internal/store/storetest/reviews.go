package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// reviewKit requests and leases reviews of games of one match.
type reviewKit struct {
	t      *testing.T
	s      store.Store
	limits store.ReviewLimits
}

func newReviewKit(t *testing.T, s store.Store) *reviewKit {
	Open(t, s, "m", nil).Sit()
	return &reviewKit{t, s, store.ReviewLimits{All: 100, Open: 100, PerDay: 100}}
}

func (k *reviewKit) request(person string, game int, at match.Moment, want error) store.Review {
	k.t.Helper()
	r, err := k.s.RequestReview(context.Background(), store.Review{Match: "m", Game: game, Person: person, RequestedAt: at, All: 3, Nodes: 1000}, k.limits)
	if !errors.Is(err, want) {
		k.t.Errorf("game %d for %s: %v, want %v", game, person, err, want)
	}
	return r
}

// lease leases the next review and expects that of a game, 0 for none.
func (k *reviewKit) lease(now, until match.Moment, want int) store.Review {
	k.t.Helper()
	r, err := k.s.LeaseReview(context.Background(), now, until)
	if r.Game != want || (want == 0) != errors.Is(err, store.ErrNotFound) {
		k.t.Errorf("leased %+v, %v; want game %d", r, err, want)
	}
	return r
}

func (k *reviewKit) keep(r store.Review, want error, results ...store.ReviewResult) {
	k.t.Helper()
	if err := k.s.KeepReview(context.Background(), r, results); !errors.Is(err, want) {
		k.t.Errorf("keeping %+v: %v, want %v", r, err, want)
	}
}

// finish leases the next review, expects that of a game and finishes it.
func (k *reviewKit) finish(now match.Moment, want int) {
	k.t.Helper()
	r := k.lease(now, now+100, want)
	r.FinishedAt, r.Running, r.Done = now+1, false, r.All
	k.keep(r, nil)
}

// order returns the games of the reviews that are not finished.
func (k *reviewKit) order(now match.Moment) (games []int) {
	k.t.Helper()
	list, err := k.s.OpenReviews(context.Background(), now)
	if err != nil {
		k.t.Fatal(err)
	}
	for _, r := range list {
		games = append(games, r.Game)
	}
	return games
}

// reviews tests that people are served in turn.
func reviews(t *testing.T, s store.Store) {
	k := newReviewKit(t, s)
	if r, err := s.Review(t.Context(), "m", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%+v, %v", r, err)
	}
	k.lease(1, 2, 0)
	if _, err := s.RequestReview(t.Context(), store.Review{Match: "none", Game: 1, Person: "a"}, k.limits); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	// a is first with four reviews, then b with two and c with one.
	for i, person := range []string{"a", "a", "a", "a", "b", "b", "c"} {
		k.request(person, i+1, match.Moment(10+i), nil)
	}
	if again := k.request("c", 1, 30, nil); again.Person != "a" || again.RequestedAt != 10 {
		t.Errorf("the same game again: %+v", again)
	}
	want := []int{1, 5, 7, 2, 6, 3, 4}
	if order := k.order(50); !slices.Equal(order, want) {
		t.Errorf("the order is %v, want %v", order, want)
	}
	for i, game := range want {
		now := match.Moment(100 + 10*i)
		k.finish(now, game)
		// Nothing that is made later changes the order of the others.
		if order := k.order(now + 1); !slices.Equal(order, want[i+1:]) {
			t.Errorf("after %d: the order is %v, want %v", i+1, order, want[i+1:])
		}
	}
	k.lease(1000, 1001, 0)
	if got, want := notificationsOf(t, s, "b"), "review m 6, review m 5"; got != want {
		t.Errorf("b has the notifications %q, want %q", got, want)
	}

	// Somebody new comes before people whose reviews were made lately.
	k.request("a", 11, 2000, nil)
	k.request("c", 12, 2001, nil)
	k.request("d", 13, 2002, nil)
	if order := k.order(2010); !slices.Equal(order, []int{13, 12, 11}) {
		t.Errorf("%v", order)
	}
	// One of each person at a time.
	k.request("d", 14, 2003, nil)
	k.lease(2010, 2100, 13)
	k.lease(2010, 2100, 12)
	k.lease(2010, 2100, 11)
	k.lease(2010, 2100, 0)
	if order := k.order(2011); !slices.Equal(order, []int{11, 12, 13, 14}) {
		t.Errorf("%v", order)
	}
}

func reviewLimits(t *testing.T, s store.Store) {
	k := newReviewKit(t, s)
	k.limits = store.ReviewLimits{All: 5, Open: 2, PerDay: 3}
	k.request("a", 1, 1000, nil)
	k.request("a", 2, 1001, nil)
	k.request("a", 3, 1002, store.ErrReviewsOpen)
	k.request("a", 1, 1002, nil) // is there
	k.finish(1010, 1)
	k.request("a", 3, 1011, nil)
	k.finish(1020, 2)
	k.request("a", 4, 1021, store.ErrReviewsToday)
	k.finish(1030, 3)
	k.request("a", 4, 1031, store.ErrReviewsToday)
	k.request("a", 4, 1000+match.Moment(match.Day), nil)
	k.limits.PerDay = 0
	k.request("b", 5, 1032, store.ErrReviewsToday)
	k.limits = store.ReviewLimits{All: 3, Open: 9, PerDay: 9}
	k.request("b", 5, 1033, nil)
	k.request("b", 6, 1034, nil)
	k.request("c", 7, 1035, store.ErrReviewsFull)
}

// reviewsResumed tests leases, results and failures.
func reviewsResumed(t *testing.T, s store.Store) {
	k := newReviewKit(t, s)
	k.request("a", 1, 10, nil)
	first := k.lease(20, 30, 1)
	want := store.Review{Match: "m", Game: 1, Person: "a", RequestedAt: 10, BeganAt: 20, Lease: store.Lease{Attempts: 1, DueAt: 30}, Running: true, Leases: 2, All: 3, Nodes: 1000}
	if first != want {
		t.Errorf("%+v, want %+v", first, want)
	}
	k.lease(29, 40, 0)
	first.Done, first.DueAt = 1, 35
	k.keep(first, nil, store.ReviewResult{Place: 2, Body: `{"n": 2}`})
	k.lease(34, 40, 0)
	// The lease has expired; the earlier worker cannot store anything any more.
	second := k.lease(35, 50, 1)
	if second.Done != 1 || second.Leases != 3 || second.Attempts != 2 || second.BeganAt != 20 {
		t.Errorf("%+v", second)
	}
	k.keep(first, store.ErrNotFound, store.ReviewResult{Place: 0, Body: `{}`})
	results := func(want ...store.ReviewResult) {
		t.Helper()
		if list, err := s.ReviewResults(t.Context(), "m", 1); err != nil || !slices.Equal(list, want) {
			t.Errorf("%v, %v; want %v", list, err, want)
		}
	}
	two := store.ReviewResult{Place: 2, Body: `{"n": 2}`}
	results(two)
	// A pause before the next attempt.
	second.Running, second.DueAt = false, 60
	k.keep(second, nil)
	k.lease(59, 70, 0)
	third := k.lease(60, 70, 1)
	third.Running, third.Failed, third.FinishedAt = false, true, 65
	k.keep(third, nil)
	k.lease(1000, 1001, 0)
	if r, err := s.Review(t.Context(), "m", 1); err != nil || r != third {
		t.Errorf("%+v, %v; want %+v", r, err, third)
	}
	// One that failed is requested again, by somebody else, and continues.
	again := k.request("b", 1, 100, nil)
	if again.Person != "b" || again.Failed || again.FinishedAt != 0 || again.Done != 1 || again.Attempts != 0 || again.Leases != 5 {
		t.Errorf("%+v", again)
	}
	results(two)
	k.keep(third, store.ErrNotFound)
	fourth := k.lease(101, 200, 1)
	zero, one := store.ReviewResult{Place: 0, Body: `null`}, store.ReviewResult{Place: 1, Body: `{"n": 1}`}
	fourth.Done, fourth.FinishedAt, fourth.Running = 3, 120, false
	k.keep(fourth, nil, one, zero)
	results(zero, one, two)
	if r, err := s.Review(t.Context(), "m", 1); err != nil || r != fourth {
		t.Errorf("%+v, %v; want %+v", r, err, fourth)
	}
	k.keep(fourth, store.ErrNotFound)
	// With another number of nodes, nothing is kept.
	fifth := k.request("b", 2, 130, nil)
	fifth = k.lease(131, 140, 2)
	fifth.Failed, fifth.FinishedAt, fifth.Done = true, 135, 1
	k.keep(fifth, nil, zero)
	r, err := s.RequestReview(t.Context(), store.Review{Match: "m", Game: 2, Person: "a", RequestedAt: 140, All: 3, Nodes: 2000}, k.limits)
	if list, err2 := s.ReviewResults(t.Context(), "m", 2); err != nil || err2 != nil || r.Done != 0 || r.Nodes != 2000 || len(list) != 0 {
		t.Errorf("%+v, %v, %v, %v", r, err, list, err2)
	}
}

// reviewsOfAnOlderEngine: a finished review is requested again only with a newer engine, and has results of one engine.
func reviewsOfAnOlderEngine(t *testing.T, s store.Store) {
	k := newReviewKit(t, s)
	request := func(person string, at match.Moment, engine int) store.Review {
		t.Helper()
		r, err := s.RequestReview(t.Context(), store.Review{Match: "m", Game: 1, Person: person, RequestedAt: at, All: 3, Nodes: 1000, Engine: engine}, k.limits)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	places := func(want ...int) {
		t.Helper()
		list, err := s.ReviewResults(t.Context(), "m", 1)
		places := make([]int, len(list))
		for i, r := range list {
			places[i] = r.Place
		}
		if err != nil || !slices.Equal(places, want) {
			t.Errorf("%v, %v; want %v", places, err, want)
		}
	}
	request("a", 10, 1)
	first := k.lease(20, 30, 1)
	first.Done = 1
	k.keep(first, nil, store.ReviewResult{Place: 2, Body: `{}`})
	// One that runs goes on, although somebody asks for a newer engine.
	if r := request("b", 21, 2); r.Person != "a" || r.Engine != 1 || r.Done != 1 {
		t.Errorf("%+v", r)
	}
	// The program is replaced by one with a newer engine, which begins again.
	second := k.lease(30, 40, 1)
	second.Engine, second.Done = 2, 1
	k.keep(first, store.ErrNotFound, store.ReviewResult{Place: 1, Body: `{}`})
	k.keep(second, nil, store.ReviewResult{Place: 0, Body: `{}`})
	places(0)
	second.Done, second.Running, second.FinishedAt = 3, false, 35
	k.keep(second, nil, store.ReviewResult{Place: 1, Body: `{}`}, store.ReviewResult{Place: 2, Body: `{}`})
	places(0, 1, 2)
	if r := request("b", 36, 2); r != second {
		t.Errorf("%+v, want %+v", r, second)
	}
	if r := request("b", 36, 1); r != second {
		t.Errorf("%+v, want %+v", r, second)
	}
	if r := request("b", 37, 3); r.Person != "b" || r.Engine != 3 || r.FinishedAt != 0 || r.Done != 0 {
		t.Errorf("%+v", r)
	}
	places()
}

// reviewsCancelled: only reviews that wait or run can be cancelled; a finished one can
// only be deleted.
func reviewsCancelled(t *testing.T, s store.Store) {
	k := newReviewKit(t, s)
	results := func(want ...store.ReviewResult) {
		t.Helper()
		if list, err := s.ReviewResults(t.Context(), "m", 1); err != nil || !slices.Equal(list, want) {
			t.Errorf("%v, %v; want %v", list, err, want)
		}
	}
	var entries []string
	act := func(do func(ctx context.Context, id string, game int, e store.Entry) error, action string, want error) {
		t.Helper()
		at := match.Moment(100 + len(entries))
		if err := do(t.Context(), "m", 1, entry(fmt.Sprint("e", at), at, action, "a")); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", action, err, want)
		} else if err == nil {
			entries = append(entries, action)
		}
		log, err := s.Entries(t.Context(), "", 0, 9)
		if err != nil || len(log) != len(entries) {
			t.Errorf("%+v, %v; want %v", log, err, entries)
		}
	}
	zero, one := store.ReviewResult{Place: 0, Body: `{}`}, store.ReviewResult{Place: 1, Body: `{"n": 1}`}
	act(s.CancelReview, "cancel", store.ErrNotFound)
	act(s.DeleteReview, "delete", store.ErrNotFound)

	// One that waits, and one that runs.
	k.request("a", 1, 10, nil)
	act(s.CancelReview, "cancel", nil)
	act(s.CancelReview, "cancel", store.ErrNotFound)
	k.request("a", 1, 11, nil)
	cancelled := k.lease(20, 30, 1)
	k.keep(cancelled, nil, one)
	act(s.CancelReview, "cancel", nil)
	results()
	k.keep(cancelled, store.ErrNotFound, one)
	// The worker whose review was cancelled does not write into that of the next request.
	k.request("a", 1, 12, nil)
	next := k.lease(21, 30, 1)
	if next.Leases != cancelled.Leases {
		t.Errorf("%+v and %+v: this test needs the same number of leases", next, cancelled)
	}
	k.keep(cancelled, store.ErrNotFound, one)
	results()

	// One that is finished stays.
	next.Done, next.FinishedAt, next.Running = 3, 25, false
	k.keep(next, nil, zero, one)
	act(s.CancelReview, "cancel", store.ErrReviewFinished)
	results(zero, one)
	if r, err := s.Review(t.Context(), "m", 1); err != nil || r != next {
		t.Errorf("%+v, %v; want %+v", r, err, next)
	}
	act(s.DeleteReview, "delete", nil)
	results()
	if _, err := s.Review(t.Context(), "m", 1); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	// So does one that has failed.
	k.request("a", 1, 40, nil)
	failed := k.lease(41, 50, 1)
	failed.Failed, failed.FinishedAt, failed.Running = true, 42, false
	k.keep(failed, nil)
	act(s.CancelReview, "cancel", store.ErrReviewFinished)
	act(s.DeleteReview, "delete", nil)
}

// reviewsRacing finishes and cancels reviews at the same time: either the result stays
// whole, or nothing of it.
func reviewsRacing(t *testing.T, s store.Store) {
	k := newReviewKit(t, s)
	ctx := t.Context()
	for game := 1; game <= 20; game++ {
		k.request("a", game, match.Moment(10*game), nil)
		r := k.lease(match.Moment(10*game+1), 1000, game)
		r.Done, r.FinishedAt, r.Running = 1, match.Moment(10*game+2), false
		var kept, cancelled error
		var all sync.WaitGroup
		all.Go(func() { kept = s.KeepReview(ctx, r, []store.ReviewResult{{Place: 0, Body: `{}`}}) })
		all.Go(func() { cancelled = s.CancelReview(ctx, "m", game, entry(fmt.Sprint("e", game), 1, "cancel", "a")) })
		all.Wait()
		results, err := s.ReviewResults(ctx, "m", game)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := s.Review(ctx, "m", game)
		switch {
		case kept == nil && errors.Is(cancelled, store.ErrReviewFinished) && err == nil && stored == r && len(results) == 1:
		case errors.Is(kept, store.ErrNotFound) && cancelled == nil && errors.Is(err, store.ErrNotFound) && len(results) == 0:
		default:
			t.Errorf("kept: %v, cancelled: %v, then %+v, %v with %v", kept, cancelled, stored, err, results)
		}
	}
}

// reviewsBy tests the list of the reviews that a person requested.
func reviewsBy(t *testing.T, s store.Store) {
	k := newReviewKit(t, s)
	k.request("a", 1, 10, nil)
	k.request("b", 2, 11, nil)
	k.request("a", 3, 12, nil)
	k.request("a", 2, 13, nil) // that of b
	k.finish(20, 1)
	failed := k.lease(30, 40, 2)
	failed.Failed, failed.FinishedAt, failed.Running = true, 35, false
	k.keep(failed, nil)
	for person, want := range map[string][]int{"a": {3, 1}, "b": {2}, "c": nil} {
		list, err := s.ReviewsBy(t.Context(), person)
		if err != nil {
			t.Fatal(err)
		}
		var games []int
		for _, r := range list {
			games = append(games, r.Game)
			if stored, err := s.Review(t.Context(), "m", r.Game); err != nil || r != stored || r.Person != person {
				t.Errorf("%+v, want %+v, %v", r, stored, err)
			}
		}
		if !slices.Equal(games, want) {
			t.Errorf("%s requested %v, want %v", person, games, want)
		}
	}
}

// reviewsDeleted: a match takes its reviews with it, and a deleted person is not named.
func reviewsDeleted(t *testing.T, s store.Store) {
	ctx := t.Context()
	x := Open(t, s, "m", nil).Sit()
	x.Play(mate...)
	k := &reviewKit{t, s, store.ReviewLimits{All: 9, Open: 9, PerDay: 9}}
	for i, id := range []string{"p0", "p1"} {
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: fmt.Sprint("Person ", i)}); err != nil {
			t.Fatal(err)
		}
	}
	k.request("p0", 1, 10, nil)
	r := k.lease(20, 1000, 1)
	k.keep(r, nil, store.ReviewResult{Place: 0, Body: `{}`})
	if err := s.DeletePerson(ctx, "p0", 0); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Review(ctx, "m", 1); err != nil || now.Person != "" || now.Leases != r.Leases {
		t.Errorf("%+v, %v", now, err)
	}
	k.keep(r, nil) // the worker goes on
	if ids, err := s.DeleteOldMatches(ctx, x.Now+1, 9); err != nil || !slices.Equal(ids, []string{"m"}) {
		t.Fatalf("%v, %v", ids, err)
	}
	if _, err := s.Review(ctx, "m", 1); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if list, err := s.ReviewResults(ctx, "m", 1); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	k.keep(r, store.ErrNotFound, store.ReviewResult{Place: 1, Body: `{}`})
	k.request("p1", 1, 30, store.ErrNotFound)
}
