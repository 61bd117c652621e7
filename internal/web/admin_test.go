package web

import (
	"encoding/json"
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
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
)

// operator sends a request as the operator of the server and decodes the response.
func (s *testServer) operator(status int, method, path string, body, out any) {
	s.t.Helper()
	content, err := json.Marshal(body)
	if err != nil {
		s.t.Fatal(err)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(string(content)))
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	s.api.Commands().ServeHTTP(answer, r)
	if answer.Code != status {
		s.t.Fatalf("%s %s: %d %s", method, path, answer.Code, answer.Body)
	}
	checkDescribed(s.t, s.api.Spec, method, path, answer.Code, answer.Header().Get("Content-Type"), answer.Body.Bytes())
	if out != nil {
		if err := json.Unmarshal(answer.Body.Bytes(), out); err != nil {
			s.t.Fatal(err)
		}
	}
}

// staff returns a person with an account and a role.
func (s *testServer) staff(name string, role store.Role) *browser {
	s.t.Helper()
	b := s.member(name)
	s.operator(204, "PUT", "/api/admin/people/"+b.id+"/role", object{"role": role}, nil)
	return b
}

// audit returns the audit log, the newest entry first.
func (s *testServer) audit() []store.Entry {
	s.t.Helper()
	var out struct{ Entries []store.Entry }
	s.operator(200, "GET", "/api/admin/audit", nil, &out)
	return out.Entries
}

func TestTheFirstAdministrator(t *testing.T) {
	s := serveAPI(t)
	var created admin.Created
	s.operator(200, "POST", "/api/admin/people", object{"name": "Arthur", "role": "administrator"}, &created)
	s.operator(409, "POST", "/api/admin/people", object{"name": "arthur"}, nil)
	s.operator(422, "POST", "/api/admin/people", object{"name": "Kay", "role": "king"}, nil)
	b := s.visitor()
	b.logIn("Arthur", created.Password)
	if me := b.me(); !me.PasswordDue || me.Role != store.Administrator || me.ID != created.ID {
		t.Errorf("%+v", me)
	}
	// Before a new password nothing is possible.
	b.refused(403, "password-due", "GET", "/api/admin/audit", nil)
	b.refused(403, "password-due", "POST", "/api/tokens", nil)
	b.refused(403, "password-due", "POST", "/api/matches", object{"settings": wotnTable(func(object) {})["settings"]})
	b.want(200, "POST", "/api/me/password", object{"old": created.Password, "new": "my own one"}, nil)
	if me := b.me(); me.PasswordDue || me.Role != store.Administrator {
		t.Errorf("%+v", me)
	}
	var log struct{ Entries []store.Entry }
	b.want(200, "GET", "/api/admin/audit?about="+created.ID, nil, &log)
	if len(log.Entries) != 1 || log.Entries[0].Action != "create" || log.Entries[0].By != "" || log.Entries[0].Details["role"] != "administrator" {
		t.Errorf("%+v", log.Entries)
	}
	s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Arthur", "password": created.Password})
}

func TestRoles(t *testing.T) {
	s := serveAPI(t)
	boss, mod, anna := s.staff("Boss", store.Administrator), s.staff("Mod", store.Moderator), s.member("Anna")
	guest := s.guest("Gast")
	path := func(b *browser, what string) string { return "/api/admin/people/" + b.id + what }
	for _, x := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/api/admin/people", nil}, {"POST", "/api/admin/people", object{"name": "New"}},
		{"PUT", path(anna, "/role"), object{"role": "administrator"}}, {"POST", path(anna, "/reset"), object{"hours": 1}}, {"GET", "/api/admin/audit", nil},
	} {
		s.visitor().refused(401, "no-session", x.method, x.path, x.body)
		guest.refused(403, "account-needed", x.method, x.path, x.body)
		anna.refused(403, "role", x.method, x.path, x.body)
		if x.method != "GET" {
			mod.refused(403, "role", x.method, x.path, x.body)
		}
	}
	var found struct{ People []admin.PersonDetails }
	if mod.want(200, "GET", "/api/admin/people", nil, &found); len(found.People) != 2 || found.People[0].Name != "Boss" {
		t.Errorf("%+v", found.People)
	}
	if mod.want(200, "GET", "/api/admin/people?name=+anna", nil, &found); len(found.People) != 1 || found.People[0].ID != anna.id {
		t.Errorf("%+v", found.People)
	}
	if mod.want(200, "GET", "/api/admin/people?name=nobody", nil, &found); len(found.People) != 0 {
		t.Errorf("%+v", found.People)
	}
	boss.refused(422, "yourself", "PUT", path(boss, "/role"), object{"role": "user"})
	boss.refused(404, "not-found", "PUT", path(guest, "/role"), object{"role": "moderator"})
	boss.want(204, "PUT", path(anna, "/role"), object{"role": "moderator"}, nil)
	anna.want(200, "GET", "/api/admin/audit", nil, nil)
	boss.want(204, "PUT", path(anna, "/role"), object{"role": "user"}, nil)
	anna.refused(403, "role", "GET", "/api/admin/audit", nil)
	if e := s.audit()[0]; e.Action != "role" || e.ByName != "Boss" || e.AboutName != "Anna" || e.Details["role"] != "user" {
		t.Errorf("%+v", e)
	}
	// A token does not administer.
	var token struct{ Token string }
	boss.want(200, "POST", "/api/tokens", nil, &token)
	program := s.visitor()
	program.token = token.Token
	program.refused(403, "scope-none", "GET", "/api/admin/audit", nil)
	// An old session alone must not suffice.
	p, err := s.store.Person(t.Context(), boss.id)
	if err != nil {
		t.Fatal(err)
	}
	old := s.withSession(p, s.api.App.Now().After(-10*match.Minute))
	old.refused(403, "proof-needed", "PUT", path(anna, "/role"), object{"role": "moderator"})
	old.refused(403, "proof-needed", "POST", path(anna, "/reset"), object{"hours": 1})
	old.refused(403, "proof-needed", "POST", "/api/admin/people", object{"name": "New"})
	for _, action := range []string{"warn", "mute", "unmute", "suspend", "unsuspend", "ban", "unban", "rename", "delete"} {
		old.refused(403, "proof-needed", "POST", path(anna, "/actions"), object{"action": action, "text": "reason", "name": "New"})
	}
	old.refused(403, "proof-needed", "PUT", "/api/admin/site", object{"guests": false})
	old.refused(403, "proof-needed", "POST", "/api/admin/addresses", object{"network": "203.0.113.0/24"})
	old.refused(403, "proof-needed", "POST", "/api/admin/addresses", object{"network": "203.0.113.0/24", "lift": true})
	old.refused(403, "proof-needed", "POST", "/api/admin/invitations", object{"hours": 1})
	old.refused(403, "proof-needed", "DELETE", "/api/admin/invitations/x", nil)
	old.want(200, "GET", "/api/admin/audit", nil, nil)
	old.want(204, "POST", "/api/me/proof", object{"password": "long enough"}, nil)
	old.want(200, "POST", path(anna, "/reset"), object{"hours": 1}, nil)
}

// TestStaffChangesNeedAProof: no request of the administration that changes something is
// executed for an old session without a recent proof of identity.
func TestStaffChangesNeedAProof(t *testing.T) {
	s := serveAPI(t)
	boss := s.staff("Boss", store.Administrator)
	p, err := s.store.Person(t.Context(), boss.id)
	if err != nil {
		t.Fatal(err)
	}
	old := s.withSession(p, s.api.App.Now().After(-10*match.Minute))
	requests := make(map[string]permissionCase)
	for _, c := range permissionCases() {
		path := strings.NewReplacer("PUBLIC", "x", "PRIVATE", "x").Replace(c.path)
		if strings.HasPrefix(path, "/api/admin/") {
			c.path = path
			requests[described(s.api.Spec, c.method, path).OperationID] = c
		}
	}
	changes := 0
	for path, item := range s.api.Spec.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil || !strings.HasPrefix(path, "/api/admin/") {
				continue
			}
			c, ok := requests[op.OperationID]
			if !ok {
				t.Errorf("no request tests %s %s; add one to permissionCases", op.Method, path)
				continue
			}
			s.api.App.Limits = core.Limits{}
			resp := old.request(c.method, c.path, c.body)
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
	s := serveAPI(t)
	boss, mod, ann := s.staff("Boss", store.Administrator), s.staff("Mod", store.Moderator), s.member("Anna")
	private := s.member("Cleo").open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Anna"} }))
	stored := func(b *browser) store.Person {
		p, err := s.store.Person(t.Context(), b.id)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	demand := func(on bool) object { return object{"staffPasskeys": on} }
	boss.refused(403, "passkey-needed", "PUT", "/api/admin/site", demand(true))
	watched, stop := mod.listen("/api/matches/" + private + "/stream")
	defer stop()
	s.operator(204, "PUT", "/api/admin/site", demand(true), nil)
	for range watched {
		// It ends: the moderator no longer sees the table.
	}
	for _, b := range []*browser{boss, mod} {
		b.refused(403, "passkey-needed", "GET", "/api/admin/audit", nil)
		b.refused(403, "passkey-needed", "POST", "/api/admin/people/"+ann.id+"/actions", object{"action": "warn", "text": "x"})
		b.refused(404, "no-match", "GET", "/api/matches/"+private, nil)
		if me := b.me(); !me.PasskeyDue || me.Role == store.User {
			t.Errorf("%+v", me)
		}
		b.want(204, "POST", "/api/me/proof", object{"password": "long enough"}, nil)
		b.refused(403, "passkey-needed", "GET", "/api/admin/audit", nil)
		b.open(wotnTable(nil)) // they play as everybody
	}
	boss.refused(403, "passkey-needed", "PUT", "/api/admin/site", demand(false))
	boss.want(200, "POST", "/api/me/recovery-codes", nil, nil) // the account is theirs

	key := store.Passkey{ID: "k", Person: boss.id, Credential: "{}"}
	if err := s.store.AddPasskey(t.Context(), key, 0, 9); err != nil {
		t.Fatal(err)
	}
	boss.refused(403, "passkey-needed", "GET", "/api/admin/audit", nil)
	boss.refused(403, "passkey-needed", "POST", "/api/me/recovery-codes", nil)
	boss.refused(403, "passkey-needed", "DELETE", "/api/me/passkeys/x", nil)
	var p people.Person
	if s.visitor().want(200, "POST", "/api/login", object{"name": "Boss", "password": "long enough"}, &p); !p.PasskeyDue || p.Role != store.Administrator {
		t.Errorf("%+v after a login with a password", p)
	}
	now := s.api.App.Now()
	keyed := s.withProof(stored(boss), core.Proof{At: now, Passkey: now})
	if me := keyed.me(); me.PasskeyDue || me.Role != store.Administrator {
		t.Errorf("%+v", me)
	}
	keyed.want(200, "GET", "/api/admin/audit", nil, nil)
	keyed.want(204, "PUT", "/api/admin/site", object{"guests": true, "staffPasskeys": true}, nil)
	old := s.withProof(stored(boss), core.Proof{At: now, Passkey: now.After(-10 * match.Minute)})
	old.want(200, "GET", "/api/admin/audit", nil, nil)
	old.refused(403, "passkey-needed", "PUT", "/api/admin/site", object{"guests": true})
	old.want(204, "POST", "/api/me/proof", object{"password": "long enough"}, nil)
	old.refused(403, "passkey-needed", "PUT", "/api/admin/site", object{"guests": true})
	// A session outlives neither the passkey nor its role.
	last := store.Passkey{ID: "m", Person: mod.id, Credential: "{}"}
	if err := s.store.AddPasskey(t.Context(), last, 0, 9); err != nil {
		t.Fatal(err)
	}
	keyedMod := s.withProof(stored(mod), core.Proof{At: now, Passkey: now})
	keyedMod.want(200, "GET", "/api/matches/"+private, nil, nil)
	keyedMod.want(204, "DELETE", "/api/me/passkeys/m", nil, nil)
	keyedMod.refused(403, "passkey-needed", "GET", "/api/admin/audit", nil)
	keyedMod.refused(404, "no-match", "GET", "/api/matches/"+private, nil)
	// The command line is the way back.
	s.operator(204, "PUT", "/api/admin/site", demand(false), nil)
	boss.want(200, "GET", "/api/admin/audit", nil, nil)
	if e := s.audit()[0]; e.Action != "site" || e.Details["staff-passkeys"] != "off" {
		t.Errorf("%+v", e)
	}
}

func TestResetLinks(t *testing.T) {
	s := serveAPI(t)
	boss, anna := s.staff("Boss", store.Administrator), s.member("Anna")
	anna.recoveryCodes()
	create := func(hours int) (link admin.ResetLink) {
		boss.want(200, "POST", "/api/admin/people/"+anna.id+"/reset", object{"hours": hours}, &link)
		return link
	}
	for _, hours := range []int{0, 25} {
		boss.refused(422, "request", "POST", "/api/admin/people/"+anna.id+"/reset", object{"hours": hours})
	}
	replaced := create(1)
	link := create(24)
	if left := link.Until.Since(s.api.App.Now()); left > 24*60*match.Minute || left < 23*60*match.Minute || link.URL != "/reset#"+link.Link {
		t.Errorf("%+v", link)
	}
	// The store has only the hash.
	if _, err := s.store.ResetLinkOwner(t.Context(), link.Link, 0); err == nil {
		t.Error("the link itself is stored")
	}
	use := func(link, password string) object { return object{"link": link, "password": password} }
	s.visitor().refused(422, "password", "POST", "/api/login/reset", use(link.Link, "short"))
	s.visitor().refused(422, "password-common", "POST", "/api/login/reset", use(link.Link, "annaanna"))
	for _, wrong := range []string{"", "x", replaced.Link, strings.ToLower(link.Link)} {
		s.visitor().refused(403, "reset-link", "POST", "/api/login/reset", use(wrong, "another one"))
	}
	lost := s.visitor()
	var p people.Person
	lost.want(200, "POST", "/api/login/reset", use(link.Link, "another one"), &p)
	if p.ID != anna.id || lost.me().ID != anna.id {
		t.Errorf("%+v", p)
	}
	if anna.me().ID != "" {
		t.Error("the session of before is still valid")
	}
	if left := lost.codesLeft(); left.Left != 0 {
		t.Errorf("%+v", left)
	}
	s.visitor().refused(403, "reset-link", "POST", "/api/login/reset", use(link.Link, "a third one"))
	s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Anna", "password": "long enough"})
	if log := s.audit(); log[0].Action != "reset-used" || log[0].By != anna.id || log[1].Action != "reset" || log[1].ByName != "Boss" || log[1].Details["hours"] != "24" {
		t.Errorf("%+v", log)
	}
	// A locked-out administrator gets a link from the command line.
	s.operator(200, "POST", "/api/admin/people/"+boss.id+"/reset", object{"hours": 1}, &link)
	s.visitor().want(200, "POST", "/api/login/reset", use(link.Link, "another one"), nil)
	if boss.me().ID != "" {
		t.Error("the administrator's session of before is still valid")
	}
}

// TestTheAuditLogExpires: entries are deleted when they are no longer kept.
func TestTheAuditLogExpires(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, KeepAudit: 24 * time.Hour})
	for id, age := range map[string]match.Millis{"old": 25 * 60 * match.Minute, "new": 23 * 60 * match.Minute} {
		if err := s.store.AddEntry(t.Context(), store.Entry{ID: id, At: s.api.App.Now().After(-age), Action: "role"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.api.Admin.DeleteOld(t.Context()); err != nil {
		t.Fatal(err)
	}
	if log := s.audit(); len(log) != 1 || log[0].ID != "new" {
		t.Errorf("%+v", log)
	}
}

// TestOnlyCommandsAreTheOperators: the public address does not give the rights of the
// operator.
func TestOnlyCommandsAreTheOperators(t *testing.T) {
	s := serveAPI(t)
	r := httptest.NewRequest(http.MethodGet, "/api/admin/audit", nil)
	answer := httptest.NewRecorder()
	s.api.ServeHTTP(answer, r)
	if answer.Code != http.StatusUnauthorized {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	// The operator's handler has no other routes.
	answer = httptest.NewRecorder()
	s.api.Commands().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/api/session", nil))
	if answer.Code != http.StatusNotFound {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

// act does something to a person as a member of the staff.
func (b *browser) act(status int, code string, other *browser, action object) {
	b.t.Helper()
	path := "/api/admin/people/" + other.id + "/actions"
	if code != "" {
		b.refused(status, code, "POST", path, action)
		return
	}
	b.want(status, "POST", path, action, nil)
}

func TestSanctions(t *testing.T) {
	s := serveAPI(t)
	boss, mod, anna := s.staff("Boss", store.Administrator), s.staff("Mod", store.Moderator), s.member("Anna")
	ben := s.guest("Ben")
	id := ben.open(wotnTable(nil))
	anna.do(id, object{"type": "sit"})

	// Nobody without a role, and not against the staff.
	anna.act(403, "role", ben, object{"action": "mute"})
	mod.act(403, "staff", boss, object{"action": "mute"})
	mod.act(422, "yourself", mod, object{"action": "mute"})
	mod.act(403, "role", anna, object{"action": "rename", "name": "Anni"})
	mod.act(422, "request", anna, object{"action": "hang"})
	boss.act(204, "", mod, object{"action": "mute", "hours": 1})
	boss.act(204, "", mod, object{"action": "unmute"})

	// A warning is shown until it is confirmed.
	mod.act(422, "admin-no-text", anna, object{"action": "warn", "text": " "})
	mod.act(204, "", anna, object{"action": "warn", "text": "Be kind."})
	if me := anna.me(); me.Warning != "Be kind." {
		t.Errorf("%+v", me)
	}
	anna.want(204, "DELETE", "/api/me/warning", nil, nil)
	if me := anna.me(); me.Warning != "" {
		t.Errorf("%+v", me)
	}

	// Muted people cannot chat, but play.
	chat := object{"type": "chat", "text": "hello"}
	anna.do(id, chat)
	mod.act(204, "", anna, object{"action": "mute", "hours": 2})
	anna.refused(403, "muted", "POST", "/api/matches/"+id+"/commands", chat)
	mod.act(204, "", anna, object{"action": "unmute"})
	anna.do(id, chat)

	// Suspended people read, and can only end what they have begun.
	mod.act(204, "", anna, object{"action": "suspend", "hours": 0})
	if me := anna.me(); me.SuspendedUntil != store.Forever {
		t.Errorf("%+v", me)
	}
	anna.want(200, "GET", "/api/matches/"+id, nil, nil)
	for _, action := range []object{{"type": "move", "move": "e2e4"}, chat, {"type": "start", "level": 3}} {
		anna.refused(403, "suspended", "POST", "/api/matches/"+id+"/commands", action)
	}
	anna.refused(403, "suspended", "POST", "/api/matches", wotnTable(nil))
	anna.refused(403, "suspended", "POST", "/api/pair", object{"game": "wotn", "variant": "wotn", "seats": 2, "clock": object{"kind": "real-time", "initial": 300000, "increment": 0}, "rated": false})
	anna.refused(403, "suspended", "POST", "/api/people/"+boss.id+"/challenge", object{"game": "wotn", "variant": "wotn"})
	anna.do(id, object{"type": "abort"})
	mod.act(204, "", anna, object{"action": "unsuspend"})
	anna.open(wotnTable(nil))

	// A ban ends sessions and refuses logins.
	mod.act(204, "", anna, object{"action": "ban", "text": "cheats"})
	if me := anna.me(); me.ID != "" {
		t.Errorf("%+v", me)
	}
	s.visitor().refused(403, "banned", "POST", "/api/login", object{"name": "Anna", "password": "long enough"})
	s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Anna", "password": "another one"})
	// A refused login, recovery or reset changes nothing. The guest's session stays.
	guest := s.guest("Gast")
	seat := guest.open(wotnTable(nil))
	guest.refused(403, "banned", "POST", "/api/login", object{"name": "Anna", "password": "long enough", "takeGuest": true})
	if me := guest.me(); me.ID != guest.id {
		t.Errorf("the guest became %+v", me)
	}
	if v := guest.view(seat); v.Seats[0].Player.ID != guest.id {
		t.Errorf("the guest's table became %+v", v.Seats)
	}
	var link admin.ResetLink
	boss.want(200, "POST", "/api/admin/people/"+anna.id+"/reset", object{"hours": 1}, &link)
	s.visitor().refused(403, "banned", "POST", "/api/login/reset", object{"link": link.Link, "password": "another long one"})
	mod.act(204, "", anna, object{"action": "unban"})
	anna.logIn("Anna", "long enough")

	// Rename and delete.
	boss.act(409, "name-taken", anna, object{"action": "rename", "name": "mod"})
	boss.act(204, "", anna, object{"action": "rename", "name": "Annika"})
	if me := anna.me(); me.Name != "Annika" {
		t.Errorf("%+v", me)
	}
	boss.act(204, "", anna, object{"action": "delete"})
	s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Annika", "password": "long enough"})
	boss.act(404, "not-found", anna, object{"action": "mute"})
	var actions []string
	for _, e := range s.audit() {
		if e.About == anna.id {
			actions = append(actions, e.Action)
		}
	}
	if got := strings.Join(actions, " "); got != "delete rename unban reset ban unsuspend suspend unmute mute warn" {
		t.Error(got)
	}
}

// TestSanctionsEnd: a sanction ends by itself.
func TestSanctionsEnd(t *testing.T) {
	s := serveAPI(t)
	anna := s.guest("Anna")
	id := anna.open(wotnTable(nil))
	past := store.SanctionChange{MutedUntil: new(s.api.App.Now() - 1), SuspendedUntil: new(s.api.App.Now() - 1)}
	if err := s.store.ChangeSanctions(t.Context(), anna.id, past, store.Entry{ID: "e"}); err != nil {
		t.Fatal(err)
	}
	s.api.App.PersonChanged(anna.id)
	anna.do(id, object{"type": "chat", "text": "hello"})
	anna.open(wotnTable(nil))
}

func TestBannedAddresses(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	boss, mod := s.staff("Boss", store.Administrator), s.staff("Mod", store.Moderator)
	from := func(b *browser, address string) *browser {
		b.client.Transport = forwardedFor(address)
		return b
	}
	anna := from(s.guest("Anna"), "203.0.113.9")
	mod.refused(403, "role", "POST", "/api/admin/addresses", object{"network": "203.0.113.0/24"})
	for _, wrong := range []string{"", "x", "0.0.0.0/0", "203.0.113.0/33"} {
		boss.refused(422, "network", "POST", "/api/admin/addresses", object{"network": wrong})
	}
	boss.refused(409, "own-address", "POST", "/api/admin/addresses", object{"network": "127.0.0.0/8"})
	boss.want(204, "POST", "/api/admin/addresses", object{"network": "203.0.113.0/24", "hours": 1, "reason": "spam"}, nil)
	anna.refused(403, "address-banned", "GET", "/api/session", nil)
	anna.refused(403, "address-banned", "POST", "/api/session", object{"name": "Other"})
	anna.want(200, "GET", "/healthz", nil, nil)
	from(mod, "203.0.113.9").want(200, "GET", "/api/session", nil, nil)
	from(anna, "203.0.114.9").want(200, "GET", "/api/session", nil, nil)
	var bans struct{ Bans []store.AddressBan }
	if boss.want(200, "GET", "/api/admin/addresses", nil, &bans); len(bans.Bans) != 1 || bans.Bans[0].Reason != "spam" {
		t.Errorf("%+v", bans)
	}
	boss.want(204, "POST", "/api/admin/addresses", object{"network": "203.0.113.0/24", "lift": true}, nil)
	boss.refused(404, "not-found", "POST", "/api/admin/addresses", object{"network": "203.0.113.0/24", "lift": true})
	from(anna, "203.0.113.9").want(200, "GET", "/api/session", nil, nil)
}

// forwardedFor sends requests through a proxy with the client's address.
type forwardedFor string

func (f forwardedFor) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-Forwarded-For", string(f))
	return http.DefaultTransport.RoundTrip(r)
}

func TestModerationOfMatches(t *testing.T) {
	s := serveAPI(t)
	mod, anna, ben := s.staff("Mod", store.Moderator), s.guest("Anna"), s.guest("Ben")
	id := anna.open(wotnTable(nil))
	path := "/api/admin/matches/" + id + "/actions"
	anna.do(id, object{"type": "chat", "text": "an insult"})
	events, err := s.store.Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	number := len(events)
	anna.refused(403, "account-needed", "POST", path, object{"action": "remove-chat", "number": number})
	mod.refused(404, "no-message", "POST", path, object{"action": "remove-chat", "number": 1})
	mod.refused(404, "no-message", "POST", path, object{"action": "remove-chat", "number": 0})
	mod.want(204, "POST", path, object{"action": "remove-chat", "number": number, "text": "insult"}, nil)
	if events, err = s.store.Events(t.Context(), id, 0); err != nil || events[number-1].Text != "" || events[number].Type != match.ChatRemoved || events[number].Number != int64(number) {
		t.Errorf("%+v, %v", events, err)
	}
	// A waiting table is closed, a running game aborted.
	ben.do(id, object{"type": "sit"})
	mod.want(204, "POST", path, object{"action": "close"}, nil)
	var view struct {
		Phase   match.Phase
		Outcome match.Outcome
	}
	anna.want(200, "GET", "/api/matches/"+id, nil, &view)
	if view.Phase != match.Finished || view.Outcome.Reason != match.ByAbort || view.Outcome.Cause != match.ByModerator {
		t.Errorf("%+v", view)
	}
	mod.refused(409, "not-playing", "POST", path, object{"action": "close"})
	waiting := anna.open(wotnTable(nil))
	mod.want(204, "POST", "/api/admin/matches/"+waiting+"/actions", object{"action": "close"}, nil)
	mod.refused(404, "no-match", "POST", "/api/admin/matches/nothing/actions", object{"action": "close"})
	// Moderators see private tables.
	invited := s.member("Cleo")
	private := invited.open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Mod2"} }))
	anna.refused(404, "no-match", "GET", "/api/matches/"+private, nil)
	reads := func() (list []store.Entry) {
		for _, e := range s.audit() {
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
		mod.want(200, "GET", "/api/matches/"+private, nil, nil)
		mod.want(200, "GET", "/api/matches/"+private+"/diagram", nil, nil)
		_, stop := mod.listen("/api/matches/" + private + "/stream")
		stop()
	}
	if list := reads(); len(list) != 1 || list[0].By != mod.id || list[0].Details["match"] != private {
		t.Errorf("%+v for a moderator who reads a private table", list)
	}
	var token struct{ Token string }
	mod.want(200, "POST", "/api/tokens", nil, &token)
	program := s.visitor()
	program.token = token.Token
	program.refused(404, "no-match", "GET", "/api/matches/"+private, nil)
	// Tables at which they play or to which they are invited are their own.
	own := mod.open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Cleo"} }))
	mod.want(200, "GET", "/api/matches/"+own, nil, nil)
	s.staff("Mod2", store.Moderator).want(200, "GET", "/api/matches/"+private, nil, nil)
	if list := reads(); len(list) != 1 {
		t.Errorf("%+v for tables of the moderators themselves", list)
	}
	mod.want(200, "GET", "/api/admin/matches/"+id+"/chat", nil, nil)
	var read int
	for _, e := range s.audit() {
		if e.Action == "read-chat" && e.By != "" && e.Details["match"] != "" {
			read++
		}
	}
	if read == 0 {
		t.Error("reading a chat as staff is not in the audit log")
	}
}

func TestReportQueue(t *testing.T) {
	s := serveAPI(t)
	mod, anna, ben := s.staff("Mod", store.Moderator), s.guest("Anna"), s.guest("Ben")
	id := anna.open(wotnTable(nil))
	anna.want(204, "POST", "/api/reports", object{"about": ben.id, "match": id, "game": 2, "ply": 12, "reason": "talk", "text": "rude"}, nil)
	anna.refused(403, "account-needed", "GET", "/api/admin/reports", nil)
	list := func(query string) []store.Report {
		var out struct{ Reports []store.Report }
		mod.want(200, "GET", "/api/admin/reports"+query, nil, &out)
		return out.Reports
	}
	open := list("")
	if len(open) != 1 || open[0].Game != 2 || open[0].Ply != 12 || open[0].AboutName != "Ben" {
		t.Fatalf("%+v", open)
	}
	mod.want(204, "PUT", "/api/admin/reports/"+open[0].ID, object{"open": false}, nil)
	if len(list("")) != 0 || len(list("?all=true")) != 1 {
		t.Errorf("%+v", list("?all=true"))
	}
	mod.want(204, "PUT", "/api/admin/reports/"+open[0].ID, object{"open": true}, nil)
	if len(list("")) != 1 {
		t.Error("the report was not opened again")
	}
	mod.refused(404, "not-found", "PUT", "/api/admin/reports/x", object{"open": true})
}
