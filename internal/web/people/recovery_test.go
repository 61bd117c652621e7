package people_test

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
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
)

func TestRecoveryCodes(t *testing.T) {
	s := webtest.Serve(t)
	s.Guest("Gast").Refused(403, "account-needed", "POST", "/api/me/recovery-codes", nil)
	anna := s.Member("Anna")
	if left := anna.CodesLeft(); left != (people.RecoveryCodesLeft{}) {
		t.Errorf("%+v before any were created", left)
	}
	first := anna.RecoveryCodes()
	codes := anna.RecoveryCodes() // they replace the first ones
	seen := make(map[string]bool)
	for _, code := range codes {
		if seen[code] || !regexp.MustCompile(`^[0-9a-z]{4}(-[0-9a-z]{4}){3}$`).MatchString(code) {
			t.Errorf("the code %s", code)
		}
		seen[code] = true
	}
	if left := anna.CodesLeft(); len(codes) != people.RecoveryCodes || left.Left != len(codes) || left.Since == 0 {
		t.Errorf("%d codes, %+v", len(codes), left)
	}
	var token struct{ Token string }
	anna.Want(200, "POST", "/api/tokens", nil, &token)

	// The response for an unknown name is that for a wrong code.
	for _, body := range []webtest.Object{
		{"name": "Anna", "code": first[0], "password": "another one"},
		{"name": "Anna", "code": "", "password": "another one"},
		{"name": "Nobody", "code": codes[0], "password": "another one"},
		{"name": "", "code": codes[0], "password": "another one"},
	} {
		s.Visitor().Refused(403, "recovery", "POST", "/api/login/recovery", body)
	}
	lost := s.Visitor()
	lost.Refused(422, "password", "POST", "/api/login/recovery", webtest.Object{"name": "Anna", "code": codes[0], "password": "short"})
	lost.Refused(422, "password-common", "POST", "/api/login/recovery", webtest.Object{"name": "Nobody", "code": codes[0], "password": "password1"})

	// Case, separators, and letters that look like digits do not matter.
	typed := " " + strings.NewReplacer("-", " ", "0", "o", "1", "l").Replace(codes[0]) + " "
	var p people.Person
	lost.Want(200, "POST", "/api/login/recovery", webtest.Object{"name": " anna ", "code": strings.ToUpper(typed), "password": "another one"}, &p)
	if p.ID != anna.ID || lost.Me().ID != anna.ID {
		t.Errorf("%+v", p)
	}
	// All other sessions and all tokens have ended, and the code is spent.
	if anna.Me().ID != "" {
		t.Error("the session of before is still valid")
	}
	bot := s.Visitor()
	bot.Token = token.Token
	bot.Refused(401, "token", "GET", "/api/me/matches", nil)
	s.Visitor().Refused(403, "recovery", "POST", "/api/login/recovery", webtest.Object{"name": "Anna", "code": codes[0], "password": "a third one"})
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"})
	s.Visitor().LogIn("Anna", "another one")
	if left := lost.CodesLeft(); left.Left != len(codes)-1 {
		t.Errorf("%+v after one was used", left)
	}

	// The store has only hashes.
	if has, err := s.Store.HasRecoveryCode(t.Context(), p.ID, codes[1]); err != nil || has {
		t.Errorf("the code itself is stored, %v", err)
	}
	var exported struct{ RecoveryCodes people.RecoveryCodesLeft }
	if lost.Want(200, "GET", "/api/me/export", nil, &exported); exported.RecoveryCodes != lost.CodesLeft() {
		t.Errorf("%+v", exported)
	}
}

// TestRecoveryCodesNeedProof: an old session alone must not suffice to create codes.
func TestRecoveryCodesNeedProof(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Member("Anna")
	p, err := s.Store.Person(t.Context(), anna.ID)
	if err != nil {
		t.Fatal(err)
	}
	old := s.WithSession(p, s.API.App.Now().After(-10*match.Minute))
	old.Refused(403, "proof-needed", "POST", "/api/me/recovery-codes", nil)
	old.Refused(403, "password-wrong", "POST", "/api/me/recovery-codes", webtest.Object{"password": "wrong one"})
	old.Want(200, "POST", "/api/me/recovery-codes", webtest.Object{"password": "long enough"}, nil)
}

// TestGuessedRecoveryCodes: codes are limited by account and by name, apart from
// passwords.
func TestGuessedRecoveryCodes(t *testing.T) {
	s := webtest.Serve(t)
	now := time.Now()
	s.API.People.Guesses.Now = func() time.Time { return now }
	anna := s.Member("Anna")
	codes := anna.RecoveryCodes()
	for _, name := range []string{"Anna", "Nobody"} {
		for i := range people.FreeGuesses {
			s.Visitor().Refused(403, "recovery", "POST", "/api/login/recovery", webtest.Object{"name": name, "code": fmt.Sprint(i), "password": "another one"})
		}
		s.Visitor().Refused(429, "guesses", "POST", "/api/login/recovery", webtest.Object{"name": name, "code": codes[0], "password": "another one"})
	}
	s.Visitor().LogIn("Anna", "long enough")
	now = now.Add(people.FirstWait)
	s.Visitor().Want(200, "POST", "/api/login/recovery", webtest.Object{"name": "Anna", "code": codes[0], "password": "another one"}, nil)
}

// withUserAgent sets the User-Agent header of a browser.
type withUserAgent string

func (w withUserAgent) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("User-Agent", string(w))
	return http.DefaultTransport.RoundTrip(r)
}

func loginsOf(b *webtest.Browser) []people.Login {
	b.T.Helper()
	var out struct{ Sessions []people.Login }
	b.Want(200, "GET", "/api/sessions", nil, &out)
	return out.Sessions
}

func TestSessionsAreListed(t *testing.T) {
	s := webtest.Serve(t)
	s.Guest("Gast").Refused(403, "account-needed", "GET", "/api/sessions", nil)
	ben := s.Member("Ben")
	anna, phone := s.Visitor(), s.Visitor()
	anna.Client.Transport = withUserAgent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	phone.Client.Transport = withUserAgent("something else")
	anna.Want(200, "POST", "/api/account", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	phone.LogIn("Anna", "long enough")
	list := loginsOf(anna)
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
	if anna.Want(200, "GET", "/api/me/export", nil, &exported); len(exported.Sessions) != 2 {
		t.Errorf("%+v", exported)
	}
	// Only one's own sessions can be ended, each once. Its streams end too.
	ben.Refused(404, "not-found", "DELETE", "/api/sessions/"+other.ID, nil)
	ended := streamOf(phone, "/api/lobby/stream")
	anna.Want(204, "DELETE", "/api/sessions/"+other.ID, nil, nil)
	<-ended
	phone.Refused(401, "no-session", "GET", "/api/me/matches", nil)
	anna.Refused(404, "not-found", "DELETE", "/api/sessions/"+other.ID, nil)
	if list := loginsOf(anna); len(list) != 1 || !list[0].Current {
		t.Errorf("%+v", list)
	}
	// Logging out, and ending all others, remove them from the list too.
	phone.LogIn("Anna", "long enough")
	third := s.Visitor().LogIn("Anna", "long enough")
	third.Want(204, "DELETE", "/api/session", nil, nil)
	if list := loginsOf(anna); len(list) != 2 {
		t.Errorf("%+v", list)
	}
	anna.Want(200, "POST", "/api/me/sessions/end", nil, nil)
	if list := loginsOf(anna); len(list) != 1 || !list[0].Current {
		t.Errorf("%+v", list)
	}
}

// TestOldSessionsAreListedWhenUsed: an earlier version has stored a session without
// its owner.
func TestOldSessionsAreListedWhenUsed(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Member("Anna")
	other := s.Visitor().LogIn("Anna", "long enough")
	// As it was stored before: data without the owner.
	app := s.API.App
	token := tokenOf(t, other)
	data, err := s.Store.Session(t.Context(), token, app.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Store.DeleteSession(t.Context(), token, ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.SetSession(t.Context(), token, data, app.Now().After(match.Minute*60)); err != nil {
		t.Fatal(err)
	}
	if list := loginsOf(anna); len(list) != 1 {
		t.Errorf("%+v", list)
	}
	// Another server, which has not stored the use yet.
	again := other.At(webtest.ServeStore(t, s.Store))
	if again.Me().ID != anna.ID {
		t.Fatal("the session is no longer valid")
	}
	testkit.Until(t, func() error {
		if n := len(loginsOf(anna)); n != 2 {
			return fmt.Errorf("%d sessions are listed", n)
		}
		return nil
	})
	for _, l := range loginsOf(anna) {
		if l.Since == 0 || l.UsedAt == 0 {
			t.Errorf("%+v", l)
		}
	}
}

// tokenOf returns the token under which the session of a browser is stored.
func tokenOf(t *testing.T, b *webtest.Browser) string {
	t.Helper()
	at, err := url.Parse(b.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range b.Client.Jar.Cookies(at) {
		if c.Name == "tafelrunde" {
			sum := sha256.Sum256([]byte(c.Value))
			return base64.RawURLEncoding.EncodeToString(sum[:])
		}
	}
	t.Fatal("no cookie")
	return ""
}
