package admin_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
)

func TestTheFirstAdministrator(t *testing.T) {
	s := webtest.Serve(t)
	var created admin.Created
	s.Operator(200, "POST", "/api/admin/people", webtest.Object{"name": "Arthur", "role": "administrator"}, &created)
	s.Operator(409, "POST", "/api/admin/people", webtest.Object{"name": "arthur"}, nil)
	s.Operator(422, "POST", "/api/admin/people", webtest.Object{"name": "Kay", "role": "king"}, nil)
	b := s.Visitor()
	b.LogIn("Arthur", created.Password)
	if me := b.Me(); !me.PasswordDue || me.Role != store.Administrator || me.ID != created.ID {
		t.Errorf("%+v", me)
	}
	// Before a new password nothing is possible.
	b.Refused(403, "password-due", "GET", "/api/admin/audit", nil)
	b.Refused(403, "password-due", "POST", "/api/tokens", nil)
	b.Refused(403, "password-due", "POST", "/api/matches", webtest.Object{"settings": webtest.WotnTable(func(webtest.Object) {})["settings"]})
	b.Want(200, "POST", "/api/me/password", webtest.Object{"old": created.Password, "new": "my own one"}, nil)
	if me := b.Me(); me.PasswordDue || me.Role != store.Administrator {
		t.Errorf("%+v", me)
	}
	var log struct{ Entries []store.Entry }
	b.Want(200, "GET", "/api/admin/audit?about="+created.ID, nil, &log)
	if len(log.Entries) != 1 || log.Entries[0].Action != "create" || log.Entries[0].By != "" || log.Entries[0].Details["role"] != "administrator" {
		t.Errorf("%+v", log.Entries)
	}
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Arthur", "password": created.Password})
}

func TestRoles(t *testing.T) {
	s := webtest.Serve(t)
	boss, mod, anna := s.Staff("Boss", store.Administrator), s.Staff("Mod", store.Moderator), s.Member("Anna")
	guest := s.Guest("Gast")
	path := func(b *webtest.Browser, what string) string { return "/api/admin/people/" + b.ID + what }
	for _, x := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/api/admin/people", nil}, {"POST", "/api/admin/people", webtest.Object{"name": "New"}},
		{"PUT", path(anna, "/role"), webtest.Object{"role": "administrator"}}, {"POST", path(anna, "/reset"), webtest.Object{"hours": 1}}, {"GET", "/api/admin/audit", nil},
	} {
		s.Visitor().Refused(401, "no-session", x.method, x.path, x.body)
		guest.Refused(403, "account-needed", x.method, x.path, x.body)
		anna.Refused(403, "role", x.method, x.path, x.body)
		if x.method != "GET" {
			mod.Refused(403, "role", x.method, x.path, x.body)
		}
	}
	var found struct{ People []admin.PersonDetails }
	if mod.Want(200, "GET", "/api/admin/people", nil, &found); len(found.People) != 2 || found.People[0].Name != "Boss" {
		t.Errorf("%+v", found.People)
	}
	if mod.Want(200, "GET", "/api/admin/people?name=+anna", nil, &found); len(found.People) != 1 || found.People[0].ID != anna.ID {
		t.Errorf("%+v", found.People)
	}
	if mod.Want(200, "GET", "/api/admin/people?name=nobody", nil, &found); len(found.People) != 0 {
		t.Errorf("%+v", found.People)
	}
	boss.Refused(422, "yourself", "PUT", path(boss, "/role"), webtest.Object{"role": "user"})
	boss.Refused(404, "not-found", "PUT", path(guest, "/role"), webtest.Object{"role": "moderator"})
	boss.Want(204, "PUT", path(anna, "/role"), webtest.Object{"role": "moderator"}, nil)
	anna.Want(200, "GET", "/api/admin/audit", nil, nil)
	boss.Want(204, "PUT", path(anna, "/role"), webtest.Object{"role": "user"}, nil)
	anna.Refused(403, "role", "GET", "/api/admin/audit", nil)
	if e := s.Audit()[0]; e.Action != "role" || e.ByName != "Boss" || e.AboutName != "Anna" || e.Details["role"] != "user" {
		t.Errorf("%+v", e)
	}
	// A token does not administer.
	var token struct{ Token string }
	boss.Want(200, "POST", "/api/tokens", nil, &token)
	program := s.Visitor()
	program.Token = token.Token
	program.Refused(403, "scope-none", "GET", "/api/admin/audit", nil)
	// An old session alone must not suffice.
	p, err := s.Store.Person(t.Context(), boss.ID)
	if err != nil {
		t.Fatal(err)
	}
	old := s.WithSession(p, s.API.App.Now().After(-10*match.Minute))
	old.Refused(403, "proof-needed", "PUT", path(anna, "/role"), webtest.Object{"role": "moderator"})
	old.Refused(403, "proof-needed", "POST", path(anna, "/reset"), webtest.Object{"hours": 1})
	old.Refused(403, "proof-needed", "POST", "/api/admin/people", webtest.Object{"name": "New"})
	for _, action := range []string{"warn", "mute", "unmute", "suspend", "unsuspend", "ban", "unban", "rename", "delete"} {
		old.Refused(403, "proof-needed", "POST", path(anna, "/actions"), webtest.Object{"action": action, "text": "reason", "name": "New"})
	}
	old.Refused(403, "proof-needed", "PUT", "/api/admin/site", webtest.Object{"guests": false})
	old.Refused(403, "proof-needed", "POST", "/api/admin/addresses", webtest.Object{"network": "203.0.113.0/24"})
	old.Refused(403, "proof-needed", "POST", "/api/admin/addresses", webtest.Object{"network": "203.0.113.0/24", "lift": true})
	old.Refused(403, "proof-needed", "POST", "/api/admin/invitations", webtest.Object{"hours": 1})
	old.Refused(403, "proof-needed", "DELETE", "/api/admin/invitations/x", nil)
	old.Want(200, "GET", "/api/admin/audit", nil, nil)
	old.Want(204, "POST", "/api/me/proof", webtest.Object{"password": "long enough"}, nil)
	old.Want(200, "POST", path(anna, "/reset"), webtest.Object{"hours": 1}, nil)
}

// TestStaffChangesNeedAProof: no request of the administration that changes something is
// executed for an old session without a recent proof of identity.
func TestStaffChangesNeedAProof(t *testing.T) {
	s := webtest.Serve(t)
	boss := s.Staff("Boss", store.Administrator)
	p, err := s.Store.Person(t.Context(), boss.ID)
	if err != nil {
		t.Fatal(err)
	}
	old := s.WithSession(p, s.API.App.Now().After(-10*match.Minute))
	requests := make(map[string]webtest.PermissionCase)
	for _, c := range webtest.PermissionCases() {
		path := strings.NewReplacer("PUBLIC", "x", "PRIVATE", "x").Replace(c.Path)
		if strings.HasPrefix(path, "/api/admin/") {
			c.Path = path
			requests[webtest.Described(s.API.Spec, c.Method, path).OperationID] = c
		}
	}
	changes := 0
	for path, item := range s.API.Spec.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil || !strings.HasPrefix(path, "/api/admin/") {
				continue
			}
			c, ok := requests[op.OperationID]
			if !ok {
				t.Errorf("no request tests %s %s; add one to permissionCases", op.Method, path)
				continue
			}
			s.API.App.Limits = core.Limits{}
			resp := old.Request(c.Method, c.Path, c.Body)
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			refused := resp.StatusCode == 403 && strings.Contains(string(text), "proof-needed")
			if change := op.Method != "GET"; change != refused {
				t.Errorf("%s %s without a proof: %d %s", op.Method, path, resp.StatusCode, text)
			} else if change {
				changes++
			}
		}
	}
	if changes < 13 {
		t.Errorf("only %d requests were tested", changes)
	}
}

// TestStaffPasskeys: if the site demands passkeys of its staff, a password gives no role. It
// suffices to add the first passkey, not another one. The operator needs none.
func TestStaffPasskeys(t *testing.T) {
	s := webtest.Serve(t)
	boss, mod, ann := s.Staff("Boss", store.Administrator), s.Staff("Mod", store.Moderator), s.Member("Anna")
	private := s.Member("Cleo").Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Anna"} }))
	stored := func(b *webtest.Browser) store.Person {
		p, err := s.Store.Person(t.Context(), b.ID)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	demand := func(on bool) webtest.Object { return webtest.Object{"staffPasskeys": on} }
	boss.Refused(403, "passkey-needed", "PUT", "/api/admin/site", demand(true))
	watched, stop := mod.Listen("/api/matches/" + private + "/stream")
	defer stop()
	s.Operator(204, "PUT", "/api/admin/site", demand(true), nil)
	for range watched {
		// It ends: the moderator no longer sees the table.
	}
	for _, b := range []*webtest.Browser{boss, mod} {
		b.Refused(403, "passkey-needed", "GET", "/api/admin/audit", nil)
		b.Refused(403, "passkey-needed", "POST", "/api/admin/people/"+ann.ID+"/actions", webtest.Object{"action": "warn", "text": "x"})
		b.Refused(404, "no-match", "GET", "/api/matches/"+private, nil)
		if me := b.Me(); !me.PasskeyDue || me.Role == store.User {
			t.Errorf("%+v", me)
		}
		b.Want(204, "POST", "/api/me/proof", webtest.Object{"password": "long enough"}, nil)
		b.Refused(403, "passkey-needed", "GET", "/api/admin/audit", nil)
		b.Open(webtest.WotnTable(nil)) // they play as everybody
	}
	boss.Refused(403, "passkey-needed", "PUT", "/api/admin/site", demand(false))
	boss.Want(200, "POST", "/api/me/recovery-codes", nil, nil) // the account is theirs

	key := store.Passkey{ID: "k", Person: boss.ID, Credential: "{}"}
	if err := s.Store.AddPasskey(t.Context(), key, 0, 9); err != nil {
		t.Fatal(err)
	}
	boss.Refused(403, "passkey-needed", "GET", "/api/admin/audit", nil)
	boss.Refused(403, "passkey-needed", "POST", "/api/me/recovery-codes", nil)
	boss.Refused(403, "passkey-needed", "DELETE", "/api/me/passkeys/x", nil)
	var p people.Person
	if s.Visitor().Want(200, "POST", "/api/login", webtest.Object{"name": "Boss", "password": "long enough"}, &p); !p.PasskeyDue || p.Role != store.Administrator {
		t.Errorf("%+v after a login with a password", p)
	}
	now := s.API.App.Now()
	keyed := s.WithProof(stored(boss), core.Proof{At: now, Passkey: now})
	if me := keyed.Me(); me.PasskeyDue || me.Role != store.Administrator {
		t.Errorf("%+v", me)
	}
	keyed.Want(200, "GET", "/api/admin/audit", nil, nil)
	keyed.Want(204, "PUT", "/api/admin/site", webtest.Object{"guests": true, "staffPasskeys": true}, nil)
	old := s.WithProof(stored(boss), core.Proof{At: now, Passkey: now.After(-10 * match.Minute)})
	old.Want(200, "GET", "/api/admin/audit", nil, nil)
	old.Refused(403, "passkey-needed", "PUT", "/api/admin/site", webtest.Object{"guests": true})
	old.Want(204, "POST", "/api/me/proof", webtest.Object{"password": "long enough"}, nil)
	old.Refused(403, "passkey-needed", "PUT", "/api/admin/site", webtest.Object{"guests": true})
	// A session outlives neither the passkey nor its role.
	last := store.Passkey{ID: "m", Person: mod.ID, Credential: "{}"}
	if err := s.Store.AddPasskey(t.Context(), last, 0, 9); err != nil {
		t.Fatal(err)
	}
	keyedMod := s.WithProof(stored(mod), core.Proof{At: now, Passkey: now})
	keyedMod.Want(200, "GET", "/api/matches/"+private, nil, nil)
	keyedMod.Want(204, "DELETE", "/api/me/passkeys/m", nil, nil)
	keyedMod.Refused(403, "passkey-needed", "GET", "/api/admin/audit", nil)
	keyedMod.Refused(404, "no-match", "GET", "/api/matches/"+private, nil)
	// The command line is the way back.
	s.Operator(204, "PUT", "/api/admin/site", demand(false), nil)
	boss.Want(200, "GET", "/api/admin/audit", nil, nil)
	if e := s.Audit()[0]; e.Action != "site" || e.Details["staff-passkeys"] != "off" {
		t.Errorf("%+v", e)
	}
}

func TestResetLinks(t *testing.T) {
	s := webtest.Serve(t)
	boss, anna := s.Staff("Boss", store.Administrator), s.Member("Anna")
	anna.RecoveryCodes()
	create := func(hours int) (link admin.ResetLink) {
		boss.Want(200, "POST", "/api/admin/people/"+anna.ID+"/reset", webtest.Object{"hours": hours}, &link)
		return link
	}
	for _, hours := range []int{0, 25} {
		boss.Refused(422, "request", "POST", "/api/admin/people/"+anna.ID+"/reset", webtest.Object{"hours": hours})
	}
	replaced := create(1)
	link := create(24)
	if left := link.Until.Since(s.API.App.Now()); left > 24*60*match.Minute || left < 23*60*match.Minute || link.URL != "/reset#"+link.Link {
		t.Errorf("%+v", link)
	}
	// The store has only the hash.
	if _, err := s.Store.ResetLinkOwner(t.Context(), link.Link, 0); err == nil {
		t.Error("the link itself is stored")
	}
	use := func(link, password string) webtest.Object { return webtest.Object{"link": link, "password": password} }
	s.Visitor().Refused(422, "password", "POST", "/api/login/reset", use(link.Link, "short"))
	s.Visitor().Refused(422, "password-common", "POST", "/api/login/reset", use(link.Link, "annaanna"))
	for _, wrong := range []string{"", "x", replaced.Link, strings.ToLower(link.Link)} {
		s.Visitor().Refused(403, "reset-link", "POST", "/api/login/reset", use(wrong, "another one"))
	}
	lost := s.Visitor()
	var p people.Person
	lost.Want(200, "POST", "/api/login/reset", use(link.Link, "another one"), &p)
	if p.ID != anna.ID || lost.Me().ID != anna.ID {
		t.Errorf("%+v", p)
	}
	if anna.Me().ID != "" {
		t.Error("the session of before is still valid")
	}
	if left := lost.CodesLeft(); left.Left != 0 {
		t.Errorf("%+v", left)
	}
	s.Visitor().Refused(403, "reset-link", "POST", "/api/login/reset", use(link.Link, "a third one"))
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"})
	if log := s.Audit(); log[0].Action != "reset-used" || log[0].By != anna.ID || log[1].Action != "reset" || log[1].ByName != "Boss" || log[1].Details["hours"] != "24" {
		t.Errorf("%+v", log)
	}
	// A locked-out administrator gets a link from the command line.
	s.Operator(200, "POST", "/api/admin/people/"+boss.ID+"/reset", webtest.Object{"hours": 1}, &link)
	s.Visitor().Want(200, "POST", "/api/login/reset", use(link.Link, "another one"), nil)
	if boss.Me().ID != "" {
		t.Error("the administrator's session of before is still valid")
	}
}

// TestTheAuditLogExpires: entries are deleted when they are no longer kept.
func TestTheAuditLogExpires(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, KeepAudit: 24 * time.Hour})
	for id, age := range map[string]match.Millis{"old": 25 * 60 * match.Minute, "new": 23 * 60 * match.Minute} {
		if err := s.Store.AddEntry(t.Context(), store.Entry{ID: id, At: s.API.App.Now().After(-age), Action: "role"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.API.Admin.DeleteOld(t.Context()); err != nil {
		t.Fatal(err)
	}
	if log := s.Audit(); len(log) != 1 || log[0].ID != "new" {
		t.Errorf("%+v", log)
	}
}

// TestOnlyCommandsAreTheOperators: the public address does not give the rights of the
// operator.
func TestOnlyCommandsAreTheOperators(t *testing.T) {
	s := webtest.Serve(t)
	r := httptest.NewRequest(http.MethodGet, "/api/admin/audit", nil)
	answer := httptest.NewRecorder()
	s.API.ServeHTTP(answer, r)
	if answer.Code != http.StatusUnauthorized {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	// The operator's handler has no other routes.
	answer = httptest.NewRecorder()
	s.API.Commands().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/api/session", nil))
	if answer.Code != http.StatusNotFound {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func TestSanctions(t *testing.T) {
	s := webtest.Serve(t)
	boss, mod, anna := s.Staff("Boss", store.Administrator), s.Staff("Mod", store.Moderator), s.Member("Anna")
	ben := s.Guest("Ben")
	id := ben.Open(webtest.WotnTable(nil))
	anna.Do(id, webtest.Object{"type": "sit"})

	// Nobody without a role, and not against the staff.
	anna.Act(403, "role", ben, webtest.Object{"action": "mute"})
	mod.Act(403, "staff", boss, webtest.Object{"action": "mute"})
	mod.Act(422, "yourself", mod, webtest.Object{"action": "mute"})
	mod.Act(403, "role", anna, webtest.Object{"action": "rename", "name": "Anni"})
	mod.Act(422, "request", anna, webtest.Object{"action": "hang"})
	boss.Act(204, "", mod, webtest.Object{"action": "mute", "hours": 1})
	boss.Act(204, "", mod, webtest.Object{"action": "unmute"})

	// A warning is shown until it is confirmed.
	mod.Act(422, "admin-no-text", anna, webtest.Object{"action": "warn", "text": " "})
	mod.Act(204, "", anna, webtest.Object{"action": "warn", "text": "Be kind."})
	if me := anna.Me(); me.Warning != "Be kind." {
		t.Errorf("%+v", me)
	}
	anna.Want(204, "DELETE", "/api/me/warning", nil, nil)
	if me := anna.Me(); me.Warning != "" {
		t.Errorf("%+v", me)
	}

	// Muted people cannot chat, but play.
	chat := webtest.Object{"type": "chat", "text": "hello"}
	anna.Do(id, chat)
	mod.Act(204, "", anna, webtest.Object{"action": "mute", "hours": 2})
	anna.Refused(403, "muted", "POST", "/api/matches/"+id+"/commands", chat)
	mod.Act(204, "", anna, webtest.Object{"action": "unmute"})
	anna.Do(id, chat)

	// Suspended people read, and can only end what they have begun.
	mod.Act(204, "", anna, webtest.Object{"action": "suspend", "hours": 0})
	if me := anna.Me(); me.SuspendedUntil != store.Forever {
		t.Errorf("%+v", me)
	}
	anna.Want(200, "GET", "/api/matches/"+id, nil, nil)
	for _, action := range []webtest.Object{{"type": "move", "move": "e2e4"}, chat, {"type": "start", "level": 3}} {
		anna.Refused(403, "suspended", "POST", "/api/matches/"+id+"/commands", action)
	}
	anna.Refused(403, "suspended", "POST", "/api/matches", webtest.WotnTable(nil))
	anna.Refused(403, "suspended", "POST", "/api/pair", webtest.Object{"game": "wotn", "variant": "wotn", "seats": 2, "clock": webtest.Object{"kind": "real-time", "initial": 300000, "increment": 0}, "rated": false})
	anna.Refused(403, "suspended", "POST", "/api/people/"+boss.ID+"/challenge", webtest.Object{"game": "wotn", "variant": "wotn"})
	anna.Do(id, webtest.Object{"type": "abort"})
	mod.Act(204, "", anna, webtest.Object{"action": "unsuspend"})
	anna.Open(webtest.WotnTable(nil))

	// A ban ends sessions and refuses logins.
	mod.Act(204, "", anna, webtest.Object{"action": "ban", "text": "cheats"})
	if me := anna.Me(); me.ID != "" {
		t.Errorf("%+v", me)
	}
	s.Visitor().Refused(403, "banned", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"})
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "another one"})
	// A refused login, recovery or reset changes nothing. The guest's session stays.
	guest := s.Guest("Gast")
	seat := guest.Open(webtest.WotnTable(nil))
	guest.Refused(403, "banned", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough", "takeGuest": true})
	if me := guest.Me(); me.ID != guest.ID {
		t.Errorf("the guest became %+v", me)
	}
	if v := guest.View(seat); v.Seats[0].Player.ID != guest.ID {
		t.Errorf("the guest's table became %+v", v.Seats)
	}
	var link admin.ResetLink
	boss.Want(200, "POST", "/api/admin/people/"+anna.ID+"/reset", webtest.Object{"hours": 1}, &link)
	s.Visitor().Refused(403, "banned", "POST", "/api/login/reset", webtest.Object{"link": link.Link, "password": "another long one"})
	mod.Act(204, "", anna, webtest.Object{"action": "unban"})
	anna.LogIn("Anna", "long enough")

	// Rename and delete.
	boss.Act(409, "name-taken", anna, webtest.Object{"action": "rename", "name": "mod"})
	boss.Act(204, "", anna, webtest.Object{"action": "rename", "name": "Annika"})
	if me := anna.Me(); me.Name != "Annika" {
		t.Errorf("%+v", me)
	}
	boss.Act(204, "", anna, webtest.Object{"action": "delete"})
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Annika", "password": "long enough"})
	boss.Act(404, "not-found", anna, webtest.Object{"action": "mute"})
	var actions []string
	for _, e := range s.Audit() {
		if e.About == anna.ID {
			actions = append(actions, e.Action)
		}
	}
	if got := strings.Join(actions, " "); got != "delete rename unban reset ban unsuspend suspend unmute mute warn" {
		t.Error(got)
	}
}

// TestSanctionsEnd: a sanction ends by itself.
func TestSanctionsEnd(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Guest("Anna")
	id := anna.Open(webtest.WotnTable(nil))
	past := store.SanctionChange{MutedUntil: new(s.API.App.Now() - 1), SuspendedUntil: new(s.API.App.Now() - 1)}
	if err := s.Store.ChangeSanctions(t.Context(), anna.ID, past, store.Entry{ID: "e"}); err != nil {
		t.Fatal(err)
	}
	s.API.App.PersonChanged(anna.ID)
	anna.Do(id, webtest.Object{"type": "chat", "text": "hello"})
	anna.Open(webtest.WotnTable(nil))
}

func TestBannedAddresses(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	boss, mod := s.Staff("Boss", store.Administrator), s.Staff("Mod", store.Moderator)
	from := func(b *webtest.Browser, address string) *webtest.Browser {
		b.Client.Transport = forwardedFor(address)
		return b
	}
	anna := from(s.Guest("Anna"), "203.0.113.9")
	mod.Refused(403, "role", "POST", "/api/admin/addresses", webtest.Object{"network": "203.0.113.0/24"})
	for _, wrong := range []string{"", "x", "0.0.0.0/0", "203.0.113.0/33"} {
		boss.Refused(422, "network", "POST", "/api/admin/addresses", webtest.Object{"network": wrong})
	}
	boss.Refused(409, "own-address", "POST", "/api/admin/addresses", webtest.Object{"network": "127.0.0.0/8"})
	boss.Want(204, "POST", "/api/admin/addresses", webtest.Object{"network": "203.0.113.0/24", "hours": 1, "reason": "spam"}, nil)
	anna.Refused(403, "address-banned", "GET", "/api/session", nil)
	anna.Refused(403, "address-banned", "POST", "/api/session", webtest.Object{"name": "Other"})
	anna.Want(200, "GET", "/healthz", nil, nil)
	from(mod, "203.0.113.9").Want(200, "GET", "/api/session", nil, nil)
	from(anna, "203.0.114.9").Want(200, "GET", "/api/session", nil, nil)
	var bans struct{ Bans []store.AddressBan }
	if boss.Want(200, "GET", "/api/admin/addresses", nil, &bans); len(bans.Bans) != 1 || bans.Bans[0].Reason != "spam" {
		t.Errorf("%+v", bans)
	}
	boss.Want(204, "POST", "/api/admin/addresses", webtest.Object{"network": "203.0.113.0/24", "lift": true}, nil)
	boss.Refused(404, "not-found", "POST", "/api/admin/addresses", webtest.Object{"network": "203.0.113.0/24", "lift": true})
	from(anna, "203.0.113.9").Want(200, "GET", "/api/session", nil, nil)
}

// forwardedFor sends requests through a proxy with the client's address.
type forwardedFor string

func (f forwardedFor) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-Forwarded-For", string(f))
	return http.DefaultTransport.RoundTrip(r)
}

func TestModerationOfMatches(t *testing.T) {
	s := webtest.Serve(t)
	mod, anna, ben := s.Staff("Mod", store.Moderator), s.Guest("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.WotnTable(nil))
	path := "/api/admin/matches/" + id + "/actions"
	anna.Do(id, webtest.Object{"type": "chat", "text": "an insult"})
	events, err := s.Store.Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	number := len(events)
	anna.Refused(403, "account-needed", "POST", path, webtest.Object{"action": "remove-chat", "number": number})
	mod.Refused(404, "no-message", "POST", path, webtest.Object{"action": "remove-chat", "number": 1})
	mod.Refused(404, "no-message", "POST", path, webtest.Object{"action": "remove-chat", "number": 0})
	mod.Want(204, "POST", path, webtest.Object{"action": "remove-chat", "number": number, "text": "insult"}, nil)
	if events, err = s.Store.Events(t.Context(), id, 0); err != nil || events[number-1].Text != "" || events[number].Type != match.ChatRemoved || events[number].Number != int64(number) {
		t.Errorf("%+v, %v", events, err)
	}
	// A waiting table is closed, a running game aborted.
	ben.Do(id, webtest.Object{"type": "sit"})
	mod.Want(204, "POST", path, webtest.Object{"action": "close"}, nil)
	var view struct {
		Phase   match.Phase
		Outcome match.Outcome
	}
	anna.Want(200, "GET", "/api/matches/"+id, nil, &view)
	if view.Phase != match.Finished || view.Outcome.Reason != match.ByAbort || view.Outcome.Cause != match.ByModerator {
		t.Errorf("%+v", view)
	}
	mod.Refused(409, "not-playing", "POST", path, webtest.Object{"action": "close"})
	waiting := anna.Open(webtest.WotnTable(nil))
	mod.Want(204, "POST", "/api/admin/matches/"+waiting+"/actions", webtest.Object{"action": "close"}, nil)
	mod.Refused(404, "no-match", "POST", "/api/admin/matches/nothing/actions", webtest.Object{"action": "close"})
	// Moderators see private tables.
	invited := s.Member("Cleo")
	private := invited.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Mod2"} }))
	anna.Refused(404, "no-match", "GET", "/api/matches/"+private, nil)
	reads := func() (list []store.Entry) {
		for _, e := range s.Audit() {
			if e.Action == "read-private" {
				list = append(list, e)
			}
		}
		return list
	}
	if list := reads(); len(list) != 0 {
		t.Errorf("%+v before anybody has read a private table", list)
	}
	for range 3 {
		mod.Want(200, "GET", "/api/matches/"+private, nil, nil)
		mod.Want(200, "GET", "/api/matches/"+private+"/diagram", nil, nil)
		_, stop := mod.Listen("/api/matches/" + private + "/stream")
		stop()
	}
	if list := reads(); len(list) != 1 || list[0].By != mod.ID || list[0].Details["match"] != private {
		t.Errorf("%+v for a moderator who reads a private table", list)
	}
	var token struct{ Token string }
	mod.Want(200, "POST", "/api/tokens", nil, &token)
	program := s.Visitor()
	program.Token = token.Token
	program.Refused(404, "no-match", "GET", "/api/matches/"+private, nil)
	// Tables at which they play or to which they are invited are their own.
	own := mod.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Cleo"} }))
	mod.Want(200, "GET", "/api/matches/"+own, nil, nil)
	s.Staff("Mod2", store.Moderator).Want(200, "GET", "/api/matches/"+private, nil, nil)
	if list := reads(); len(list) != 1 {
		t.Errorf("%+v for tables of the moderators themselves", list)
	}
	mod.Want(200, "GET", "/api/admin/matches/"+id+"/chat", nil, nil)
	var read int
	for _, e := range s.Audit() {
		if e.Action == "read-chat" && e.By != "" && e.Details["match"] != "" {
			read++
		}
	}
	if read == 0 {
		t.Error("reading a chat as staff is not in the audit log")
	}
}

func TestReportQueue(t *testing.T) {
	s := webtest.Serve(t)
	mod, anna, ben := s.Staff("Mod", store.Moderator), s.Guest("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.WotnTable(nil))
	anna.Want(204, "POST", "/api/reports", webtest.Object{"about": ben.ID, "match": id, "game": 2, "ply": 12, "reason": "talk", "text": "rude"}, nil)
	anna.Refused(403, "account-needed", "GET", "/api/admin/reports", nil)
	list := func(query string) []store.Report {
		var out struct{ Reports []store.Report }
		mod.Want(200, "GET", "/api/admin/reports"+query, nil, &out)
		return out.Reports
	}
	open := list("")
	if len(open) != 1 || open[0].Game != 2 || open[0].Ply != 12 || open[0].AboutName != "Ben" {
		t.Fatalf("%+v", open)
	}
	mod.Want(204, "PUT", "/api/admin/reports/"+open[0].ID, webtest.Object{"open": false}, nil)
	if len(list("")) != 0 || len(list("?all=true")) != 1 {
		t.Errorf("%+v", list("?all=true"))
	}
	mod.Want(204, "PUT", "/api/admin/reports/"+open[0].ID, webtest.Object{"open": true}, nil)
	if len(list("")) != 1 {
		t.Error("the report was not opened again")
	}
	mod.Refused(404, "not-found", "PUT", "/api/admin/reports/x", webtest.Object{"open": true})
}
