package web

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
)

// sessionToken returns the hash under which the session of a browser is stored.
func sessionToken(b *browser) string {
	b.t.Helper()
	at, err := url.Parse(b.url)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(at) {
		if c.Name == "tafelrunde" {
			sum := sha256.Sum256([]byte(c.Value))
			return base64.RawURLEncoding.EncodeToString(sum[:])
		}
	}
	b.t.Fatal("the browser has no session")
	return ""
}

// TestIdleSessionsEnd: a session of an account expires 30 days after its last use; one of a
// guest does not.
func TestIdleSessionsEnd(t *testing.T) {
	s := serveAPI(t)
	const month = 30 * match.Day
	before := s.api.App.Now()
	anna := s.member("Anna")
	only := func() store.Login {
		t.Helper()
		list, err := s.store.SessionsOf(t.Context(), anna.id, 0, s.api.App.Now())
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0]
	}
	ends := func(l store.Login, since match.Moment) error {
		if l.Until < since.After(month) || l.Until > s.api.App.Now().After(month) {
			return fmt.Errorf("the session ends at %d, want 30 days after %d", l.Until, since)
		}
		return nil
	}
	if err := ends(only(), before); err != nil {
		t.Error(err)
	}
	var list struct{ IdleFor match.Millis }
	if anna.want(200, "GET", "/api/sessions", nil, &list); list.IdleFor != month {
		t.Errorf("%+v", list)
	}
	token := sessionToken(anna)
	expire := func(until match.Moment) {
		t.Helper()
		data, err := s.store.Session(t.Context(), token, 0)
		if err == nil {
			err = s.store.SetSession(t.Context(), token, data, until)
		}
		if err != nil {
			t.Fatal(err)
		}
		s.api.App.PersonChanged(anna.id)
	}
	// Each use at another server postpones the end. This one has stored one just now.
	expire(s.api.App.Now().After(60 * match.Minute))
	other := serveStore(t, s.store)
	if me := anna.at(other).me(); me.ID != anna.id {
		t.Errorf("%+v", me)
	}
	testkit.Until(t, func() error { return ends(only(), before) })
	expire(s.api.App.Now() - 1)
	if me := anna.me(); me.ID != "" {
		t.Errorf("%+v after the end of the session", me)
	}
	anna.logIn("Anna", "long enough")

	short := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, KeepSessions: 2 * time.Hour})
	ben := short.member("Ben")
	if list, err := short.store.SessionsOf(t.Context(), ben.id, 0, 0); err != nil || len(list) != 1 || list[0].Until > short.api.App.Now().After(121*match.Minute) {
		t.Errorf("%+v, %v", list, err)
	}
	gus := s.guest("Gus")
	if _, err := s.store.Session(t.Context(), sessionToken(gus), s.api.App.Now().After(179*match.Day)); err != nil {
		t.Errorf("the session of a guest: %v", err)
	}
}
