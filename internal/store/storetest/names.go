package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"tafelrunde/internal/store"
)

// namesByLetters: a name that differs from that of an account only in punctuation and spaces
// is taken, however an account gets it.
func namesByLetters(t *testing.T, s store.Store) {
	ctx := context.Background()
	maria := store.Person{ID: "m", Name: "Maria", Registered: true, Since: 1}
	for _, p := range []store.Person{maria, {ID: "b", Name: "Ben", Registered: true, Since: 2}, {ID: "g", Name: "Mar-ia", Since: 3}} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for what, err := range map[string]error{
		"a new account":       s.AddPerson(ctx, store.Person{ID: "x", Name: "Maria.", Registered: true}),
		"a guest's account":   joinWithPassword(s, "g", 0, "Mar ia", "hash"),
		"a changed name":      s.ChangeName(ctx, "b", 0, "M-a-r-i-a"),
		"an account by staff": s.CreateAccount(ctx, store.Person{ID: "y", Name: "_maria_", Registered: true}, entry("1", 1, "create", "y")),
		"a name by staff":     s.RenamePerson(ctx, "b", "Maria!", entry("2", 1, "rename", "b")),
	} {
		if !errors.Is(err, store.ErrTaken) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, name := range []string{"maria", "Mar.ia", "M\u0430ria"} {
		if p, err := s.AccountLike(ctx, name); err != nil || p.ID != "m" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	// Their own names may change.
	if err := errors.Join(s.ChangeName(ctx, "m", 0, "Mar ia"), s.RenamePerson(ctx, "b", "B.e.n.", entry("3", 1, "rename", "b"))); err != nil {
		t.Error(err)
	}
	if groups, err := s.SimilarNames(ctx, 9); err != nil || len(groups) != 0 {
		t.Errorf("%+v, %v", groups, err)
	}
	// One of several concurrent accounts gets the name.
	var wg sync.WaitGroup
	results := make(chan error, 12)
	for i := range cap(results) {
		wg.Go(func() {
			name := "Lee"[:1+i%2] + "-" + "Lee"[1+i%2:] + fmt.Sprint("!!!!!!!!!!!!"[:i])
			results <- s.AddPerson(ctx, store.Person{ID: fmt.Sprint("lee", i), Name: name, Registered: true})
		})
	}
	wg.Wait()
	close(results)
	stored := 0
	for err := range results {
		if err == nil {
			stored++
		} else if !errors.Is(err, store.ErrTaken) {
			t.Error(err)
		}
	}
	if stored != 1 {
		t.Errorf("%d accounts have names with the same letters", stored)
	}
}
