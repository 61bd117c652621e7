package tables_test

import (
	"fmt"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
)

// TestEngineGameLimit leaves tables to engines in each possible
// manner. The fifth unwatched game is refused. Watching a game permits another
// one.
func TestEngineGameLimit(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Guest("Ann"), s.Guest("Ben")
	untimed := func(settings webtest.Object) { settings["clock"] = webtest.Object{"kind": "none"} }
	alone := webtest.WotnTable(untimed)
	alone["seat"], alone["engines"] = -2, []int{1, 1}
	half := webtest.WotnTable(untimed)
	half["seat"], half["engines"] = 0, []int{0, 1}
	empty := webtest.WotnTable(untimed)
	empty["seat"] = -2

	first := ann.Open(alone)
	ann.Open(alone)
	ann.Do(ann.Open(empty), webtest.Object{"type": "start", "level": 1})
	ann.Do(ann.Open(half), webtest.Object{"type": "take-over", "seat": 0, "level": 1})

	var refused core.Problem
	ann.Want(429, "POST", "/api/matches", alone, &refused)
	if refused.Code != "too-many-engine-games" || refused.Args["most"] != float64(4) {
		t.Errorf("%+v", refused)
	}
	waiting, playing := ann.Open(empty), ann.Open(half) // games with people are never refused
	refuse := func(id string, command webtest.Object) {
		t.Helper()
		refused = core.Problem{}
		ann.Want(429, "POST", "/api/matches/"+id+"/commands", command, &refused)
		if refused.Code != "too-many-engine-games" {
			t.Errorf("%+v", refused)
		}
	}
	refuse(waiting, webtest.Object{"type": "start", "level": 1})
	refuse(playing, webtest.Object{"type": "take-over", "seat": 0, "level": 1})
	ben.Open(alone)

	_, leave := ann.Listen("/api/matches/" + first + "/stream")
	defer leave()
	testkit.Until(t, func() error {
		n, err := s.Store.UnwatchedEngineGames(t.Context(), ann.ID, s.API.App.Now())
		if err == nil && n != 3 {
			err = fmt.Errorf("%d games are not watched, want 3", n)
		}
		return err
	})
	ann.Do(playing, webtest.Object{"type": "take-over", "seat": 0, "level": 1})
	refuse(waiting, webtest.Object{"type": "start", "level": 1})
}
