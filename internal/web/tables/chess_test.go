package tables_test

import (
	"bytes"
	"image/png"
	"io"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/tables"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// TestOrthodoxChess plays a casual game of orthodox chess: castling, a capture en
// passant and a promotion on the last rank.
func TestOrthodoxChess(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Member("Ann"), s.Member("Ben")
	chess := func(change func(webtest.Object)) webtest.Object {
		return webtest.WotnTable(func(o webtest.Object) {
			o["variant"] = "chess"
			if change != nil {
				change(o)
			}
		})
	}
	ann.Refused(409, "rated-chess", "POST", "/api/matches", chess(func(o webtest.Object) { o["rated"] = true }))
	ann.Refused(409, "handicap-chess", "POST", "/api/matches", chess(func(o webtest.Object) { o["handicap"] = true }))
	want := webtest.Quick(2)
	want["variant"] = "chess"
	id := ann.Pair(want).Match
	if p := ben.Pair(webtest.Quick(2)); p.Match == id || !p.Opened {
		t.Errorf("%+v: chess was paired with Way of the Knight", p)
	}
	if p := ben.Pair(want); p.Match != id || p.Opened {
		t.Errorf("%+v, want the table %s", p, id)
	}
	v := ann.View(id)
	white, black := ann, ben
	if v.ToAct == 1 {
		white, black = ben, ann
	}
	var lobby tables.Lobby
	s.Visitor().Want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Playing) != 1 || lobby.Playing[0].Settings.Variant != "chess" {
		t.Errorf("%+v", lobby.Playing)
	}
	moves := strings.Fields("e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 g7g6 f1e2 f8g7 e1g1 e8g8 d6c7 b7b5 c7d8n")
	for i, move := range moves {
		[]*webtest.Browser{white, black}[i%2].Do(id, webtest.Object{"type": "move", "move": move, "ply": i})
	}
	black.DoRefused(409, "pawn-double", id, webtest.Object{"type": "move", "move": "a6a4"})
	black.Do(id, webtest.Object{"type": "resign"})
	v = ann.View(id)
	if v.Phase != match.Finished || !strings.HasPrefix(v.Position, "rnbN1rk1/") || v.Moves[14].Move != "c7d8n" {
		t.Errorf("%s: %s", v.Phase, v.Position)
	}
	read := func(path string) []byte {
		t.Helper()
		resp := ann.Request("GET", path, nil)
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("%s: status %d, %v", path, resp.StatusCode, err)
		}
		return data
	}
	text := string(read("/api/matches/" + id + "/games/1/record"))
	game, err := record.Read(text, wotn.Standard)
	if err != nil || game.Variant != wotn.Chess || len(game.Line.Moves) != len(moves) || game.Result != record.WhiteWins || !strings.Contains(text, "cxd8=N") {
		t.Errorf("%v\n%s", err, text)
	}
	if _, err := png.Decode(bytes.NewReader(read("/api/matches/" + id + "/preview.png"))); err != nil {
		t.Error(err)
	}
	if page := string(read("/match/" + id)); !strings.Contains(page, `content="Chess: `) {
		t.Errorf("the page describes the match as %s", page)
	}
	if d := string(read("/api/matches/" + id + "/diagram")); strings.Count(d, `"kind":"N"`) != 5 {
		t.Errorf("the diagram: %s", d)
	}
	var ratings struct{ Ratings []any }
	ann.Want(200, "GET", "/api/people/"+ann.ID+"/ratings", nil, &ratings)
	if len(ratings.Ratings) != 0 {
		t.Errorf("a casual game was rated: %v", ratings.Ratings)
	}
}
