package people_test

import (
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/tables"
)

// TestArmsTravelWithTheName: open tables and their lists show a new coat of arms at once,
// finished games the earlier one.
func TestArmsTravelWithTheName(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Member("Anna"), s.Member("Ben")
	put := func(arms string) {
		t.Helper()
		anna.Want(200, "PUT", "/api/me/arms", webtest.Object{"arms": arms}, nil)
	}
	put("hnogn")
	if me := anna.Me(); me.Arms != "hnogn" {
		t.Errorf("%+v", me)
	}
	over, open := anna.Open(webtest.WotnTable(nil)), anna.Open(webtest.WotnTable(nil))
	ben.Do(over, webtest.Object{"type": "sit"})
	ben.Do(over, webtest.Object{"type": "resign"})
	events, stop := ben.Listen("/api/matches/" + open + "/stream")
	defer stop()
	put("kqbax")
	for {
		if _, e := webtest.Next(t, events); e.Type == match.Renamed && e.Player.Arms == "kqbax" {
			break
		}
	}
	if v := anna.View(over); v.Seats[v.You].Player.Arms != "hnogn" {
		t.Errorf("the finished match has %+v", v.Seats)
	}
	if v := anna.View(open); v.Seats[v.You].Player.Arms != "kqbax" || v.Owner.Arms != "kqbax" || v.Seats[1-v.You].Player.Arms != "" {
		t.Errorf("the open match has %+v", v.Seats)
	}
	var lobby tables.Lobby
	if ben.Want(200, "GET", "/api/lobby", nil, &lobby); lobby.Waiting[0].Owner.Arms != "kqbax" {
		t.Errorf("%+v", lobby.Waiting)
	}
	for _, arms := range []string{"hnggn", "hnog", "<svg>"} {
		anna.Refused(422, "arms", "PUT", "/api/me/arms", webtest.Object{"arms": arms})
	}
	put("")
	var profile people.Profile
	if ben.Want(200, "GET", "/api/people/"+anna.ID, nil, &profile); profile.Arms != "" {
		t.Errorf("%+v", profile)
	}
}

// TestMottoIsModerated: a motto is bounded, reported with its text, removed by moderators and
// not written by those who may not chat.
func TestMottoIsModerated(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, mod := s.Member("Anna"), s.Member("Ben"), s.Staff("Mod", store.Moderator)
	mottoOf := func() string {
		t.Helper()
		var profile people.Profile
		ben.Want(200, "GET", "/api/people/"+anna.ID, nil, &profile)
		return profile.Motto
	}
	write := func(motto, want string) {
		t.Helper()
		anna.Want(200, "PUT", "/api/me/motto", webtest.Object{"motto": motto}, nil)
		if got := mottoOf(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	write(" Ad\u202eastra! ", "Adastra!")
	write(strings.Repeat("ä", 140), strings.Repeat("ä", 140))
	for _, motto := range []string{strings.Repeat("ä", 141), "two\nlines"} {
		anna.Refused(422, "motto", "PUT", "/api/me/motto", webtest.Object{"motto": motto})
	}
	write("Rude.", "Rude.")
	ben.Want(204, "POST", "/api/reports", webtest.Object{"about": anna.ID, "reason": "motto"}, nil)
	write("Kind.", "Kind.")
	var reported struct{ Reports []store.Report }
	if mod.Want(200, "GET", "/api/admin/reports", nil, &reported); len(reported.Reports) != 1 || reported.Reports[0].Motto != "Rude." {
		t.Errorf("%+v", reported)
	}
	var exported people.Exported
	if anna.Want(200, "GET", "/api/me/export", nil, &exported); exported.Motto != "Kind." {
		t.Errorf("%+v", exported)
	}
	mod.Act(204, "", anna, webtest.Object{"action": "remove-motto", "text": "Rude."})
	if e := s.Audit()[0]; mottoOf() != "" || e.Action != "remove-motto" || e.AboutName != "Anna" || e.Details["text"] != "Rude." {
		t.Errorf("%q, %+v", mottoOf(), e)
	}
	s.API.App.Limits = core.Limits{}
	write("Again.", "Again.")
	mod.Act(204, "", anna, webtest.Object{"action": "mute", "hours": 1})
	anna.Refused(403, "muted", "PUT", "/api/me/motto", webtest.Object{"motto": "More."})
	write("", "")
}
