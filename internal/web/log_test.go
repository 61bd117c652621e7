package web_test

import (
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/admin"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

// forwarded sends requests as a proxy does, with the address of its client.
type forwarded struct{ address string }

func (f forwarded) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Forwarded-For", f.address)
	return http.DefaultTransport.RoundTrip(r)
}

// TestTheLogNamesNobody reads the whole log, with all levels and the access log, of a
// server on which people register, log in, fail to, play, chat, use tokens and are
// moderated. docs/operating.md says what it may contain: no names, addresses, texts or
// secrets.
func TestTheLogNamesNobody(t *testing.T) {
	lines := &testkit.LogLines{}
	log := slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, Log: log, AccessLog: log, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	secrets := map[string]string{"the password": "long enough", "a wrong password": "wrong horse", "the address": "203.0.113.77", "the address of the proxy": "127.0.0.1", "a banned address": "198.51.100", "a chat message": "Glueckwunsch", "the reason of a report": "Grobian"}
	as := func(b *webtest.Browser) *webtest.Browser {
		b.Client.Transport = forwarded{"203.0.113.77"}
		return b
	}
	cookies := func(what string, b *webtest.Browser) {
		at, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		for _, cookie := range b.Client.Jar.Cookies(at) {
			secrets["the cookie of "+what] = cookie.Value
		}
	}
	named := func(name string) string {
		secrets["the name "+name] = name
		return name
	}

	anna, guest := as(s.Visitor()), as(s.Visitor())
	anna.Want(200, "POST", "/api/account", webtest.Object{"name": named("Annabella"), "password": "long enough"}, nil)
	anna.ID = anna.Me().ID
	guest.Want(200, "POST", "/api/session", webtest.Object{"name": named("Gastonius")}, nil)
	as(s.Visitor()).Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Annabella", "password": "wrong horse"})
	for _, code := range anna.RecoveryCodes() {
		secrets["a recovery code "+code] = code
	}
	id := anna.Open(webtest.WotnTable(nil))
	guest.Do(id, webtest.Object{"type": "sit", "seat": 1})
	anna.Do(id, webtest.Object{"type": "chat", "text": "Glueckwunsch"})
	anna.Request("POST", "/api/matches/"+id+"/commands", webtest.Object{"type": "move", "move": "Grobian"}).Body.Close()
	guest.Want(204, "POST", "/api/reports", webtest.Object{"about": anna.Me().ID, "match": id, "reason": "talk", "text": "Grobian"}, nil)
	bot := s.Bot(named("Robotnik"))
	program := as(&webtest.Browser{Server: s, Client: &http.Client{}, Token: as(bot).NewToken()})
	secrets["the token of a bot"] = program.Token
	program.Request("GET", "/api/user/"+named("Annabella"), nil).Body.Close()
	program.Request("POST", "/api/challenge/Annabella", nil).Body.Close()
	program.Request("GET", "/api/user/Annabella/", nil).Body.Close()
	boss := as(s.Staff(named("Bossuet"), store.Administrator))
	var link admin.ResetLink
	boss.Want(200, "POST", "/api/admin/people/"+anna.Me().ID+"/reset", webtest.Object{"hours": 1}, &link)
	secrets["a reset link"] = link.Link
	var invitation admin.NewInvitation
	boss.Want(200, "POST", "/api/admin/invitations", webtest.Object{"hours": 1, "note": "Grobian"}, &invitation)
	secrets["an invitation"] = invitation.Link
	as(s.Visitor()).Want(200, "POST", "/api/account", webtest.Object{"name": named("Eingeladener"), "password": "long enough", "invitation": invitation.Link}, nil)
	boss.Want(200, "GET", "/api/admin/people?name=Annabella", nil, nil)
	boss.Act(204, "", anna, webtest.Object{"action": "warn", "text": "Grobian"})
	boss.Want(204, "POST", "/api/admin/addresses", webtest.Object{"network": "198.51.100.0/24", "reason": "Grobian"}, nil)
	as(s.Visitor()).Request("GET", "/api/lobby", nil).Body.Close()
	cookies("Annabella", anna)
	cookies("Gastonius", guest)
	cookies("Bossuet", boss)

	all := lines.All()
	if len(all) < 20 {
		t.Fatalf("the log has %d lines: %v", len(all), all)
	}
	for what, secret := range secrets {
		if secret == "" {
			t.Errorf("%s is missing", what)
			continue
		}
		for _, line := range all {
			if strings.Contains(strings.ToLower(line), strings.ToLower(secret)) {
				t.Errorf("the log contains %s: %s", what, line)
			}
		}
	}
}
