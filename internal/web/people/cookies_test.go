package people_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
)

// exchange sends a request with cookies and returns the status, the requester and the
// cookies of the response. It follows no rules of browsers, which test servers without TLS
// would not get Secure cookies from.
func exchange(s *webtest.Server, method, path string, body any, cookies ...*http.Cookie) (int, people.Person, map[string]*http.Cookie) {
	s.T.Helper()
	content, err := json.Marshal(body)
	if err != nil {
		s.T.Fatal(err)
	}
	r, err := http.NewRequest(method, s.URL+path, bytes.NewReader(content))
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for _, c := range cookies {
		r.AddCookie(c)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer resp.Body.Close()
	var p people.Person
	if resp.StatusCode == 200 {
		if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
			s.T.Fatal(err)
		}
	}
	set := make(map[string]*http.Cookie)
	for _, c := range resp.Cookies() {
		set[c.Name] = c
	}
	return resp.StatusCode, p, set
}

// TestCookiePrefixes: where cookies are restricted to HTTPS, their names have the prefixes
// with which browsers accept them from this host only.
func TestCookiePrefixes(t *testing.T) {
	for url, want := range map[string]map[string]string{
		"https://club.example":            {"__Host-tafelrunde": "/", "__Secure-tafelrunde-device": "/api/login"},
		"https://club.example/tafelrunde": {"__Secure-tafelrunde": "/tafelrunde/", "__Secure-tafelrunde-device": "/tafelrunde/api/login"},
	} {
		s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, SecureCookies: true, PublicURL: url})
		account := webtest.Object{"name": "Anna", "password": "long enough"}
		status, _, set := exchange(s, "POST", "/api/account", account)
		if status != 200 || len(set) != len(want) {
			t.Fatalf("%s: %d, %v", url, status, set)
		}
		session, path := "", ""
		for name, at := range want {
			c := set[name]
			if c == nil || c.Path != at || !c.Secure || !c.HttpOnly || c.Domain != "" {
				t.Fatalf("%s: %s is %v", url, name, c)
			}
			if !strings.HasSuffix(name, "-device") {
				session, path = name, at
			}
		}
		if _, p, again := exchange(s, "GET", "/api/session", nil, set[session]); p.Name != "Anna" || len(again) != 0 {
			t.Errorf("%s: %+v, %v", url, p, again)
		}
		// Another host of the domain can set a cookie without the prefix.
		planted := &http.Cookie{Name: "tafelrunde", Value: set[session].Value}
		if status, p, cleared := exchange(s, "GET", "/api/session", nil, planted); status != 200 || p.ID != "" || len(cleared) != 1 || cleared["tafelrunde"].MaxAge >= 0 {
			t.Errorf("%s: %d, %+v, %v for a cookie without the prefix", url, status, p, cleared)
		}
		// The device is known: wrong passwords of others do not make its owner wait.
		if status, _, again := exchange(s, "POST", "/api/login", account, set["__Secure-tafelrunde-device"]); status != 200 || again["__Secure-tafelrunde-device"] != nil {
			t.Errorf("%s: %d, %v", url, status, again)
		}
		status, _, cleared := exchange(s, "DELETE", "/api/session", nil, set[session])
		if c := cleared[session]; status != 204 || c == nil || c.MaxAge >= 0 || c.Path != path || !c.Secure {
			t.Errorf("%s: %d, %v", url, status, cleared)
		}
		if _, p, _ := exchange(s, "GET", "/api/session", nil, set[session]); p.ID != "" {
			t.Errorf("%s: %+v after the logout", url, p)
		}
	}
}

// TestCookiesOfEarlierVersions: sessions that an earlier version has begun go on under the
// new name of the cookie. Invalid cookies are deleted, and cause no errors.
func TestCookiesOfEarlierVersions(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, SecureCookies: true, PublicURL: "https://club.example"})
	guest := store.Person{ID: "gus", Name: "Gus", Since: s.API.App.Now()}
	if err := s.Store.AddPerson(t.Context(), guest); err != nil {
		t.Fatal(err)
	}
	value, until := "of-an-earlier-version", s.API.App.Now().After(180*24*60*match.Minute)
	session := core.Session{Person: guest.ID, Epoch: new(int64), Since: guest.Since, Until: until}
	if err := s.API.App.StoreSession(t.Context(), value, session, until); err != nil {
		t.Fatal(err)
	}
	old := &http.Cookie{Name: "tafelrunde", Value: value}
	// A page sends several requests with the old cookie.
	for range 3 {
		status, p, set := exchange(s, "GET", "/api/session", nil, old)
		if status != 200 || p.ID != guest.ID || set["tafelrunde"] == nil || set["tafelrunde"].MaxAge >= 0 {
			t.Fatalf("%d, %+v, %v", status, p, set)
		}
		c := set["__Host-tafelrunde"]
		if c == nil || c.Value != value || c.MaxAge < 179*24*60*60 || !c.Secure || c.Path != "/" {
			t.Fatalf("%v", c)
		}
		if _, p, again := exchange(s, "GET", "/api/session", nil, c); p.ID != guest.ID || len(again) != 0 {
			t.Errorf("%+v, %v", p, again)
		}
	}
	for _, request := range []struct {
		method, path string
		body         any
		status       int
	}{
		{"GET", "/api/session", nil, 200}, {"GET", "/api/lobby", nil, 200}, {"GET", "/api/me/matches", nil, 401},
		{"POST", "/api/session", webtest.Object{"name": "Ben"}, 200}, {"DELETE", "/api/session", nil, 204},
	} {
		status, p, set := exchange(s, request.method, request.path, request.body, &http.Cookie{Name: "tafelrunde", Value: "of an ended session"})
		if status != request.status || p.ID == guest.ID || set["tafelrunde"] == nil || set["tafelrunde"].MaxAge >= 0 {
			t.Errorf("%s %s: %d, %+v, %v", request.method, request.path, status, p, set)
		}
	}
}
