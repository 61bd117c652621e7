package core_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
)

func countOf(s *webtest.Server, id string, of match.EventType) (n int) {
	s.T.Helper()
	events, err := s.Store.Events(s.T.Context(), id, 0)
	if err != nil {
		s.T.Fatal(err)
	}
	for _, e := range events {
		if e.Type == of {
			n++
		}
	}
	return n
}

// TestIdempotencyKey sends requests that create something several
// times with the same key, sequentially and concurrently.
func TestIdempotencyKey(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	table := anna.WantKeyed(201, "table-1", "POST", "/api/matches", webtest.WotnTable(nil))
	for range 2 {
		if again := anna.WantKeyed(201, "table-1", "POST", "/api/matches", webtest.WotnTable(nil)); again != table {
			t.Errorf("the second response is %s, the first %s", again, table)
		}
	}
	if other := anna.WantKeyed(201, "table-2", "POST", "/api/matches", webtest.WotnTable(nil)); other == table {
		t.Error("another key opens no other table")
	}
	if other := ben.WantKeyed(201, "table-1", "POST", "/api/matches", webtest.WotnTable(nil)); other == table {
		t.Error("another person gets the answer")
	}
	list, err := s.Store.MatchesOf(t.Context(), anna.ID, 10)
	if err != nil || len(list) != 2 {
		t.Errorf("%d tables, %v; want 2", len(list), err)
	}

	var out struct{ Match string }
	if err := json.Unmarshal([]byte(table), &out); err != nil {
		t.Fatal(err)
	}
	id := out.Match
	commands := "/api/matches/" + id + "/commands"
	say := webtest.Object{"type": "chat", "text": "Hello"}
	answers := make([]string, 8)
	var work sync.WaitGroup
	for i := range answers {
		work.Go(func() { _, answers[i], _ = anna.Keyed("hello", "POST", commands, say) })
	}
	work.Wait()
	for _, text := range answers {
		if text != answers[0] || !strings.Contains(text, "Hello") {
			t.Errorf("responses %s and %s", answers[0], text)
		}
	}
	if n := countOf(s, id, match.Chatted); n != 1 {
		t.Errorf("%d chat messages, want 1", n)
	}
	anna.WantKeyed(200, "hello-2", "POST", commands, say)
	if n := countOf(s, id, match.Chatted); n != 2 {
		t.Errorf("%d chat messages with two keys, want 2", n)
	}

	// The same key with a different request.
	for _, c := range []struct {
		path string
		body any
	}{{commands, webtest.Object{"type": "chat", "text": "Bye"}}, {commands + "?x=1", say}, {"/api/bot/game/" + id + "/chat", webtest.Object{"text": "Hello"}}} {
		if text := anna.WantKeyed(422, "hello", "POST", c.path, c.body); !strings.Contains(text, `"idempotency-reused"`) {
			t.Errorf("%s: %s", c.path, text)
		}
	}
	for _, key := range []string{strings.Repeat("x", 101), "a b", ""} {
		if text := anna.WantKeyed(422, key, "POST", commands, say); !strings.Contains(text, `"idempotency-key"`) {
			t.Errorf("key %q: %s", key, text)
		}
	}

	// A refused request may be repeated.
	move := webtest.Object{"type": "move", "move": "e2e4"}
	anna.WantKeyed(409, "move", "POST", commands, move)
	ben.Do(id, webtest.Object{"type": "sit", "seat": 1})
	anna.WantKeyed(200, "move", "POST", commands, move)
	if _, _, head := anna.Keyed("move", "POST", commands, move); head.Get("Idempotency-Replayed") != "true" {
		t.Error("a repeated answer does not say so")
	}
	if n := countOf(s, id, match.Moved); n != 1 {
		t.Errorf("moved %d times", n)
	}

	report := webtest.Object{"about": ben.ID, "reason": "talk", "text": "spam"}
	for range 2 {
		anna.WantKeyed(204, "report", "POST", "/api/reports", report)
	}
	if reports, err := s.Store.Reports(t.Context(), true); err != nil || len(reports) != 1 {
		t.Errorf("%d reports, %v", len(reports), err)
	}

	anna.Do(id, webtest.Object{"type": "resign"})
	for range 2 {
		anna.WantKeyed(200, "again", "POST", commands, webtest.Object{"type": "rematch"})
	}
	if n := countOf(s, id, match.RematchOffered); n != 1 {
		t.Errorf("%d rematch offers", n)
	}
}

// TestRepeatedLoginsCreateOnePerson repeats requests that set a cookie, as a
// client does that has not received the first response.
func TestRepeatedLoginsCreateOnePerson(t *testing.T) {
	s := webtest.Serve(t)
	name := webtest.Object{"name": "Guest"}
	first, second := s.Visitor(), s.Visitor()
	_, a, headA := first.Keyed("be-guest-7d1c0b5e2f", "POST", "/api/session", name)
	_, b, headB := second.Keyed("be-guest-7d1c0b5e2f", "POST", "/api/session", name)
	if a != b || headA.Get("Set-Cookie") == "" || headA.Get("Set-Cookie") != headB.Get("Set-Cookie") {
		t.Errorf("%s %v\n%s %v", a, headA, b, headB)
	}
	s.Visitor().WantKeyed(422, "be-guest-7d1c0b5e2f", "POST", "/api/session", webtest.Object{"name": "Other"})
	// Visitors with the same address could guess a short key.
	if text := s.Visitor().WantKeyed(422, "1", "POST", "/api/session", name); !strings.Contains(text, `"idempotency-key"`) {
		t.Error(text)
	}

	// A guest creates an account, which ends the guest's session.
	guest, lost := s.Guest("Anna"), s.Visitor()
	at, err := http.NewRequest("GET", s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	lost.Client.Jar.SetCookies(at.URL, guest.Client.Jar.Cookies(at.URL))
	account := webtest.Object{"name": "Anna", "password": "correct horse"}
	made := guest.WantKeyed(200, "account", "POST", "/api/account", account)
	lost.WantKeyed(422, "account", "POST", "/api/account", webtest.Object{"name": "Anna", "password": "wrong horse"})
	if again := lost.WantKeyed(200, "account", "POST", "/api/account", account); again != made {
		t.Errorf("%s and %s", made, again)
	}
	var me people.Person
	lost.Want(200, "GET", "/api/session", nil, &me)
	if me.Name != "Anna" || !me.Account {
		t.Errorf("after the repeated request: %+v", me)
	}

	// A recovery code, which works once, ends the session of a guest.
	code := guest.RecoveryCodes()[0]
	guest, lost = s.Guest("Someone"), s.Visitor()
	lost.Client.Jar.SetCookies(at.URL, guest.Client.Jar.Cookies(at.URL))
	recovery := webtest.Object{"name": "Anna", "code": code, "password": "better horse"}
	made = guest.WantKeyed(200, "recovery", "POST", "/api/login/recovery", recovery)
	if again := lost.WantKeyed(200, "recovery", "POST", "/api/login/recovery", recovery); again != made {
		t.Errorf("%s and %s", made, again)
	}
}

// TestStoredResponsesContainNoSecrets searches the files of the store for a password
// and a token.
func TestStoredResponsesContainNoSecrets(t *testing.T) {
	folder := t.TempDir()
	s := webtest.ServeStore(t, webtest.OpenIn(t, folder))
	anna := s.Guest("Anna")
	anna.WantKeyed(200, "key-of-account", "POST", "/api/account", webtest.Object{"name": "Anna", "password": "correct horse"})
	token := anna.WantKeyed(200, "key-of-token", "POST", "/api/tokens", webtest.Object{"name": "Bot", "password": "correct horse", "scopes": []string{"read", "play", "challenge"}})
	if again := anna.WantKeyed(200, "key-of-token", "POST", "/api/tokens", webtest.Object{"name": "Bot", "password": "correct horse", "scopes": []string{"read", "play", "challenge"}}); again != token {
		t.Errorf("%s and %s", token, again)
	}
	var out struct{ Token string }
	if err := json.Unmarshal([]byte(token), &out); err != nil || out.Token == "" {
		t.Fatalf("%s, %v", token, err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	found := false
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found = found || bytes.Contains(data, []byte("Anna"))
		for _, secret := range []string{out.Token, "correct horse", "key-of-token", "key-of-account"} {
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("%s contains %q", filepath.Base(name), secret)
			}
		}
	}
	if !found {
		t.Error("the name is not found: the files are read wrongly")
	}
}

// TestIdempotentRequestAfterCrash leaves requests in the state after a crash
// between their execution and the storing of their responses.
func TestIdempotentRequestAfterCrash(t *testing.T) {
	lossy := &lossyStore{Store: webtest.OpenIn(t, t.TempDir())}
	s := webtest.ServeStore(t, lossy)
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit", "seat": 1})
	anna.Do(id, webtest.Object{"type": "resign"})
	for i, c := range []struct {
		path string
		body any
		many func() int
	}{
		{"/api/matches", webtest.WotnTable(nil), func() int {
			list, err := s.Store.MatchesOf(t.Context(), anna.ID, 100)
			if err != nil {
				t.Fatal(err)
			}
			return len(list) - 1
		}},
		{"/api/matches/" + id + "/commands", webtest.Object{"type": "chat", "text": " Hello "}, func() int { return countOf(s, id, match.Chatted) }},
		{"/api/matches/" + id + "/commands", webtest.Object{"type": "rematch"}, func() int { return countOf(s, id, match.RematchOffered) }},
		{"/api/reports", webtest.Object{"about": ben.ID, "reason": "talk"}, func() int {
			list, err := s.Store.Reports(t.Context(), true)
			if err != nil {
				t.Fatal(err)
			}
			return len(list)
		}},
	} {
		key := fmt.Sprint("crash-", i)
		lossy.lose.Store(true)
		anna.Keyed(key, "POST", c.path, c.body)
		lossy.lose.Store(false)
		status, text, head := anna.Keyed(key, "POST", c.path, c.body)
		if status >= 300 || head.Get("Idempotency-Replayed") != "" {
			t.Errorf("%s %v: status %d, %v: %s", c.path, c.body, status, head, text)
		}
		if n := c.many(); n != 1 {
			t.Errorf("%s %v: %d, want 1", c.path, c.body, n)
		}
		if again := anna.WantKeyed(status, key, "POST", c.path, c.body); again != text {
			t.Errorf("%s and %s", text, again)
		}
	}
}

// TestRepeatedMove: a client that did not get the response to a move repeats it, perhaps
// at a restarted server, and learns the event that it has caused.
func TestRepeatedMove(t *testing.T) {
	storage := webtest.OpenIn(t, t.TempDir())
	s := webtest.ServeStore(t, storage)
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit", "seat": 1})
	path := "/api/matches/" + id + "/commands"
	move := webtest.Object{"type": "move", "move": "e2e4", "ply": 0}
	var first, again json.RawMessage
	anna.Want(200, "POST", path, move, &first)
	anna.Want(200, "POST", path, move, &again) // it is the other player's turn
	ben.Want(200, "POST", path, webtest.Object{"type": "move", "move": "e7e5", "ply": 1}, nil)
	anna.Want(200, "POST", path, move, &again) // it is her turn again
	if n := countOf(s, id, match.Moved); n != 2 {
		t.Errorf("%d moves, want 2", n)
	}
	var events [2]struct {
		Events []struct{ Seq int64 }
	}
	for i, body := range []json.RawMessage{first, again} {
		if err := json.Unmarshal(body, &events[i]); err != nil {
			t.Fatal(err)
		}
	}
	if len(events[0].Events) != 1 || !slices.Equal(events[0].Events, events[1].Events) {
		t.Errorf("%s and %s", first, again)
	}
	anna.Want(409, "POST", path, webtest.Object{"type": "move", "move": "d2d4", "ply": 0}, nil)
	ben.Want(409, "POST", path, move, nil)
}

// lossyStore does not store responses, as if the process had crashed before.
type lossyStore struct {
	store.Store
	lose atomic.Bool
}

func (s *lossyStore) FinishRequest(ctx context.Context, id, program, body string) error {
	if s.lose.Load() {
		body = ""
	}
	return s.Store.FinishRequest(ctx, id, program, body)
}

// sharedStore is a store that other processes use too. SQLite alone would make
// each server believe that no other can be executing a request.
type sharedStore struct{ store.Store }

func (sharedStore) Listen(ctx context.Context, _ func(store.Notice)) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestIdempotentRequestAtAnotherServer repeats a request at another server with
// the same store, concurrently and after the first server has stopped.
func TestIdempotentRequestAtAnotherServer(t *testing.T) {
	s := sharedStore{webtest.OpenIn(t, t.TempDir())}
	x, y := webtest.ServeStore(t, s), webtest.ServeStore(t, s)
	atX := x.Guest("Anna")
	atY := atX.At(y)
	var first, second string
	var work sync.WaitGroup
	work.Go(func() { first = atX.WantKeyed(201, "table", "POST", "/api/matches", webtest.WotnTable(nil)) })
	work.Go(func() { second = atY.WantKeyed(201, "table", "POST", "/api/matches", webtest.WotnTable(nil)) })
	work.Wait()
	x.Stop()
	third := atY.WantKeyed(201, "table", "POST", "/api/matches", webtest.WotnTable(nil))
	var a, b, c struct{ Match string }
	if err := errors.Join(json.Unmarshal([]byte(first), &a), json.Unmarshal([]byte(second), &b), json.Unmarshal([]byte(third), &c)); err != nil {
		t.Fatal(err)
	}
	if a != b || b != c {
		t.Errorf("%s, %s and %s", first, second, third)
	}
	if list, err := s.MatchesOf(t.Context(), atX.ID, 10); err != nil || len(list) != 1 {
		t.Errorf("%d tables, %v", len(list), err)
	}
}
