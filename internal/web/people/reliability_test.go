package people_test

import (
	"testing"
	"time"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
)

// TestReliability counts correspondence games that were lost on time, and the median of the replies.
func TestReliability(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, gus := s.Member("Anna"), s.Member("Ben"), s.Guest("Gus")
	id := anna.Open(webtest.WotnTable(func(o webtest.Object) {
		o["clock"] = webtest.Object{"kind": "correspondence", "perTurn": 24 * time.Hour.Milliseconds()}
		o["visibility"], o["invited"], o["rated"] = "private", []string{"Ben"}, false
	}))
	ben.Do(id, webtest.Object{"type": "sit"})
	reliability := func(of string) (got people.Reliability) {
		t.Helper()
		gus.Want(200, "GET", "/api/people/"+of+"/reliability", nil, &got)
		return got
	}
	if got := reliability(ben.ID); got != (people.Reliability{}) {
		t.Errorf("%+v before the end", got)
	}
	for i, m := range []string{"e2e4", "e7e5", "d2d4", "d7d5"} {
		[]*webtest.Browser{anna, ben}[i%2].Do(id, webtest.Object{"type": "move", "move": m})
	}
	anna.Do(id, webtest.Object{"type": "resign"})
	if got := reliability(ben.ID); got.Games != 1 || got.LostOnTime != 0 || got.Replies != 2 || got.MedianReply > 60 {
		t.Errorf("%+v", got)
	}
	gus.Refused(404, "not-found", "GET", "/api/people/nobody/reliability", nil)
}
