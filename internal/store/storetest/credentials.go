package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// joinNew creates an account of a new person with a passkey.
func joinNew(s store.Store, p store.Person, k store.Passkey) error {
	return s.Join(context.Background(), store.Joining{Person: p, Passkey: &k})
}

// joinGuest gives a guest an account with a passkey.
func joinGuest(s store.Store, epoch int64, name string, k store.Passkey) error {
	return s.Join(context.Background(), store.Joining{Person: store.Person{ID: k.Person, Epoch: epoch, Name: name}, Guest: true, Passkey: &k})
}

// accountsWithPasskeys: an account and its passkey are stored together or not at all.
func accountsWithPasskeys(t *testing.T, s store.Store) {
	ctx := context.Background()
	guest := store.Person{ID: "guest", Name: "Gast", Since: 1}
	taken := store.Passkey{ID: "taken", Person: "other"}
	for _, err := range []error{
		s.AddPerson(ctx, guest), s.AddPerson(ctx, store.Person{ID: "other", Name: "Other", Registered: true}), s.AddPasskey(ctx, taken, 0, 1),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	anna := store.Person{ID: "anna", Name: "Anna", Registered: true, Since: 2}
	key := func(id, person string) store.Passkey {
		return store.Passkey{ID: id, Person: person, Name: "phone", Credential: "{}", Since: 3}
	}
	for what, c := range map[string]struct{ err, want error }{
		"a new person with a stored passkey":    {joinNew(s, anna, key("taken", "anna")), store.ErrPasskeyTaken},
		"a new person with the name of another": {joinNew(s, store.Person{ID: "anna", Name: "oTHER", Registered: true}, key("k", "anna")), store.ErrTaken},
		"a guest with a stored passkey":         {joinGuest(s, 0, "Gast", key("taken", "guest")), store.ErrPasskeyTaken},
		"a guest with the name of another":      {joinGuest(s, 0, "Other", key("k", "guest")), store.ErrTaken},
		"a guest in another epoch":              {joinGuest(s, 1, "Gast", key("k", "guest")), store.ErrConflict},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", what, c.err, c.want)
		}
	}
	if _, err := s.Person(ctx, "anna"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a refused account is stored: %v", err)
	}
	if p, err := s.Person(ctx, "guest"); err != nil || p != guest {
		t.Errorf("%+v, %v: a refused registration has changed the guest", p, err)
	}
	if _, err := s.Passkey(ctx, "k"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a passkey of a refused account is stored: %v", err)
	}

	if err := joinNew(s, anna, key("k", "anna")); err != nil {
		t.Fatal(err)
	}
	if err := joinGuest(s, 0, "Gast", key("g", "guest")); err != nil {
		t.Fatal(err)
	}
	guest.Registered, guest.Epoch = true, 1
	for _, want := range []store.Person{anna, guest} {
		if p, err := s.Person(ctx, want.ID); err != nil || p != want {
			t.Errorf("%+v, %v, want %+v", p, err, want)
		}
		if list, err := s.Passkeys(ctx, want.ID); err != nil || len(list) != 1 || list[0].Person != want.ID || list[0].Name != "phone" {
			t.Errorf("%+v, %v", list, err)
		}
	}
	if err := joinGuest(s, 1, "Gast", key("h", "guest")); !errors.Is(err, store.ErrConflict) {
		t.Errorf("an account twice: %v", err)
	}
}

// limits adds more tokens and passkeys at once than a person may have.
func limits(t *testing.T, s store.Store) {
	const atMost, calls = 5, 20
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: "Name of " + id, Registered: true}); err != nil {
			t.Fatal(err)
		}
	}
	// Expired tokens and tokens of others do not count.
	for _, err := range []error{
		s.AddToken(ctx, "expired", "a", 0, store.Token{Since: 1, Until: 10}, atMost), s.AddToken(ctx, "of b", "b", 0, store.Token{Since: 1}, atMost),
		s.AddPasskey(ctx, store.Passkey{ID: "of b", Person: "b"}, 0, atMost),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var adding sync.WaitGroup
	var tokens, passkeys atomic.Int32
	count := func(n *atomic.Int32, err error) {
		if err == nil {
			n.Add(1)
		} else if !errors.Is(err, store.ErrTooMany) {
			t.Error(err)
		}
	}
	for i := range calls {
		id := fmt.Sprint(i)
		adding.Go(func() {
			count(&tokens, s.AddToken(ctx, id, "a", 0, store.Token{Since: 10, Until: match.Moment(i%2) * 99}, atMost))
		})
		adding.Go(func() { count(&passkeys, s.AddPasskey(ctx, store.Passkey{ID: id, Person: "a"}, 0, atMost)) })
	}
	adding.Wait()
	list, err := s.Tokens(ctx, "a", 10)
	if err != nil || tokens.Load() != atMost || len(list) != atMost {
		t.Errorf("%d tokens were added, %d are stored, %v; want %d", tokens.Load(), len(list), err, atMost)
	}
	keys, err := s.Passkeys(ctx, "a")
	if err != nil || passkeys.Load() != atMost || len(keys) != atMost {
		t.Errorf("%d passkeys were added, %d are stored, %v; want %d", passkeys.Load(), len(keys), err, atMost)
	}
}

// takenOnce takes a session several times at once.
func takenOnce(t *testing.T, s store.Store) {
	ctx := context.Background()
	if err := s.SetSession(ctx, "ceremony", []byte("data"), 100); err != nil {
		t.Fatal(err)
	}
	if _, err := s.TakeSession(ctx, "ceremony", 100); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an expired session: %v", err)
	}
	var taking sync.WaitGroup
	var taken atomic.Int32
	for range 20 {
		taking.Go(func() {
			switch data, err := s.TakeSession(ctx, "ceremony", 99); {
			case err == nil && string(data) == "data":
				taken.Add(1)
			case !errors.Is(err, store.ErrNotFound):
				t.Errorf("%q, %v", data, err)
			}
		})
	}
	taking.Wait()
	if n := taken.Load(); n != 1 {
		t.Errorf("taken %d times", n)
	}
	if _, err := s.Session(ctx, "ceremony", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session that was taken: %v", err)
	}
}
