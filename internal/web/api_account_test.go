package web

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/tables"
)

func (s *testServer) member(name string) *browser {
	s.t.Helper()
	b := s.visitor()
	var me people.Person
	b.want(200, "POST", "/api/account", object{"name": name, "password": "long enough"}, &me)
	b.id = me.ID
	return b
}

// bot returns a person whose account is that of a bot.
func (s *testServer) bot(name string) *browser {
	s.t.Helper()
	b := s.member(name)
	b.want(200, "POST", "/api/bot/account/upgrade", nil, nil)
	return b
}

func TestGuestCreatesAccount(t *testing.T) {
	s := serveAPI(t)
	s.member("Anna")
	guest, ben := s.guest("Gast"), s.guest("Ben")
	id := guest.open(wotnTable(nil))
	ben.do(id, object{"type": "sit"})
	guest.do(id, object{"type": "move", "move": "e2e4"})
	both := guest.open(wotnTable(nil))
	home := s.visitor()
	home.want(200, "POST", "/api/login", object{"name": "Anna", "password": "long enough"}, nil)
	home.do(both, object{"type": "sit"})

	// Without takeGuest, the guest's matches are not transferred.
	var p people.Person
	guest.want(200, "POST", "/api/login", object{"name": "Anna", "password": "long enough", "takeGuest": true}, &p)
	if v := guest.view(id); v.You != 0 || v.Seats[0].Player != (match.Player{ID: p.ID, Name: "Anna", Account: true}) || v.Owner.ID != p.ID {
		t.Errorf("%+v", v)
	}
	// At a table where both have a seat, the guest's seat does not change.
	if v := guest.view(both); v.Seats[0].Player.Name != "Gast" || v.You != 1 {
		t.Errorf("%+v", v)
	}
	ben.do(id, object{"type": "move", "move": "e7e5"})
	guest.do(id, object{"type": "move", "move": "g1f3"})

	other := s.guest("Nochmal")
	third := other.open(wotnTable(nil))
	other.want(200, "POST", "/api/login", object{"name": "Anna", "password": "long enough"}, nil)
	if v := other.view(third); v.You != -1 || v.Owner.Name != "Nochmal" {
		t.Errorf("%+v: transferred without takeGuest", v)
	}

	// A new account is shown at all tables immediately.
	var now people.Person
	ben.want(200, "POST", "/api/account", object{"name": "Benedikt", "password": "long enough"}, &now)
	if v := guest.view(id); v.Seats[1].Player != (match.Player{ID: ben.id, Name: "Benedikt", Account: true}) {
		t.Errorf("%+v", v.Seats)
	}
}

func TestPasswordsAndSessions(t *testing.T) {
	s := serveAPI(t)
	anna, elsewhere := s.member("Anna"), s.visitor()
	elsewhere.want(200, "POST", "/api/login", object{"name": "Anna", "password": "long enough"}, nil)
	anna.refused(403, "old-password", "POST", "/api/me/password", object{"old": "wrong", "new": "another one"})
	anna.refused(422, "password", "POST", "/api/me/password", object{"old": "long enough", "new": "short"})
	anna.want(200, "POST", "/api/me/password", object{"old": "long enough", "new": "another one"}, nil)
	var p people.Person
	if elsewhere.want(200, "GET", "/api/session", nil, &p); p.ID != "" {
		t.Errorf("%+v: the other session is still valid", p)
	}
	if anna.want(200, "GET", "/api/session", nil, &p); p.Name != "Anna" {
		t.Errorf("%+v: the session of the request has ended", p)
	}
	s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Anna", "password": "long enough"})
	elsewhere.want(200, "POST", "/api/login", object{"name": "Anna", "password": "another one"}, nil)
	anna.want(200, "POST", "/api/me/sessions/end", nil, nil)
	elsewhere.refused(401, "no-session", "GET", "/api/me/matches", nil)

	var token struct{ Token string }
	anna.want(200, "POST", "/api/tokens", nil, &token)
	bot := s.visitor()
	bot.token = token.Token
	bot.want(200, "GET", "/api/me/matches", nil, nil)
	anna.want(204, "DELETE", "/api/tokens", nil, nil)
	bot.refused(401, "token", "GET", "/api/me/matches", nil)
}

func TestDeletedAccountsHaveNoName(t *testing.T) {
	s := serveAPI(t)
	anna, ben := s.member("Anna"), s.guest("Ben")
	waiting := anna.open(wotnTable(nil))
	played := anna.open(wotnTable(nil))
	invited := ben.open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Carl", "anna"} }))
	if v := anna.view(invited); len(v.Settings.Invited) != 2 {
		t.Errorf("%+v", v.Settings)
	}
	ben.do(played, object{"type": "sit"})
	anna.do(played, object{"type": "chat", "text": "I am Anna"})
	anna.do(played, object{"type": "move", "move": "e2e4"})
	ben.do(played, object{"type": "move", "move": "e7e5"})
	anna.refused(422, "confirm-name", "POST", "/api/me/delete", object{"name": "Ben"})
	anna.want(204, "POST", "/api/me/delete", object{"name": "Anna"}, nil)

	if v := ben.view(waiting); v.Phase != match.TableClosed {
		t.Errorf("%+v", v)
	}
	v := ben.view(played)
	if v.Phase != match.Finished || v.Outcome.Reason != match.ByResignation || v.Seats[0].Player.Name != match.DeletedName || v.Seats[0].Player.ID == anna.id || len(v.Moves) != 2 {
		t.Errorf("%+v", v)
	}
	var exported struct {
		Matches []struct{ Events []match.Event }
	}
	ben.want(200, "GET", "/api/me/export", nil, &exported)
	for _, e := range exported.Matches[0].Events {
		if e.By == anna.id || e.Name == "Anna" || e.Text != "" || e.Player != nil && e.Player.ID == anna.id {
			t.Errorf("%+v still mentions Anna", e)
		}
	}
	ben.refused(404, "not-found", "GET", "/api/people/"+anna.id, nil)
	s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Anna", "password": "long enough"})
	// The name is available, and its next owner is not invited.
	s.member("Anna").refused(404, "no-match", "GET", "/api/matches/"+invited, nil)
	if v := ben.view(invited); len(v.Settings.Invited) != 1 || v.Settings.Invited[0] != "Carl" {
		t.Errorf("%+v", v.Settings)
	}
	events, err := s.store.Events(t.Context(), invited, 0)
	text, err2 := json.Marshal(events)
	if err != nil || err2 != nil || strings.Contains(strings.ToLower(string(text)), "anna") || strings.Contains(string(text), anna.id) {
		t.Errorf("%s, %v, %v", text, err, err2)
	}
}

func TestExportIsComplete(t *testing.T) {
	s := serveAPI(t)
	anna, ben, wanda := s.guest("Anna"), s.guest("Ben"), s.guest("Wanda")
	played := anna.open(wotnTable(nil))
	ben.do(played, object{"type": "sit"})
	ben.do(played, object{"type": "chat", "text": "among players"})
	wanda.do(played, object{"type": "chat", "text": "from outside"})
	opened := wanda.open(func() object { o := wotnTable(nil); o["seat"] = -2; return o }())
	var exported struct {
		Matches []struct {
			Match  string
			Events []match.Event
		}
	}
	wanda.want(200, "GET", "/api/me/export", nil, &exported)
	events := make(map[string][]match.Event)
	for _, m := range exported.Matches {
		events[m.Match] = m.Events
	}
	if len(events) != 2 || len(events[played]) != 1 || events[played][0].Text != "from outside" || len(events[opened]) != 1 || events[opened][0].Type != match.Opened {
		t.Errorf("%+v", events)
	}
	anna.want(200, "GET", "/api/me/export", nil, &exported)
	if m := exported.Matches; len(m) != 1 || int64(len(m[0].Events)) != anna.view(played).Seq-1 {
		t.Errorf("%+v: want everything except the chat of spectators", m)
	}
}

func TestProfilesShowPublicData(t *testing.T) {
	s := serveAPI(t)
	anna, ben := s.member("Anna"), s.member("Ben")
	finish := func(change func(object)) string {
		id := anna.open(wotnTable(change))
		ben.do(id, object{"type": "sit"})
		anna.do(id, object{"type": "move", "move": "e2e4"})
		ben.do(id, object{"type": "move", "move": "e7e5"})
		anna.do(id, object{"type": "resign"})
		return id
	}
	public := finish(func(o object) {
		o["rated"], o["clock"] = true, object{"kind": "real-time", "initial": 300000, "increment": 0}
	})
	private := finish(func(o object) { o["visibility"], o["invited"] = "private", []string{"Ben"} })
	var p people.Profile
	s.visitor().want(200, "GET", "/api/people/"+ben.id, nil, &p)
	if p.Name != "Ben" || !p.Account || len(p.Ratings) != 1 || p.Ratings[0].Pool != "wotn/2/blitz" || p.Ratings[0].Rating <= 1500 || !p.Ratings[0].Provisional || p.Blocked {
		t.Errorf("%+v", p)
	}
	games := func(who *browser) (ids []string) {
		var list struct {
			Games []store.PlayedGame
			More  bool
		}
		who.want(200, "GET", "/api/people/"+ben.id+"/games", nil, &list)
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
	if v := s.visitor().view(public); len(v.Ratings) != 2 || v.Ratings[1] == nil || v.Ratings[1].Rating <= 1500 || !v.Ratings[1].Provisional {
		t.Errorf("%+v", v.Ratings)
	}
	s.visitor().refused(404, "not-found", "GET", "/api/people/nobody", nil)
	s.visitor().refused(404, "not-found", "GET", "/api/people/nobody/games", nil)
	anna.open(wotnTable(func(o object) {
		o["rated"], o["clock"] = true, object{"kind": "real-time", "initial": 300000, "increment": 0}
	}))
	var lobby tables.Lobby
	ben.want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Waiting) != 1 || len(lobby.Waiting[0].Ratings) != 2 || lobby.Waiting[0].Ratings[0] == nil || lobby.Waiting[0].Ratings[0].Rating >= 1500 {
		t.Errorf("%+v", lobby.Waiting)
	}
}

func TestBlockingMutingAndReporting(t *testing.T) {
	s := serveAPI(t)
	anna, ben, carl := s.guest("Anna"), s.guest("Ben"), s.guest("Carl")
	anna.want(204, "PUT", "/api/me/blocks/"+ben.id, nil, nil)
	anna.refused(422, "yourself", "PUT", "/api/me/blocks/"+anna.id, nil)
	anna.refused(404, "not-found", "PUT", "/api/me/blocks/nobody", nil)
	var list struct{ Blocked []people.Person }
	anna.want(200, "GET", "/api/me/blocks", nil, &list)
	if len(list.Blocked) != 1 || list.Blocked[0].Name != "Ben" {
		t.Errorf("%+v", list)
	}
	id := anna.open(wotnTable(nil))
	ben.doRefused(403, "blocked", id, object{"type": "sit"})
	ben.doRefused(403, "blocked", id, object{"type": "chat", "text": "let me in"})
	carl.do(id, object{"type": "sit"})
	anna.want(204, "DELETE", "/api/me/blocks/"+ben.id, nil, nil)
	ben.do(id, object{"type": "chat", "text": "thank you"})

	// Carl blocks Anna, and then mutes the chat.
	carl.want(204, "PUT", "/api/me/blocks/"+anna.id, nil, nil)
	after := carl.view(id).Seq
	anna.doRefused(403, "blocked", id, object{"type": "chat", "text": "hello"})
	carl.want(204, "DELETE", "/api/me/blocks/"+anna.id, nil, nil)
	anna.do(id, object{"type": "chat", "text": "hello"})
	carl.want(204, "PUT", "/api/matches/"+id+"/mute", object{"muted": true}, nil)
	if !carl.view(id).Muted || anna.view(id).Muted {
		t.Error("Carl's view is not muted, or Anna's is")
	}
	anna.do(id, object{"type": "move", "move": "e2e4"})
	stream, stop := carl.listen("/api/matches/" + id + "/stream?after=" + strconv.FormatInt(after, 10))
	if _, e := next(t, stream); e.Type != match.Moved {
		t.Errorf("%+v was received", e)
	}
	stop()
	carl.want(204, "PUT", "/api/matches/"+id+"/mute", object{"muted": false}, nil)
	stream, stop = carl.listen("/api/matches/" + id + "/stream?after=" + strconv.FormatInt(after, 10))
	if _, e := next(t, stream); e.Text != "hello" {
		t.Errorf("%+v", e)
	}
	stop()

	carl.want(204, "POST", "/api/reports", object{"about": ben.id, "match": id, "reason": "talk", "text": "rude"}, nil)
	carl.refused(422, "yourself", "POST", "/api/reports", object{"about": carl.id, "reason": "talk"})
	carl.refused(422, "request", "POST", "/api/reports", object{"about": ben.id, "reason": "face"})
	carl.refused(404, "not-found", "POST", "/api/reports", object{"about": "x", "reason": "talk"})
	carl.refused(404, "no-match", "POST", "/api/reports", object{"about": ben.id, "reason": "talk", "match": "x"})
	carl.refused(422, "report-text", "POST", "/api/reports", object{"about": ben.id, "reason": "talk", "text": strings.Repeat("x", 2001)})
	reports, err := s.store.Reports(t.Context(), false)
	if err != nil || len(reports) != 1 || reports[0].AboutName != "Ben" || reports[0].ByName != "Carl" || reports[0].Match != id {
		t.Errorf("%+v, %v", reports, err)
	}
	for range 10 {
		resp := carl.request("POST", "/api/reports", object{"about": ben.id, "reason": "else"})
		resp.Body.Close()
		if resp.StatusCode == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("10 reports at once were all taken")
}

func TestPasskeyErrors(t *testing.T) {
	s := serveAPI(t)
	anna := s.member("Anna")
	// The test server has an IP address instead of a domain name.
	for _, path := range []string{"/api/passkeys/challenge", "/api/passkeys/new"} {
		anna.refused(422, "passkey-address", "POST", path, object{})
	}
	named := *s
	named.url = strings.Replace(s.url, "127.0.0.1", "localhost", 1)
	guest := named.visitor()
	guest.refused(422, "name", "POST", "/api/passkeys/new", object{"name": " "})
	guest.refused(409, "name-taken", "POST", "/api/passkeys/new", object{"name": "anna"})
	guest.refused(403, "passkey-late", "POST", "/api/passkeys", object{"ceremony": "x", "credential": object{}})
	var begun struct {
		Ceremony string
		Options  struct {
			PublicKey struct {
				RP        struct{ ID string }
				Challenge string
			}
		}
	}
	guest.want(200, "POST", "/api/passkeys/new", object{"name": "Gast"}, &begun)
	if begun.Options.PublicKey.RP.ID != "localhost" || begun.Options.PublicKey.Challenge == "" {
		t.Errorf("%+v", begun)
	}
	for _, credential := range []any{nil, "x", object{"id": "x"}, []int{1}} {
		guest.want(200, "POST", "/api/passkeys/new", object{"name": "Gast"}, &begun)
		guest.refused(403, "passkey", "POST", "/api/passkeys", object{"ceremony": begun.Ceremony, "credential": credential})
		guest.refused(403, "passkey-late", "POST", "/api/passkeys", object{"ceremony": begun.Ceremony, "credential": credential})
		guest.want(200, "POST", "/api/passkeys/challenge", nil, &begun)
		guest.refused(403, "passkey", "POST", "/api/passkeys/login", object{"ceremony": begun.Ceremony, "credential": credential})
	}
	var p people.Person
	if guest.want(200, "GET", "/api/session", nil, &p); p.ID != "" {
		t.Errorf("%+v", p)
	}
	anna.refused(404, "not-found", "DELETE", "/api/me/passkeys/x", nil)
}
