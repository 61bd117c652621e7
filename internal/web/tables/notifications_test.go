package tables_test

import (
	"encoding/json"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/tables"
)

// TestNotifications plays a correspondence game of which one player hears only by
// notifications, which two devices share.
func TestNotifications(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Member("Ann"), s.Member("Ben")
	stream, _ := ben.Listen("/api/stream?own=true")
	own := func() (own tables.OwnTables) {
		t.Helper()
		for {
			e, _ := webtest.Next(t, stream)
			if e.Name != "own" {
				continue
			}
			if err := json.Unmarshal([]byte(e.Data), &own); err != nil {
				t.Fatal(err)
			}
			return own
		}
	}
	unread := func(want int) {
		t.Helper()
		if o := own(); o.Unread != want {
			t.Fatalf("%d unread, want %d", o.Unread, want)
		}
	}
	list := func(want ...string) (list tables.NotificationList) {
		t.Helper()
		ben.Want(200, "GET", "/api/me/notifications", nil, &list)
		var kinds []string
		for _, n := range list.Notifications {
			kind := string(n.Kind)
			if n.Read {
				kind = "(" + kind + ")"
			}
			kinds = append(kinds, kind)
		}
		if got, want := len(kinds), len(want); got != want {
			t.Fatalf("%q", kinds)
		}
		for i := range want {
			if kinds[i] != want[i] {
				t.Fatalf("%q, want %q", kinds, want)
			}
		}
		return list
	}
	read := func(body webtest.Object) {
		t.Helper()
		ben.Want(204, "POST", "/api/me/notifications/read", body, nil)
	}
	unread(0)
	list()
	wanted := webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "correspondence", "perTurn": 3 * match.Day}}
	var challenge struct{ Match string }
	ann.Want(201, "POST", "/api/people/"+ben.ID+"/challenge", wanted, &challenge)
	unread(0)
	if l := list("challenge"); len(l.Tables) != 1 || l.Tables[0].Match != challenge.Match || l.Notifications[0].Match != challenge.Match {
		t.Errorf("%+v", l)
	}
	ben.Do(challenge.Match, webtest.Object{"type": "sit"})
	view := ann.View(challenge.Match)
	if view.Seats[view.ToAct].Player.ID == ann.ID {
		unread(0)
		list()
		ann.Do(challenge.Match, webtest.Object{"type": "move", "move": "e2e4"})
	}
	unread(1)
	list("turn")
	read(webtest.Object{"match": "another"})
	list("turn")
	read(webtest.Object{"until": s.API.App.Now().After(-match.Minute)})
	list("turn")
	read(webtest.Object{"match": challenge.Match})
	unread(0)
	list("(turn)")
	ann.Do(challenge.Match, webtest.Object{"type": "resign"})
	unread(1)
	list("finished")
	read(webtest.Object{"until": s.API.App.Now()})
	unread(0)
	list("(finished)")

	// Challenges that are not wanted in the list are tables like others.
	challenged := func(notified int) {
		t.Helper()
		ann.Want(201, "POST", "/api/people/"+ben.ID+"/challenge", wanted, &challenge)
		if o := own(); len(o.Challenges) != 1 || len(o.Notified) != notified {
			t.Errorf("%d challenges, notified of %v, want %d", len(o.Challenges), o.Notified, notified)
		}
		ann.Do(challenge.Match, webtest.Object{"type": "abort"})
		own()
	}
	challenged(1)
	ben.Want(204, "PUT", "/api/me/notifications/settings", webtest.Object{"kinds": []webtest.Object{{"kind": "challenge", "mode": "off"}}}, nil)
	challenged(0)

	visitor := s.Visitor()
	visitor.Refused(401, "no-session", "GET", "/api/me/notifications", nil)
	visitor.Refused(401, "no-session", "POST", "/api/me/notifications/read", webtest.Object{"until": 1})
}

// TestTablesOfFollowedPeople: the page of a follower shows that a followed person has opened a
// public table, until the table starts.
func TestTablesOfFollowedPeople(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Member("Ann"), s.Member("Ben")
	ann.Want(204, "PUT", "/api/me/follows/"+ben.ID, nil, nil)
	stream, _ := ann.Listen("/api/stream?own=true")
	unread := func(want int) {
		t.Helper()
		for {
			e, _ := webtest.Next(t, stream)
			if e.Name != "own" {
				continue
			}
			var own struct{ Unread int }
			if err := json.Unmarshal([]byte(e.Data), &own); err != nil {
				t.Fatal(err)
			}
			if own.Unread != want {
				t.Fatalf("%d unread, want %d", own.Unread, want)
			}
			return
		}
	}
	list := func(want int) (list tables.NotificationList) {
		t.Helper()
		ann.Want(200, "GET", "/api/me/notifications", nil, &list)
		if len(list.Notifications) != want || len(list.Tables) != want {
			t.Fatalf("%+v, want %d", list, want)
		}
		return list
	}
	unread(0)
	id := ben.Open(webtest.WotnTable(nil))
	unread(1)
	if l := list(1); l.Notifications[0].Kind != "table" || l.Notifications[0].Match != id || l.Notifications[0].Read || l.Tables[0].Match != id {
		t.Errorf("%+v", l)
	}
	ann.Want(204, "POST", "/api/me/notifications/read", webtest.Object{}, nil)
	unread(0)
	if l := list(1); !l.Notifications[0].Read {
		t.Errorf("%+v", l)
	}
	ben.Open(webtest.WotnTable(nil))
	ben.Want(200, "PUT", "/api/me/online-status", webtest.Object{"hidden": true}, nil)
	list(0)
	ben.Want(200, "PUT", "/api/me/online-status", webtest.Object{"hidden": false}, nil)
	s.Member("Cleo").Do(id, webtest.Object{"type": "sit"})
	list(1)
	ann.Want(204, "PUT", "/api/me/notifications/settings", webtest.Object{"kinds": []webtest.Object{{"kind": "table", "mode": "off"}}}, nil)
	list(0)
	for i := range 30 {
		if i%10 == 0 {
			s.API.App.Limits = core.Limits{}
		}
		ben.Open(webtest.WotnTable(nil))
	}
	ann.Want(204, "PUT", "/api/me/notifications/settings", webtest.Object{"kinds": []webtest.Object{}}, nil)
	list(20)
}
