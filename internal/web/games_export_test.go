package web

import (
	"io"
	"strings"
	"testing"

	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	wotnrecord "tafelrunde/wotn/record"
)

// TestExportOfGames exports the games of a person, in pages of one and two games, of
// which some end at the same moment.
func TestExportOfGames(t *testing.T) {
	s := serveAPI(t)
	anna, ben, visitor := s.guest("Anna"), s.guest("Ben"), s.visitor()
	ben.want(200, "POST", "/api/account", object{"name": "Ben", "password": "long enough"}, nil)
	var ids []string
	play := func(table object, moves ...string) {
		id := anna.open(table)
		ids = append(ids, id)
		ben.do(id, object{"type": "sit", "seat": 1})
		for i, m := range moves {
			[]*browser{anna, ben}[i%2].do(id, object{"type": "move", "move": m})
		}
		ben.do(id, object{"type": "resign"})
	}

	play(wotnTable(nil), "e2e4", "e7e5")
	play(wotnTable(nil), "d2d4")
	play(wotnTable(func(o object) { o["variant"] = "chess" }), "g1f3")
	play(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Ben"} }), "c2c4")
	play(object{"settings": object{"game": "lancelot", "variant": "basic", "seats": 2, "first": 0, "clock": object{"kind": "none"}, "visibility": "public"}, "seat": 0}, "e4", "e5")

	path := "/api/people/" + ben.id + "/games/export?game="
	wotnGames := func(b *browser, query string) (sites []string, text string) {
		t.Helper()
		status, text := b.text(path + "wotn" + query)
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
		s.api.People.ExportPage = page
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
		_, text = visitor.text(path + "lancelot")
		if list, err := lancelotrecord.ReadAll(text); err != nil || len(list) != 1 || len(list[0].Turns) != 2 {
			t.Errorf("%v: %s", err, text)
		}
	}
	visitor.want(404, "GET", "/api/people/nobody/games/export?game=wotn", nil, nil)
	visitor.want(422, "GET", path, nil, nil)
}
