package tournaments_test

import (
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/tournaments"
)

// open creates a tournament of correspondence games that can begin, and returns its path.
func open(director *webtest.Browser, change webtest.Object) string {
	body := webtest.Object{
		"name": "Evening", "format": "round-robin", "startsAt": time.Now().Add(time.Hour).UnixMilli(),
		"games": webtest.Object{"game": "wotn", "variant": "wotn", "rated": true, "clock": webtest.Object{"kind": "correspondence", "perTurn": 86_400_000}},
	}
	for key, value := range change {
		body[key] = value
	}
	var created struct{ ID string }
	director.Want(201, "POST", "/api/tournaments", body, &created)
	return "/api/tournaments/" + created.ID
}

// TestEvening plays a tournament through the interface, from its creation to the files.
func TestEvening(t *testing.T) {
	s := webtest.Serve(t)
	worker := jobs.NewTournamentWorker(s.API.App.Host, s.Store, slog.New(slog.NewTextHandler(io.Discard, nil)))
	goOn := func() {
		for worker.Next(t.Context()) {
		}
	}
	players := []*webtest.Browser{s.Member("Anna"), s.Member("Bors"), s.Member("Cleo")}
	anna, bors := players[0], players[1]
	path := open(anna, webtest.Object{"code": "grail"})
	bors.Refused(409, "tournament-code", "POST", path+"/entry", webtest.Object{"code": "cup"})
	bors.Refused(409, "not-director", "POST", path+"/start", nil)
	anna.Refused(409, "tournament-few", "POST", path+"/start", nil)
	for _, p := range players {
		p.Want(200, "POST", path+"/entry", webtest.Object{"code": "grail"}, nil)
	}
	var own tournaments.TournamentList
	bors.Want(200, "GET", "/api/tournaments?mine=true", nil, &own)
	if len(own.Mine) != 1 || len(own.Upcoming)+len(own.Running)+len(own.Finished) != 0 {
		t.Errorf("%+v", own)
	}
	bors.Refused(409, "tournament-pause", "DELETE", path+"/entry?pause=true", nil)
	var now tournaments.WholeTournament
	anna.Want(200, "POST", path+"/start", nil, &now)
	goOn()
	if now.Phase != "running" || len(now.Pools) != 1 || len(now.Boards) != 3 {
		t.Fatalf("%+v", now)
	}
	for i, b := range now.Boards {
		loser := players[b.Entries[0]-1]
		if i == 0 { // a player who has left resigns
			loser.Want(200, "DELETE", path+"/entry", nil, nil)
		} else if v := loser.View(b.Match); v.Phase == "playing" {
			loser.Refused(409, "tournament", "POST", "/api/matches/"+b.Match+"/commands", webtest.Object{"type": "abort"})
			loser.Do(b.Match, webtest.Object{"type": "resign"})
		}
		goOn()
	}
	anna.Want(200, "GET", path, nil, &now)
	if now.Phase != "finished" || now.Winner == "" {
		t.Fatalf("%+v", now)
	}
	anna.Refused(409, "tournament-points", "POST", path+"/correct", webtest.Object{"board": 1, "points": []float64{1, 1}, "reason": "x"})
	ratings := "/api/people/" + bors.ID + "/ratings"
	before := anna.Body(200, ratings)
	anna.Want(200, "POST", path+"/correct", webtest.Object{"board": 1, "points": []float64{0.5, 0.5}, "reason": "agreed late"}, &now)
	if after := anna.Body(200, ratings); after != before || before == "" {
		t.Errorf("the correction changes ratings from %s to %s", before, after)
	}
	if log, err := s.Store.Entries(t.Context(), "", 0, 9); err != nil || len(log) != 1 || log[0].Action != "tournament-correct" || log[0].By != anna.ID || log[0].Details["note"] != "agreed late" {
		t.Errorf("%+v, %v", log, err)
	}
	bors.Want(204, "POST", "/api/reports", webtest.Object{"about": anna.ID, "tournament": strings.TrimPrefix(path, "/api/tournaments/"), "reason": "talk"}, nil)
	var reports struct{ Reports []store.Report }
	if s.Operator(200, "GET", "/api/admin/reports", nil, &reports); len(reports.Reports) != 1 || reports.Reports[0].Quote != "Evening\n\n\nagreed late" {
		t.Errorf("%+v", reports)
	}
	if r := now.Boards[0].Result; r == nil || !r.Corrected || r.Note != "agreed late" || r.Points[0] != 0.5 {
		t.Errorf("%+v", r)
	}
	if table := anna.Body(200, path+"/standings.csv"); strings.Count(table, "\n") != 4 || !strings.HasPrefix(table, "pool,place,name") {
		t.Errorf("%s", table)
	}
	if text := anna.Body(200, path+"/games"); strings.Count(text, "[Result ") != 3 {
		t.Errorf("%s", text)
	}
	first := anna.Request("GET", path+"/games?limit=2", nil)
	_ = first.Body.Close()
	if link := first.Header.Get("Link"); link != `<games?from=3&limit=2>; rel="next"` {
		t.Errorf("link %q", link)
	}
	if text := anna.Body(200, path+"/games?from=3&limit=2"); strings.Count(text, "[Result ") != 1 {
		t.Errorf("%s", text)
	}
	var export struct {
		Tournaments []struct {
			Name   string
			Events []tournament.Event
		}
	}
	bors.Want(200, "GET", "/api/me/export", nil, &export)
	if list := export.Tournaments; len(list) != 1 || list[0].Name != "Evening" || list[0].Events[0].Type != tournament.Entered {
		t.Errorf("%+v", export)
	}
	anna.Want(200, "GET", "/api/me/export", nil, &export)
	if e := export.Tournaments[0].Events; e[0].Settings.Code != "grail" || e[len(e)-1].Result.Note != "agreed late" {
		t.Errorf("%+v", e)
	}
	var list tournaments.TournamentList
	bors.Want(200, "GET", "/api/tournaments", nil, &list)
	if len(list.Finished) != 1 || len(list.Mine) != 0 {
		t.Errorf("%+v", list)
	}
	bors.Want(200, "GET", "/api/tournaments?skip=1", nil, &list)
	if len(list.Finished) != 0 {
		t.Errorf("%+v", list)
	}
	bors.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Bors", "password": "long enough"}, nil)
	anna.Want(200, "GET", path, nil, &now)
	if name := now.Entries[1].Player.Name; name != "–" {
		t.Errorf("the deleted player is called %q", name)
	}
}

// TestClub: only members enter the tournament of a club, which its officers create.
func TestClub(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors, cleo := s.Member("Anna"), s.Member("Bors"), s.Member("Cleo")
	var club struct{ ID string }
	anna.Want(200, "POST", "/api/clubs", webtest.Object{"name": "Knights", "line": "", "text": "", "entry": "free", "posting": "members"}, &club)
	bors.Want(200, "PUT", "/api/clubs/"+club.ID+"/membership", webtest.Object{}, nil)
	bors.Refused(403, "club-role", "POST", "/api/tournaments", webtest.Object{
		"name": "Evening", "format": "round-robin", "startsAt": 0, "club": club.ID, "games": webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "real-time"}},
	})
	path := open(anna, webtest.Object{"club": club.ID})
	var list struct {
		Notifications []struct{ Kind string }
		Tournaments   []struct{ Name string }
	}
	bors.Want(200, "GET", "/api/me/notifications", nil, &list)
	if len(list.Notifications) != 1 || list.Notifications[0].Kind != "tournament-open" || len(list.Tournaments) != 1 {
		t.Errorf("%+v", list)
	}
	var now tournaments.WholeTournament
	cleo.Refused(409, "tournament-club", "POST", path+"/entry", webtest.Object{})
	bors.Want(200, "POST", path+"/entry", webtest.Object{}, &now)
	if len(now.Clubs) != 1 || now.Clubs[0].Name != "Knights" {
		t.Errorf("%+v", now)
	}
	// Who leaves the club stays in the tournament.
	bors.Want(204, "DELETE", "/api/clubs/"+club.ID+"/membership", nil, nil)
	anna.Want(200, "POST", path+"/entry", webtest.Object{}, &now)
	if now.Entered != 2 {
		t.Errorf("%+v", now)
	}
	// The tournament of a closed club is one for everybody.
	anna.Want(204, "DELETE", "/api/clubs/"+club.ID, nil, nil)
	cleo.Want(200, "POST", path+"/entry", webtest.Object{}, nil)
	cleo.Want(200, "GET", "/api/clubs/"+club.ID+"/tournaments", nil, &list)
	if len(list.Tournaments) != 1 {
		t.Errorf("%+v", list)
	}
}

// TestClubMatch: a club challenges another one, whose officers accept, and members of both enter.
func TestClubMatch(t *testing.T) {
	s := webtest.Serve(t)
	worker := jobs.NewTournamentWorker(s.API.App.Host, s.Store, slog.New(slog.NewTextHandler(io.Discard, nil)))
	anna, bors, cleo, dora := s.Member("Anna"), s.Member("Bors"), s.Member("Cleo"), s.Member("Dora")
	found := func(owner *webtest.Browser, name string) string {
		var club struct{ ID string }
		owner.Want(200, "POST", "/api/clubs", webtest.Object{"name": name, "line": "", "text": "", "entry": "free", "posting": "members"}, &club)
		return club.ID
	}
	home, guest := found(anna, "Knights"), found(bors, "Bishops")
	cleo.Want(200, "PUT", "/api/clubs/"+guest+"/membership", webtest.Object{}, nil)
	dora.Want(200, "PUT", "/api/clubs/"+home+"/membership", webtest.Object{}, nil)
	cleo.Refused(409, "tournament-opponent", "POST", "/api/tournaments", webtest.Object{
		"name": "Evening", "format": "club-match", "startsAt": time.Now().Add(time.Hour).UnixMilli(), "opponent": home,
		"games": webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "correspondence", "perTurn": 86_400_000}},
	})
	var alone tournaments.WholeTournament
	cleo.Want(200, "GET", open(cleo, webtest.Object{"opponent": home}), nil, &alone)
	if len(alone.Clubs) != 0 {
		t.Errorf("a tournament of the clubs %v, which its director does not lead", alone.Clubs)
	}
	match := webtest.Object{"format": "club-match", "club": home, "opponent": guest}
	path := open(anna, match)
	notified := func(b *webtest.Browser) (kinds string) {
		var list struct{ Notifications []struct{ Kind string } }
		b.Want(200, "GET", "/api/me/notifications", nil, &list)
		for _, n := range list.Notifications {
			kinds += n.Kind + " "
		}
		return kinds
	}
	if b, c := notified(bors), notified(cleo); b != "tournament-challenge " || c != "" {
		t.Errorf("the officers are notified of %q, members of %q", b, c)
	}
	listed := func(club string) int {
		var list struct{ Tournaments []struct{ ID string } }
		anna.Want(200, "GET", "/api/clubs/"+club+"/tournaments", nil, &list)
		return len(list.Tournaments)
	}
	if h, g := listed(home), listed(guest); h != 1 || g != 0 {
		t.Errorf("an unanswered challenge is on %d pages of the club and %d of the challenged one", h, g)
	}
	again := func(by *webtest.Browser, club, opponent string) {
		t.Helper()
		by.Refused(409, "tournament-challenged", "POST", "/api/tournaments", webtest.Object{
			"name": "Evening", "format": "club-match", "startsAt": time.Now().Add(time.Hour).UnixMilli(), "club": club, "opponent": opponent,
			"games": webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "correspondence", "perTurn": 86_400_000}},
		})
	}
	again(anna, home, guest)
	again(bors, guest, home)
	anna.Refused(403, "club-role", "PUT", path+"/acceptance", nil)
	cleo.Refused(403, "club-role", "PUT", path+"/acceptance", nil)
	cleo.Refused(409, "tournament-not-accepted", "POST", path+"/entry", webtest.Object{})
	var now tournaments.WholeTournament
	dora.Want(200, "PUT", "/api/clubs/"+guest+"/membership", webtest.Object{}, nil)
	bors.Want(200, "PUT", path+"/acceptance", nil, &now)
	again(anna, home, guest) // on the same day
	if h, g := listed(home), listed(guest); h != 1 || g != 1 {
		t.Errorf("an accepted match is on %d pages of the club and %d of the challenged one", h, g)
	}
	if !now.Accepted || notified(cleo) != "tournament-open " || notified(dora) != "tournament-open " {
		t.Errorf("accepted %v, %q, %q", now.Accepted, notified(cleo), notified(dora))
	}
	s.Member("Eve").Refused(409, "tournament-club", "POST", path+"/entry", webtest.Object{})
	// A member of both chooses.
	dora.Want(200, "POST", path+"/entry", webtest.Object{"club": home}, nil)
	anna.Refused(409, "tournament-few-clubs", "POST", path+"/start", nil)
	cleo.Want(200, "POST", path+"/entry", webtest.Object{}, nil)
	anna.Want(200, "POST", path+"/start", nil, &now)
	for worker.Next(t.Context()) {
	}
	if now.Entries[0].Team != 1 || now.Entries[1].Team != 2 || len(now.Boards) != 2 {
		t.Fatalf("%+v", now)
	}
	for _, b := range now.Boards {
		cleo.Do(b.Match, webtest.Object{"type": "resign"})
	}
	for worker.Next(t.Context()) {
	}
	anna.Want(200, "GET", path, nil, &now)
	if now.Phase != "finished" || now.Winner != "Knights" || len(now.Score) != 2 || now.Score[0] != 2 || now.Score[1] != 0 {
		t.Errorf("%+v", now.TournamentSummary)
	}
	if table := anna.Body(200, path+"/standings.csv"); !strings.Contains(table, "1,1,Dora,1500,2,") || !strings.Contains(table, ",Bishops\n") {
		t.Errorf("%s", table)
	}
	// The names are those that the clubs have now.
	var club struct{ Version int }
	anna.Want(200, "GET", "/api/clubs/"+home, nil, &club)
	anna.Want(200, "PUT", "/api/clubs/"+home, webtest.Object{"name": "Grail Knights", "line": "", "text": "", "entry": "free", "posting": "members", "version": club.Version}, nil)
	named := func(home, guest, winner string) {
		t.Helper()
		var whole tournaments.WholeTournament
		var list struct{ Tournaments []store.TournamentSummary }
		anna.Want(200, "GET", path, nil, &whole)
		cleo.Want(200, "GET", "/api/clubs/"+whole.Clubs[1].ID+"/tournaments", nil, &list)
		for _, v := range append(list.Tournaments, whole.TournamentSummary) {
			if v.Clubs[0].Name != home || v.Clubs[1].Name != guest || v.Winner != winner {
				t.Errorf("clubs %+v, winner %q", v.Clubs, v.Winner)
			}
		}
	}
	named("Grail Knights", "Bishops", "Grail Knights")
	mod := s.Staff("Mod", store.Moderator)
	act := func(club, action string) {
		mod.Want(204, "POST", "/api/admin/clubs/"+club+"/actions", webtest.Object{"action": action}, nil)
	}
	act(home, "close")
	named("", "Bishops", "")
	act(home, "reopen")
	named("Grail Knights", "Bishops", "Grail Knights")
	before := notified(bors)
	bors.Want(204, "PUT", "/api/clubs/"+guest+"/mute", webtest.Object{"muted": true}, nil)
	path = open(anna, webtest.Object{"format": "club-match", "club": found(anna, "Rooks"), "opponent": guest})
	if after := notified(bors); after != before {
		t.Errorf("an owner who has muted the club is notified of %q after %q", after, before)
	}
	bors.Want(200, "DELETE", path+"/acceptance", nil, &now)
	if now.Phase != "cancelled" || now.Reason != "declined" {
		t.Errorf("%+v", now)
	}
	bors.Want(204, "DELETE", "/api/clubs/"+guest, nil, nil)
	anna.Refused(404, "not-found", "POST", "/api/tournaments", webtest.Object{
		"name": "Evening", "format": "club-match", "startsAt": 0, "club": home, "opponent": guest,
		"games": webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "real-time"}},
	})
}

// TestWhoDirects: only the director and moderators change a tournament, before it begins and while it runs.
func TestWhoDirects(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors, cleo, mod := s.Member("Anna"), s.Member("Bors"), s.Member("Cleo"), s.Staff("Mod", store.Moderator)
	path := open(anna, nil)
	for _, p := range []*webtest.Browser{anna, bors} {
		p.Want(200, "POST", path+"/entry", webtest.Object{}, nil)
	}
	requests := []struct {
		path string
		body webtest.Object
	}{
		{"/start", nil},
		{"/close", webtest.Object{"reason": "because"}},
		{"/expel", webtest.Object{"entry": 2}},
		{"/correct", webtest.Object{"board": 1, "points": []float64{1, 0}, "reason": "because"}},
	}
	refused := func() {
		t.Helper()
		for _, r := range requests {
			bors.Refused(409, "not-director", "POST", path+r.path, r.body)
			cleo.Refused(409, "not-director", "POST", path+r.path, r.body)
			s.Guest("Guest").Refused(403, "account-needed", "POST", path+r.path, r.body)
			s.Visitor().Refused(401, "no-session", "POST", path+r.path, r.body)
		}
	}
	refused()
	anna.Want(200, "POST", path+"/start", nil, nil)
	refused()
	mod.Want(200, "POST", path+"/close", webtest.Object{"reason": "because"}, nil)
}

// TestChat: people with accounts write in the chat of a tournament, and the director deletes.
func TestChat(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors, mod := s.Member("Anna"), s.Member("Bors"), s.Staff("Mod", store.Moderator)
	chat := open(anna, nil) + "/notices"
	id := strings.Split(chat, "/")[3]
	type message struct{ ID, HTML string }
	var written message
	for range 3 {
		bors.Want(200, "POST", chat, webtest.Object{"text": "Good luck, **all**"}, &written)
	}
	if written.HTML != "<p>Good luck, <strong>all</strong></p>\n" {
		t.Errorf("%+v", written)
	}
	mine := message{}
	anna.Want(200, "POST", chat, webtest.Object{"text": "Thanks"}, &mine)
	anna.Want(204, "POST", "/api/reports", webtest.Object{"about": bors.ID, "tournament": id, "notice": written.ID, "reason": "talk"}, nil)
	anna.Refused(404, "not-found", "POST", "/api/reports", webtest.Object{"about": mod.ID, "tournament": id, "notice": written.ID, "reason": "talk"})
	var reports struct{ Reports []store.Report }
	mod.Want(200, "GET", "/api/admin/reports", nil, &reports)
	if r := reports.Reports; len(r) != 1 || r[0].Tournament != id || r[0].Quote != "Good luck, **all**" {
		t.Errorf("%+v", r)
	}
	// The texts of the tournament are those of its director.
	bors.Want(204, "POST", "/api/reports", webtest.Object{"about": anna.ID, "tournament": id, "reason": "talk"}, nil)
	anna.Refused(404, "not-found", "POST", "/api/reports", webtest.Object{"about": bors.ID, "tournament": id, "reason": "talk"})
	mod.Want(200, "GET", "/api/admin/reports", nil, &reports)
	if r := reports.Reports; len(r) != 2 || !slices.ContainsFunc(r, func(r store.Report) bool { return r.About == anna.ID && r.Tournament == id && r.Quote == "Evening" }) {
		t.Errorf("%+v", r)
	}
	bors.Refused(403, "not-director", "DELETE", chat+"/"+mine.ID, nil)
	anna.Want(204, "DELETE", chat+"/"+written.ID, nil, nil)
	mod.Want(204, "DELETE", chat+"/"+mine.ID, nil, nil)
	var list struct{ Notices []message }
	s.Visitor().Want(200, "GET", chat, nil, &list)
	if len(list.Notices) != 2 {
		t.Errorf("%+v", list)
	}
	var exported struct {
		Clubs struct{ Notices []struct{ Club, Text string } }
	}
	bors.Want(200, "GET", "/api/me/export", nil, &exported)
	if n := exported.Clubs.Notices; len(n) != 2 || n[0].Club != id {
		t.Errorf("%+v", n)
	}
	s.Operator(204, "POST", "/api/admin/people/"+anna.ID+"/actions", webtest.Object{"action": "mute", "hours": 1}, nil)
	anna.Refused(403, "muted", "POST", chat, webtest.Object{"text": "x"})
	bors.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Bors", "password": "long enough"}, nil)
	s.Visitor().Want(200, "GET", chat, nil, &list)
	if len(list.Notices) != 0 {
		t.Errorf("%+v", list)
	}
}

// TestSettings: settings that no game permits are refused when the tournament is created.
func TestSettings(t *testing.T) {
	s := webtest.Serve(t)
	anna, bot := s.Member("Anna"), s.Member("Bot")
	bot.Want(200, "POST", "/api/bot/account/upgrade", nil, &struct{}{})
	bot.Refused(403, "tournament-director-bot", "POST", "/api/tournaments", webtest.Object{
		"name": "Evening", "format": "round-robin", "startsAt": 0, "games": webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "real-time"}},
	})
	for code, change := range map[string]webtest.Object{
		"tournament-name":  {"name": " "},
		"tournament-start": {"startsAt": time.Now().UnixMilli()},
		"tournament-pool":  {"pool": 2},
		"variant":          {"games": webtest.Object{"game": "wotn", "variant": "no", "clock": webtest.Object{"kind": "correspondence", "perTurn": 86_400_000}}},
	} {
		body := webtest.Object{
			"name": "Evening", "format": "round-robin", "startsAt": time.Now().Add(time.Hour).UnixMilli(),
			"games": webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "correspondence", "perTurn": 86_400_000}},
		}
		for key, value := range change {
			body[key] = value
		}
		anna.Refused(409, code, "POST", "/api/tournaments", body)
	}
}

// TestSanctions: suspended people leave the tournaments that begin before the end of the suspension, and
// neither create nor enter one; muted directors write no reasons.
func TestSanctions(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors := s.Member("Anna"), s.Member("Bors")
	mod := s.Staff("Mod", store.Moderator)
	path := open(anna, webtest.Object{})
	for _, p := range []*webtest.Browser{anna, bors, mod} {
		p.Want(200, "POST", path+"/entry", webtest.Object{}, nil)
	}
	anna.Want(200, "POST", path+"/start", nil, nil)
	next := open(anna, webtest.Object{})
	soon, later := open(anna, webtest.Object{}), open(anna, webtest.Object{"startsAt": time.Now().Add(48 * time.Hour).UnixMilli()})
	bors.Want(200, "POST", soon+"/entry", webtest.Object{}, nil)
	bors.Want(200, "POST", later+"/entry", webtest.Object{}, nil)
	leftIn := func(want string, paths ...string) {
		t.Helper()
		for _, path := range paths {
			var now tournaments.WholeTournament
			mod.Want(200, "GET", path, nil, &now)
			i := slices.IndexFunc(now.Entries, func(e tournaments.TournamentEntry) bool { return e.Player.ID == bors.ID })
			if i < 0 || now.Entries[i].Left != want {
				t.Errorf("%s: %+v; want %q", path, now.Entries, want)
			}
		}
	}
	mod.Act(204, "", bors, webtest.Object{"action": "suspend", "hours": 24})
	leftIn("wish", path, soon)
	leftIn("", later)
	mod.Act(204, "", bors, webtest.Object{"action": "suspend", "hours": 0})
	leftIn("wish", path, soon, later)
	bors.Refused(403, "suspended", "POST", next+"/entry", webtest.Object{})
	bors.Refused(403, "suspended", "PUT", next+"/acceptance", nil)
	bors.Refused(403, "suspended", "POST", "/api/tournaments", webtest.Object{
		"name": "Evening", "format": "round-robin", "startsAt": 0, "games": webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "real-time"}},
	})

	mod.Act(204, "", anna, webtest.Object{"action": "mute", "hours": 0})
	correction := webtest.Object{"board": 1, "points": []float64{1, 0}, "reason": "because"}
	anna.Refused(403, "muted", "POST", path+"/correct", correction)
	anna.Refused(403, "muted", "POST", path+"/close", webtest.Object{"reason": "because"})
	mod.Refused(409, "tournament-being-played", "POST", path+"/correct", correction)
	anna.Want(200, "POST", path+"/close", webtest.Object{"reason": " "}, nil)
	mod.Want(200, "POST", path+"/correct", correction, nil)
}

// TestRemovedTexts: a moderator removes the texts of a tournament everywhere, with an entry in the audit log.
func TestRemovedTexts(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors, mod := s.Member("Anna"), s.Member("Bors"), s.Staff("Mod", store.Moderator)
	path := open(anna, webtest.Object{"description": "Rude words"})
	for _, p := range []*webtest.Browser{anna, bors} {
		p.Want(200, "POST", path+"/entry", webtest.Object{}, nil)
	}
	anna.Want(200, "POST", path+"/start", nil, nil)
	anna.Want(200, "POST", path+"/close", webtest.Object{"reason": "ruder words"}, nil)
	anna.Want(200, "POST", path+"/correct", webtest.Object{"board": 1, "points": []float64{1, 0}, "reason": "rudest words"}, nil)
	actions := strings.Replace(path, "/api/", "/api/admin/", 1) + "/actions"
	remove := webtest.Object{"action": "remove-text", "text": "insults"}
	anna.Refused(403, "role", "POST", actions, remove)
	mod.Refused(404, "not-found", "POST", "/api/admin/tournaments/none/actions", remove)
	mod.Want(204, "POST", actions, remove, nil)
	mod.Want(204, "POST", actions, remove, nil) // changes nothing
	for _, get := range []string{path, path + "/standings.csv", path + "/standings.json", "/api/tournaments", "/api/me/export", "/api/me/notifications"} {
		if text := anna.Body(200, get); strings.Contains(text, "Evening") || strings.Contains(text, "words") {
			t.Errorf("%s: %s", get, text)
		}
	}
	var now tournaments.WholeTournament
	bors.Want(200, "GET", path, nil, &now)
	if r := now.Boards[0].Result; now.Name != "" || now.Description != "" || now.Reason != "" || r == nil || !r.Corrected || r.Note != "" || r.Points[0] != 1 {
		t.Errorf("%+v, %+v", now, r)
	}
	var log struct{ Entries []store.Entry }
	mod.Want(200, "GET", "/api/admin/audit", nil, &log)
	if e := log.Entries; len(e) == 0 || e[0].Action != "remove-tournament-text" || e[0].By != mod.ID || e[0].Details["title"] != "Evening" || e[0].Details["text"] != "insults" {
		t.Errorf("%+v", e)
	}
	removed := slices.DeleteFunc(log.Entries, func(e store.Entry) bool { return e.Action != "remove-tournament-text" })
	if len(removed) != 1 {
		t.Errorf("%d entries", len(removed))
	}
}

// TestUnopenedGames: a game that was paired but not opened before the tournament was closed has neither match nor result.
func TestUnopenedGames(t *testing.T) {
	s := webtest.Serve(t)
	worker := jobs.NewTournamentWorker(s.API.App.Host, s.Store, slog.New(slog.NewTextHandler(io.Discard, nil)))
	anna, bors := s.Member("Anna"), s.Member("Bors")
	path := open(anna, nil)
	for _, p := range []*webtest.Browser{anna, bors} {
		p.Want(200, "POST", path+"/entry", webtest.Object{}, nil)
	}
	var now tournaments.WholeTournament
	anna.Want(200, "POST", path+"/start", nil, &now)
	paired := now.Boards[0].Match
	anna.Want(200, "POST", path+"/close", webtest.Object{"reason": "rain"}, nil)
	for worker.Next(t.Context()) {
	}
	now = tournaments.WholeTournament{}
	anna.Want(200, "GET", path, nil, &now)
	if b := now.Boards[0]; paired == "" || b.Match != "" || b.Result != nil || now.Phase != "finished" || now.Winner != "" {
		t.Errorf("%q, %+v", paired, now)
	}
	anna.Refused(404, "no-match", "GET", "/api/matches/"+paired, nil)
}
