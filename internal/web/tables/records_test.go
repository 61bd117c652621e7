package tables_test

import (
	"bytes"
	"image/png"
	"io"
	"strings"
	"testing"

	"tafelrunde/internal/pictures"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

func TestRecordsPreviewsAndLinks(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, stranger := s.Guest(`Anna "<A>"`), s.Guest("Ben"), s.Visitor()
	fetch := func(who *webtest.Browser, path string) (status int, contentType string, body []byte) {
		resp := who.Request("GET", path, nil)
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, resp.Header.Get("Content-Type"), body
	}
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	ben.Do(id, webtest.Object{"type": "move", "move": "e7e5"})
	stranger.Refused(404, "no-game", "GET", "/api/matches/"+id+"/games/1/record", nil)
	anna.Do(id, webtest.Object{"type": "resign"})
	status, contentType, text := fetch(stranger, "/api/matches/"+id+"/games/1/record")
	game, err := record.Read(string(text), wotn.Standard)
	if status != 200 || !strings.HasPrefix(contentType, "application/x-chess-pgn") || err != nil || game.Result != record.BlackWins || len(game.Line.Moves) != 2 || game.Tag("White") != `Anna "<A>" (guest)` {
		t.Errorf("%d %s %v\n%s", status, contentType, err, text)
	}
	status, contentType, picture := fetch(stranger, "/api/matches/"+id+"/preview.png")
	if decoded, err := png.Decode(bytes.NewReader(picture)); status != 200 || contentType != "image/png" || err != nil || decoded.Bounds().Dx() != pictures.CardWidth {
		t.Errorf("%d %s %v", status, contentType, err)
	}

	lancelot := anna.Open(webtest.Object{"settings": webtest.Object{
		"game": "lancelot", "variant": "basic", "seats": 3, "visibility": "link", "timeout": "skip", "clock": webtest.Object{"kind": "none"},
	}})
	if status, _, picture := fetch(stranger, "/api/matches/"+lancelot+"/preview.png"); status != 200 || !bytes.HasPrefix(picture, []byte("\x89PNG")) {
		t.Errorf("a waiting table of Lancelot: %d", status)
	}

	private := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben"} }))
	anna.Refused(404, "no-match", "GET", "/api/matches/"+private+"/preview.png", nil)
	stranger.Refused(404, "no-match", "GET", "/api/matches/"+private+"/games/1/record", nil)
	for path, told := range map[string]bool{id: true, lancelot: true, private: false, "nothing": false} {
		resp := stranger.Request("GET", "/match/"+path, nil)
		page, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || strings.Contains(string(page), `property="og:image" content="/api/matches/`) != told {
			t.Errorf("%s: %v %s", path, err, page)
		}
		if strings.Contains(string(page), "<A>") || resp.Header.Get("Content-Security-Policy") == "" && told {
			t.Errorf("%s: %s", path, page)
		}
	}
}
