package web

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/testkit"
)

// generalStart is a start page with general texts.
const generalStart = `<!doctype html><html lang="en"><head><meta name="description" content="General."><title>General</title>` +
	`<meta name="build" content="b1"></head><body></body></html>`

// TestPagesAreDescribed requests every page with a description, in both
// languages, as a program that makes link previews does.
func TestPagesAreDescribed(t *testing.T) {
	site, err := NewSite(fstest.MapFS{"index.html": testkit.File(generalStart)})
	if err != nil {
		t.Fatal(err)
	}
	for _, public := range []string{"", "https://games.example"} {
		mux := http.NewServeMux()
		registerPages(mux, site, public)
		mux.Handle("/", site)
		pictures := map[string]bool{}
		for path, page := range allPages().texts {
			for accept, want := range map[string]words{"": page.english, "fr, en;q=0.5": page.english, "de-AT, en;q=0.5": page.german} {
				resp := testkit.Ask(mux, "GET", path, "Accept: text/html", "Accept-Language: "+accept)
				text := testkit.Body(t, resp)
				if resp.StatusCode != 200 || resp.Header.Get("Vary") != "Accept-Language" || resp.Header.Get("Content-Security-Policy") == "" {
					t.Errorf("%s: status %d, %v", path, resp.StatusCode, resp.Header)
				}
				language := "en"
				if want == page.german {
					language = "de"
				}
				for _, part := range []string{
					`<html lang="` + language + `">`, `property="og:title" content="` + want.title + `"`, `content="b1"`,
					`property="og:url" content="` + public + path + `"`, `property="og:image" content="` + public + `/preview-`,
				} {
					if !strings.Contains(text, part) {
						t.Errorf("%s, %q: no %s in %s", path, accept, part, text)
					}
				}
				if strings.Contains(text, "General") {
					t.Errorf("%s: %s", path, text)
				}
				if got := strings.Contains(text, `rel="canonical" href="`+public+path+`"`); got != (public != "") {
					t.Errorf("%s: canonical %v with public URL %q", path, got, public)
				}
				again := testkit.Ask(mux, "GET", path, "Accept-Language: "+accept, "If-None-Match: "+resp.Header.Get("ETag"))
				if again.StatusCode != http.StatusNotModified {
					t.Errorf("%s: status %d with its ETag", path, again.StatusCode)
				}
				for _, m := range regexp.MustCompile(`og:image" content="`+regexp.QuoteMeta(public)+`([^"]+)"`).FindAllStringSubmatch(text, -1) {
					pictures[m[1]] = true
				}
			}
		}
		if len(pictures) != len(allPages().samples) {
			t.Errorf("pictures %v", pictures)
		}
		if public != "" {
			// The pictures do not depend on it.
			continue
		}
		for picture := range pictures {
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequest("GET", picture, nil))
			if w.Code != 200 || !strings.HasPrefix(w.Body.String(), "\x89PNG") {
				t.Errorf("%s: status %d", picture, w.Code)
			}
		}
	}
}

// TestOtherPagesHavePreviews: exercises have the head of the lessons, and all other
// addresses of the front end that of the site.
func TestOtherPagesHavePreviews(t *testing.T) {
	mux := http.NewServeMux()
	site, err := NewSite(fstest.MapFS{"index.html": testkit.File(generalStart)})
	if err != nil {
		t.Fatal(err)
	}
	registerPages(mux, site, "https://games.example")
	mux.Handle("/", site)
	for _, test := range []struct{ path, language, title, text string }{
		{"/reset", "en", "Tafelrunde", "two games"}, {"/reset", "de", "Tafelrunde", "zwei spiele"},
		{"/learn/wotn-start/1", "en", "Learn", "short exercises"}, {"/learn/wotn-start/1", "de", "Lernen", "kurzen übungen"},
	} {
		text := testkit.Body(t, testkit.Ask(mux, "GET", test.path, "Accept: text/html", "Accept-Language: "+test.language))
		if !strings.Contains(text, `property="og:title" content="`+test.title+`"`) || !strings.Contains(text, `<html lang="`+test.language+`"`) ||
			!strings.Contains(strings.ToLower(text), test.text) || strings.Contains(text, "canonical") {
			t.Errorf("%s: %s", test.path, text)
		}
	}
	if resp := testkit.Ask(mux, "GET", "/learn/missing.json", "Accept: */*"); resp.StatusCode != 404 {
		t.Errorf("a missing file: status %d", resp.StatusCode)
	}
}
