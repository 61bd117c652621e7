package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
)

// tafelrundeAdmin runs tafelrunde admin and returns its output and whether it
// succeeded.
func tafelrundeAdmin(t *testing.T, args ...string) (out string, ok bool) {
	t.Helper()
	text, err := exec.Command("tafelrunde", append([]string{"admin"}, args...)...).CombinedOutput()
	return string(text), err == nil
}

// person is a browser with a session.
type person struct {
	t       *testing.T
	address *atomic.Pointer[string]
	client  http.Client
}

func newPerson(t *testing.T, address *atomic.Pointer[string]) *person {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &person{t, address, http.Client{Jar: jar}}
}

// send sends a request and returns the status and the code of a refusal.
func (p *person) send(method, path string, body, out any) (status int, code string) {
	p.t.Helper()
	content, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequest(method, *p.address.Load()+path, bytes.NewReader(content))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode < 400 {
		if out != nil {
			err = json.NewDecoder(resp.Body).Decode(out)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		return resp.StatusCode, ""
	}
	var refusal struct{ Code string }
	if err := json.NewDecoder(resp.Body).Decode(&refusal); err != nil {
		p.t.Fatal(err)
	}
	return resp.StatusCode, refusal.Code
}

// TestAdministration administers a running server, a stopped one, and one with
// PostgreSQL, by commands.
func TestAdministration(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		data := t.TempDir()
		administered(t, []string{"TAFELRUNDE_DATA=" + data}, "--data="+data, true)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		database := storetest.Postgres(t).Database(t)
		administered(t, []string{"TAFELRUNDE_DATABASE=" + database, "TAFELRUNDE_DATA=" + t.TempDir()}, "--database="+database, false)
	})
}

func administered(t *testing.T, env []string, at string, stopped bool) {
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	stop := func() { server.Process.Kill(); server.Wait() }
	defer func() { stop() }()

	out, ok := tafelrundeAdmin(t, "create", "Arthur", at)
	password := regexp.MustCompile(`(?m)^[a-z2-7]{4}(-[a-z2-7]{4}){3}$`).FindString(out)
	if !ok || password == "" {
		t.Fatalf("%v %s", ok, out)
	}
	if out, ok := tafelrundeAdmin(t, "create", "arthur", at); ok || !strings.Contains(out, "already taken") {
		t.Errorf("%v %s", ok, out)
	}
	arthur := newPerson(t, &address)
	if status, code := arthur.send("POST", "/api/login", map[string]string{"name": "Arthur", "password": password}, nil); status != 200 {
		t.Fatalf("%d %s", status, code)
	}
	if status, code := arthur.send("GET", "/api/admin/audit", nil, nil); status != 403 || code != "password-due" {
		t.Errorf("%d %s", status, code)
	}
	if status, code := arthur.send("POST", "/api/me/password", map[string]string{"old": password, "new": "my own one"}, nil); status != 200 {
		t.Errorf("%d %s", status, code)
	}
	if status, code := arthur.send("GET", "/api/admin/audit", nil, nil); status != 200 {
		t.Errorf("%d %s", status, code)
	}
	// A running server obeys at once; with PostgreSQL, when it has been notified.
	if out, ok := tafelrundeAdmin(t, "role", "Arthur", "moderator", at); !ok || out != "\"Arthur\" has the role moderator now\n" {
		t.Errorf("%v %s", ok, out)
	}
	if out, ok := tafelrundeAdmin(t, "staff", at); !ok || out != "moderator       Arthur\n" {
		t.Errorf("%v %s", ok, out)
	}
	testkit.Until(t, func() error {
		if status, code := arthur.send("POST", "/api/admin/people", map[string]string{"name": ""}, nil); status != 403 || code != "role" {
			return fmt.Errorf("the new role: %d %s", status, code)
		}
		return nil
	})
	out, ok = tafelrundeAdmin(t, "reset", "Arthur", "--hours=1", at, "--public-url=https://club.example/tafel/")
	_, link, _ := strings.Cut(out, "\nhttps://club.example/tafel/reset#")
	link, _, _ = strings.Cut(link, "\n")
	if !ok || link == "" {
		t.Fatalf("%v %s", ok, out)
	}
	if status, code := newPerson(t, &address).send("POST", "/api/login/reset", map[string]string{"link": link, "password": "another one"}, nil); status != 200 {
		t.Errorf("%d %s", status, code)
	}
	testkit.Until(t, func() error {
		if status, code := arthur.send("GET", "/api/admin/audit", nil, nil); status != 401 {
			return fmt.Errorf("the old session: %d %s", status, code)
		}
		return nil
	})
	for _, args := range [][]string{{"role", "Nobody", "user"}, {"reset", "Nobody"}, {"reset", "Arthur", "--hours=25"}, {"role", "Arthur", "king"}, {"create", "..."}, {"audit", "--last=0"}} {
		if out, ok := tafelrundeAdmin(t, append(args, at)...); ok || !strings.HasPrefix(out, "tafelrunde: ") {
			t.Errorf("%v: %v %s", args, ok, out)
		}
	}
	want := regexp.MustCompile(`^\S+ \S+  "Arthur": reset-used "Arthur"
\S+ \S+  command line: reset "Arthur", hours 1
\S+ \S+  command line: role "Arthur", role moderator
\S+ \S+  command line: create "Arthur", role administrator
$`)
	if out, ok := tafelrundeAdmin(t, "audit", "--about=arthur", at); !ok || !want.MatchString(out) {
		t.Errorf("%v\n%s", ok, out)
	}
	if out, ok := tafelrundeAdmin(t, "audit", "--last=2", at); !ok || strings.Count(out, "\n") != 2 {
		t.Errorf("%v\n%s", ok, out)
	}
	if !stopped {
		return
	}
	stop()
	if out, ok := tafelrundeAdmin(t, "role", "Arthur", "administrator", at); !ok {
		t.Errorf("of a stopped server: %s", out)
	}
}

// TestModerationByCommand acts on people of a running server by commands.
func TestModerationByCommand(t *testing.T) {
	data := t.TempDir()
	at := "--data=" + data
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + data}, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	p := openPair(t, &address, 1)
	var other struct{ ID string }
	if status, err := p.request(1, "GET", "/api/session", nil, &other); err != nil || status != 200 {
		t.Fatalf("status %d, %v", status, err)
	}
	report := map[string]any{"about": other.ID, "match": p.id, "game": 1, "ply": 3, "reason": "talk", "text": "He was rude."}
	if status, err := p.request(0, "POST", "/api/reports", report, nil); err != nil || status != 204 {
		t.Fatalf("status %d, %v", status, err)
	}
	run := func(want string, args ...string) string {
		t.Helper()
		out, ok := tafelrundeAdmin(t, append(args, at)...)
		if !ok || out == "" || !strings.Contains(out, want) {
			t.Errorf("%v: %v %q", args, ok, out)
		}
		return out
	}
	refused := func(want string, args ...string) {
		t.Helper()
		if out, ok := tafelrundeAdmin(t, append(args, at)...); ok || !strings.Contains(out, want) {
			t.Errorf("%v: %v %s", args, ok, out)
		}
	}
	run("no review runs or waits", "reviews")
	refused("is not the address of a game", "reviews", "--cancel=/match/"+p.id)
	refused("does not exist", "reviews", "--cancel=/match/"+p.id+"/1")
	refused("does not exist", "reviews", "--delete=/match/"+p.id+"/1")
	refused("--delete", "reviews", "--cancel=/match/"+p.id+"/1", "--delete=/match/"+p.id+"/1")
	id, _, _ := strings.Cut(run("at /match/"+p.id+"/1#3\n", "reports"), " ")
	run("", "reports", "--close="+id)
	run("no reports", "reports")
	run("", "reports", "--open="+id)
	refused("does not exist", "reports", "--close=x")

	guest := "#" + other.ID
	chat := func() int {
		t.Helper()
		status, err := p.request(1, "POST", "/api/matches/"+p.id+"/commands", map[string]any{"type": "chat", "text": "hello"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return status
	}
	run("is warned", "warn", guest, "Be kind.")
	run("cannot chat", "mute", guest, "--hours=1", "--text=rude")
	if status := chat(); status != 403 {
		t.Errorf("status %d of a muted person", status)
	}
	run("muted until ", "show", guest)
	run("warning, not confirmed: Be kind.", "show", guest)
	run(", guest, here since ", "show", guest)
	run("mute", "audit", "--about="+guest)
	refused("does not exist", "show", "#nobody")
	run("can chat again", "mute", guest, "--lift")
	if out := run("", "show", guest); strings.Contains(out, "muted") {
		t.Errorf("after the end: %s", out)
	}
	if status := chat(); status != 200 {
		t.Errorf("status %d of a person who is no longer muted", status)
	}
	run("cannot play", "suspend", guest)
	run("can play again", "suspend", guest, "--lift")
	refused("", "remove-study", "/study/none")
	refused("", "close-club", "/club/none")
	refused("", "remove-tournament-text", "/tournament/none")
	refused("no such message", "remove-chat", "/match/"+p.id, "1")
	number, _, _ := strings.Cut(run(" to players: hello\n", "remove-chat", "/match/"+p.id), " ")
	run("", "remove-chat", "/match/"+p.id, number)
	run("no messages", "remove-chat", "/match/"+p.id)
	run("", "close-table", "http://localhost/match/"+p.id+"/1")
	refused("", "close-table", "http://localhost/match/"+p.id+"/1")
	run("has no motto", "remove-motto", guest)
	run("is renamed", "rename", guest, "Quiet One")
	run("is banned", "ban", guest)
	if status := chat(); status != 401 {
		t.Errorf("status %d of a banned person", status)
	}
	refused("--yes", "delete", guest)
	run("is deleted", "delete", guest, "--yes")
	run("", "ban-address", "203.0.113.0/24", "--hours=1", "--text=spam")
	run("203.0.113.0/24", "ban-address")
	run("", "ban-address", "203.0.113.0/24", "--lift")
	run("no address is banned", "ban-address")
	refused("not an address", "ban-address", "0.0.0.0/0")
	refused("--hours", "mute", guest, "--hours=-1")
}

// TestSiteByCommand changes the settings of a running site, and invites a player.
func TestSiteByCommand(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		data := t.TempDir()
		siteByCommand(t, []string{"TAFELRUNDE_DATA=" + data}, "--data="+data)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		database := storetest.Postgres(t).Database(t)
		siteByCommand(t, []string{"TAFELRUNDE_DATABASE=" + database, "TAFELRUNDE_DATA=" + t.TempDir()}, "--database="+database)
	})
}

func siteByCommand(t *testing.T, env []string, at string) {
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	run := func(want string, args ...string) string {
		t.Helper()
		out, ok := tafelrundeAdmin(t, append(args, at)...)
		if !ok || !strings.Contains(out, want) {
			t.Errorf("%v: %v %s", args, ok, out)
		}
		return out
	}
	for _, args := range [][]string{{"site", "--registration=never"}, {"site", "--minutes=5"}, {"site", "--german=x"}, {"site", "--announce=x", "--unannounce"}, {"invite", "--hours=0"}, {"invite", "--revoke=x"}} {
		if out, ok := tafelrundeAdmin(t, append(args, at)...); ok || !strings.HasPrefix(out, "tafelrunde: ") {
			t.Errorf("%v: %v %s", args, ok, out)
		}
	}
	if out := run("", "site"); out != "registration    open\nguests          on\nstaff-passkeys  off\ncomputers       on\nannouncement    none\n" {
		t.Error(out)
	}
	run("staff-passkeys  on", "site", "--staff-passkeys=on")
	run("staff-passkeys  off", "site", "--staff-passkeys=off")
	run("computers       off", "site", "--computers=off")
	run("computers       on", "site", "--computers=on")
	run("announcement    Back soon (German: Gleich zurück) (until ", "site", "--registration=invitation", "--guests=off", "--announce=Back soon", "--german=Gleich zurück", "--minutes=5")
	visitor := newPerson(t, &address)
	testkit.Until(t, func() error {
		var site struct {
			Registration string
			Guests       bool
			Announcement struct{ Text string }
		}
		if status, code := visitor.send("GET", "/api/site", nil, &site); status != 200 || site.Registration != "invitation" || site.Guests || site.Announcement.Text != "Back soon" {
			return fmt.Errorf("%d %s %+v", status, code, site)
		}
		return nil
	})
	run("\nhttps://club.example/join#", "invite", "--public-url=https://club.example")
	id, _, _ := strings.Cut(run("", "invite", "--list"), " ")
	run("", "invite", "--revoke="+id)
	out := run("/join#", "invite", "--note=for Anna")
	_, link, _ := strings.Cut(out, "/join#")
	link, _, _ = strings.Cut(link, "\n")
	account := map[string]string{"name": "Anna", "password": "long enough"}
	if status, code := visitor.send("POST", "/api/account", account, nil); status != 403 || code != "invitation-needed" {
		t.Errorf("%d %s", status, code)
	}
	account["invitation"] = link
	if status, code := visitor.send("POST", "/api/account", account, nil); status != 200 {
		t.Errorf("%d %s", status, code)
	}
	run("there are no unused invitations", "invite", "--list")
	run("", "invite", "--note=for Ben")
	id, _, _ = strings.Cut(run("for Ben", "invite", "--list"), " ")
	run("", "invite", "--revoke="+id)
	run("announcement    none", "site", "--unannounce", "--registration=open", "--guests=on")
	run("registration invitation", "audit")
}
