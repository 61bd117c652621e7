package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/testkit"
)

// builtParts returns a list with a part for each module that a page needs.
func builtParts() parts {
	p := parts{}
	add := func(module, file string, styles []string, imports ...string) {
		part := p[module]
		part.File, part.Styles, part.Imports = "assets/"+file, styles, imports
		p[module] = part
	}
	for _, lang := range []string{"en", "de"} {
		for path := range allPages().texts {
			for _, module := range modulesOf(path, lang) {
				add(module, "x.js", nil)
			}
		}
		for _, path := range savedGames {
			for _, module := range modulesOf(path, lang) {
				add(module, "x.js", nil)
			}
		}
		add("words/"+lang+".ts", lang+".js", nil, "_words.js")
	}
	add("app/DocumentPage.svelte", "document.js", nil)
	add("index.html", "index.js", []string{"assets/index.css"}, "_words.js")
	add("_words.js", "words.js", nil)
	add("_piece.js", "piece.js", []string{"assets/piece.css"}, "_words.js", "index.html")
	add("gallery/Gallery.svelte", "gallery.js", []string{"assets/gallery.css"}, "_piece.js")
	add(matchModule, "match.js", nil, "_piece.js")
	return p
}

func siteWithParts(p parts) (*Site, error) {
	content, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return NewSite(fstest.MapFS{"index.html": testkit.File("<html><head></head><body></body></html>"), partsName: testkit.File(string(content))})
}

func TestPartsArePreloaded(t *testing.T) {
	site, err := siteWithParts(builtParts())
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	registerPages(mux, site, "")
	mux.Handle("/", site)
	html := testkit.Body(t, testkit.Ask(mux, "GET", "/pieces", "Accept-Language: de"))
	want := []string{
		`<link rel="modulepreload" crossorigin href="./assets/de.js">`,
		`<link rel="modulepreload" crossorigin href="./assets/gallery.js">`,
		`<link rel="preload" as="style" crossorigin href="./assets/gallery.css">`,
		`<link rel="modulepreload" crossorigin href="./assets/piece.js">`,
		`<link rel="preload" as="style" crossorigin href="./assets/piece.css">`,
	}
	if got := strings.Join(want, ""); !strings.Contains(html, got+"</head>") || strings.Count(html, "<link") != len(want) {
		t.Errorf("%s\nwant %s", html, got)
	}
	if resp := testkit.Ask(mux, "GET", "/"+partsName, "Accept: application/json"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("%s: status %d", partsName, resp.StatusCode)
	}
}

func TestMatchPageIsPreloaded(t *testing.T) {
	site, err := siteWithParts(builtParts())
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		matchSite{site}.ServeStart(w, r, "en", "Match", "<meta>")
	})
	html := testkit.Body(t, testkit.Ask(mux, "GET", "/match/x"))
	if !strings.Contains(html, `<meta><link rel="modulepreload" crossorigin href="./assets/match.js">`) {
		t.Error(html)
	}
}

func TestMissingParts(t *testing.T) {
	for _, missing := range []string{"index.html", "lobby/Lobby.svelte", "words/de.ts", matchModule, "_piece.js"} {
		p := builtParts()
		delete(p, missing)
		if _, err := siteWithParts(p); err == nil || !strings.Contains(err.Error(), `"`+missing+`"`) {
			t.Errorf("without %s: %v", missing, err)
		}
	}
	if _, err := NewSite(fstest.MapFS{"index.html": testkit.File("x"), partsName: testkit.File("[")}); err == nil || !strings.Contains(err.Error(), partsName) {
		t.Error(err)
	}
}
