package people_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
)

// code returns the status and the code of a problem, "" for none.
func codeOf(b *webtest.Browser, method, path string, body any) (status int, code string) {
	b.T.Helper()
	resp := b.Request(method, path, body)
	defer resp.Body.Close()
	if resp.StatusCode < 400 {
		return resp.StatusCode, ""
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	var p core.Problem
	if err := json.Unmarshal(data, &p); err != nil {
		b.T.Fatalf("%s %s: %v: %s", method, path, err, data)
	}
	return resp.StatusCode, p.Code
}

// stale makes the proof of the session expire.
func staleSession(b *webtest.Browser) *webtest.Browser {
	b.T.Helper()
	at, err := url.Parse(b.URL)
	if err != nil {
		b.T.Fatal(err)
	}
	for _, cookie := range b.Client.Jar.Cookies(at) {
		if cookie.Name != "tafelrunde" {
			continue
		}
		session, err := b.API.App.LoadSession(b.T.Context(), cookie.Value)
		if err != nil {
			b.T.Fatal(err)
		}
		session.Proof.At = b.API.App.Now().After(-10 * match.Minute)
		if err := b.API.App.StoreSession(b.T.Context(), cookie.Value, session, session.Until); err != nil {
			b.T.Fatal(err)
		}
	}
	return b
}

// TestTokenScopes requests every described route with
// every scope.
func TestTokenScopes(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Member("Anna")
	id := anna.Open(webtest.WotnTable(nil))
	programs := map[string]*webtest.Browser{"": anna.Program(nil)}
	for _, scope := range []string{"read", "play", "challenge"} {
		programs[scope] = anna.Program(webtest.Object{"name": scope, "scopes": []string{scope}})
	}
	// The required scopes are repeated here by path; all other routes require read.
	needed := map[string]string{
		"GET /api/tokens": "none", "GET /api/me/export": "none", "GET /api/me/passkeys": "none", "GET /api/sessions": "none", "GET /api/me/recovery-codes": "none",
		"GET /api/clubs/{id}/requests": "none", "POST /api/matches": "challenge", "POST /api/pair": "challenge", "POST /api/lobby/computers": "challenge", "POST /api/people/{id}/challenge": "challenge", "POST /api/challenge/{user}": "challenge", "POST /api/token/test": "any", "GET /healthz": "any", "GET /readyz": "any", "DELETE /api/token": "any",
		"POST /api/me/notifications/read": "play", "POST /api/animation.gif": "read", "POST /api/matches/{id}/commands": "play", "PUT /api/matches/{id}/mute": "play", "GET /api/matches/{id}/note": "none",
		"GET /api/puzzle/next": "play", "POST /api/puzzle/batch": "play", "POST /api/puzzle/{id}/vote": "play", "POST /api/puzzle/run": "play", "POST /api/puzzle/run/{id}/begin": "play", "PUT /api/puzzle/run/{id}": "play",
		"PUT /api/me/blocks/{id}": "play", "DELETE /api/me/blocks/{id}": "play", "PUT /api/me/follows/{id}": "play", "DELETE /api/me/follows/{id}": "play", "POST /api/reports": "play",
		"POST /api/challenge/{id}/accept": "play", "POST /api/challenge/{id}/decline": "play", "POST /api/challenge/{id}/cancel": "play",
	}
	asked := 0
	for path, item := range s.API.Spec.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op == nil {
				continue
			}
			if _, ok := core.RouteScopes[op.OperationID]; !ok {
				t.Errorf("%s (%s %s) has no scope", op.OperationID, method, path)
			}
			need := needed[method+" "+path]
			switch {
			case need != "":
			case strings.HasPrefix(path, "/api/admin/"):
				need = "none"
			case strings.HasPrefix(path, "/api/tournaments") && !strings.Contains(path, "/notices") && method != "GET":
				need = "challenge"
			case strings.HasPrefix(path, "/api/bot/") && method == "POST":
				need = "play"
			case method == "GET":
				need = "read"
			default:
				need = "none"
			}
			if need == "any" {
				continue // it revokes the token: see below
			}
			for scope, program := range programs {
				s.API.App.Limits = core.Limits{}
				p := strings.NewReplacer("{id}", id, "{game}", "1", "{accept}", "no", "{move}", "e2e5", "{key}", "x", "{token}", "x").Replace(path)
				var body any
				if method == "POST" || method == "PUT" {
					body = webtest.Object{}
				}
				resp := program.Request(method, p, body)
				code := ""
				if resp.StatusCode >= 400 {
					var problem core.Problem
					if err := json.NewDecoder(resp.Body).Decode(&problem); err != nil {
						t.Errorf("%s %s: %v", method, path, err)
					}
					code = problem.Code
				}
				resp.Body.Close()
				asked++
				want := ""
				switch {
				case need == "none":
					want = "scope-none"
				case scope != "" && scope != need:
					want = "scope"
				}
				if refused := code == "scope" || code == "scope-none"; refused != (want != "") || refused && (code != want || resp.StatusCode != 403) {
					t.Errorf("%s %s with %q: status %d, %q, want %q", method, path, scope, resp.StatusCode, code, want)
				}
			}
		}
	}
	if asked < 4*50 {
		t.Errorf("only %d requests", asked)
	}
	if p := anna.Me(); p.Name != "Anna" {
		t.Errorf("%+v: a token has changed the account", p)
	}
	for scope, program := range programs {
		program.Want(204, "DELETE", "/api/token", nil, nil)
		if status, code := codeOf(program, "GET", "/api/session", nil); status != 401 || code != "token" {
			t.Errorf("%q revoked itself: status %d, %q", scope, status, code)
		}
	}
}

// TestTokenIsNotASession tries to gain control of the account with a token.
func TestTokenIsNotASession(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Member("Anna")
	program := s.Visitor()
	program.Token = anna.NewToken()
	const password = "long enough"
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/api/tokens", nil},
		{"POST", "/api/login", webtest.Object{"name": "Anna", "password": password}},
		{"POST", "/api/session", webtest.Object{"name": "Other"}},
		{"POST", "/api/me/sessions/end", nil},
		{"POST", "/api/me/password", webtest.Object{"old": password, "new": "another one"}},
		{"GET", "/api/me/passkeys", nil},
		{"DELETE", "/api/tokens", nil},
		{"POST", "/api/me/delete", webtest.Object{"name": "Anna"}},
	} {
		if status, code := codeOf(program, c.method, c.path, c.body); status != 403 || code != "scope-none" {
			t.Errorf("%s %s: status %d, %q", c.method, c.path, status, code)
		}
	}
	for _, cookie := range program.Client.Jar.Cookies(&url.URL{Scheme: "http", Host: "127.0.0.1"}) {
		t.Errorf("the token has opened a session: %v", cookie)
	}
	if p := anna.Me(); p.Name != "Anna" {
		t.Errorf("%+v", p)
	}
	s.Visitor().LogIn("Anna", password)
}

func TestListAndRevokeTokens(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Member("Anna")
	soonOver := int64(s.API.App.Now()) + 1500
	first := anna.Program(webtest.Object{"name": " first ", "scopes": []string{"play", "read", "play"}})
	second := anna.Program(webtest.Object{"name": "second", "expires": soonOver})
	third := anna.Program(nil)
	fourth := anna.Program(webtest.Object{"name": "fourth", "expires": 0})
	list := func() (all []people.TokenView) {
		t.Helper()
		var out struct{ Tokens []people.TokenView }
		anna.Want(200, "GET", "/api/tokens", nil, &out)
		return out.Tokens
	}
	tokens := list()
	if len(tokens) != 4 {
		t.Fatalf("%+v", tokens)
	}
	byName := map[string]people.TokenView{}
	for _, token := range tokens {
		byName[token.Name] = token
		if token.UsedAt != 0 || token.Since == 0 || token.ID == "" {
			t.Errorf("%+v", token)
		}
	}
	if one := byName["first"]; !slices.Equal(one.Scopes, []string{"read", "play"}) || one.Expires != one.Since+90*24*60*60*1000 {
		t.Errorf("%+v", one)
	}
	if two := byName["second"]; len(two.Scopes) != 3 || int64(two.Expires) != soonOver {
		t.Errorf("%+v", two)
	}
	if bare := byName[""]; bare.Expires != bare.Since+90*24*60*60*1000 {
		t.Errorf("%+v: a token without a request expires", bare)
	}
	if four := byName["fourth"]; four.Expires != 0 {
		t.Errorf("%+v: 0 is never", four)
	}
	fourth.Want(204, "DELETE", "/api/token", nil, nil)
	for _, bad := range []webtest.Object{{"name": strings.Repeat("x", 31)}, {"name": "a\x1b[2Jb"}, {"scopes": []string{"admin"}}, {"scopes": []string{}}, {"expires": 1}} {
		if status, code := codeOf(anna, "POST", "/api/tokens", bad); status != 422 {
			t.Errorf("%v: status %d, %q", bad, status, code)
		}
	}

	first.Want(200, "GET", "/api/me/matches", nil, nil)
	webtest.Eventually(t, "the use of a token is not stored", func() bool {
		for _, token := range list() {
			if token.Name == "first" && token.UsedAt > 0 {
				return true
			}
		}
		return false
	})

	lobbies := map[string]<-chan string{}
	for name, program := range map[string]*webtest.Browser{"first": first, "second": second, "third": third} {
		lobbies[name] = streamOf(program, "/api/lobby/stream")
	}
	anna.Want(204, "DELETE", "/api/tokens/"+byName["first"].ID, nil, nil)
	anna.Refused(404, "not-found", "DELETE", "/api/tokens/"+byName["first"].ID, nil)
	s.Member("Ben").Refused(404, "not-found", "DELETE", "/api/tokens/"+byName[""].ID, nil)
	waitForEnd(t, "the stream of the first", lobbies["first"])
	first.Refused(401, "token", "GET", "/api/me/matches", nil)
	third.Want(200, "GET", "/api/me/matches", nil, nil)

	testkit.Until(t, func() error {
		if now := int64(s.API.App.Now()); now < soonOver {
			return fmt.Errorf("it is %d, and the token expires at %d", now, soonOver)
		}
		return nil
	})
	second.Refused(401, "token", "GET", "/api/me/matches", nil)
	anna.Open(webtest.WotnTable(nil)) // the lobby has changed, and the second stream would send an event
	if text := waitForEnd(t, "the stream of the second", lobbies["second"]); strings.Count(text, "event: lobby") > 1 {
		t.Errorf("the revoked token still receives: %s", text)
	}
	if tokens := list(); len(tokens) != 1 || tokens[0].Name != "" {
		t.Errorf("%+v", tokens)
	}
	select {
	case <-lobbies["third"]:
		t.Error("the stream of the third has ended")
	default:
	}
	for range people.MaxTokens - 1 {
		anna.NewToken()
		s.API.App.Limits = core.Limits{}
	}
	anna.Refused(409, "tokens-many", "POST", "/api/tokens", nil)
}

// TestCriticalRequestsRequireProof uses a session that may have been stolen.
func TestCriticalRequestsRequireProof(t *testing.T) {
	s := webtest.Serve(t)
	named := *s
	named.URL = strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	const password = "long enough"
	anna := staleSession(named.Member("Anna"))
	dangerous := []struct {
		method, path string
		body         any
	}{
		{"POST", "/api/tokens", nil},
		{"POST", "/api/me/delete", webtest.Object{"name": "Anna"}},
		{"POST", "/api/passkeys/new", webtest.Object{}},
		{"DELETE", "/api/me/passkeys/x", nil},
	}
	for _, c := range dangerous {
		anna.Refused(403, "proof-needed", c.method, c.path, c.body)
	}
	anna.Refused(403, "password-wrong", "POST", "/api/tokens", webtest.Object{"password": "wrong one"})
	anna.Refused(403, "password-wrong", "POST", "/api/me/delete", webtest.Object{"name": "Anna", "password": "wrong one"})
	anna.Refused(403, "password-wrong", "POST", "/api/me/proof", webtest.Object{"password": ""})
	anna.Refused(403, "passkey-late", "POST", "/api/me/proof", webtest.Object{"ceremony": "x", "credential": webtest.Object{}})
	anna.Want(200, "POST", "/api/tokens", webtest.Object{"password": password}, nil)
	anna.Refused(403, "proof-needed", "POST", "/api/tokens", nil) // the password was only for that request
	// The proof of one session does not apply to another.
	other := staleSession(named.Visitor().LogIn("Anna", password))
	anna.Want(204, "POST", "/api/me/proof", webtest.Object{"password": password}, nil)
	anna.Want(200, "POST", "/api/tokens", nil, nil)
	anna.Want(200, "POST", "/api/passkeys/new", webtest.Object{}, nil)
	other.Refused(403, "proof-needed", "POST", "/api/tokens", nil)
	// Ending all other sessions starts a new one without a proof.
	other.Want(200, "POST", "/api/me/sessions/end", nil, nil)
	other.Refused(403, "proof-needed", "POST", "/api/tokens", nil)
	other.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Anna", "password": password}, nil)
	// A guest need not prove an identity.
	named.Guest("Gast").Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Gast"}, nil)
}

// TestFirstPasswordNeedsProof adds a password to an account that has only passkeys, in
// a session that may have been stolen.
func TestFirstPasswordNeedsProof(t *testing.T) {
	s := webtest.Serve(t)
	p := store.Person{ID: "anna", Name: "Anna", Registered: true}
	if err := s.Store.AddPerson(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.AddPasskey(t.Context(), store.Passkey{ID: "k", Person: p.ID, Credential: "{}"}, p.Epoch, 2); err != nil {
		t.Fatal(err)
	}
	password := webtest.Object{"old": "", "new": "correct horse"}
	s.WithSession(p, 0).Refused(403, "proof-needed", "POST", "/api/me/password", password)
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "correct horse"})
	loggedIn(s, p).Want(200, "POST", "/api/me/password", password, nil)
	s.Visitor().LogIn("Anna", "correct horse")
}
