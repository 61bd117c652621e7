package web

import (
	"encoding/json"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/web/people"
)

// TestSettingsFollowTheAccount stores settings in one session and reads them in
// another.
func TestSettingsFollowTheAccount(t *testing.T) {
	s := serveAPI(t)
	anna, again := s.guest("Anna"), s.visitor()
	anna.want(200, "POST", "/api/account", object{"name": "Anna", "password": "long enough"}, nil)
	again.want(200, "POST", "/api/login", object{"name": "Anna", "password": "long enough"}, nil)
	want := func(b *browser, board string, changed match.Moment) {
		t.Helper()
		var got people.PageSettings
		b.want(200, "GET", "/api/me/settings", nil, &got)
		if text, _ := json.Marshal(got.Settings); string(text) != board || got.Changed != changed {
			t.Errorf("%s, %d; want %s, %d", text, got.Changed, board, changed)
		}
	}
	want(anna, "{}", 0)
	put := func(b *browser, settings any, changed int64) {
		t.Helper()
		b.want(200, "PUT", "/api/me/settings", object{"settings": settings, "changed": changed}, nil)
	}
	put(anna, object{"board": "slate", "muted": []string{"check"}}, 7)
	want(again, `{"board":"slate","muted":["check"]}`, 7)
	put(again, object{"board": "wood"}, 9)
	put(anna, object{"board": "parchment"}, 8)
	want(anna, `{"board":"wood"}`, 9)

	// A clock that is fast does not prevent later changes.
	put(anna, object{"board": "contrast"}, 1<<50)
	var got people.PageSettings
	anna.want(200, "GET", "/api/me/settings", nil, &got)
	if now := s.api.App.Now(); got.Changed > now || got.Settings["board"] != "contrast" {
		t.Errorf("%+v at %d", got, now)
	}

	for _, body := range []object{
		{"settings": object{"x": strings.Repeat("x", 4096)}, "changed": 1},
		{"settings": []int{1}, "changed": 1},
		{"settings": nil, "changed": 1},
		{"changed": 1},
		{"settings": object{}, "changed": -1},
	} {
		resp := anna.request("PUT", "/api/me/settings", body)
		resp.Body.Close()
		if resp.StatusCode != 422 {
			t.Errorf("%.80v: status %d", body, resp.StatusCode)
		}
	}

	var exported struct{ Settings people.PageSettings }
	anna.want(200, "GET", "/api/me/export", nil, &exported)
	if exported.Settings.Settings["board"] != "contrast" {
		t.Errorf("%+v", exported)
	}
}
