package web_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/web/documents"
	"tafelrunde/internal/web/site"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

// TestTheTextsOfTheOperator requests the texts of a site as data and as pages, which
// must contain them without running.
func TestTheTextsOfTheOperator(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"imprint.md":    "# Who we are\n\nA club. <script>alert(1)</script>",
		"imprint.de.md": "# Wer wir sind",
		"terms.md":      "Be kind.",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	texts, err := documents.Read(map[string]string{documents.Imprint: filepath.Join(folder, "imprint.md"), documents.Terms: filepath.Join(folder, "terms.md")})
	if err != nil {
		t.Fatal(err)
	}
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, Documents: texts, PublicURL: "https://club.example/tafel"})
	if d := s.Visitor().Site(); !slices.Equal(d.Documents, []string{"imprint", "terms"}) {
		t.Errorf("%+v", d)
	}
	for _, test := range []struct {
		path string
		want site.Document
	}{
		{"imprint", site.Document{Title: "Who we are", HTML: "<h1>Who we are</h1>\n<p>A club. &lt;script&gt;alert(1)&lt;/script&gt;</p>\n"}},
		{"imprint?language=de", site.Document{Title: "Wer wir sind", HTML: "<h1>Wer wir sind</h1>\n", Language: "de"}},
		{"terms?language=de", site.Document{HTML: "<p>Be kind.</p>\n"}},
	} {
		var got site.Document
		if s.Visitor().Want(200, "GET", "/api/site/documents/"+test.path, nil, &got); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.path, got, test.want)
		}
	}
	s.Visitor().Refused(404, "not-found", "GET", "/api/site/documents/privacy", nil)
	s.Visitor().Refused(422, "request", "GET", "/api/site/documents/other", nil)

	start, err := web.NewSite(fstest.MapFS{"index.html": testkit.File(`<!doctype html><html lang="en"><head><title>x</title></head><body><div id="app"></div></body></html>`)})
	if err != nil {
		t.Fatal(err)
	}
	handler := web.Handler(start, s.API)
	for _, test := range []struct{ path, language, want, title string }{
		{"/imprint", "en", `<main class="page document" data-document="imprint"><p><a href="./">Tafelrunde</a></p><article><h1>Who we are</h1>`, "Who we are"},
		{"/tafel/imprint", "de", `<article lang="de"><h1>Wer wir sind</h1>`, "Wer wir sind"},
		{"/terms", "de", "<article><h1>Nutzungsbedingungen</h1>\n<p>Be kind.</p>", "Nutzungsbedingungen"},
	} {
		resp := testkit.Ask(handler, "GET", test.path, "Accept: text/html", "Accept-Language: "+test.language)
		text := testkit.Body(t, resp)
		if resp.StatusCode != 200 || !strings.Contains(text, test.want) || !strings.Contains(text, `property="og:title" content="`+test.title+`"`) {
			t.Errorf("%s: status %d, %s", test.path, resp.StatusCode, text)
		}
		if strings.Contains(text, "<script>alert") || resp.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %v %s", test.path, resp.Header, text)
		}
		if again := testkit.Ask(handler, "GET", test.path, "Accept-Language: "+test.language, "If-None-Match: "+resp.Header.Get("ETag")); again.StatusCode != 304 {
			t.Errorf("%s: status %d with its ETag", test.path, again.StatusCode)
		}
	}
	// A text that does not exist is an unknown page.
	if resp := testkit.Ask(handler, "GET", "/privacy", "Accept: text/html", "Sec-Fetch-Mode: navigate"); strings.Contains(testkit.Body(t, resp), "<article") {
		t.Error("a text that does not exist is shown")
	}
}

// oneDocument returns an imprint.
func oneDocument(t *testing.T) *documents.Set {
	t.Helper()
	file := filepath.Join(t.TempDir(), "imprint.md")
	if err := os.WriteFile(file, []byte("# Imprint"), 0o600); err != nil {
		t.Fatal(err)
	}
	texts, err := documents.Read(map[string]string{documents.Imprint: file})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}
