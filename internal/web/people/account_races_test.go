package people_test

import (
	"sync/atomic"
	"testing"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
)

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
	hooked, s := webtest.ServeHooked(t)
	anna := s.Member("Anna")
	anna.Me() // caches the session
	elsewhere := s.Visitor().LogIn("Anna", "long enough")
	end := once(func() { elsewhere.Want(200, "POST", "/api/me/sessions/end", nil, nil) })
	hook := func(p *store.Person) {
		end()
		p.NameDue = true
	}
	hooked.OnPerson.Store(&hook)
	anna.Refused(401, "no-session", "POST", "/api/me/name", webtest.Object{"name": "Johanna"})
	hooked.OnPerson.Store(nil)
	if p := elsewhere.Me(); p.Name != "Anna" {
		t.Errorf("%+v: an ended session has changed the name", p)
	}
}

// TestLastPasskeyIsKept deletes both passkeys of an account without a
// password. Both requests read the passkeys before one of them is deleted.
func TestLastPasskeyIsKept(t *testing.T) {
	hooked, s := webtest.ServeHooked(t)
	p := store.Person{ID: "anna", Name: "Anna", Registered: true}
	if err := hooked.AddPerson(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"j", "k"} {
		if err := hooked.AddPasskey(t.Context(), store.Passkey{ID: id, Person: p.ID, Credential: "{}"}, p.Epoch, 2); err != nil {
			t.Fatal(err)
		}
	}
	anna := loggedIn(s, p)
	other := once(func() { anna.Want(204, "DELETE", "/api/me/passkeys/k", nil, nil) })
	hooked.OnPasskeys.Store(&other)
	anna.Refused(409, "last-passkey", "DELETE", "/api/me/passkeys/j", nil)
	if list, err := hooked.Passkeys(t.Context(), p.ID); err != nil || len(list) != 1 || list[0].ID != "j" {
		t.Errorf("%+v, %v", list, err)
	}
}

// loggedIn returns a browser in which a stored person has just logged in.
func loggedIn(s *webtest.Server, p store.Person) *webtest.Browser {
	s.T.Helper()
	return s.WithSession(p, host.Now())
}

// TestNoSessionDuringDeletion sends requests of a person while the person
// is being erased.
func TestNoSessionDuringDeletion(t *testing.T) {
	hooked, s := webtest.ServeHooked(t)
	anna := s.Member("Anna")
	program, elsewhere := s.Visitor(), s.Visitor().LogIn("Anna", "long enough")
	program.Token = anna.NewToken()
	elsewhere.Me() // caches the session
	stream := streamOf(elsewhere, "/api/stream?lobby=true")
	hook := func() error {
		for what, b := range map[string]*webtest.Browser{"session": elsewhere, "token": program} {
			if status := b.Status("POST", "/api/matches", webtest.WotnTable(nil)); status != 401 {
				t.Errorf("opening a table with a %s of the person: status %d", what, status)
			}
		}
		if p := elsewhere.Me(); p.ID != "" {
			t.Errorf("%+v: the session is still valid", p)
		}
		if status := elsewhere.Status("POST", "/api/me/sessions/end", nil); status != 401 {
			t.Errorf("ending sessions: status %d", status)
		}
		if status := s.Visitor().Status("POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"}); status != 403 {
			t.Errorf("logging in: status %d", status)
		}
		return nil
	}
	hooked.OnErase.Store(&hook)
	anna.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	waitForEnd(t, "the stream", stream)
	if ids, err := hooked.Mentions(t.Context(), anna.ID); err != nil || len(ids) != 0 {
		t.Errorf("the deleted person is mentioned in %v, %v", ids, err)
	}
	s.Member("Anna")
}

// TestEndedSessionCannotDeleteAccount ends the session of a request after
// the request was authenticated.
func TestEndedSessionCannotDeleteAccount(t *testing.T) {
	hooked, s := webtest.ServeHooked(t)
	anna := s.Member("Anna")
	table := anna.Open(webtest.WotnTable(nil))
	elsewhere := s.Visitor().LogIn("Anna", "long enough")
	end := once(func() { elsewhere.Want(200, "POST", "/api/me/sessions/end", nil, nil) })
	hook := func(*store.Person) { end() }
	hooked.OnPerson.Store(&hook)
	anna.Refused(401, "no-session", "POST", "/api/me/delete", webtest.Object{"name": "Anna", "password": "long enough"})
	if v := elsewhere.View(table); v.Phase == match.TableClosed || v.Owner.Name != "Anna" {
		t.Errorf("%v, %+v: a refused deletion has changed the table", v.Phase, v.Owner)
	}
}

// TestDeletionResumesAfterFailure makes the store fail after the sessions have
// ended. The next start of the server finishes the deletion.
func TestDeletionResumesAfterFailure(t *testing.T) {
	hooked, s := webtest.ServeHooked(t)
	anna := s.Member("Anna")
	table := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"] = "link" }))
	failing := func() error { return store.ErrUnavailable }
	hooked.OnErase.Store(&failing)
	anna.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"})
	hooked.OnErase.Store(nil)
	s.Stop()
	s = webtest.ServeStore(t, hooked)
	webtest.Eventually(t, "the person is stored", func() bool { return s.Visitor().Status("GET", "/api/people/"+anna.ID, nil) == 404 })
	if ids, err := hooked.Mentions(t.Context(), anna.ID); err != nil || len(ids) != 0 {
		t.Errorf("the deleted person is mentioned in %v, %v", ids, err)
	}
	if v := s.Visitor().View(table); v.Phase != match.TableClosed || v.Owner.Name != match.DeletedName {
		t.Errorf("%v, %+v", v.Phase, v.Owner)
	}
	s.Member("Anna")
}
