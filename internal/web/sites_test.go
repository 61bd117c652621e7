package web_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit/webtest"
)

// TestSitesGoOn serves the databases of sites of earlier commits: accounts log in, their
// games are shown and written as records, and running ones go on.
func TestSitesGoOn(t *testing.T) {
	for _, commit := range storetest.Sites {
		t.Run(commit, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "tafelrunde.db")
			storetest.SiteDatabase(t, commit, file)
			site, err := sqlstore.OpenSQLite(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			defer site.Close()
			s := webtest.ServeStore(t, site)
			anna := s.Visitor()
			anna.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": storetest.SitePassword}, nil)
			s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "another password"})
			var mine struct{ Matches []store.Summary }
			anna.Want(200, "GET", "/api/me/matches", nil, &mine)
			if len(mine.Matches) != 8 {
				t.Errorf("%d matches: %+v", len(mine.Matches), mine.Matches)
			}
			records := 0
			for _, m := range mine.Matches {
				v := anna.View(m.Match)
				// The time of a game by correspondence may be over.
				if v.Phase == match.Finished && v.Outcome.Reason != match.ByAbort && v.Outcome.Reason != match.ByTime {
					resp := anna.Request("GET", "/api/matches/"+m.Match+"/games/1/record", nil)
					resp.Body.Close()
					if resp.StatusCode == http.StatusOK {
						records++
					}
				}
				if v.Phase == match.Promoting {
					anna.Do(m.Match, webtest.Object{"type": "promote", "promotions": []webtest.Object{{"square": "e2", "kind": "S"}, {"square": "d2", "kind": "S"}}, "done": true})
					anna.Do(m.Match, webtest.Object{"type": "move", "move": "e2e3"})
					if v := anna.View(m.Match); !strings.HasPrefix(v.Position, "rnbqkbnr/pppppppp/8/8/8/4S3/PPPS1PPP/RNBQKBNR b") {
						t.Error(v.Position)
					}
				}
			}
			if records != 3 {
				t.Errorf("%d records", records)
			}
		})
	}
}
