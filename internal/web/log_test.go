package web

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
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, Log: log, AccessLog: log, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
	secrets := map[string]string{"the password": "long enough", "a wrong password": "wrong horse", "the address": "203.0.113.77", "the address of the proxy": "127.0.0.1", "a banned address": "198.51.100", "a chat message": "Glueckwunsch", "the reason of a report": "Grobian"}
	as := func(b *browser) *browser {
		b.client.Transport = forwarded{"203.0.113.77"}
		return b
	}
	cookies := func(what string, b *browser) {
		at, err := url.Parse(s.url)
		if err != nil {
			t.Fatal(err)
		}
		for _, cookie := range b.client.Jar.Cookies(at) {
			secrets["the cookie of "+what] = cookie.Value
		}
	}
	named := func(name string) string {
		secrets["the name "+name] = name
		return name
	}

	anna, guest := as(s.visitor()), as(s.visitor())
	anna.want(200, "POST", "/api/account", object{"name": named("Annabella"), "password": "long enough"}, nil)
	anna.id = anna.me().ID
	guest.want(200, "POST", "/api/session", object{"name": named("Gastonius")}, nil)
	as(s.visitor()).refused(403, "login", "POST", "/api/login", object{"name": "Annabella", "password": "wrong horse"})
	for _, code := range anna.recoveryCodes() {
		secrets["a recovery code "+code] = code
	}
	id := anna.open(wotnTable(nil))
	guest.do(id, object{"type": "sit", "seat": 1})
	anna.do(id, object{"type": "chat", "text": "Glueckwunsch"})
	anna.request("POST", "/api/matches/"+id+"/commands", object{"type": "move", "move": "Grobian"}).Body.Close()
	guest.want(204, "POST", "/api/reports", object{"about": anna.me().ID, "match": id, "reason": "talk", "text": "Grobian"}, nil)
	bot := s.bot(named("Robotnik"))
	program := as(&browser{testServer: s, client: &http.Client{}, token: as(bot).newToken()})
	secrets["the token of a bot"] = program.token
	program.request("GET", "/api/user/"+named("Annabella"), nil).Body.Close()
	program.request("POST", "/api/challenge/Annabella", nil).Body.Close()
	program.request("GET", "/api/user/Annabella/", nil).Body.Close()
	boss := as(s.staff(named("Bossuet"), store.Administrator))
	var link admin.ResetLink
	boss.want(200, "POST", "/api/admin/people/"+anna.me().ID+"/reset", object{"hours": 1}, &link)
	secrets["a reset link"] = link.Link
	var invitation admin.NewInvitation
	boss.want(200, "POST", "/api/admin/invitations", object{"hours": 1, "note": "Grobian"}, &invitation)
	secrets["an invitation"] = invitation.Link
	as(s.visitor()).want(200, "POST", "/api/account", object{"name": named("Eingeladener"), "password": "long enough", "invitation": invitation.Link}, nil)
	boss.want(200, "GET", "/api/admin/people?name=Annabella", nil, nil)
	boss.act(204, "", anna, object{"action": "warn", "text": "Grobian"})
	boss.want(204, "POST", "/api/admin/addresses", object{"network": "198.51.100.0/24", "reason": "Grobian"}, nil)
	as(s.visitor()).request("GET", "/api/lobby", nil).Body.Close()
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
