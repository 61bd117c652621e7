package people_test

import (
	"testing"
	"time"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
)

// TestReliability counts public correspondence games that were lost on time, and the median of the replies.
func TestReliability(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, gus := s.Member("Anna"), s.Member("Ben"), s.Guest("Gus")
	play := func(visibility string) {
		t.Helper()
		s.API.App.Limits = core.Limits{}
		id := anna.Open(webtest.WotnTable(func(o webtest.Object) {
			o["clock"] = webtest.Object{"kind": "correspondence", "perTurn": 24 * time.Hour.Milliseconds()}
			o["visibility"], o["rated"] = visibility, false
			if visibility == "private" {
				o["invited"] = []string{"Ben"}
			}
		}))
		ben.Do(id, webtest.Object{"type": "sit"})
		for i, m := range []string{"e2e4", "e7e5", "d2d4", "d7d5"} {
			[]*webtest.Browser{anna, ben}[i%2].Do(id, webtest.Object{"type": "move", "move": m})
		}
		anna.Do(id, webtest.Object{"type": "resign"})
	}
	reliability := func(of string) (got people.Reliability) {
		t.Helper()
		gus.Want(200, "GET", "/api/people/"+of+"/reliability", nil, &got)
		return got
	}
	for i, visibility := range []string{"private", "public", "link", "public", "public", "public"} {
		play(visibility)
		if got := reliability(ben.ID); got != (people.Reliability{}) {
			t.Errorf("%+v after %d games", got, i+1)
		}
	}
	play("public")
	if got := reliability(ben.ID); got.Games != 5 || got.LostOnTime != 0 || got.Replies != 10 || got.MedianReply > 60 {
		t.Errorf("%+v", got)
	}
	gus.Refused(404, "not-found", "GET", "/api/people/nobody/reliability", nil)
}
