package people_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

// sessionToken returns the hash under which the session of a browser is stored.
func sessionToken(b *webtest.Browser) string {
	b.T.Helper()
	at, err := url.Parse(b.URL)
	if err != nil {
		b.T.Fatal(err)
	}
	for _, c := range b.Client.Jar.Cookies(at) {
		if c.Name == "tafelrunde" {
			sum := sha256.Sum256([]byte(c.Value))
			return base64.RawURLEncoding.EncodeToString(sum[:])
		}
	}
	b.T.Fatal("the browser has no session")
	return ""
}

// TestIdleSessionsEnd: a session of an account expires 30 days after its last use; one of a
// guest does not.
func TestIdleSessionsEnd(t *testing.T) {
	s := webtest.Serve(t)
	const month = 30 * match.Day
	before := s.API.App.Now()
	anna := s.Member("Anna")
	only := func() store.Login {
		t.Helper()
		list, err := s.Store.SessionsOf(t.Context(), anna.ID, 0, s.API.App.Now())
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0]
	}
	ends := func(l store.Login, since match.Moment) error {
		if l.Until < since.After(month) || l.Until > s.API.App.Now().After(month) {
			return fmt.Errorf("the session ends at %d, want 30 days after %d", l.Until, since)
		}
		return nil
	}
	if err := ends(only(), before); err != nil {
		t.Error(err)
	}
	var list struct{ IdleFor match.Millis }
	if anna.Want(200, "GET", "/api/sessions", nil, &list); list.IdleFor != month {
		t.Errorf("%+v", list)
	}
	token := sessionToken(anna)
	expire := func(until match.Moment) {
		t.Helper()
		data, err := s.Store.Session(t.Context(), token, 0)
		if err == nil {
			err = s.Store.SetSession(t.Context(), token, data, until)
		}
		if err != nil {
			t.Fatal(err)
		}
		s.API.App.PersonChanged(anna.ID)
	}
	// Each use at another server postpones the end. This one has stored one just now.
	expire(s.API.App.Now().After(60 * match.Minute))
	other := webtest.ServeStore(t, s.Store)
	if me := anna.At(other).Me(); me.ID != anna.ID {
		t.Errorf("%+v", me)
	}
	testkit.Until(t, func() error { return ends(only(), before) })
	expire(s.API.App.Now() - 1)
	if me := anna.Me(); me.ID != "" {
		t.Errorf("%+v after the end of the session", me)
	}
	anna.LogIn("Anna", "long enough")

	short := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, KeepSessions: 2 * time.Hour})
	ben := short.Member("Ben")
	if list, err := short.Store.SessionsOf(t.Context(), ben.ID, 0, 0); err != nil || len(list) != 1 || list[0].Until > short.API.App.Now().After(121*match.Minute) {
		t.Errorf("%+v, %v", list, err)
	}
	gus := s.Guest("Gus")
	if _, err := s.Store.Session(t.Context(), sessionToken(gus), s.API.App.Now().After(179*match.Day)); err != nil {
		t.Errorf("the session of a guest: %v", err)
	}
}
