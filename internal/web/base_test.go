package web_test

import (
	stdgzip "compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

const publicClub = "https://club.example/tafelrunde"

// clubSite is a built front end, with the parts that depend on the base path.
func clubSite(t *testing.T) *web.Site {
	t.Helper()
	const start = `<!doctype html><html lang="en"><head><base href="/"><title>Tafelrunde</title>` +
		`<meta name="build" content="b1"></head><body><script src="./assets/app-8d3f21.js"></script></body></html>`
	site, err := web.NewSite(fstest.MapFS{
		"index.html":           testkit.File(start),
		"index.html.br":        testkit.File("brotli of start"),
		"index.html.gz":        testkit.File(string(gzipped(t, start))),
		"assets/app-8d3f21.js": testkit.File("console.log('0123456789')"),
		"robots.txt":           testkit.File("User-agent: *\nDisallow: /api/\nDisallow: /account\n"),
		"robots.txt.gz":        testkit.File(string(gzipped(t, "User-agent: *"))),
	})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// throughProxies runs a test with a server under a base path, behind a proxy that
// keeps the base path and behind one that removes it.
func throughProxies(t *testing.T, test func(t *testing.T, s *webtest.Server)) {
	for _, kind := range []string{"kept", "removed"} {
		t.Run(kind, func(t *testing.T) {
			s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, PublicURL: publicClub})
			behind := httptest.NewServer(web.Handler(clubSite(t), s.API))
			to, err := url.Parse(behind.URL)
			if err != nil {
				t.Fatal(err)
			}
			proxy := http.Handler(httputil.NewSingleHostReverseProxy(to))
			if kind == "removed" {
				proxy = http.StripPrefix("/tafelrunde", proxy)
			}
			// Other addresses of the host are another program.
			mux := http.NewServeMux()
			mux.Handle("/tafelrunde/", proxy)
			mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
				t.Errorf("a request outside of the base path: %s %s", r.Method, r.URL)
			})
			front := httptest.NewServer(mux)
			t.Cleanup(func() {
				s.Stop()
				front.Close()
				behind.Close()
			})
			s.URL = front.URL + "/tafelrunde"
			test(t, s)
		})
	}
}

func TestBasePath(t *testing.T) {
	throughProxies(t, func(t *testing.T, s *webtest.Server) {
		anna, ben := s.Guest("Anna"), s.Guest("Ben")
		id := anna.Open(webtest.WotnTable(nil))
		ben.Do(id, webtest.Object{"type": "sit"})
		anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
		ben.Do(id, webtest.Object{"type": "resign"})

		// Every page has the base, and addresses in its head contain it.
		for _, path := range []string{"/", "/play", "/rules/wotn", "/match/" + id, "/match/" + id + "/1", "/wotn/new", "/people/nobody"} {
			resp, text := s.Get("", path, "Accept", "text/html")
			if resp.StatusCode != 200 || strings.Count(text, "<base ") != 1 || !strings.Contains(text, `<head><base href="/tafelrunde/">`) {
				t.Errorf("%s: status %d, %s", path, resp.StatusCode, text)
			}
		}
		for _, path := range []string{"/", "/play", "/match/" + id, "/match/" + id + "/1"} {
			_, text := s.Get("", path)
			for _, part := range []string{`og:url" content="` + publicClub + path + `"`, `og:image" content="` + publicClub + "/"} {
				if !strings.Contains(text, part) {
					t.Errorf("%s: no %s in %s", path, part, text)
				}
			}
			_, picture, _ := strings.Cut(text, `og:image" content="`+publicClub)
			picture, _, _ = strings.Cut(picture, `"`)
			if resp, data := s.Get("", picture); resp.StatusCode != 200 || !strings.HasPrefix(data, "\x89PNG") {
				t.Errorf("%s: status %d", picture, resp.StatusCode)
			}
		}
		if _, text := s.Get("board.example", "/api/matches/"+id+"/games/1/record"); !strings.Contains(text, `[Site "`+publicClub+"/match/"+id+`/1"]`) {
			t.Errorf("record %s", text)
		}
		if _, text := s.Get("", "/robots.txt"); text != "User-agent: *\nDisallow: /tafelrunde/api/\nDisallow: /tafelrunde/account\n" {
			t.Errorf("robots.txt: %s", text)
		}
		_, text := s.Get("", "/openapi.json")
		var spec struct{ Servers []struct{ URL string } }
		if err := json.Unmarshal([]byte(text), &spec); err != nil || len(spec.Servers) != 1 || spec.Servers[0].URL != "/tafelrunde" {
			t.Errorf("servers of the API: %v, %v", spec.Servers, err)
		}
		if resp, _ := s.Get("", "/assets/app-8d3f21.js"); resp.StatusCode != 200 || resp.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("an asset: status %d, %v", resp.StatusCode, resp.Header)
		}
		for path, status := range map[string]int{"/healthz": 200, "/api/nothing": 404, "/api": 404, "/assets/missing.js": 404} {
			if resp, text := s.Get("", path); resp.StatusCode != status {
				t.Errorf("%s: status %d, %s", path, resp.StatusCode, text)
			}
		}
	})
}

// TestCookiesUnderBasePath requires that other programs at the host neither get the
// cookies nor replace them.
func TestCookiesUnderBasePath(t *testing.T) {
	throughProxies(t, func(t *testing.T, s *webtest.Server) {
		b := s.Visitor()
		created := b.Request("POST", "/api/account", webtest.Object{"name": "Anna", "password": "correct horse"})
		created.Body.Close()
		paths := map[string]string{}
		for _, c := range created.Cookies() {
			paths[c.Name] = c.Path
		}
		if len(paths) != 2 || paths["tafelrunde"] != "/tafelrunde/" || paths["tafelrunde-device"] != "/tafelrunde/api/login" {
			t.Errorf("paths %v", paths)
		}
		var me struct{ Name string }
		if b.Want(200, "GET", "/api/session", nil, &me); me.Name != "Anna" {
			t.Errorf("name %q", me.Name)
		}
		out := b.Request("DELETE", "/api/session", nil)
		out.Body.Close()
		for _, c := range out.Cookies() {
			if c.Path != "/tafelrunde/" || c.MaxAge >= 0 {
				t.Errorf("log out: %v", c)
			}
		}
		if b.Want(200, "GET", "/api/session", nil, &me); me.Name != "" {
			t.Errorf("after log out: name %q", me.Name)
		}
	})
	for _, c := range webtest.Serve(t).Visitor().Request("POST", "/api/session", webtest.Object{"name": "Ben"}).Cookies() {
		if c.Path != "/" {
			t.Errorf("at the root: %v", c)
		}
	}
}

func TestRedirectsUnderBasePath(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, PublicURL: publicClub})
	site := web.Handler(clubSite(t), s.API)
	for target, want := range map[string]string{
		"/tafelrunde":              "/tafelrunde/",
		"/tafelrunde?lang=de":      "/tafelrunde/?lang=de",
		"/tafelrunde//play":        "/tafelrunde/play",
		"//play":                   "/tafelrunde/play",
		"/tafelrunde/rules/../":    "/tafelrunde/",
		"/rules/./wotn?x=1":        "/tafelrunde/rules/wotn?x=1",
		"/tafelrunde/match/../api": "/tafelrunde/api",
		"/tafelrunde/play":         "",
		"/tafelrunde/api":          "",
		"/tafelrunde2":             "",
		"/play":                    "",
		"/":                        "",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		path, query, _ := strings.Cut(target, "?")
		r.URL = &url.URL{Path: path, RawQuery: query}
		r.Header.Set("Accept", "text/html")
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if got := w.Header().Get("Location"); got != want || want != "" && w.Code != http.StatusTemporaryRedirect {
			t.Errorf("%s: status %d, Location %q, want %q", target, w.Code, got, want)
		}
	}
}

// TestStartPageUnderBasePath requests the start page in all encodings. The
// compressed files of the build have another base.
func TestStartPageUnderBasePath(t *testing.T) {
	root := clubSite(t)
	site := root.Under("/tafelrunde")
	if site.Build() != "b1" {
		t.Errorf("build %q", site.Build())
	}
	seen := map[string]bool{}
	for _, accept := range []string{"identity", "gzip", "br", "gzip, br"} {
		resp := testkit.Ask(site, "GET", "/wotn/new", "Accept: text/html", "Accept-Encoding: "+accept)
		text := testkit.Body(t, resp)
		switch resp.Header.Get("Content-Encoding") {
		case "gzip":
			r, err := stdgzip.NewReader(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			text = string(data)
		case "":
		default:
			t.Errorf("%s: encoding %s", accept, resp.Header.Get("Content-Encoding"))
		}
		if !strings.Contains(text, `<base href="/tafelrunde/">`) {
			t.Errorf("%s: %s", accept, text)
		}
		tag := resp.Header.Get("ETag")
		if again := testkit.Ask(site, "GET", "/", "Accept-Encoding: "+accept, "If-None-Match: "+tag); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s: status %d with its ETag", accept, again.StatusCode)
		}
		seen[tag] = true
	}
	if len(seen) != 2 {
		t.Errorf("ETags %v", seen)
	}
	// The site at the root has its own files.
	if resp := testkit.Ask(root, "GET", "/", "Accept-Encoding: br"); testkit.Body(t, resp) != "brotli of start" || seen[resp.Header.Get("ETag")] {
		t.Errorf("at the root: %v", resp.Header)
	}
}

func TestParsePublicURL(t *testing.T) {
	for text, want := range map[string]string{
		"https://club.example":              "https://club.example",
		"https://club.example/":             "https://club.example",
		"http://127.0.0.1:8080/tafelrunde":  "http://127.0.0.1:8080/tafelrunde",
		"http://127.0.0.1:8080/tafelrunde/": "http://127.0.0.1:8080/tafelrunde",
		"https://club.example/~games/wotn2": "https://club.example/~games/wotn2",
		"club.example/tafelrunde":           "",
		"https://club.example/a?b=c":        "",
		"https://club.example/a#b":          "",
		"https://club.example/a b":          "",
		"https://club.example/a%2fb":        "",
		"https://club.example/a//b":         "",
		"https://club.example/../b":         "",
		"https://club.example/a;Secure":     "",
		"https://club.example/ä":            "",
		"https://club.example/api":          "",
		"https://club.example/match/x":      "",
		"https://club.example/assets":       "",
		"https://club.example/play":         "",
		"https://club.example/healthz":      "",
		"ftp://club.example/tafelrunde":     "",
		"https://me@club.example/":          "",
	} {
		got, err := web.ParsePublicURL(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
}
