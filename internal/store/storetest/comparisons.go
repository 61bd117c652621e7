package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

func comparisons(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: "Person " + id}); err != nil {
			t.Fatal(err)
		}
	}
	request := func(person string, at match.Moment, want error) {
		t.Helper()
		if err := s.RequestComparison(ctx, person, at, entry(fmt.Sprint("compare ", person, at), at, "fair-play", person)); !errors.Is(err, want) {
			t.Errorf("requesting %s: %v, want %v", person, err, want)
		}
	}
	lease := func(now, until match.Moment, want string) (c store.Comparison) {
		t.Helper()
		c, err := s.LeaseComparison(ctx, now, until)
		if c.Person != want || (want == "") != errors.Is(err, store.ErrNotFound) {
			t.Errorf("leased %+v, %v; want %q", c, err, want)
		}
		return c
	}
	lease(0, 10, "")
	if c, err := s.Comparison(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%+v, %v", c, err)
	}
	request("nobody", 1, store.ErrNotFound)
	request("b", 2, nil)
	request("a", 1, nil)
	request("a", 3, store.ErrConflict)

	first := lease(10, 20, "a")
	lease(10, 20, "b")
	lease(19, 30, "")
	// The lease has expired; the earlier worker cannot store anything any more.
	second := lease(20, 40, "a")
	if first.Attempts != 1 || second.Attempts != 2 || second.DueAt != 40 || second.RequestedAt != 1 {
		t.Errorf("%+v, then %+v", first, second)
	}
	first.Result = "late"
	if err := s.KeepComparison(ctx, first); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an expired lease: %v", err)
	}
	second.Result, second.DueAt = `{"part": 1}`, 60
	if err := s.KeepComparison(ctx, second); err != nil {
		t.Fatal(err)
	}
	lease(21, 30, "b")
	lease(59, 70, "b")
	second.Result, second.FinishedAt = `{"all": 1}`, 50
	if err := s.KeepComparison(ctx, second); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Comparison(ctx, "a"); err != nil || c != second {
		t.Errorf("%+v, %v; want %+v", c, err, second)
	}
	lease(1000, 1001, "b")
	// Another request deletes the result.
	request("a", 100, nil)
	if c, err := s.Comparison(ctx, "a"); err != nil || c != (store.Comparison{Person: "a", RequestedAt: 100}) {
		t.Errorf("%+v, %v", c, err)
	}
	if err := s.KeepComparison(ctx, second); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the comparison of the earlier request: %v", err)
	}
	// A deleted person has none.
	if err := s.DeletePerson(ctx, "a", 0); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Comparison(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%+v, %v", c, err)
	}
	// The queue is bounded.
	for i := range store.MaxComparisons {
		id := fmt.Sprint("p", i)
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: id}); err != nil {
			t.Fatal(err)
		}
		want := error(nil)
		if i == store.MaxComparisons-1 {
			want = store.ErrTooMany // b waits too
		}
		request(id, match.Moment(200+i), want)
	}
}
