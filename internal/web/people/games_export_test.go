package people_test

import (
	"io"
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	wotnrecord "tafelrunde/wotn/record"
)

// TestExportOfGames exports the games of a person, in pages of one and two games, of
// which some end at the same moment.
func TestExportOfGames(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, visitor := s.Guest("Anna"), s.Guest("Ben"), s.Visitor()
	ben.Want(200, "POST", "/api/account", webtest.Object{"name": "Ben", "password": "long enough"}, nil)
	var ids []string
	play := func(table webtest.Object, moves ...string) {
		id := anna.Open(table)
		ids = append(ids, id)
		ben.Do(id, webtest.Object{"type": "sit", "seat": 1})
		for i, m := range moves {
			[]*webtest.Browser{anna, ben}[i%2].Do(id, webtest.Object{"type": "move", "move": m})
		}
		ben.Do(id, webtest.Object{"type": "resign"})
	}

	play(webtest.WotnTable(nil), "e2e4", "e7e5")
	play(webtest.WotnTable(nil), "d2d4")
	play(webtest.WotnTable(func(o webtest.Object) { o["variant"] = "chess" }), "g1f3")
	play(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben"} }), "c2c4")
	play(webtest.Object{"settings": webtest.Object{"game": "lancelot", "variant": "basic", "seats": 2, "first": 0, "clock": webtest.Object{"kind": "none"}, "visibility": "public"}, "seat": 0}, "e4", "e5")

	path := "/api/people/" + ben.ID + "/games/export?game="
	wotnGames := func(b *webtest.Browser, query string) (sites []string, text string) {
		t.Helper()
		status, text := b.Text(path + "wotn" + query)
		if status != 200 {
			t.Fatalf("%s: status %d, %s", query, status, text)
		}
		for r := wotnrecord.NewReader(text, wotn.Standard); ; {
			g, err := r.Next()
			if err == io.EOF {
				return sites, text
			}
			if err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			sites = append(sites, g.Tag("Site"))
		}
	}
	for _, page := range []int{100, 1, 2} {
		s.API.People.ExportPage = page
		own, text := wotnGames(ben, "")
		if len(own) != 4 || !strings.Contains(text, "[%clk 0:0") || !strings.HasSuffix(own[0], ids[3]+"/1") || !strings.HasSuffix(own[3], ids[0]+"/1") {
			t.Errorf("pages of %d: own games at %v", page, own)
		}
		if public, _ := wotnGames(visitor, ""); len(public) != 3 {
			t.Errorf("pages of %d: public games at %v", page, public)
		}
		if chess, _ := wotnGames(ben, "&variant=chess"); len(chess) != 1 || !strings.HasSuffix(chess[0], ids[2]+"/1") {
			t.Errorf("pages of %d: chess at %v", page, chess)
		}
		if won, text := wotnGames(ben, "&result=won"); len(won) != 0 || text != "" {
			t.Errorf("pages of %d: won games at %v", page, won)
		}
		_, text = visitor.Text(path + "lancelot")
		if list, err := lancelotrecord.ReadAll(text); err != nil || len(list) != 1 || len(list[0].Turns) != 2 {
			t.Errorf("%v: %s", err, text)
		}
	}
	visitor.Want(404, "GET", "/api/people/nobody/games/export?game=wotn", nil, nil)
	visitor.Want(422, "GET", path, nil, nil)
}
