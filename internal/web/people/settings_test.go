package people_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
)

// TestSettingsFollowTheAccount stores settings in one session and reads them in
// another.
func TestSettingsFollowTheAccount(t *testing.T) {
	s := webtest.Serve(t)
	anna, again := s.Guest("Anna"), s.Visitor()
	anna.Want(200, "POST", "/api/account", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	again.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	want := func(b *webtest.Browser, board string, changed match.Moment) {
		t.Helper()
		var got people.PageSettings
		b.Want(200, "GET", "/api/me/settings", nil, &got)
		if text, _ := json.Marshal(got.Settings); string(text) != board || got.Changed != changed {
			t.Errorf("%s, %d; want %s, %d", text, got.Changed, board, changed)
		}
	}
	want(anna, "{}", 0)
	put := func(b *webtest.Browser, settings any, changed int64) {
		t.Helper()
		b.Want(200, "PUT", "/api/me/settings", webtest.Object{"settings": settings, "changed": changed}, nil)
	}
	put(anna, webtest.Object{"board": "slate", "muted": []string{"check"}}, 7)
	want(again, `{"board":"slate","muted":["check"]}`, 7)
	put(again, webtest.Object{"board": "wood"}, 9)
	put(anna, webtest.Object{"board": "parchment"}, 8)
	want(anna, `{"board":"wood"}`, 9)

	// A clock that is fast does not prevent later changes.
	put(anna, webtest.Object{"board": "contrast"}, 1<<50)
	var got people.PageSettings
	anna.Want(200, "GET", "/api/me/settings", nil, &got)
	if now := s.API.App.Now(); got.Changed > now || got.Settings["board"] != "contrast" {
		t.Errorf("%+v at %d", got, now)
	}

	for _, body := range []webtest.Object{
		{"settings": webtest.Object{"x": strings.Repeat("x", 4096)}, "changed": 1},
		{"settings": []int{1}, "changed": 1},
		{"settings": nil, "changed": 1},
		{"changed": 1},
		{"settings": webtest.Object{}, "changed": -1},
	} {
		resp := anna.Request("PUT", "/api/me/settings", body)
		resp.Body.Close()
		if resp.StatusCode != 422 {
			t.Errorf("%.80v: status %d", body, resp.StatusCode)
		}
	}

	var exported struct{ Settings people.PageSettings }
	anna.Want(200, "GET", "/api/me/export", nil, &exported)
	if exported.Settings.Settings["board"] != "contrast" {
		t.Errorf("%+v", exported)
	}
}
