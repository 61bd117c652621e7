package web

import (
	"fmt"
	"net/http"
	"strings"

	"tafelrunde/internal/store"
	"tafelrunde/internal/study"
	"tafelrunde/internal/web/core"
)

// studyPage returns a handler for the pages of studies. Their heads describe the
// studies that everybody may see, for link previews; only public ones are for search
// engines.
func studyPage(site *Site, api *API) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mode := r.Header.Get("Sec-Fetch-Mode")
		if mode != "" && mode != "navigate" {
			site.ServeHTTP(w, r)
			return
		}
		s, err := api.studies.Shown(r.Context(), r.PathValue("id"))
		if err != nil {
			site.ServeHTTP(w, r)
			return
		}
		picture, name := "wotn", "Way of the Knight"
		if s.Game == study.Lancelot {
			picture, name = "lancelot", "Lancelot"
		}
		language := core.Language(r)
		text := words{s.Title, fmt.Sprintf("A study of %s by %s, with %d chapters.", name, s.OwnerName, s.Chapters)}
		if s.Chapters == 1 {
			text.description = fmt.Sprintf("A study of %s by %s, with one chapter.", name, s.OwnerName)
		}
		if language == "de" {
			text.description = fmt.Sprintf("Eine Studie zu %s von %s mit %d Kapiteln.", name, s.OwnerName, s.Chapters)
			if s.Chapters == 1 {
				text.description = fmt.Sprintf("Eine Studie zu %s von %s mit einem Kapitel.", name, s.OwnerName)
			}
		}
		page := site.describe("/study/"+s.ID, picture, language, api.publicURL, text)
		if s.Visibility != store.PublicStudy {
			page = strings.Replace(page, "</head>", `<meta name="robots" content="noindex"></head>`, 1)
		}
		setSecurityHeaders(w.Header())
		w.Header().Set("Vary", "Accept-Language")
		site.serve(w, r, site.start.with([]byte(page)))
	})
}
