package web

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/web/core"
)

// hookedStore calls a hook after reading a person or passkeys, and before erasing
// a person. A hook may change the person who was read.
type hookedStore struct {
	store.Store
	person   atomic.Pointer[func(*store.Person)]
	passkeys atomic.Pointer[func()]
	erase    atomic.Pointer[func() error]
	// named counts searches for people by name.
	named atomic.Int64
}

func (s *hookedStore) PersonNamed(ctx context.Context, name string) (store.Person, error) {
	s.named.Add(1)
	return s.Store.PersonNamed(ctx, name)
}

func (s *hookedStore) Person(ctx context.Context, id string) (store.Person, error) {
	p, err := s.Store.Person(ctx, id)
	if hook := s.person.Load(); hook != nil {
		(*hook)(&p)
	}
	return p, err
}

func (s *hookedStore) Passkeys(ctx context.Context, person string) ([]store.Passkey, error) {
	list, err := s.Store.Passkeys(ctx, person)
	if hook := s.passkeys.Load(); hook != nil {
		(*hook)()
	}
	return list, err
}

func (s *hookedStore) ErasePerson(ctx context.Context, person string, as match.Rename) error {
	if hook := s.erase.Load(); hook != nil {
		if err := (*hook)(); err != nil {
			return err
		}
	}
	return s.Store.ErasePerson(ctx, person, as)
}

func serveHooked(t *testing.T) (*hookedStore, *testServer) {
	t.Helper()
	lite, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "tafelrunde.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lite.Close() })
	s := &hookedStore{Store: lite}
	return s, serveStore(t, s)
}

// once returns a function that calls do the first time only.
func once(do func()) func() {
	var called atomic.Bool
	return func() {
		if called.CompareAndSwap(false, true) {
			do()
		}
	}
}

// TestEndedSessionCannotRename ends the session of a request after the
// request was authenticated.
func TestEndedSessionCannotRename(t *testing.T) {
	hooked, s := serveHooked(t)
	anna := s.member("Anna")
	anna.me() // caches the session
	elsewhere := s.visitor().logIn("Anna", "long enough")
	end := once(func() { elsewhere.want(200, "POST", "/api/me/sessions/end", nil, nil) })
	hook := func(p *store.Person) {
		end()
		p.NameDue = true
	}
	hooked.person.Store(&hook)
	anna.refused(401, "no-session", "POST", "/api/me/name", object{"name": "Johanna"})
	hooked.person.Store(nil)
	if p := elsewhere.me(); p.Name != "Anna" {
		t.Errorf("%+v: an ended session has changed the name", p)
	}
}

// TestLastPasskeyIsKept deletes both passkeys of an account without a
// password. Both requests read the passkeys before one of them is deleted.
func TestLastPasskeyIsKept(t *testing.T) {
	hooked, s := serveHooked(t)
	p := store.Person{ID: "anna", Name: "Anna", Registered: true}
	if err := hooked.AddPerson(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"j", "k"} {
		if err := hooked.AddPasskey(t.Context(), store.Passkey{ID: id, Person: p.ID, Credential: "{}"}, p.Epoch, 2); err != nil {
			t.Fatal(err)
		}
	}
	anna := s.loggedIn(p)
	other := once(func() { anna.want(204, "DELETE", "/api/me/passkeys/k", nil, nil) })
	hooked.passkeys.Store(&other)
	anna.refused(409, "last-passkey", "DELETE", "/api/me/passkeys/j", nil)
	if list, err := hooked.Passkeys(t.Context(), p.ID); err != nil || len(list) != 1 || list[0].ID != "j" {
		t.Errorf("%+v, %v", list, err)
	}
}

// loggedIn returns a browser in which a stored person has just logged in.
func (s *testServer) loggedIn(p store.Person) *browser {
	s.t.Helper()
	return s.withSession(p, host.Now())
}

// withSession returns a browser with a session of a stored person, who gave a
// password at a moment.
func (s *testServer) withSession(p store.Person, proved match.Moment) *browser {
	s.t.Helper()
	return s.withProof(p, core.Proof{At: proved})
}

// withProof returns a browser with a session of a stored person in which something was
// proved.
func (s *testServer) withProof(p store.Person, proved core.Proof) *browser {
	s.t.Helper()
	cookie, err := s.api.App.BeginSession(s.t.Context(), p, proved)
	if err != nil {
		s.t.Fatal(err)
	}
	b := s.visitor()
	b.id = p.ID
	at, err := url.Parse(s.url)
	if err != nil {
		s.t.Fatal(err)
	}
	b.client.Jar.SetCookies(at, []*http.Cookie{cookie})
	return b
}

// TestNoSessionDuringDeletion sends requests of a person while the person
// is being erased.
func TestNoSessionDuringDeletion(t *testing.T) {
	hooked, s := serveHooked(t)
	anna := s.member("Anna")
	program, elsewhere := s.visitor(), s.visitor().logIn("Anna", "long enough")
	program.token = anna.newToken()
	elsewhere.me() // caches the session
	stream := elsewhere.stream("/api/stream?lobby=true")
	hook := func() error {
		for what, b := range map[string]*browser{"session": elsewhere, "token": program} {
			if status := b.status("POST", "/api/matches", wotnTable(nil)); status != 401 {
				t.Errorf("opening a table with a %s of the person: status %d", what, status)
			}
		}
		if p := elsewhere.me(); p.ID != "" {
			t.Errorf("%+v: the session is still valid", p)
		}
		if status := elsewhere.status("POST", "/api/me/sessions/end", nil); status != 401 {
			t.Errorf("ending sessions: status %d", status)
		}
		if status := s.visitor().status("POST", "/api/login", object{"name": "Anna", "password": "long enough"}); status != 403 {
			t.Errorf("logging in: status %d", status)
		}
		return nil
	}
	hooked.erase.Store(&hook)
	anna.want(204, "POST", "/api/me/delete", object{"name": "Anna", "password": "long enough"}, nil)
	waitForEnd(t, "the stream", stream)
	if ids, err := hooked.Mentions(t.Context(), anna.id); err != nil || len(ids) != 0 {
		t.Errorf("the deleted person is mentioned in %v, %v", ids, err)
	}
	s.member("Anna")
}

// TestEndedSessionCannotDeleteAccount ends the session of a request after
// the request was authenticated.
func TestEndedSessionCannotDeleteAccount(t *testing.T) {
	hooked, s := serveHooked(t)
	anna := s.member("Anna")
	table := anna.open(wotnTable(nil))
	elsewhere := s.visitor().logIn("Anna", "long enough")
	end := once(func() { elsewhere.want(200, "POST", "/api/me/sessions/end", nil, nil) })
	hook := func(*store.Person) { end() }
	hooked.person.Store(&hook)
	anna.refused(401, "no-session", "POST", "/api/me/delete", object{"name": "Anna", "password": "long enough"})
	if v := elsewhere.view(table); v.Phase == match.TableClosed || v.Owner.Name != "Anna" {
		t.Errorf("%v, %+v: a refused deletion has changed the table", v.Phase, v.Owner)
	}
}

// TestDeletionResumesAfterFailure makes the store fail after the sessions have
// ended. The next start of the server finishes the deletion.
func TestDeletionResumesAfterFailure(t *testing.T) {
	hooked, s := serveHooked(t)
	anna := s.member("Anna")
	table := anna.open(wotnTable(func(o object) { o["visibility"] = "link" }))
	failing := func() error { return store.ErrUnavailable }
	hooked.erase.Store(&failing)
	anna.want(204, "POST", "/api/me/delete", object{"name": "Anna", "password": "long enough"}, nil)
	s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Anna", "password": "long enough"})
	hooked.erase.Store(nil)
	s.stop()
	s = serveStore(t, hooked)
	eventually(t, "the person is stored", func() bool { return s.visitor().status("GET", "/api/people/"+anna.id, nil) == 404 })
	if ids, err := hooked.Mentions(t.Context(), anna.id); err != nil || len(ids) != 0 {
		t.Errorf("the deleted person is mentioned in %v, %v", ids, err)
	}
	if v := s.visitor().view(table); v.Phase != match.TableClosed || v.Owner.Name != match.DeletedName {
		t.Errorf("%v, %+v", v.Phase, v.Owner)
	}
	s.member("Anna")
}
