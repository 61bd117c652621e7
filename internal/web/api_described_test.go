package web_test

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
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/clubs"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/studies"
	"tafelrunde/wotn"
)

// TestEveryDescribedRouteExists requests each route of the OpenAPI document:
// none responds that it does not exist.
func TestEveryDescribedRouteExists(t *testing.T) {
	s := webtest.Serve(t)
	for path, item := range s.API.Spec.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete} {
			if op == nil || strings.Contains(path, "stream") {
				continue
			}
			resp := s.Visitor().Request(method, strings.NewReplacer("{id}", "x", "{game}", "1", "{key}", "x", "{move}", "e2e4", "{accept}", "yes", "{token}", "x", "{session}", "x", "{report}", "x", "{chapter}", "x", "{notice}", "x", "{person}", "x").Replace(path), nil)
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
		resp := s.Visitor().Request("GET", path, nil)
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
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, Explorer: webtest.TestTables(t), Documents: oneDocument(t)})
	ann := s.Bot("Ann")
	s.Operator(204, "PUT", "/api/admin/people/"+ann.ID+"/role", webtest.Object{"role": "administrator"}, nil)
	cleo := s.Member("Cleo")
	var challenge struct{ ID string }
	ann.Want(200, "POST", "/api/challenge/cleo", webtest.Object{"variant": "wotn"}, &challenge)
	cleo.Want(200, "POST", "/api/challenge/"+challenge.ID+"/accept", nil, nil)
	var ids []string
	studyOf := make(map[string]studies.WholeStudy) // of the same game, by match
	tournamentOf := make(map[string]string)        // of the same game, by match
	for _, game := range []webtest.Object{{}, {"game": "lancelot", "variant": "basic"}} {
		ben := s.Guest("Ben")
		id := ann.Open(webtest.WotnTable(func(o webtest.Object) { maps.Copy(o, game) }))
		ben.Do(id, webtest.Object{"type": "sit"})
		first, second := ann, ben
		turns := []string{"e2e4", "e7e5"}
		if game["game"] != nil {
			turns = nil
		}
		for i, turn := range turns {
			[]*webtest.Browser{first, second}[i].Do(id, webtest.Object{"type": "move", "move": turn})
		}
		ben.Do(id, webtest.Object{"type": "resign"})
		ids = append(ids, id)
		chapter := webtest.Object{"title": "x", "text": "1. e4 *"}
		if game["game"] != nil {
			chapter["text"] = "[Position \"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7\"]"
		}
		var study studies.WholeStudy
		ann.Want(200, "POST", "/api/studies", webtest.Object{"game": cmp.Or(game["game"], any("wotn")), "title": "x", "visibility": "public", "chapter": chapter}, &study)
		studyOf[id] = study
		kind := webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "correspondence", "perTurn": 86_400_000}}
		maps.Copy(kind, game)
		var tournament struct{ ID string }
		cleo.Want(201, "POST", "/api/tournaments", webtest.Object{"name": "x", "format": "round-robin", "games": kind, "startsAt": time.Now().Add(time.Hour).UnixMilli()}, &tournament)
		tournamentOf[id] = tournament.ID
	}
	var club clubs.Club
	var notice clubs.ClubNotice
	ann.Want(200, "POST", "/api/clubs", webtest.Object{"name": "Knights", "line": "", "text": "", "entry": "free", "posting": "members"}, &club)
	ann.Want(200, "POST", "/api/clubs/"+club.ID+"/notices", webtest.Object{"text": "x"}, &notice)
	var spec struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct{ Content map[string]any }
		}
	}
	ann.Want(200, "GET", "/openapi.json", nil, &spec)
	if len(spec.Paths) < 30 {
		t.Fatalf("%d paths are described", len(spec.Paths))
	}
	puzzle, err := puzzles.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	position := url.Values{"game": {"wotn"}, "variant": {"wotn"}, "position": {wotn.StartText}}.Encode()
	queries := map[string]string{
		"/api/explorer": position, "/api/explorer/games": position + "&move=e2e4", "/api/diagram.svg": position, "/api/studies": "list=public", "/api/puzzle/scores": "kind=storm", "/api/clubs": "list=all",
	}
	for path, methods := range spec.Paths {
		op, ok := methods["get"]
		if !ok || path == "/api/puzzle/daily" { // the first dates can lie ahead
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
				ann.Want(200, "GET", "/api/session", nil, &me)
				person = me.ID
			}
			if strings.HasPrefix(path, "/api/challenge/") {
				person = challenge.ID
			}
			if strings.HasPrefix(path, "/api/puzzle/") {
				person = puzzle[0].ID
			}
			if strings.HasPrefix(path, "/api/tournaments/") {
				person = tournamentOf[id]
			}
			if strings.HasPrefix(path, "/api/studies/") {
				person = studyOf[id].ID
			}
			if strings.HasPrefix(path, "/api/clubs/") {
				person = club.ID
			}
			for accept := range op.Responses["200"].Content {
				r, err := http.NewRequest("GET", s.URL+strings.NewReplacer("{game}/{seats}/{time}", "wotn/2/blitz", "{id}", person, "{chapter}", studyOf[id].Chapters[0].ID, "{notice}", notice.ID, "{game}", "1", "{name}", "ann", "{set}", "wotn", "{document}", "imprint").Replace(path)+"?"+query, nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Accept", accept)
				resp, err := ann.Client.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(path, "stream") { // a stream would not end; of exports one runs at a time
					_, _ = io.Copy(io.Discard, resp.Body)
				}
				resp.Body.Close()
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
	server := webtest.Serve(f)
	type route struct{ method, path string }
	var routes []route
	for path, item := range server.API.Spec.Paths {
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
		server.API.App.Limits = core.Limits{}
		request := httptest.NewRequest(r.method, "/", strings.NewReader(body))
		request.URL = address
		request.RequestURI = at
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		server.API.ServeHTTP(answer, request)
		if answer.Code >= 500 {
			t.Errorf("%s %s: %d %s", r.method, at, answer.Code, answer.Body)
		}
	})
}
