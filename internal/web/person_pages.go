package web

import (
	"net/http"

	"tafelrunde/internal/web/core"
)

// personPage returns a handler for the profiles. Their heads name the person, for link
// previews.
func personPage(site *Site, api *API) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mode := r.Header.Get("Sec-Fetch-Mode"); mode != "" && mode != "navigate" {
			site.ServeHTTP(w, r)
			return
		}
		p, err := api.People.Known(r.Context(), r.PathValue("id"))
		if err != nil || p.Name == "" {
			site.ServeHTTP(w, r)
			return
		}
		language := core.Language(r)
		text := words{p.Name, p.Name + " on Tafelrunde: ratings and finished games of Way of the Knight and Lancelot."}
		if language == "de" {
			text.description = p.Name + " auf Tafelrunde: Wertungen und gespielte Partien von Way of the Knight und Lancelot."
		}
		setSecurityHeaders(w.Header())
		w.Header().Set("Vary", "Accept-Language")
		site.serve(w, r, site.start.with([]byte(site.describe("/people/"+p.ID, "wotn", language, api.publicURL, text))))
	})
}
