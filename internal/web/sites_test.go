package web

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
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
			s := serveStore(t, site)
			anna := s.visitor()
			anna.want(200, "POST", "/api/login", object{"name": "Anna", "password": storetest.SitePassword}, nil)
			s.visitor().refused(403, "login", "POST", "/api/login", object{"name": "Anna", "password": "another password"})
			var mine struct{ Matches []store.Summary }
			anna.want(200, "GET", "/api/me/matches", nil, &mine)
			if len(mine.Matches) != 8 {
				t.Errorf("%d matches: %+v", len(mine.Matches), mine.Matches)
			}
			records := 0
			for _, m := range mine.Matches {
				v := anna.view(m.Match)
				if v.Phase == match.Finished && v.Outcome.Reason != match.ByAbort {
					resp := anna.request("GET", "/api/matches/"+m.Match+"/games/1/record", nil)
					resp.Body.Close()
					if resp.StatusCode == http.StatusOK {
						records++
					}
				}
				if v.Phase == match.Promoting {
					anna.do(m.Match, object{"type": "promote", "promotions": []object{{"square": "e2", "kind": "S"}, {"square": "d2", "kind": "S"}}, "done": true})
					anna.do(m.Match, object{"type": "move", "move": "e2e3"})
					if v := anna.view(m.Match); !strings.HasPrefix(v.Position, "rnbqkbnr/pppppppp/8/8/8/4S3/PPPS1PPP/RNBQKBNR b") {
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
