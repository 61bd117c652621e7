package web

import (
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/studies"
	"tafelrunde/wotn"
)

// described returns the operation that the OpenAPI document has for a request,
// nil if there is none.
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

// checkDescribed compares a response with the OpenAPI document.
func checkDescribed(t testing.TB, spec *huma.OpenAPI, method, path string, status int, contentType string, body []byte) {
	t.Helper()
	if !strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, "/game/") && path != "/healthz" && path != "/readyz" {
		return
	}
	op := described(spec, method, path)
	if op == nil {
		if status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			t.Errorf("%s %s: status %d, but the route is not described", method, path, status)
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
	if len(body) == 0 {
		return
	}
	if kind, _, err := mime.ParseMediaType(contentType); err != nil || response.Content[kind] == nil {
		t.Errorf("%s %s: status %d has the content type %q, which is not described", method, path, status, contentType)
	}
	if !strings.HasPrefix(contentType, "application/json") {
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
		t.Errorf("%s %s: the response is not as described: %v: %.300s", method, path, err, body)
	}
}

// checkEventDescribed compares an event of a stream with the OpenAPI document.
func checkEventDescribed(t testing.TB, spec *huma.OpenAPI, path string, e sse) {
	var data any
	if err := json.Unmarshal([]byte(e.data), &data); err != nil {
		t.Errorf("%s: %v: %s", path, err, e.data)
		return
	}
	stream := described(spec, "GET", path).Responses["200"].Content["text/event-stream"].Schema
	for _, kind := range stream.Items.OneOf {
		if kind.Properties["event"].Enum[0] != e.name {
			continue
		}
		var result huma.ValidateResult
		huma.Validate(spec.Components.Schemas, kind.Properties["data"], huma.NewPathBuffer([]byte{}, 0), huma.ModeReadFromServer, data, &result)
		for _, err := range result.Errors {
			t.Errorf("%s: the event %s is not as described: %v: %.300s", path, e.name, err, e.data)
		}
		return
	}
	t.Errorf("%s: the event %s is not described", path, e.name)
}

// checkLineDescribed compares a line of a stream of JSON lines with the OpenAPI
// document.
func checkLineDescribed(t testing.TB, spec *huma.OpenAPI, path string, line json.RawMessage) {
	t.Helper()
	var data any
	if err := json.Unmarshal(line, &data); err != nil {
		t.Fatal(err)
	}
	var result huma.ValidateResult
	items := described(spec, "GET", path).Responses["200"].Content["application/x-ndjson"].Schema.Items
	huma.Validate(spec.Components.Schemas, items, huma.NewPathBuffer([]byte{}, 0), huma.ModeReadFromServer, data, &result)
	for _, err := range result.Errors {
		t.Errorf("%s: the line is not as described: %v: %.300s", path, err, line)
	}
}

// TestEveryDescribedRouteExists requests each route of the OpenAPI document:
// none responds that it does not exist.
func TestEveryDescribedRouteExists(t *testing.T) {
	s := serveAPI(t)
	for path, item := range s.api.Spec.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op == nil || strings.Contains(path, "stream") {
				continue
			}
			resp := s.visitor().request(method, strings.NewReplacer("{id}", "x", "{game}", "1", "{key}", "x", "{move}", "e2e4", "{accept}", "yes", "{token}", "x", "{session}", "x", "{report}", "x", "{chapter}", "x").Replace(path), nil)
			text, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			var p core.Problem
			if json.Unmarshal(text, &p) == nil && p.Code == "no-route" || resp.StatusCode == http.StatusMethodNotAllowed || resp.StatusCode >= 500 {
				t.Errorf("%s %s: %d %s", method, path, resp.StatusCode, text)
			}
			if op.OperationID == "" || op.Summary == "" {
				t.Errorf("%s %s has no name or summary", method, path)
			}
		}
	}
	for _, path := range []string{"/api", "/api/", "/api/me", "/api/people", "/api/matches/x/y", "/api/me/blocks/x/y"} {
		resp := s.visitor().request("GET", path, nil)
		resp.Body.Close()
		if resp.StatusCode < 400 || resp.StatusCode >= 500 {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
}

// TestContentTypesAreDescribed parses the served OpenAPI document, and requests
// every route with GET: each response has a described content type, and each
// described content type occurs in a response.
func TestContentTypesAreDescribed(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, Explorer: testTables(t), Documents: oneDocument(t)})
	ann := s.bot("Ann")
	s.operator(204, "PUT", "/api/admin/people/"+ann.id+"/role", object{"role": "administrator"}, nil)
	cleo := s.member("Cleo")
	var challenge struct{ ID string }
	ann.want(200, "POST", "/api/challenge/cleo", object{"variant": "wotn"}, &challenge)
	cleo.want(200, "POST", "/api/challenge/"+challenge.ID+"/accept", nil, nil)
	var ids []string
	studyOf := make(map[string]studies.WholeStudy) // of the same game, by match
	for _, game := range []object{{}, {"game": "lancelot", "variant": "basic"}} {
		ben := s.guest("Ben")
		id := ann.open(wotnTable(func(o object) { maps.Copy(o, game) }))
		ben.do(id, object{"type": "sit"})
		first, second := ann, ben
		turns := []string{"e2e4", "e7e5"}
		if game["game"] != nil {
			turns = nil
		}
		for i, turn := range turns {
			[]*browser{first, second}[i].do(id, object{"type": "move", "move": turn})
		}
		ben.do(id, object{"type": "resign"})
		ids = append(ids, id)
		chapter := object{"title": "x", "text": "1. e4 *"}
		if game["game"] != nil {
			chapter["text"] = "[Position \"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7\"]"
		}
		var study studies.WholeStudy
		ann.want(200, "POST", "/api/studies", object{"game": cmp.Or(game["game"], any("wotn")), "title": "x", "visibility": "public", "chapter": chapter}, &study)
		studyOf[id] = study
	}
	var spec struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct{ Content map[string]any }
		}
	}
	ann.want(200, "GET", "/openapi.json", nil, &spec)
	if len(spec.Paths) < 30 {
		t.Fatalf("%d paths are described", len(spec.Paths))
	}
	position := url.Values{"game": {"wotn"}, "variant": {"wotn"}, "position": {wotn.StartText}}.Encode()
	queries := map[string]string{
		"/api/explorer": position, "/api/explorer/games": position + "&move=e2e4", "/api/diagram.svg": position, "/api/studies": "list=public",
	}
	for path, methods := range spec.Paths {
		op, ok := methods["get"]
		if !ok {
			continue
		}
		answered := make(map[string]bool)
		for i, id := range ids {
			query := queries[path]
			if path == "/api/people/{id}/games/export" {
				query = "game=" + []string{"wotn", "lancelot"}[i%2]
			}
			person := id
			if strings.HasPrefix(path, "/api/people/") || strings.HasPrefix(path, "/api/admin/people/") {
				var me people.Person
				ann.want(200, "GET", "/api/session", nil, &me)
				person = me.ID
			}
			if strings.HasPrefix(path, "/api/challenge/") {
				person = challenge.ID
			}
			if strings.HasPrefix(path, "/api/studies/") {
				person = studyOf[id].ID
			}
			for accept := range op.Responses["200"].Content {
				r, err := http.NewRequest("GET", s.url+strings.NewReplacer("{game}/{seats}/{time}", "wotn/2/blitz", "{id}", person, "{chapter}", studyOf[id].Chapters[0].ID, "{game}", "1", "{name}", "ann", "{set}", "wotn", "{document}", "imprint").Replace(path)+"?"+query, nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Accept", accept)
				resp, err := ann.client.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close() // a stream would not end
				kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
				if resp.StatusCode != 200 || err != nil {
					t.Errorf("%s: status %d, content type %q, %v", path, resp.StatusCode, resp.Header.Get("Content-Type"), err)
				}
				if _, ok := op.Responses["200"].Content[kind]; !ok {
					t.Errorf("%s responds with %q, which is not described: %v", path, kind, slices.Collect(maps.Keys(op.Responses["200"].Content)))
				}
				answered[kind] = true
			}
		}
		for kind := range op.Responses["200"].Content {
			if !answered[kind] {
				t.Errorf("%s: %s is described, but no response has it", path, kind)
			}
		}
	}
}

// FuzzHandlers sends arbitrary requests to every route: no response is a server
// error.
func FuzzHandlers(f *testing.F) {
	for i := range 60 {
		f.Add(uint8(i), "x", `{"type":"move","move":"e2e4","name":"x","password":"xxxxxxxx","settings":{"game":"wotn"}}`)
	}
	f.Add(uint8(3), "%00", "\x00")
	f.Add(uint8(4), "..%2f", `{"type":"promote","promotions":[{"square":"\ud800"}]}`)
	f.Add(uint8(5), "ä?skip=-1", `{"settings":{"game":"lancelot","seats":99999999999999999999}}`)
	server := serveAPI(f)
	type route struct{ method, path string }
	var routes []route
	for path, item := range server.api.Spec.Paths {
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
			return // an invalid URL does not reach a handler
		}
		server.api.App.Limits = core.Limits{}
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
