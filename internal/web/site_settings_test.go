package web

import (
	"errors"
	"strings"
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/site"
)

// site returns how the site describes itself.
func (b *browser) site() (d site.Description) {
	b.t.Helper()
	b.want(200, "GET", "/api/site", nil, &d)
	return d
}

func TestRegistrationIsOpenByInvitationOrClosed(t *testing.T) {
	s := serveAPI(t)
	boss, mod := s.staff("Boss", store.Administrator), s.staff("Mod", store.Moderator)
	if d := s.visitor().site(); d.Registration != store.Open || !d.Guests || d.Announcement != nil {
		t.Errorf("%+v", d)
	}
	mod.refused(403, "role", "PUT", "/api/admin/site", object{"registration": "closed"})
	boss.refused(422, "request", "PUT", "/api/admin/site", object{"registration": "never"})
	account := func(name, invitation string) object {
		return object{"name": name, "password": "long enough", "invitation": invitation}
	}
	boss.want(204, "PUT", "/api/admin/site", object{"registration": "closed"}, nil)
	s.visitor().refused(403, "registration-closed", "POST", "/api/account", account("Anna", ""))
	s.guest("Gast").refused(403, "registration-closed", "POST", "/api/account", account("Anna", ""))
	s.operator(200, "POST", "/api/admin/people", object{"name": "Made"}, nil)
	boss.want(204, "PUT", "/api/admin/site", object{"registration": "invitation"}, nil)
	if d := s.visitor().site(); d.Registration != store.ByInvitation {
		t.Errorf("%+v", d)
	}
	s.visitor().refused(403, "invitation-needed", "POST", "/api/account", account("Anna", ""))
	s.visitor().refused(403, "invitation", "POST", "/api/account", account("Anna", "guessed"))

	mod.refused(403, "role", "POST", "/api/admin/invitations", object{"hours": 1})
	var first, second admin.NewInvitation
	boss.want(200, "POST", "/api/admin/invitations", object{"hours": 24, "note": "for Anna"}, &first)
	boss.want(200, "POST", "/api/admin/invitations", object{"hours": 24}, &second)
	if first.URL != "/join#"+first.Link || first.By != "Boss" || len(first.Link) < 20 {
		t.Errorf("%+v", first)
	}
	var list struct{ Invitations []store.Invitation }
	if boss.want(200, "GET", "/api/admin/invitations", nil, &list); len(list.Invitations) != 2 {
		t.Errorf("%+v", list)
	}
	// A refused account keeps the invitation; a created one uses it up.
	s.visitor().refused(409, "name-taken", "POST", "/api/account", account("boss", first.Link))
	guest := s.guest("Gast")
	id := guest.open(wotnTable(nil))
	guest.want(200, "POST", "/api/account", account("Anna", first.Link), nil)
	if me := guest.me(); me.Name != "Anna" || me.ID != guest.id {
		t.Errorf("%+v: the account of guest %s at table %s", me, guest.id, id)
	}
	s.visitor().refused(403, "invitation", "POST", "/api/account", account("Ben", first.Link))
	boss.want(204, "DELETE", "/api/admin/invitations/"+second.ID, nil, nil)
	boss.refused(404, "not-found", "DELETE", "/api/admin/invitations/"+second.ID, nil)
	s.visitor().refused(403, "invitation", "POST", "/api/account", account("Ben", second.Link))

	var actions []string
	for _, e := range s.audit() {
		actions = append(actions, e.Action)
		if e.Action == "invitation-used" && (e.AboutName != "Anna" || e.Details["invited-by"] != "Boss" || e.Details["note"] != "for Anna") {
			t.Errorf("%+v", e)
		}
		if strings.Contains(e.Details["invitation"], first.Link) {
			t.Errorf("the log contains the secret: %+v", e)
		}
	}
	if got := strings.Join(actions[:7], " "); got != "revoke-invitation invitation-used invite invite site create site" {
		t.Error(got)
	}
}

func TestASiteWithoutGuests(t *testing.T) {
	s := serveAPI(t)
	guest, other := s.guest("Gast"), s.guest("Ast")
	running, waiting := guest.open(wotnTable(nil)), guest.open(wotnTable(nil))
	other.do(running, object{"type": "sit"})
	s.operator(204, "PUT", "/api/admin/site", object{"guests": false}, nil)
	if d := s.visitor().site(); d.Guests {
		t.Errorf("%+v", d)
	}
	s.visitor().refused(403, "no-guests", "POST", "/api/session", object{"name": "New"})
	// Those who are here play to the end, and begin nothing new.
	guest.want(200, "POST", "/api/session", object{"name": "Gustav"}, nil)
	guest.refused(403, "no-guests", "POST", "/api/matches", wotnTable(nil))
	other.refused(403, "no-guests", "POST", "/api/matches/"+waiting+"/commands", object{"type": "sit"})
	guest.do(running, object{"type": "chat", "text": "the last game"})
	guest.do(running, object{"type": "abort"})
	guest.want(200, "POST", "/api/account", object{"name": "Gustav", "password": "long enough"}, nil)
	guest.open(wotnTable(nil))
	s.operator(204, "PUT", "/api/admin/site", object{"guests": true}, nil)
	s.guest("New").open(wotnTable(nil))
}

func TestAnnouncement(t *testing.T) {
	s := serveAPI(t)
	boss := s.staff("Boss", store.Administrator)
	boss.refused(422, "admin-text", "PUT", "/api/admin/site", object{"announcement": strings.Repeat("ä", 501)})
	boss.want(204, "PUT", "/api/admin/site", object{"announcement": "Restart at 8 p.m.", "minutes": 10}, nil)
	d := s.visitor().site()
	if d.Announcement == nil || d.Announcement.Text != "Restart at 8 p.m." || d.Announcement.Until.Since(d.Announcement.Since) != 600_000 {
		t.Fatalf("%+v", d.Announcement)
	}
	if at := s.api.App.Announcement(t.Context()); at != d.Announcement.Since {
		t.Errorf("%d in beats", at)
	}
	boss.want(204, "PUT", "/api/admin/site", object{"announcement": ""}, nil)
	if d := s.visitor().site(); d.Announcement != nil {
		t.Errorf("%+v", d.Announcement)
	}
	// It ends by itself.
	past := store.Announcement{Text: "over", Since: s.api.App.Now() - 10, Until: s.api.App.Now() - 1}
	if err := s.store.ChangeSite(t.Context(), store.SiteChange{Announcement: &past}, store.Entry{ID: "e"}); err != nil {
		t.Fatal(err)
	}
	s.api.App.SiteChanged()
	if d := s.visitor().site(); d.Announcement != nil || s.api.App.Announcement(t.Context()) != 0 {
		t.Errorf("%+v", d.Announcement)
	}
}

// TestTwoServersAgree: settings of the site and sanctions that one server stores apply
// at another server of the same database.
func TestTwoServersAgree(t *testing.T) {
	address := storetest.Postgres(t).Database(t)
	open := func() *testServer {
		matches, err := sqlstore.OpenPostgres(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { matches.Close() })
		return serveStore(t, matches)
	}
	one, two := open(), open()
	await := func(what string, ready func() bool) {
		t.Helper()
		testkit.Until(t, func() error {
			if !ready() {
				return errors.New("the other server does not know: " + what)
			}
			return nil
		})
	}
	for _, s := range []*testServer{one, two} {
		await("notices", s.api.App.Host.ReceivesNotices)
	}
	anna := two.member("Anna")
	id := anna.open(wotnTable(nil))
	if d := anna.site(); !d.Guests {
		t.Fatalf("%+v", d) // the second server has the settings in its cache
	}

	one.operator(204, "PUT", "/api/admin/site", object{"guests": false, "announcement": "Hello"}, nil)
	await("no guests, an announcement", func() bool {
		d := anna.site()
		return !d.Guests && d.Announcement != nil && d.Announcement.Text == "Hello"
	})
	chat := object{"type": "chat", "text": "hello"}
	anna.do(id, chat)
	one.operator(204, "POST", "/api/admin/people/"+anna.id+"/actions", object{"action": "mute", "hours": 1}, nil)
	await("a mute", func() bool { return anna.me().MutedUntil > 0 })
	anna.refused(403, "muted", "POST", "/api/matches/"+id+"/commands", chat)
	one.operator(204, "POST", "/api/admin/people/"+anna.id+"/actions", object{"action": "ban"}, nil)
	await("a ban", func() bool { return anna.me().ID == "" })
}
