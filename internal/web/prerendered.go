package web

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
)

// prerenderedName is the file with the content of some pages as a first-time visitor
// sees them, by path and language. scripts/prerender.mjs
// writes it.
const prerenderedName = "prerendered.json"

// entryScript is the element that runs the page.
var entryScript = regexp.MustCompile(`<script type="module" crossorigin src="([^"]*)"></script>`)

// savedGames are the paths of games saved in the browser, without their names.
var savedGames = []string{"/wotn/", "/lancelot/"}

// parsePrerendered reads the content of pages. All paths must be those of described pages or of saved games, and
// have a form for each language.
func parsePrerendered(content []byte) (map[string]map[string]string, error) {
	var all map[string]map[string]string
	if err := json.Unmarshal(content, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", prerenderedName, err)
	}
	for path, forms := range all {
		if _, ok := allPages().texts[path]; !ok && !slices.Contains(savedGames, path) {
			return nil, fmt.Errorf("%s: there is no page %q", prerenderedName, path)
		}
		for _, lang := range []string{"en", "de"} {
			if forms[lang] == "" {
				return nil, fmt.Errorf("%s: %q has no content in the language %q", prerenderedName, path, lang)
			}
		}
	}
	return all, nil
}

// prerender puts the content of a page into a start page, if it is known. The name of
// the page in the element html is for before-paint.js.
func (s *Site) prerender(startPage, path, lang string) string {
	content := s.contents[path][lang]
	if content == "" {
		return startPage
	}
	name := strings.TrimPrefix(path, "/")
	if name == "" {
		name = "./"
	}
	// The content needs the styles of the page's parts before it is painted, and no script:
	// before-paint.js loads those after the first paint.
	startPage = strings.ReplaceAll(startPage, `<link rel="modulepreload" `, `<link rel="after-paint" `)
	startPage = entryScript.ReplaceAllString(startPage, `<link rel="after-paint" data-run crossorigin href="$1">`)
	startPage = strings.ReplaceAll(startPage, `<link rel="preload" as="style" `, `<link rel="stylesheet" `)
	startPage = strings.Replace(startPage, "<html ", fmt.Sprintf(`<html data-prerendered="%s" `, html.EscapeString(name)), 1)
	return strings.Replace(startPage, appElement, appElement+content, 1)
}
