package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// tidying tests DeleteExpired on presences and sessions.
func tidying(t *testing.T, s store.Store) {
	ctx := context.Background()
	now := match.Moment(1_700_000_000_000)
	kept := now.After(-store.PresenceLifetime)
	if err := s.SavePresence(ctx, []store.Presence{{Match: "m", Person: "old", At: kept - 1}, {Match: "m", Person: "new", At: kept}}); err != nil {
		t.Fatal(err)
	}
	for token, until := range map[string]match.Moment{"over": now - 1, "running": now + 1} {
		if err := s.SetSession(ctx, token, []byte("data"), until); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := s.DeleteExpired(ctx, now); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := s.LastPresence(ctx, []string{"m"}); err != nil || len(list) != 1 || list[0].Person != "new" {
		t.Errorf("%+v, %v", list, err)
	}
	for token, want := range map[string]error{"over": store.ErrNotFound, "running": nil} {
		// At an earlier time, only sessions that were deleted are not found.
		if _, err := s.Session(ctx, token, 0); !errors.Is(err, want) {
			t.Errorf("session %s: %v, want %v", token, err, want)
		}
	}
}

// answers tests store.Requests.
func answers(t *testing.T, s store.Store) {
	ctx := context.Background()
	now := match.Moment(1_700_000_000_000)
	first := store.IdempotentRequest{ID: "a", Request: "r", Person: "p", At: now, Program: "x", Lease: now.After(match.Second)}
	want := func(id string, want store.IdempotentRequest) {
		t.Helper()
		if a, err := s.Request(ctx, id, now); err != nil || a != want {
			t.Errorf("%+v, %v; want %+v", a, err, want)
		}
	}
	begin := func(a store.IdempotentRequest, earlier store.IdempotentRequest) {
		t.Helper()
		if got, err := s.BeginRequest(ctx, a); err != nil || got != earlier {
			t.Errorf("%+v, %v; want %+v", got, err, earlier)
		}
	}
	if _, err := s.Request(ctx, "a", now); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("before: %v", err)
	}
	begin(first, store.IdempotentRequest{})
	other := first
	other.Program, other.Request = "y", "q"
	begin(other, first)
	want("a", first)

	// One of two processes resumes it.
	for i, ok := range []bool{true, false} {
		if got, err := s.ResumeRequest(ctx, first, "y", now.After(2*match.Second)); err != nil || got != ok {
			t.Errorf("take-over %d: %t, %v", i, got, err)
		}
	}
	if err := s.FinishRequest(ctx, "a", "x", "late"); err != nil {
		t.Error(err)
	}
	if err := s.FinishRequest(ctx, "a", "y", "body"); err != nil {
		t.Error(err)
	}
	done := first
	done.Program, done.Lease, done.Body = "", 0, "body"
	want("a", done)
	begin(other, done)
	if got, err := s.ResumeRequest(ctx, done, "z", now); err != nil || got {
		t.Errorf("one that has an answer is taken over: %t, %v", got, err)
	}

	// Discarded and expired requests can begin again.
	dropped := store.IdempotentRequest{ID: "d", Request: "r", At: now, Program: "x"}
	begin(dropped, store.IdempotentRequest{})
	if err := s.DiscardRequest(ctx, "d", "x"); err != nil {
		t.Error(err)
	}
	begin(dropped, store.IdempotentRequest{})
	later := first
	later.At = now.After(store.RequestLifetime + 1)
	begin(later, store.IdempotentRequest{})

	for i := range store.MaxRequests + 5 {
		begin(store.IdempotentRequest{ID: fmt.Sprint("many ", i), Person: "many", At: now.After(match.Millis(i))}, store.IdempotentRequest{})
	}
	for i, want := range map[int]error{4: store.ErrNotFound, 5: nil, store.MaxRequests + 4: nil} {
		if _, err := s.Request(ctx, fmt.Sprint("many ", i), now); !errors.Is(err, want) {
			t.Errorf("answer %d: %v, want %v", i, err, want)
		}
	}
	if err := s.DeleteExpired(ctx, now.After(store.RequestLifetime+1)); err != nil {
		t.Error(err)
	}
	if _, err := s.Request(ctx, "d", now); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an old one: %v", err)
	}
	if _, err := s.Request(ctx, "a", now); err != nil {
		t.Errorf("a new one: %v", err)
	}
}
