package clubs_test

import (
	"strings"
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/clubs"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/tables"
)

func fields(name, entry string) webtest.Object {
	return webtest.Object{"name": name, "line": " A\nline ", "text": "**Hello** ![x](y)", "entry": entry, "posting": "members"}
}

func found(b *webtest.Browser, name, entry string) clubs.Club {
	b.T.Helper()
	var c clubs.Club
	b.Want(200, "POST", "/api/clubs", fields(name, entry), &c)
	return c
}

// kinds returns the kinds of the notifications of a person about clubs.
func kinds(b *webtest.Browser) string {
	b.T.Helper()
	var list tables.NotificationList
	b.Want(200, "GET", "/api/me/notifications", nil, &list)
	var all []string
	for _, n := range list.Notifications {
		all = append(all, string(n.Kind)+" "+list.Clubs[0].Name)
	}
	return strings.Join(all, ", ")
}

// TestClubs founds a club, admits people, and changes, passes on and closes it.
func TestClubs(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors, cleo, guest := s.Member("Anna"), s.Member("Bors"), s.Member("Cleo"), s.Guest("Guest")
	guest.Refused(403, "account-needed", "POST", "/api/clubs", fields("Knights", "free"))
	anna.Refused(422, "name", "POST", "/api/clubs", fields("", "free"))
	c := found(anna, "Knights", "request")
	if c.Name != "Knights" || c.Line != "A line" || c.HTML != "<p><strong>Hello</strong> x</p>\n" || c.Role != store.ClubOwner || c.Members != 1 || c.Version != 1 {
		t.Errorf("%+v", c)
	}
	bors.Refused(409, "club-name-taken", "POST", "/api/clubs", fields("K-nights", "free"))
	path := "/api/clubs/" + c.ID

	// A request, which an officer answers.
	c = clubs.Club{}
	bors.Want(200, "PUT", path+"/membership", webtest.Object{"text": "May I?"}, &c)
	if !c.Requested || c.Role != "" || c.Requests != 0 {
		t.Errorf("%+v", c)
	}
	anna.Want(200, "GET", path, nil, &c)
	if got := kinds(anna); c.Requests != 1 || got != "club-request Knights" {
		t.Errorf("%+v, %s", c, got)
	}
	var requests struct{ Requests []clubs.JoinRequest }
	anna.Want(200, "GET", path+"/requests", nil, &requests)
	if len(requests.Requests) != 1 || requests.Requests[0].Text != "May I?" || requests.Requests[0].Name != "Bors" {
		t.Errorf("%+v", requests)
	}
	cleo.Refused(403, "club-role", "GET", path+"/requests", nil)
	bors.Refused(403, "club-role", "PUT", path+"/requests/"+bors.ID, webtest.Object{"accept": true})
	anna.Want(204, "PUT", path+"/requests/"+bors.ID, webtest.Object{"accept": true}, nil)
	if a, b := kinds(anna), kinds(bors); a != "" || b != "club-joined Knights" {
		t.Errorf("%q, %q", a, b)
	}
	cleo.Want(200, "PUT", path+"/membership", webtest.Object{}, nil)
	anna.Want(204, "PUT", path+"/requests/"+cleo.ID, webtest.Object{"accept": false}, nil)
	cleo.Refused(409, "club-refused", "PUT", path+"/membership", webtest.Object{})

	// Roles.
	change := fields("Knights", "request")
	change["text"], change["version"] = "New", 1
	bors.Refused(403, "club-role", "PUT", path, change)
	bors.Refused(403, "club-role", "PUT", path+"/members/"+anna.ID, webtest.Object{"role": "member"})
	anna.Want(204, "PUT", path+"/members/"+bors.ID, webtest.Object{"role": "officer"}, nil)
	bors.Want(200, "PUT", path, change, &c)
	bors.Refused(409, "club-changed", "PUT", path, change)
	change["name"], change["version"] = "Other", 2
	bors.Refused(403, "club-role", "PUT", path, change)
	bors.Refused(409, "club-changed", "DELETE", path+"/members/"+anna.ID, nil)
	anna.Refused(409, "club-owner", "DELETE", path+"/membership", nil)
	anna.Want(204, "PUT", path+"/members/"+bors.ID, webtest.Object{"role": "owner"}, nil)
	anna.Refused(403, "club-role", "DELETE", path, nil)
	var list struct{ Clubs []clubs.ClubView }
	for query, want := range map[string]int{"/api/clubs?list=mine": 1, "/api/clubs?list=all": 1, "/api/clubs?list=all&text=NIGH": 1, "/api/clubs?list=all&text=x": 0, "/api/people/" + bors.ID + "/clubs": 1} {
		bors.Want(200, "GET", query, nil, &list)
		if len(list.Clubs) != want {
			t.Errorf("%s: %+v", query, list)
		}
	}
	var board core.Leaderboard
	guest.Want(200, "GET", path+"/leaderboards/wotn/2/rapid", nil, &board)
	if board.Pool != "wotn/2/rapid" || board.MinGames != 10 {
		t.Errorf("%+v", board)
	}
	bors.Want(204, "DELETE", path, nil, nil)
	c = clubs.Club{}
	anna.Want(200, "GET", path, nil, &c)
	if c.State != store.ClubClosed || c.Text != "" || c.Role != "" {
		t.Errorf("%+v", c)
	}
	anna.Refused(404, "not-found", "GET", path+"/members", nil)
}

// TestNotices writes, reports, moderates and exports notices.
func TestNotices(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors, cleo, mod := s.Member("Anna"), s.Member("Bors"), s.Member("Cleo"), s.Staff("Mod", store.Moderator)
	c := found(anna, "Knights", "free")
	path := "/api/clubs/" + c.ID
	bors.Want(200, "PUT", path+"/membership", webtest.Object{}, &c)
	if c.Role != store.ClubMember || c.Members != 2 {
		t.Errorf("%+v", c)
	}
	cleo.Refused(403, "club-role", "POST", path+"/notices", webtest.Object{"text": "x"})
	bors.Refused(422, "club-no-text", "POST", path+"/notices", webtest.Object{"text": " "})
	bors.Refused(422, "club-text", "POST", path+"/notices", webtest.Object{"text": strings.Repeat("ä", 4001)})
	var n clubs.ClubNotice
	anna.Want(200, "POST", path+"/notices", webtest.Object{"text": "# Meeting\n<b>x</b>"}, &n)
	if n.Author.Name != "Anna" || n.HTML != "<h2>Meeting</h2>\n<p>&lt;b&gt;x&lt;/b&gt;</p>\n" {
		t.Errorf("%+v", n)
	}
	if got := kinds(bors); got != "club-notice Knights" {
		t.Error(got)
	}
	for range 4 {
		bors.Want(200, "POST", path+"/notices/"+n.ID+"/replies", webtest.Object{"text": "I come"}, &n)
	}
	var list struct{ Notices []clubs.ClubNotice }
	s.Visitor().Want(200, "GET", path+"/notices", nil, &list)
	if len(n.Replies) != 4 || len(list.Notices) != 1 || len(list.Notices[0].Replies) != 3 || list.Notices[0].Count != 4 {
		t.Errorf("%+v, %+v", n, list)
	}

	report := webtest.Object{"about": bors.ID, "club": c.ID, "notice": n.Replies[0].ID, "reason": "talk"}
	cleo.Want(204, "POST", "/api/reports", report, nil)
	report["about"] = anna.ID
	cleo.Refused(404, "not-found", "POST", "/api/reports", report)
	report["notice"] = ""
	cleo.Want(204, "POST", "/api/reports", report, nil)
	var reports struct{ Reports []store.Report }
	mod.Want(200, "GET", "/api/admin/reports", nil, &reports)
	quotes := map[string]bool{}
	for _, r := range reports.Reports {
		quotes[r.Quote] = true
	}
	if !quotes["I come"] || !quotes["Knights\nA line\n**Hello** ![x](y)"] {
		t.Errorf("%+v", reports)
	}

	bors.Refused(403, "club-role", "DELETE", path+"/notices/"+n.ID, nil)
	bors.Want(204, "DELETE", path+"/notices/"+n.Replies[0].ID, nil, nil)
	act := func(action, notice string) {
		t.Helper()
		mod.Want(204, "POST", "/api/admin/clubs/"+c.ID+"/actions", webtest.Object{"action": action, "notice": notice}, nil)
	}
	act("remove-notice", n.Replies[1].ID)
	act("remove-text", "")
	act("close", "")
	anna.Want(200, "GET", path, nil, &c)
	if c.State != store.ClubRemoved || c.Text+c.HTML+c.Line != "" {
		t.Errorf("%+v", c)
	}
	anna.Refused(404, "not-found", "POST", path+"/notices", webtest.Object{"text": "x"})
	mod.Want(200, "GET", path+"/notices", nil, &list)
	act("reopen", "")

	var exported struct {
		Clubs struct{ Memberships, Requests, Notices []webtest.Object }
	}
	bors.Want(200, "GET", "/api/me/export", nil, &exported)
	if e := exported.Clubs; len(e.Memberships) != 1 || len(e.Notices) != 2 || e.Notices[0]["text"] != "I come" {
		t.Errorf("%+v", e)
	}
	s.Operator(204, "POST", "/api/admin/people/"+bors.ID+"/actions", webtest.Object{"action": "mute", "hours": 1}, nil)
	bors.Refused(403, "muted", "POST", path+"/notices", webtest.Object{"text": "x"})
}
