package people_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/tables"
)

func TestGuestCreatesAccount(t *testing.T) {
	s := webtest.Serve(t)
	s.Member("Anna")
	guest, ben := s.Guest("Gast"), s.Guest("Ben")
	id := guest.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	guest.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	both := guest.Open(webtest.WotnTable(nil))
	home := s.Visitor()
	home.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	home.Do(both, webtest.Object{"type": "sit"})

	// Without takeGuest, the guest's matches are not transferred.
	var p people.Person
	guest.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough", "takeGuest": true}, &p)
	if v := guest.View(id); v.You != 0 || v.Seats[0].Player != (match.Player{ID: p.ID, Name: "Anna", Account: true}) || v.Owner.ID != p.ID {
		t.Errorf("%+v", v)
	}
	// At a table where both have a seat, the guest's seat does not change.
	if v := guest.View(both); v.Seats[0].Player.Name != "Gast" || v.You != 1 {
		t.Errorf("%+v", v)
	}
	ben.Do(id, webtest.Object{"type": "move", "move": "e7e5"})
	guest.Do(id, webtest.Object{"type": "move", "move": "g1f3"})

	other := s.Guest("Nochmal")
	third := other.Open(webtest.WotnTable(nil))
	other.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	if v := other.View(third); v.You != -1 || v.Owner.Name != "Nochmal" {
		t.Errorf("%+v: transferred without takeGuest", v)
	}

	// A new account is shown at all tables immediately.
	var now people.Person
	ben.Want(200, "POST", "/api/account", webtest.Object{"name": "Benedikt", "password": "long enough"}, &now)
	if v := guest.View(id); v.Seats[1].Player != (match.Player{ID: ben.ID, Name: "Benedikt", Account: true}) {
		t.Errorf("%+v", v.Seats)
	}
}

func TestPasswordsAndSessions(t *testing.T) {
	s := webtest.Serve(t)
	anna, elsewhere := s.Member("Anna"), s.Visitor()
	elsewhere.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	anna.Refused(403, "old-password", "POST", "/api/me/password", webtest.Object{"old": "wrong", "new": "another one"})
	anna.Refused(422, "password", "POST", "/api/me/password", webtest.Object{"old": "long enough", "new": "short"})
	anna.Want(200, "POST", "/api/me/password", webtest.Object{"old": "long enough", "new": "another one"}, nil)
	var p people.Person
	if elsewhere.Want(200, "GET", "/api/session", nil, &p); p.ID != "" {
		t.Errorf("%+v: the other session is still valid", p)
	}
	if anna.Want(200, "GET", "/api/session", nil, &p); p.Name != "Anna" {
		t.Errorf("%+v: the session of the request has ended", p)
	}
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"})
	elsewhere.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": "another one"}, nil)
	anna.Want(200, "POST", "/api/me/sessions/end", nil, nil)
	elsewhere.Refused(401, "no-session", "GET", "/api/me/matches", nil)

	var token struct{ Token string }
	anna.Want(200, "POST", "/api/tokens", nil, &token)
	bot := s.Visitor()
	bot.Token = token.Token
	bot.Want(200, "GET", "/api/me/matches", nil, nil)
	anna.Want(204, "DELETE", "/api/tokens", nil, nil)
	bot.Refused(401, "token", "GET", "/api/me/matches", nil)
}

func TestDeletedAccountsHaveNoName(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Member("Anna"), s.Guest("Ben")
	waiting := anna.Open(webtest.WotnTable(nil))
	played := anna.Open(webtest.WotnTable(nil))
	invited := ben.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Carl", "anna"} }))
	if v := anna.View(invited); len(v.Settings.Invited) != 2 {
		t.Errorf("%+v", v.Settings)
	}
	ben.Do(played, webtest.Object{"type": "sit"})
	anna.Do(played, webtest.Object{"type": "chat", "text": "I am Anna"})
	anna.Do(played, webtest.Object{"type": "move", "move": "e2e4"})
	ben.Do(played, webtest.Object{"type": "move", "move": "e7e5"})
	anna.Refused(422, "confirm-name", "POST", "/api/me/delete", webtest.Object{"name": "Ben"})
	anna.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Anna"}, nil)

	if v := ben.View(waiting); v.Phase != match.TableClosed {
		t.Errorf("%+v", v)
	}
	v := ben.View(played)
	if v.Phase != match.Finished || v.Outcome.Reason != match.ByResignation || v.Seats[0].Player.Name != match.DeletedName || v.Seats[0].Player.ID == anna.ID || len(v.Moves) != 2 {
		t.Errorf("%+v", v)
	}
	var exported struct {
		Matches []struct{ Events []match.Event }
	}
	ben.Want(200, "GET", "/api/me/export", nil, &exported)
	for _, e := range exported.Matches[0].Events {
		if e.By == anna.ID || e.Name == "Anna" || e.Text != "" || e.Player != nil && e.Player.ID == anna.ID {
			t.Errorf("%+v still mentions Anna", e)
		}
	}
	ben.Refused(404, "not-found", "GET", "/api/people/"+anna.ID, nil)
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"})
	// The name is available, and its next owner is not invited.
	s.Member("Anna").Refused(404, "no-match", "GET", "/api/matches/"+invited, nil)
	if v := ben.View(invited); len(v.Settings.Invited) != 1 || v.Settings.Invited[0] != "Carl" {
		t.Errorf("%+v", v.Settings)
	}
	events, err := s.Store.Events(t.Context(), invited, 0)
	text, err2 := json.Marshal(events)
	if err != nil || err2 != nil || strings.Contains(strings.ToLower(string(text)), "anna") || strings.Contains(string(text), anna.ID) {
		t.Errorf("%s, %v, %v", text, err, err2)
	}
}

func TestExportIsComplete(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, wanda := s.Guest("Anna"), s.Guest("Ben"), s.Guest("Wanda")
	played := anna.Open(webtest.WotnTable(nil))
	ben.Do(played, webtest.Object{"type": "sit"})
	ben.Do(played, webtest.Object{"type": "chat", "text": "among players"})
	wanda.Do(played, webtest.Object{"type": "chat", "text": "from outside"})
	opened := wanda.Open(func() webtest.Object { o := webtest.WotnTable(nil); o["seat"] = -2; return o }())
	var exported struct {
		Matches []struct {
			Match  string
			Events []match.Event
		}
	}
	wanda.Want(200, "GET", "/api/me/export", nil, &exported)
	events := make(map[string][]match.Event)
	for _, m := range exported.Matches {
		events[m.Match] = m.Events
	}
	if len(events) != 2 || len(events[played]) != 1 || events[played][0].Text != "from outside" || len(events[opened]) != 1 || events[opened][0].Type != match.Opened {
		t.Errorf("%+v", events)
	}
	anna.Want(200, "GET", "/api/me/export", nil, &exported)
	if m := exported.Matches; len(m) != 1 || int64(len(m[0].Events)) != anna.View(played).Seq-1 {
		t.Errorf("%+v: want everything except the chat of spectators", m)
	}
}

func TestProfilesShowPublicData(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Member("Anna"), s.Member("Ben")
	finish := func(change func(webtest.Object)) string {
		id := anna.Open(webtest.WotnTable(change))
		ben.Do(id, webtest.Object{"type": "sit"})
		anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
		ben.Do(id, webtest.Object{"type": "move", "move": "e7e5"})
		anna.Do(id, webtest.Object{"type": "resign"})
		return id
	}
	public := finish(func(o webtest.Object) {
		o["rated"], o["clock"] = true, webtest.Object{"kind": "real-time", "initial": 300000, "increment": 0}
	})
	private := finish(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben"} })
	var p people.Profile
	s.Visitor().Want(200, "GET", "/api/people/"+ben.ID, nil, &p)
	if p.Name != "Ben" || !p.Account || len(p.Ratings) != 1 || p.Ratings[0].Pool != "wotn/2/blitz" || p.Ratings[0].Rating <= 1500 || !p.Ratings[0].Provisional || p.Blocked {
		t.Errorf("%+v", p)
	}
	games := func(who *webtest.Browser) (ids []string) {
		var list struct {
			Games []store.PlayedGame
			More  bool
		}
		who.Want(200, "GET", "/api/people/"+ben.ID+"/games", nil, &list)
		for _, g := range list.Games {
			ids = append(ids, g.Match)
		}
		return ids
	}
	if got := games(anna); len(got) != 1 || got[0] != public {
		t.Errorf("others see %v", got)
	}
	if got := games(ben); len(got) != 2 || got[0] != private {
		t.Errorf("the person sees %v", got)
	}
	if v := s.Visitor().View(public); len(v.Ratings) != 2 || v.Ratings[1] == nil || v.Ratings[1].Rating <= 1500 || !v.Ratings[1].Provisional {
		t.Errorf("%+v", v.Ratings)
	}
	s.Visitor().Refused(404, "not-found", "GET", "/api/people/nobody", nil)
	s.Visitor().Refused(404, "not-found", "GET", "/api/people/nobody/games", nil)
	anna.Open(webtest.WotnTable(func(o webtest.Object) {
		o["rated"], o["clock"] = true, webtest.Object{"kind": "real-time", "initial": 300000, "increment": 0}
	}))
	var lobby tables.Lobby
	ben.Want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Waiting) != 1 || len(lobby.Waiting[0].Ratings) != 2 || lobby.Waiting[0].Ratings[0] == nil || lobby.Waiting[0].Ratings[0].Rating >= 1500 {
		t.Errorf("%+v", lobby.Waiting)
	}
}

func TestBlockingMutingAndReporting(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, carl := s.Guest("Anna"), s.Guest("Ben"), s.Guest("Carl")
	anna.Want(204, "PUT", "/api/me/blocks/"+ben.ID, nil, nil)
	anna.Refused(422, "yourself", "PUT", "/api/me/blocks/"+anna.ID, nil)
	anna.Refused(404, "not-found", "PUT", "/api/me/blocks/nobody", nil)
	var list struct{ Blocked []people.Person }
	anna.Want(200, "GET", "/api/me/blocks", nil, &list)
	if len(list.Blocked) != 1 || list.Blocked[0].Name != "Ben" {
		t.Errorf("%+v", list)
	}
	id := anna.Open(webtest.WotnTable(nil))
	ben.DoRefused(403, "blocked", id, webtest.Object{"type": "sit"})
	ben.DoRefused(403, "blocked", id, webtest.Object{"type": "chat", "text": "let me in"})
	carl.Do(id, webtest.Object{"type": "sit"})
	anna.Want(204, "DELETE", "/api/me/blocks/"+ben.ID, nil, nil)
	ben.Do(id, webtest.Object{"type": "chat", "text": "thank you"})

	// Carl blocks Anna, and then mutes the chat.
	carl.Want(204, "PUT", "/api/me/blocks/"+anna.ID, nil, nil)
	after := carl.View(id).Seq
	anna.DoRefused(403, "blocked", id, webtest.Object{"type": "chat", "text": "hello"})
	carl.Want(204, "DELETE", "/api/me/blocks/"+anna.ID, nil, nil)
	anna.Do(id, webtest.Object{"type": "chat", "text": "hello"})
	carl.Want(204, "PUT", "/api/matches/"+id+"/mute", webtest.Object{"muted": true}, nil)
	if !carl.View(id).Muted || anna.View(id).Muted {
		t.Error("Carl's view is not muted, or Anna's is")
	}
	anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	stream, stop := carl.Listen("/api/matches/" + id + "/stream?after=" + strconv.FormatInt(after, 10))
	if _, e := webtest.Next(t, stream); e.Type != match.Moved {
		t.Errorf("%+v was received", e)
	}
	stop()
	carl.Want(204, "PUT", "/api/matches/"+id+"/mute", webtest.Object{"muted": false}, nil)
	stream, stop = carl.Listen("/api/matches/" + id + "/stream?after=" + strconv.FormatInt(after, 10))
	if _, e := webtest.Next(t, stream); e.Text != "hello" {
		t.Errorf("%+v", e)
	}
	stop()

	carl.Want(204, "POST", "/api/reports", webtest.Object{"about": ben.ID, "match": id, "reason": "talk", "text": "rude"}, nil)
	carl.Refused(422, "yourself", "POST", "/api/reports", webtest.Object{"about": carl.ID, "reason": "talk"})
	carl.Refused(422, "request", "POST", "/api/reports", webtest.Object{"about": ben.ID, "reason": "face"})
	carl.Refused(404, "not-found", "POST", "/api/reports", webtest.Object{"about": "x", "reason": "talk"})
	carl.Refused(404, "no-match", "POST", "/api/reports", webtest.Object{"about": ben.ID, "reason": "talk", "match": "x"})
	carl.Refused(422, "report-text", "POST", "/api/reports", webtest.Object{"about": ben.ID, "reason": "talk", "text": strings.Repeat("x", 2001)})
	reports, err := s.Store.Reports(t.Context(), false)
	if err != nil || len(reports) != 1 || reports[0].AboutName != "Ben" || reports[0].ByName != "Carl" || reports[0].Match != id {
		t.Errorf("%+v, %v", reports, err)
	}
	for range 10 {
		resp := carl.Request("POST", "/api/reports", webtest.Object{"about": ben.ID, "reason": "else"})
		resp.Body.Close()
		if resp.StatusCode == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("10 reports at once were all taken")
}

func TestPasskeyErrors(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Member("Anna")
	// The test server has an IP address instead of a domain name.
	for _, path := range []string{"/api/passkeys/challenge", "/api/passkeys/new"} {
		anna.Refused(422, "passkey-address", "POST", path, webtest.Object{})
	}
	named := *s
	named.URL = strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	guest := named.Visitor()
	guest.Refused(422, "name", "POST", "/api/passkeys/new", webtest.Object{"name": " "})
	guest.Refused(409, "name-taken", "POST", "/api/passkeys/new", webtest.Object{"name": "anna"})
	guest.Refused(403, "passkey-late", "POST", "/api/passkeys", webtest.Object{"ceremony": "x", "credential": webtest.Object{}})
	var begun struct {
		Ceremony string
		Options  struct {
			PublicKey struct {
				RP        struct{ ID string }
				Challenge string
			}
		}
	}
	guest.Want(200, "POST", "/api/passkeys/new", webtest.Object{"name": "Gast"}, &begun)
	if begun.Options.PublicKey.RP.ID != "localhost" || begun.Options.PublicKey.Challenge == "" {
		t.Errorf("%+v", begun)
	}
	for _, credential := range []any{nil, "x", webtest.Object{"id": "x"}, []int{1}} {
		guest.Want(200, "POST", "/api/passkeys/new", webtest.Object{"name": "Gast"}, &begun)
		guest.Refused(403, "passkey", "POST", "/api/passkeys", webtest.Object{"ceremony": begun.Ceremony, "credential": credential})
		guest.Refused(403, "passkey-late", "POST", "/api/passkeys", webtest.Object{"ceremony": begun.Ceremony, "credential": credential})
		guest.Want(200, "POST", "/api/passkeys/challenge", nil, &begun)
		guest.Refused(403, "passkey", "POST", "/api/passkeys/login", webtest.Object{"ceremony": begun.Ceremony, "credential": credential})
	}
	var p people.Person
	if guest.Want(200, "GET", "/api/session", nil, &p); p.ID != "" {
		t.Errorf("%+v", p)
	}
	anna.Refused(404, "not-found", "DELETE", "/api/me/passkeys/x", nil)
}
