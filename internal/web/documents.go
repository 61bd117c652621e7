package web

import (
	"fmt"
	"html"
	"net/http"
	"strings"

	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/documents"
)

// documentTexts are the titles of documents that have none of their own, and the
// descriptions for link previews.
var documentTexts = map[string]pageText{
	documents.Imprint: {"wotn",
		words{"Imprint", "Who runs this site, and how to reach them."},
		words{"Impressum", "Wer diese Seite betreibt und wie man sie erreicht."},
	},
	documents.Privacy: {"wotn",
		words{"Privacy", "What this site stores about its visitors, and for how long."},
		words{"Datenschutz", "Was diese Seite über ihre Besucher speichert und wie lange."},
	},
	documents.Terms: {"wotn",
		words{"Terms of use", "What applies to everybody who plays here."},
		words{"Nutzungsbedingungen", "Was für alle gilt, die hier spielen."},
	},
}

// appElement is the element of the start page that the page fills when it runs.
const appElement = `<div id="app">`

// registerDocuments adds the pages of the operator's texts to a mux. They contain the
// texts, so that browsers show them without running the page. Documents that do not
// exist get the start page, as other unknown addresses do.
func registerDocuments(mux *http.ServeMux, site *Site, texts *documents.Set, publicURL string) {
	for name, text := range documentTexts {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			language, w2 := core.Language(r), text.english
			if language == "de" {
				w2 = text.german
			}
			d, exists := texts.Find(name, language)
			if !exists {
				site.ServeHTTP(w, r)
				return
			}
			if d.Title != "" {
				w2.title = d.Title
			}
			page := site.describe("/"+name, text.picture, language, publicURL, w2)
			page = strings.Replace(page, appElement, appElement+documentHTML(name, w2.title, d), 1)
			setSecurityHeaders(w.Header())
			w.Header().Set("Vary", "Accept-Language")
			site.serve(w, r, site.start.with([]byte(page)))
		})
	}
}

// documentHTML returns a document as browser/app/DocumentPage.svelte shows it, below a
// link to the first page.
func documentHTML(name, title string, d documents.Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<main class="page document" data-document="%s"><p><a href="./">%s</a></p><article`, name, core.SiteName)
	if d.Language != "" {
		fmt.Fprintf(&b, ` lang="%s"`, d.Language)
	}
	b.WriteString(">")
	if d.Title == "" {
		fmt.Fprintf(&b, "<h1>%s</h1>\n", html.EscapeString(title))
	}
	b.WriteString(d.HTML)
	b.WriteString("</article></main>")
	return b.String()
}
