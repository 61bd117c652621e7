package web

import (
	"fmt"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/web/core"
)

// TestEngineGameLimit leaves tables to engines in each possible
// manner. The fifth unwatched game is refused. Watching a game permits another
// one.
func TestEngineGameLimit(t *testing.T) {
	s := serveAPI(t)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	untimed := func(settings object) { settings["clock"] = object{"kind": "none"} }
	alone := wotnTable(untimed)
	alone["seat"], alone["engines"] = -2, []int{1, 1}
	half := wotnTable(untimed)
	half["seat"], half["engines"] = 0, []int{0, 1}
	empty := wotnTable(untimed)
	empty["seat"] = -2

	first := ann.open(alone)
	ann.open(alone)
	ann.do(ann.open(empty), object{"type": "start", "level": 1})
	ann.do(ann.open(half), object{"type": "take-over", "seat": 0, "level": 1})

	var refused core.Problem
	ann.want(429, "POST", "/api/matches", alone, &refused)
	if refused.Code != "too-many-engine-games" || refused.Args["most"] != float64(4) {
		t.Errorf("%+v", refused)
	}
	waiting, playing := ann.open(empty), ann.open(half) // games with people are never refused
	refuse := func(id string, command object) {
		t.Helper()
		refused = core.Problem{}
		ann.want(429, "POST", "/api/matches/"+id+"/commands", command, &refused)
		if refused.Code != "too-many-engine-games" {
			t.Errorf("%+v", refused)
		}
	}
	refuse(waiting, object{"type": "start", "level": 1})
	refuse(playing, object{"type": "take-over", "seat": 0, "level": 1})
	ben.open(alone)

	_, leave := ann.listen("/api/matches/" + first + "/stream")
	defer leave()
	testkit.Until(t, func() error {
		n, err := s.store.UnwatchedEngineGames(t.Context(), ann.id, s.api.App.Now())
		if err == nil && n != 3 {
			err = fmt.Errorf("%d games are not watched, want 3", n)
		}
		return err
	})
	ann.do(playing, object{"type": "take-over", "seat": 0, "level": 1})
	refuse(waiting, object{"type": "start", "level": 1})
}
