package people_test

import (
	"errors"
	"testing"
	"time"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
)

// TestFollowing follows people who are online, play, hide, block, and delete their accounts.
func TestFollowing(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben, cleo, guest := s.Member("Ann"), s.Member("Ben"), s.Member("Cleo"), s.Guest("Gus")
	of := func(who *webtest.Browser) []people.FollowedPerson {
		t.Helper()
		var list struct{ People []people.FollowedPerson }
		who.Want(200, "GET", "/api/me/follows", nil, &list)
		return list.People
	}
	profile := func(who *webtest.Browser, id string) (p people.Profile) {
		t.Helper()
		who.Want(200, "GET", "/api/people/"+id, nil, &p)
		return p
	}
	if list := of(ann); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	ann.Want(204, "PUT", "/api/me/follows/"+ben.ID, nil, nil)
	ann.Refused(422, "yourself", "PUT", "/api/me/follows/"+ann.ID, nil)
	ann.Refused(404, "not-found", "PUT", "/api/me/follows/"+guest.ID, nil)
	guest.Refused(403, "account-needed", "PUT", "/api/me/follows/"+ben.ID, nil)
	s.Visitor().Refused(401, "no-session", "GET", "/api/me/follows", nil)
	if !profile(ann, ben.ID).Follows || profile(ben, ann.ID).Follows || profile(cleo, ben.ID).Follows {
		t.Error("wrong profiles")
	}
	if list := of(ann); len(list) != 1 || list[0].Name != "Ben" || list[0].Online || list[0].Playing != "" {
		t.Errorf("%+v", list)
	}

	_, stop := ben.Listen("/api/stream?lobby=true")
	defer stop()
	seen := func(who *webtest.Browser, online bool, playing string) {
		t.Helper()
		list := of(who)
		if len(list) != 1 || list[0].Online != online || list[0].Playing != playing || profile(who, ben.ID).Online != online {
			t.Errorf("%+v, %v in the profile; want online %v, playing %q", list, profile(who, ben.ID).Online, online, playing)
		}
	}
	testkit.Within(t, 5*time.Second, func() error {
		if !of(ann)[0].Online {
			return errors.New("Ben is not online")
		}
		return nil
	})
	clock := func(kind string) func(webtest.Object) {
		return func(o webtest.Object) {
			o["clock"] = webtest.Object{"kind": kind}
			if kind == "real-time" {
				o["clock"] = webtest.Object{"kind": kind, "initial": 300_000, "increment": 0}
			}
		}
	}
	cleo.Do(ben.Open(webtest.WotnTable(clock("none"))), webtest.Object{"type": "sit"})
	cleo.Do(ben.Open(webtest.WotnTable(func(o webtest.Object) { clock("real-time")(o); o["visibility"] = "link" })), webtest.Object{"type": "sit"})
	seen(ann, true, "")
	game := ben.Open(webtest.WotnTable(clock("real-time")))
	seen(ann, true, "")
	cleo.Do(game, webtest.Object{"type": "sit"})
	seen(ann, true, game)
	ben.Want(200, "PUT", "/api/me/online-status", webtest.Object{"hidden": true}, nil)
	seen(ann, false, "")
	ben.Want(200, "PUT", "/api/me/online-status", webtest.Object{"hidden": false}, nil)
	seen(ann, true, game)

	// Ann does not notice that Ben blocks her, but sees nothing of him.
	ben.Want(204, "PUT", "/api/me/follows/"+ann.ID, nil, nil)
	ben.Want(204, "PUT", "/api/me/blocks/"+ann.ID, nil, nil)
	ben.Refused(409, "follow-blocked", "PUT", "/api/me/follows/"+ann.ID, nil)
	if list := of(ben); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	seen(ann, false, "")
	ann.Want(204, "DELETE", "/api/me/follows/"+ben.ID, nil, nil)
	ann.Want(204, "PUT", "/api/me/follows/"+ben.ID, nil, nil)
	seen(ann, false, "")
	ben.Want(204, "DELETE", "/api/me/blocks/"+ann.ID, nil, nil)
	seen(ann, true, game)
	ann.Want(204, "PUT", "/api/me/follows/"+cleo.ID, nil, nil)
	var export struct {
		Follows []struct{ Person people.Person }
	}
	ann.Want(200, "GET", "/api/me/export", nil, &export)
	if len(export.Follows) != 2 || export.Follows[0].Person.Name != "Cleo" {
		t.Errorf("%+v", export)
	}
	stop()
	ben.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Ben", "password": "long enough"}, nil)
	if list := of(ann); len(list) != 1 || list[0].Name != "Cleo" {
		t.Errorf("%+v", list)
	}
}

// TestFollowsReadLittle: the list does not find out who else is online.
func TestFollowsReadLittle(t *testing.T) {
	hooked, s := webtest.ServeHooked(t)
	ann, ben := s.Member("Ann"), s.Member("Ben")
	for range 2 {
		before := hooked.Hidden.Load()
		ann.Want(200, "GET", "/api/me/follows", nil, nil)
		if n := hooked.Hidden.Load() - before; n != 0 {
			t.Errorf("read %d times who hides", n)
		}
		ann.Want(204, "PUT", "/api/me/follows/"+ben.ID, nil, nil)
	}
}
