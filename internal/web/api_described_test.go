package web

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// described is the operation that the server describes for a request, nil if
// there is none.
func described(spec *huma.OpenAPI, method, path string) *huma.Operation {
	path, _, _ = strings.Cut(path, "?")
	want := strings.Split(path, "/")
	var best *huma.Operation
	fixed := -1
	for template, item := range spec.Paths {
		parts := strings.Split(template, "/")
		if len(parts) != len(want) {
			continue
		}
		same, matches := 0, true
		for i, part := range parts {
			switch {
			case part == want[i]:
				same++
			case !strings.HasPrefix(part, "{"):
				matches = false
			}
		}
		op := map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete}[method]
		if matches && op != nil && same > fixed {
			best, fixed = op, same
		}
	}
	return best
}

// checkDescribed holds an answer to what the server describes.
func checkDescribed(t testing.TB, spec *huma.OpenAPI, method, path string, status int, contentType string, body []byte) {
	t.Helper()
	if !strings.HasPrefix(path, "/api/") && path != "/healthz" {
		return
	}
	op := described(spec, method, path)
	if op == nil {
		if status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			t.Errorf("%s %s is answered with %d, but not described", method, path, status)
		}
		return
	}
	response := op.Responses[strconv.Itoa(status)]
	if response == nil {
		response = op.Responses["default"]
	}
	if response == nil {
		t.Errorf("%s %s: status %d is not described", method, path, status)
		return
	}
	if len(body) == 0 || !strings.HasPrefix(contentType, "application/json") {
		return
	}
	media := response.Content["application/json"]
	if media == nil || media.Schema == nil {
		t.Errorf("%s %s: JSON for status %d is not described", method, path, status)
		return
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return
	}
	var result huma.ValidateResult
	huma.Validate(spec.Components.Schemas, media.Schema, huma.NewPathBuffer([]byte{}, 0), huma.ModeReadFromServer, value, &result)
	for _, err := range result.Errors {
		t.Errorf("%s %s: the answer is not as described: %v: %.300s", method, path, err, body)
	}
}

// TestEveryDescribedRouteIsThere asks for each of them: none is answered as one
// that does not exist.
func TestEveryDescribedRouteIsThere(t *testing.T) {
	s := serveAPI(t)
	for path, item := range s.api.spec.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op == nil || strings.Contains(path, "stream") {
				continue
			}
			resp := s.stranger().request(method, strings.NewReplacer("{id}", "x", "{game}", "1", "{key}", "x", "{move}", "e2e4", "{accept}", "yes").Replace(path), nil)
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			var p Problem
			if json.Unmarshal(text, &p) == nil && p.Code == "no-route" || resp.StatusCode == http.StatusMethodNotAllowed || resp.StatusCode >= 500 {
				t.Errorf("%s %s: %d %s", method, path, resp.StatusCode, text)
			}
			if op.OperationID == "" || op.Summary == "" {
				t.Errorf("%s %s has no name or summary", method, path)
			}
		}
	}
	for _, path := range []string{"/api", "/api/", "/api/me", "/api/people", "/api/matches/x/y", "/api/me/blocks/x/y"} {
		resp := s.stranger().request("GET", path, nil)
		resp.Body.Close()
		if resp.StatusCode < 400 || resp.StatusCode >= 500 {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
}

// FuzzHandlers sends whatever there is to every route: no answer is a fault of
// the server's.
func FuzzHandlers(f *testing.F) {
	for i := range 60 {
		f.Add(uint8(i), "x", `{"type":"move","move":"e2e4","name":"x","password":"xxxxxxxx","settings":{"game":"wotn"}}`)
	}
	f.Add(uint8(3), "%00", "\x00")
	f.Add(uint8(4), "..%2f", `{"type":"improve","raises":[{"square":"\ud800"}]}`)
	f.Add(uint8(5), "ä?skip=-1", `{"settings":{"game":"lancelot","seats":99999999999999999999}}`)
	server := serveAPI(f)
	type route struct{ method, path string }
	var routes []route
	for path, item := range server.api.spec.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op != nil && !strings.Contains(path, "stream") {
				routes = append(routes, route{method, path})
			}
		}
	}
	slices.SortFunc(routes, func(a, b route) int { return strings.Compare(a.path+a.method, b.path+b.method) })
	f.Fuzz(func(t *testing.T, which uint8, part, body string) {
		r := routes[int(which)%len(routes)]
		at := strings.NewReplacer("{id}", part, "{game}", part, "{key}", part, "{move}", part, "{accept}", part).Replace(r.path)
		address, err := url.Parse(at)
		if err != nil || !strings.HasPrefix(at, "/") {
			return // what is no address does not come to a handler
		}
		server.api.limits.mu.Lock()
		server.api.limits.by = nil
		server.api.limits.mu.Unlock()
		request := httptest.NewRequest(r.method, "/", strings.NewReader(body))
		request.URL = address
		request.RequestURI = at
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		server.api.ServeHTTP(answer, request)
		if answer.Code >= 500 {
			t.Errorf("%s %s: %d %s", r.method, at, answer.Code, answer.Body)
		}
	})
}
