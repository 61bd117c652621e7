package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/web/people"
)

// recoveryCodes creates new recovery codes.
func (b *browser) recoveryCodes() []string {
	b.t.Helper()
	var out struct{ Codes []string }
	b.want(200, "POST", "/api/me/recovery-codes", nil, &out)
	return out.Codes
}

func (b *browser) codesLeft() people.RecoveryCodesLeft {
	b.t.Helper()
	var out people.RecoveryCodesLeft
	b.want(200, "GET", "/api/me/recovery-codes", nil, &out)
	return out
}

func TestRecoveryCodes(t *testing.T) {
	s := serveAPI(t)
	s.guest("Gast").refused(403, "account-needed", "POST", "/api/me/recovery-codes", nil)
	anna := s.member("Anna")
	if left := anna.codesLeft(); left != (people.RecoveryCodesLeft{}) {
		t.Errorf("%+v before any were created", left)
	}
	first := anna.recoveryCodes()
	codes := anna.recoveryCodes() // they replace the first ones
	seen := make(map[string]bool)
	for _, code := range codes {
		if seen[code] || !regexp.MustCompile(`^[0-9a-z]{4}(-[0-9a-z]{4}){3}$`).MatchString(code) {
			t.Errorf("the code %s", code)
		}
		seen[code] = true
	}
	if left := anna.codesLeft(); len(codes) != people.RecoveryCodes || left.Left != len(codes) || left.Since == 0 {
		t.Errorf("%d codes, %+v", len(codes), left)
	}
	var token struct{ Token string }
	anna.want(200, "POST", "/api/tokens", nil, &token)

	// The response for an unknown name is that for a wrong code.
	for _, body := range []object{
		{"name": "Anna", "code": first[0], "password": "another one"},
		{"name": "Anna", "code": "", "password": "another one"},
		{"name": "Nobody", "code": codes[0], "password": "another one"},
		{"name": "", "code": codes[0], "password": "another one"},
	} {
		s.visitor().refused(403, "recovery", "POST", "/api/login/recovery", body)
	}
	lost := s.visitor()
	lost.refused(422, "password", "POST", "/api/login/recovery", object{"name": "Anna", "code": codes[0], "password": "short"})
	lost.refused(422, "password-common", "POST", "/api/login/recovery", object{"name": "Nobody", "code": codes[0], "password": "password1"})

	// Case, separators, and letters that look like digits do not matter.
	typed := " " + strings.NewReplacer("-", " ", "0", "o", "1", "l").Replace(codes[0]) + " "
	var p people.Person
	lost.want(200, "POST", "/api/login/recovery", object{"name": " anna ", "code": strings.ToUpper(typed), "password": "another one"}, &p)
	if p.ID != anna.id || lost.me().ID != anna.id {
		t.Errorf("%+v", p)
	}
	// All other sessions and all tokens have ended, and the code is spent.
	if anna.me().ID != "" {
		t.Error("the session of before is still valid")
	}
	bot := s.visitor()
	bot.token = token.Token
	bot.refused(401, "token", "GET", "/api/me/matches", nil)
	s.visitor().refused(403, "recovery", "POST", "/api/login/recovery", object{"name": "Anna", "code": codes[0], "password": "a third one"})
	s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Anna", "password": "long enough"})
	s.visitor().logIn("Anna", "another one")
	if left := lost.codesLeft(); left.Left != len(codes)-1 {
		t.Errorf("%+v after one was used", left)
	}

	// The store has only hashes.
	if has, err := s.store.HasRecoveryCode(t.Context(), p.ID, codes[1]); err != nil || has {
		t.Errorf("the code itself is stored, %v", err)
	}
	var exported struct{ RecoveryCodes people.RecoveryCodesLeft }
	if lost.want(200, "GET", "/api/me/export", nil, &exported); exported.RecoveryCodes != lost.codesLeft() {
		t.Errorf("%+v", exported)
	}
}

// TestRecoveryCodesNeedProof: an old session alone must not suffice to create codes.
func TestRecoveryCodesNeedProof(t *testing.T) {
	s := serveAPI(t)
	anna := s.member("Anna")
	p, err := s.store.Person(t.Context(), anna.id)
	if err != nil {
		t.Fatal(err)
	}
	old := s.withSession(p, s.api.App.Now().After(-10*match.Minute))
	old.refused(403, "proof-needed", "POST", "/api/me/recovery-codes", nil)
	old.refused(403, "password-wrong", "POST", "/api/me/recovery-codes", object{"password": "wrong one"})
	old.want(200, "POST", "/api/me/recovery-codes", object{"password": "long enough"}, nil)
}

// TestGuessedRecoveryCodes: codes are limited by account and by name, apart from
// passwords.
func TestGuessedRecoveryCodes(t *testing.T) {
	s := serveAPI(t)
	now := time.Now()
	s.api.People.Guesses.Now = func() time.Time { return now }
	anna := s.member("Anna")
	codes := anna.recoveryCodes()
	for _, name := range []string{"Anna", "Nobody"} {
		for i := range people.FreeGuesses {
			s.visitor().refused(403, "recovery", "POST", "/api/login/recovery", object{"name": name, "code": fmt.Sprint(i), "password": "another one"})
		}
		s.visitor().refused(429, "guesses", "POST", "/api/login/recovery", object{"name": name, "code": codes[0], "password": "another one"})
	}
	s.visitor().logIn("Anna", "long enough")
	now = now.Add(people.FirstWait)
	s.visitor().want(200, "POST", "/api/login/recovery", object{"name": "Anna", "code": codes[0], "password": "another one"}, nil)
}

// withUserAgent sets the User-Agent header of a browser.
type withUserAgent string

func (w withUserAgent) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("User-Agent", string(w))
	return http.DefaultTransport.RoundTrip(r)
}

func (b *browser) logins() []people.Login {
	b.t.Helper()
	var out struct{ Sessions []people.Login }
	b.want(200, "GET", "/api/sessions", nil, &out)
	return out.Sessions
}

func TestSessionsAreListed(t *testing.T) {
	s := serveAPI(t)
	s.guest("Gast").refused(403, "account-needed", "GET", "/api/sessions", nil)
	ben := s.member("Ben")
	anna, phone := s.visitor(), s.visitor()
	anna.client.Transport = withUserAgent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	phone.client.Transport = withUserAgent("something else")
	anna.want(200, "POST", "/api/account", object{"name": "Anna", "password": "long enough"}, nil)
	phone.logIn("Anna", "long enough")
	list := anna.logins()
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	own, other := list[0], list[1]
	if !own.Current {
		own, other = other, own
	}
	if other.Current || own.Browser != "Firefox" || own.System != "Linux" || other.Browser != "" || other.System != "" || own.Since == 0 || own.UsedAt < own.Since {
		t.Errorf("%+v", list)
	}
	var exported struct{ Sessions []people.Login }
	if anna.want(200, "GET", "/api/me/export", nil, &exported); len(exported.Sessions) != 2 {
		t.Errorf("%+v", exported)
	}
	// Only one's own sessions can be ended, each once. Its streams end too.
	ben.refused(404, "not-found", "DELETE", "/api/sessions/"+other.ID, nil)
	ended := phone.stream("/api/lobby/stream")
	anna.want(204, "DELETE", "/api/sessions/"+other.ID, nil, nil)
	<-ended
	phone.refused(401, "no-session", "GET", "/api/me/matches", nil)
	anna.refused(404, "not-found", "DELETE", "/api/sessions/"+other.ID, nil)
	if list := anna.logins(); len(list) != 1 || !list[0].Current {
		t.Errorf("%+v", list)
	}
	// Logging out, and ending all others, remove them from the list too.
	phone.logIn("Anna", "long enough")
	third := s.visitor().logIn("Anna", "long enough")
	third.want(204, "DELETE", "/api/session", nil, nil)
	if list := anna.logins(); len(list) != 2 {
		t.Errorf("%+v", list)
	}
	anna.want(200, "POST", "/api/me/sessions/end", nil, nil)
	if list := anna.logins(); len(list) != 1 || !list[0].Current {
		t.Errorf("%+v", list)
	}
}

// TestOldSessionsAreListedWhenUsed: an earlier version has stored a session without
// its owner.
func TestOldSessionsAreListedWhenUsed(t *testing.T) {
	s := serveAPI(t)
	anna := s.member("Anna")
	other := s.visitor().logIn("Anna", "long enough")
	// As it was stored before: data without the owner.
	app := s.api.App
	token := tokenOf(t, other)
	data, err := s.store.Session(t.Context(), token, app.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.store.DeleteSession(t.Context(), token, ""); err != nil {
		t.Fatal(err)
	}
	if err := s.store.SetSession(t.Context(), token, data, app.Now().After(match.Minute*60)); err != nil {
		t.Fatal(err)
	}
	if list := anna.logins(); len(list) != 1 {
		t.Errorf("%+v", list)
	}
	// Another server, which has not stored the use yet.
	again := other.at(serveStore(t, s.store))
	if again.me().ID != anna.id {
		t.Fatal("the session is no longer valid")
	}
	testkit.Until(t, func() error {
		if n := len(anna.logins()); n != 2 {
			return fmt.Errorf("%d sessions are listed", n)
		}
		return nil
	})
	for _, l := range anna.logins() {
		if l.Since == 0 || l.UsedAt == 0 {
			t.Errorf("%+v", l)
		}
	}
}

// tokenOf returns the token under which the session of a browser is stored.
func tokenOf(t *testing.T, b *browser) string {
	t.Helper()
	at, err := url.Parse(b.url)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(at) {
		if c.Name == "tafelrunde" {
			sum := sha256.Sum256([]byte(c.Value))
			return base64.RawURLEncoding.EncodeToString(sum[:])
		}
	}
	t.Fatal("no cookie")
	return ""
}
