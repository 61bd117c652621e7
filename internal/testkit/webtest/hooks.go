package webtest

import (
	"context"
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/web/core"
)

// HookedStore calls a hook after reading a person or passkeys, and before erasing
// a person. A hook may change the person who was read.
type HookedStore struct {
	store.Store
	OnPerson   atomic.Pointer[func(*store.Person)]
	OnPasskeys atomic.Pointer[func()]
	OnErase    atomic.Pointer[func() error]
	// Named counts searches for people by name.
	Named atomic.Int64
	// Hidden counts reads of who hides.
	Hidden atomic.Int64
}

// HiddenOf implements store.Store.
func (s *HookedStore) HiddenOf(ctx context.Context, people []string) (map[string]bool, error) {
	s.Hidden.Add(1)
	return s.Store.HiddenOf(ctx, people)
}

// PersonNamed implements store.Store.
func (s *HookedStore) PersonNamed(ctx context.Context, name string) (store.Person, error) {
	s.Named.Add(1)
	return s.Store.PersonNamed(ctx, name)
}

// Person implements store.Store.
func (s *HookedStore) Person(ctx context.Context, id string) (store.Person, error) {
	p, err := s.Store.Person(ctx, id)
	if hook := s.OnPerson.Load(); hook != nil {
		(*hook)(&p)
	}
	return p, err
}

// Passkeys implements store.Store.
func (s *HookedStore) Passkeys(ctx context.Context, person string) ([]store.Passkey, error) {
	list, err := s.Store.Passkeys(ctx, person)
	if hook := s.OnPasskeys.Load(); hook != nil {
		(*hook)()
	}
	return list, err
}

// ErasePerson implements store.Store.
func (s *HookedStore) ErasePerson(ctx context.Context, person string, as match.Rename) error {
	if hook := s.OnErase.Load(); hook != nil {
		if err := (*hook)(); err != nil {
			return err
		}
	}
	return s.Store.ErasePerson(ctx, person, as)
}

// ServeHooked starts a server with a store that has hooks.
func ServeHooked(t *testing.T) (*HookedStore, *Server) {
	t.Helper()
	lite := storetest.OpenSQLite(t)
	s := &HookedStore{Store: lite}
	return s, ServeStore(t, s)
}

// WithSession returns a browser with a session of a stored person, who gave a
// password at a moment.
func (s *Server) WithSession(p store.Person, proved match.Moment) *Browser {
	s.T.Helper()
	return s.WithProof(p, core.Proof{At: proved})
}

// WithProof returns a browser with a session of a stored person in which something was
// proved.
func (s *Server) WithProof(p store.Person, proved core.Proof) *Browser {
	s.T.Helper()
	cookie, err := s.API.App.BeginSession(s.T.Context(), p, proved)
	if err != nil {
		s.T.Fatal(err)
	}
	b := s.Visitor()
	b.ID = p.ID
	at, err := url.Parse(s.URL)
	if err != nil {
		s.T.Fatal(err)
	}
	b.Client.Jar.SetCookies(at, []*http.Cookie{cookie})
	return b
}
