package tables_test

import (
	"html"
	"strings"
	"testing"

	"tafelrunde/internal/pictures"
	"tafelrunde/internal/testkit/webtest"
)

// TestPreviewOfAWaitingTableIsAnInvitation reads what programs show for the link of a table
// before and after the game begins, and the text on its picture.
func TestPreviewOfAWaitingTableIsAnInvitation(t *testing.T) {
	s := webtest.Serve(t)
	var drawn []pictures.Card
	draw := s.API.Tables.Pictures.Draw
	s.API.Tables.Pictures.Draw = func(c pictures.Card) ([]byte, error) {
		drawn = append(drawn, c)
		return draw(c)
	}
	anna, ben := s.Guest("A$na <b>"), s.Guest("Ben")
	clock := func(kind string, fields webtest.Object) webtest.Object {
		fields["kind"] = kind
		return fields
	}
	minutes := func(n, seconds int) webtest.Object {
		return clock("real-time", webtest.Object{"initial": n * 60_000, "increment": seconds * 1000})
	}
	lancelot := webtest.Object{"game": "lancelot", "variant": "basic", "seats": 3, "visibility": "link", "timeout": "skip"}
	for _, test := range []struct {
		name           string
		change         webtest.Object
		clock          webtest.Object
		english        string
		german, detail string
	}{
		{"Way of the Knight", webtest.Object{}, minutes(10, 0),
			"A$na <b> invites you to Way of the Knight, 10 minutes each, casual",
			"A$na <b> lädt dich zu Way of the Knight ein, 10 Minuten für jeden, ungewertet", "A$na <b> (guest) – free seat. Chess whose pieces gain experience"},
		{"an increment", webtest.Object{}, minutes(1, 5),
			"A$na <b> invites you to Way of the Knight, 1 minute each, plus 5 s per move, casual",
			"A$na <b> lädt dich zu Way of the Knight ein, 1 Minute für jeden, dazu 5 s pro Zug, ungewertet", "free seat"},
		{"chess", webtest.Object{"variant": "chess"}, clock("correspondence", webtest.Object{"perTurn": 86_400_000}),
			"A$na <b> invites you to a game of chess, 1 day per move, casual",
			"A$na <b> lädt dich zu einer Partie Schach ein, 1 Tag pro Zug, ungewertet", "free seat"},
		{"Lancelot", lancelot, clock("none", webtest.Object{}),
			"A$na <b> invites you to Lancelot, no clock, casual",
			"A$na <b> lädt dich zu Lancelot ein, ohne Uhr, ungewertet", "A$na <b> (guest) – free seat – free seat. Place stones"},
	} {
		t.Run(test.name, func(t *testing.T) {
			id := anna.Open(webtest.WotnTable(func(o webtest.Object) {
				for key, value := range test.change {
					o[key] = value
				}
				o["clock"] = test.clock
			}))
			for language, want := range map[string]string{"en": test.english, "de": test.german} {
				_, page := s.Get("", "/match/"+id, "Accept-Language", language)
				if !strings.Contains(page, `property="og:title" content="`+html.EscapeString(want)+`"`) ||
					!strings.Contains(page, "<title>"+html.EscapeString(want)) {
					t.Errorf("%s: no %q in %s", language, want, page)
				}
				if language == "en" && !strings.Contains(page, html.EscapeString(test.detail)) {
					t.Errorf("no %q in %s", test.detail, page)
				}
			}
			drawn = nil
			if resp, _ := s.Get("", "/api/matches/"+id+"/preview.png"); resp.StatusCode != 200 || len(drawn) != 1 {
				t.Fatalf("picture: %s, drawn %d times", resp.Status, len(drawn))
			}
			card := drawn[0]
			if text := card.Title + ", " + card.Lines[0]; text != test.english || !strings.Contains(card.Lines[1], "(guest) – free seat") || card.Position == "" {
				t.Errorf("the picture says %q, %q", text, card.Lines)
			}
		})
	}
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	if _, page := s.Get("", "/match/"+id); strings.Contains(page, "invites you") || !strings.Contains(page, "to move") {
		t.Errorf("a game that runs: %s", page)
	}
}

// TestGeneratedGuestName invites by a guest with a German generated name: readers see it in their language, and marked once.
func TestGeneratedGuestName(t *testing.T) {
	s := webtest.Serve(t)
	id := s.Guest("Gast 3734").Open(webtest.WotnTable(nil))
	for language, want := range map[string][]string{
		"en": {"Guest 3734 invites you to Way of the Knight", "Guest 3734 – free seat"},
		"de": {"Gast 3734 lädt dich zu Way of the Knight ein", "Gast 3734 – freier Platz"},
	} {
		_, page := s.Get("", "/match/"+id, "Accept-Language", language)
		for _, text := range want {
			if !strings.Contains(page, text) {
				t.Errorf("%s: no %q in %s", language, text, page)
			}
		}
	}
}
