package web

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/testkit"
)

func TestPrerenderedPages(t *testing.T) {
	content, err := NewSite(fstest.MapFS{
		"index.html":    testkit.File(`<html lang="en"><head></head><body><div id="app"></div></body></html>`),
		prerenderedName: testkit.File(`{"/pieces": {"en": "<p>Pieces</p>", "de": "<p>Figuren</p>"}}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	content.parts = builtParts()
	mux := http.NewServeMux()
	registerPages(mux, content, "")
	mux.Handle("/", content)

	page := testkit.Body(t, testkit.Ask(mux, "GET", "/pieces", "Accept-Language: de"))
	for _, want := range []string{
		`<html data-prerendered="pieces" lang="de">`,
		`<div id="app"><p>Figuren</p></div>`,
		`<link rel="stylesheet" crossorigin href="./assets/gallery.css">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s\nhas no %s", page, want)
		}
	}
	if page := testkit.Body(t, testkit.Ask(mux, "GET", "/play")); strings.Contains(page, "prerendered") || strings.Contains(page, "<p>") {
		t.Errorf("a page without content: %s", page)
	}
	resp := testkit.Ask(mux, "GET", "/pieces", "Accept-Encoding: gzip")
	if got := resp.Header.Get("Content-Encoding"); got != "gzip" {
		t.Errorf("encoding %q", got)
	}
	if got := strings.Join(resp.Header.Values("Vary"), ", "); got != "Accept-Language, Accept-Encoding" {
		t.Errorf("Vary: %s", got)
	}
	if resp := testkit.Ask(mux, "GET", "/"+prerenderedName, "Accept: application/json"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("%s: status %d", prerenderedName, resp.StatusCode)
	}
}

func TestDamagedPrerenderedPages(t *testing.T) {
	for content, want := range map[string]string{
		`{`:                                  "unexpected end",
		`{"/nowhere": {"en": "x"}}`:          `no page "/nowhere"`,
		`{"/pieces": {"en": "x", "de": ""}}`: `"/pieces" has no content in the language "de"`,
	} {
		_, err := NewSite(fstest.MapFS{"index.html": testkit.File("<html></html>"), prerenderedName: testkit.File(content)})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), prerenderedName) {
			t.Errorf("%s: %v", content, err)
		}
	}
}

// TestPrerenderedPagesHaveNoStyles: the security policy refuses style attributes and
// inline scripts.
func TestPrerenderedPagesHaveNoStyles(t *testing.T) {
	files, built := FrontEnd()
	if !built {
		t.Log("the front end is not built, nothing to check")
		return
	}
	site, err := NewSite(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/play", "/learn", "/rules/wotn", "/rules/lancelot", "/pieces"} {
		for _, lang := range []string{"en", "de"} {
			content := site.contents[path][lang]
			if len(content) < 1000 {
				t.Errorf("%s, %s: %d bytes of content", path, lang, len(content))
			}
			for _, wrong := range []string{` style="`, "<script", " onclick=", "undefined", "NaN"} {
				if strings.Contains(content, wrong) {
					t.Errorf("%s, %s: has %q", path, lang, wrong)
				}
			}
		}
	}
}
