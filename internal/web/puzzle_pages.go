package web

import (
	"net/http"

	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/web/core"
)

// puzzlePage returns a handler for the pages of single puzzles and of the puzzles of a day. Their
// heads show the position, for link previews.
func puzzlePage(site *Site, api *API) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		date := ""
		var p *puzzles.Puzzle
		var err error
		if game := r.PathValue("game"); game == "" {
			p, err = puzzles.ByID(r.PathValue("id"))
		} else {
			p, date, err = api.puzzles.Daily(game, r.PathValue("date"))
		}
		if mode := r.Header.Get("Sec-Fetch-Mode"); mode != "" && mode != "navigate" || err != nil || p == nil {
			site.ServeHTTP(w, r)
			return
		}
		game := "Way of the Knight"
		if p.Rules == puzzles.Lancelot {
			game = "Lancelot"
		}
		language := core.Language(r)
		text := words{game + ": puzzle", "Find the best move. Without an account."}
		if language == "de" {
			text = words{game + ": Aufgabe", "Finde den besten Zug. Ohne Konto."}
		}
		path := "/puzzles/" + p.ID
		if date != "" {
			path = "/puzzles/" + puzzles.GameOf(p.Rules) + "/daily/" + date
			day, _ := puzzles.ParseDate(date)
			text.title = game + ": puzzle of " + day.Format("2 January 2006")
			if language == "de" {
				text.title = game + ": Aufgabe vom " + day.Format("2.1.2006")
			}
		}
		setSecurityHeaders(w.Header())
		w.Header().Set("Vary", "Accept-Language")
		page := site.describeWith(path, "/api/puzzle/"+p.ID+"/preview.png", game, language, api.publicURL, text)
		site.serve(w, r, site.start.with([]byte(page)))
	})
}
