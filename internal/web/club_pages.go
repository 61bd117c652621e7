package web

import (
	"fmt"
	"net/http"

	"tafelrunde/internal/web/core"
)

// clubPage returns a handler for the pages of clubs. Their heads name the club, for link
// previews.
func clubPage(site *Site, api *API) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mode := r.Header.Get("Sec-Fetch-Mode"); mode != "" && mode != "navigate" {
			site.ServeHTTP(w, r)
			return
		}
		c, err := api.clubs.Shown(r.Context(), r.PathValue("id"))
		if err != nil {
			site.ServeHTTP(w, r)
			return
		}
		language := core.Language(r)
		text := words{c.Name, c.Line}
		if text.description == "" {
			format := "A club on Tafelrunde; members: %d."
			if language == "de" {
				format = "Ein Verein auf Tafelrunde; Mitglieder: %d."
			}
			text.description = fmt.Sprintf(format, c.Members)
		}
		setSecurityHeaders(w.Header())
		w.Header().Set("Vary", "Accept-Language")
		site.serve(w, r, site.start.with([]byte(site.describe("/club/"+c.ID, "wotn", language, api.publicURL, text))))
	})
}
