package admin_test

import (
	"errors"
	"strings"
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/admin"
)

func TestRegistrationIsOpenByInvitationOrClosed(t *testing.T) {
	s := webtest.Serve(t)
	boss, mod := s.Staff("Boss", store.Administrator), s.Staff("Mod", store.Moderator)
	if d := s.Visitor().Site(); d.Registration != store.Open || !d.Guests || d.Announcement != nil {
		t.Errorf("%+v", d)
	}
	mod.Refused(403, "role", "PUT", "/api/admin/site", webtest.Object{"registration": "closed"})
	boss.Refused(422, "request", "PUT", "/api/admin/site", webtest.Object{"registration": "never"})
	account := func(name, invitation string) webtest.Object {
		return webtest.Object{"name": name, "password": "long enough", "invitation": invitation}
	}
	boss.Want(204, "PUT", "/api/admin/site", webtest.Object{"registration": "closed"}, nil)
	s.Visitor().Refused(403, "registration-closed", "POST", "/api/account", account("Anna", ""))
	s.Guest("Gast").Refused(403, "registration-closed", "POST", "/api/account", account("Anna", ""))
	s.Operator(200, "POST", "/api/admin/people", webtest.Object{"name": "Made"}, nil)
	boss.Want(204, "PUT", "/api/admin/site", webtest.Object{"registration": "invitation"}, nil)
	if d := s.Visitor().Site(); d.Registration != store.ByInvitation {
		t.Errorf("%+v", d)
	}
	s.Visitor().Refused(403, "invitation-needed", "POST", "/api/account", account("Anna", ""))
	s.Visitor().Refused(403, "invitation", "POST", "/api/account", account("Anna", "guessed"))

	mod.Refused(403, "role", "POST", "/api/admin/invitations", webtest.Object{"hours": 1})
	var first, second admin.NewInvitation
	boss.Want(200, "POST", "/api/admin/invitations", webtest.Object{"hours": 24, "note": "for Anna"}, &first)
	boss.Want(200, "POST", "/api/admin/invitations", webtest.Object{"hours": 24}, &second)
	if first.URL != "/join#"+first.Link || first.By != "Boss" || len(first.Link) < 20 {
		t.Errorf("%+v", first)
	}
	var list struct{ Invitations []store.Invitation }
	if boss.Want(200, "GET", "/api/admin/invitations", nil, &list); len(list.Invitations) != 2 {
		t.Errorf("%+v", list)
	}
	// A refused account keeps the invitation; a created one uses it up.
	s.Visitor().Refused(409, "name-taken", "POST", "/api/account", account("boss", first.Link))
	guest := s.Guest("Gast")
	id := guest.Open(webtest.WotnTable(nil))
	guest.Want(200, "POST", "/api/account", account("Anna", first.Link), nil)
	if me := guest.Me(); me.Name != "Anna" || me.ID != guest.ID {
		t.Errorf("%+v: the account of guest %s at table %s", me, guest.ID, id)
	}
	s.Visitor().Refused(403, "invitation", "POST", "/api/account", account("Ben", first.Link))
	boss.Want(204, "DELETE", "/api/admin/invitations/"+second.ID, nil, nil)
	boss.Refused(404, "not-found", "DELETE", "/api/admin/invitations/"+second.ID, nil)
	s.Visitor().Refused(403, "invitation", "POST", "/api/account", account("Ben", second.Link))

	var actions []string
	for _, e := range s.Audit() {
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
	s := webtest.Serve(t)
	guest, other := s.Guest("Gast"), s.Guest("Ast")
	running, waiting := guest.Open(webtest.WotnTable(nil)), guest.Open(webtest.WotnTable(nil))
	other.Do(running, webtest.Object{"type": "sit"})
	s.Operator(204, "PUT", "/api/admin/site", webtest.Object{"guests": false}, nil)
	if d := s.Visitor().Site(); d.Guests {
		t.Errorf("%+v", d)
	}
	s.Visitor().Refused(403, "no-guests", "POST", "/api/session", webtest.Object{"name": "New"})
	// Those who are here play to the end, and begin nothing new.
	guest.Want(200, "POST", "/api/session", webtest.Object{"name": "Gustav"}, nil)
	guest.Refused(403, "no-guests", "POST", "/api/matches", webtest.WotnTable(nil))
	other.Refused(403, "no-guests", "POST", "/api/matches/"+waiting+"/commands", webtest.Object{"type": "sit"})
	guest.Do(running, webtest.Object{"type": "chat", "text": "the last game"})
	guest.Do(running, webtest.Object{"type": "abort"})
	guest.Want(200, "POST", "/api/account", webtest.Object{"name": "Gustav", "password": "long enough"}, nil)
	guest.Open(webtest.WotnTable(nil))
	s.Operator(204, "PUT", "/api/admin/site", webtest.Object{"guests": true}, nil)
	s.Guest("New").Open(webtest.WotnTable(nil))
}

func TestAnnouncement(t *testing.T) {
	s := webtest.Serve(t)
	boss := s.Staff("Boss", store.Administrator)
	boss.Refused(422, "admin-text", "PUT", "/api/admin/site", webtest.Object{"announcement": strings.Repeat("ä", 501)})
	boss.Refused(422, "admin-text", "PUT", "/api/admin/site", webtest.Object{"announcement": "Restart", "german": strings.Repeat("ä", 501)})
	boss.Want(204, "PUT", "/api/admin/site", webtest.Object{"announcement": "Restart at 8 p.m.", "german": "Neustart um 20 Uhr", "minutes": 10}, nil)
	if list, err := s.Store.Entries(t.Context(), "", 0, 1); err != nil || len(list) != 1 || list[0].Details["announcement-german"] != "Neustart um 20 Uhr" {
		t.Errorf("the audit log has %+v, %v", list, err)
	}
	d := s.Visitor().Site()
	if d.Announcement == nil || d.Announcement.Text != "Restart at 8 p.m." || d.Announcement.German != "Neustart um 20 Uhr" || d.Announcement.Until.Since(d.Announcement.Since) != 600_000 {
		t.Fatalf("%+v", d.Announcement)
	}
	if at := s.API.App.Announcement(t.Context()); at != d.Announcement.Since {
		t.Errorf("%d in beats", at)
	}
	boss.Want(204, "PUT", "/api/admin/site", webtest.Object{"announcement": "", "german": "Neustart"}, nil)
	if d := s.Visitor().Site(); d.Announcement != nil {
		t.Errorf("%+v", d.Announcement)
	}
	// It ends by itself.
	past := store.Announcement{Text: "over", Since: s.API.App.Now() - 10, Until: s.API.App.Now() - 1}
	if err := s.Store.ChangeSite(t.Context(), store.SiteChange{Announcement: &past}, store.Entry{ID: "e"}); err != nil {
		t.Fatal(err)
	}
	s.API.App.SiteChanged()
	if d := s.Visitor().Site(); d.Announcement != nil || s.API.App.Announcement(t.Context()) != 0 {
		t.Errorf("%+v", d.Announcement)
	}
}

// TestTwoServersAgree: settings of the site and sanctions that one server stores apply
// at another server of the same database.
func TestTwoServersAgree(t *testing.T) {
	address := storetest.Postgres(t).Database(t)
	open := func() *webtest.Server {
		matches, err := sqlstore.OpenPostgres(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { matches.Close() })
		return webtest.ServeStore(t, matches)
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
	for _, s := range []*webtest.Server{one, two} {
		await("notices", s.API.App.Host.ReceivesNotices)
	}
	anna := two.Member("Anna")
	id := anna.Open(webtest.WotnTable(nil))
	if d := anna.Site(); !d.Guests {
		t.Fatalf("%+v", d) // the second server has the settings in its cache
	}

	one.Operator(204, "PUT", "/api/admin/site", webtest.Object{"guests": false, "announcement": "Hello"}, nil)
	await("no guests, an announcement", func() bool {
		d := anna.Site()
		return !d.Guests && d.Announcement != nil && d.Announcement.Text == "Hello"
	})
	chat := webtest.Object{"type": "chat", "text": "hello"}
	anna.Do(id, chat)
	one.Operator(204, "POST", "/api/admin/people/"+anna.ID+"/actions", webtest.Object{"action": "mute", "hours": 1}, nil)
	await("a mute", func() bool { return anna.Me().MutedUntil > 0 })
	anna.Refused(403, "muted", "POST", "/api/matches/"+id+"/commands", chat)
	one.Operator(204, "POST", "/api/admin/people/"+anna.ID+"/actions", webtest.Object{"action": "ban"}, nil)
	await("a ban", func() bool { return anna.Me().ID == "" })
}
