package people_test

import (
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
)

// TestBadges: a finished game gives a badge, which names the match to those who may see it and
// is in the export.
func TestBadges(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Member("Anna"), s.Member("Ben")
	promoteToLord := func(change func(webtest.Object)) string {
		id := anna.Open(webtest.WotnTable(change))
		ben.Do(id, webtest.Object{"type": "sit"})
		for i, m := range []string{"e2e3", "h7h5", "d1h5", "a7a5", "h5h8l"} {
			[]*webtest.Browser{anna, ben}[i%2].Do(id, webtest.Object{"type": "move", "move": m})
		}
		ben.Do(id, webtest.Object{"type": "resign"})
		return id
	}
	badgesOf := func(who, of *webtest.Browser) []store.Badge {
		t.Helper()
		var answer struct{ Badges []store.Badge }
		who.Want(200, "GET", "/api/people/"+of.ID+"/badges", nil, &answer)
		return answer.Badges
	}
	if list := badgesOf(ben, anna); len(list) != 0 {
		t.Errorf("%+v before a game", list)
	}
	private := promoteToLord(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben"} })
	for who, match := range map[*webtest.Browser]string{anna: private, ben: "", s.Visitor(): ""} {
		list := badgesOf(who, anna)
		if len(list) != 1 || list[0].Code != "first-lord" || list[0].At == 0 || list[0].Match != match || (match != "") != (list[0].Ply == 5) {
			t.Errorf("%+v, want match %q", list, match)
		}
	}
	if list := badgesOf(anna, ben); len(list) != 0 {
		t.Errorf("the other side has %+v", list)
	}
	promoteToLord(nil)
	if list := badgesOf(anna, anna); len(list) != 1 || list[0].Match != private {
		t.Errorf("%+v after another game", list)
	}
	var exported struct{ Badges []store.Badge }
	anna.Want(200, "GET", "/api/me/export", nil, &exported)
	if len(exported.Badges) != 1 || exported.Badges[0].Match != private {
		t.Errorf("the export has %+v", exported.Badges)
	}
	anna.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	s.Visitor().Refused(404, "not-found", "GET", "/api/people/"+anna.ID+"/badges", nil)
}
