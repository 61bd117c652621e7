package tables_test

import (
	"encoding/json"
	"image/gif"
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
)

// TestAnimations draws a finished game and moves as GIFs, and refuses others.
func TestAnimations(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	public := anna.Open(webtest.WotnTable(nil))
	path := "/api/matches/" + public + "/games/1/animation.gif"
	ben.Do(public, webtest.Object{"type": "sit", "seat": 1})
	frames := func(text string) int {
		t.Helper()
		all, err := gif.DecodeAll(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return len(all.Image)
	}
	anna.Refused(404, "no-game", "GET", path, nil)
	anna.Do(public, webtest.Object{"type": "move", "move": "e2e4"})
	ben.Do(public, webtest.Object{"type": "resign"})
	visitor := s.Visitor()
	for _, address := range []string{path, path + "?delay=200&turned=true&board=slate&pieces=framed&size=200"} {
		if status, text := visitor.Text(address); status != 200 || frames(text) != 2 {
			t.Errorf("%s: %d", address, status)
		}
	}
	visitor.Want(422, "GET", path+"?delay=1", nil, nil)

	draw := func(status int, body webtest.Object) string {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r, data := visitor.Send("POST", "/api/animation.gif", "application/json", string(text))
		if r != status {
			t.Errorf("%v: status %d, want %d: %s", body, r, status, data)
		}
		return data
	}
	if text := draw(200, webtest.Object{"game": "wotn", "variant": "chess", "moves": "e2e4 e7e5 g1f3", "names": []string{"Anna", "Ben"}, "scores": []string{"1", "0"}}); frames(text) != 4 {
		t.Errorf("%d bytes", len(text))
	}
	lancelot := "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"
	if text := draw(200, webtest.Object{"game": "lancelot", "variant": "lancelot", "start": lancelot, "moves": "e4 e5"}); frames(text) != 3 {
		t.Errorf("%d bytes", len(text))
	}
	for code, body := range map[string]webtest.Object{
		"animation-move": {"game": "lancelot", "variant": "lancelot", "start": lancelot, "moves": "e4 e4"},
		"animation-long": {"game": "wotn", "variant": "wotn", "moves": strings.Repeat("e2e4 ", 1001)},
		"position":       {"game": "wotn", "variant": "wotn", "start": "8/8", "moves": ""},
	} {
		if text := draw(422, body); !strings.Contains(text, `"`+code+`"`) {
			t.Errorf("%s: %s", code, text)
		}
	}
}
