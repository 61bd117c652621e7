package tables_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/tables"
)

// computerGame returns a request for a game that computers of some levels offer.
func computerGame(levels ...int) webtest.Object {
	game := webtest.Object{"game": "wotn", "variant": "wotn", "engines": levels, "clock": webtest.Object{"kind": "real-time", "initial": 300_000, "increment": 3_000}}
	if len(levels) > 1 {
		game["game"], game["variant"] = "lancelot", "basic"
	}
	return game
}

// offers waits until the lobby says whether computers offer games.
func offers(t *testing.T, b *webtest.Browser, want bool) {
	t.Helper()
	testkit.Until(t, func() error {
		var now tables.Activity
		b.Want(200, "GET", "/api/lobby/activity", nil, &now)
		if now.Computers != want {
			return fmt.Errorf("computers offer games: %v, want %v", now.Computers, want)
		}
		return nil
	})
}

// TestComputersOfferGames: a game that a computer offers begins with one request. It is
// public and casual. A guest may take it.
func TestComputersOfferGames(t *testing.T) {
	s := webtest.Serve(t)
	ann := s.Guest("Ann")
	offers(t, ann, true)
	for _, levels := range [][]int{{12}, {11, 14, 10}} {
		var opened struct{ Match string }
		ann.Want(201, "POST", "/api/lobby/computers", computerGame(levels...), &opened)
		v := ann.View(opened.Match)
		if v.Phase != match.Playing || v.Settings.Rated || v.Settings.Visibility != match.Public || v.Settings.Clock.Initial != 300_000 || len(v.Seats) != len(levels)+1 || v.Seats[0].Player.ID != ann.ID {
			t.Errorf("%+v", v)
		}
		for i, level := range levels {
			if got := v.Seats[i+1].Player.Engine; got != level {
				t.Errorf("seat %d has the level %d, want %d", i+1, got, level)
			}
		}
	}
	ann.Refused(409, "level", "POST", "/api/lobby/computers", computerGame(0))
	ann.Refused(409, "level", "POST", "/api/lobby/computers", computerGame(18))
	untimed := computerGame(12)
	untimed["clock"] = webtest.Object{"kind": "none"}
	ann.Refused(409, "computers-clock", "POST", "/api/lobby/computers", untimed)
	ann.Refused(422, "request", "POST", "/api/lobby/computers", computerGame())
	s.Visitor().Refused(401, "no-session", "POST", "/api/lobby/computers", computerGame(12))
}

// lateStore claims that turns of engines wait.
type lateStore struct {
	store.Store
	late atomic.Bool
}

func (s *lateStore) WaitingEngineTurns(ctx context.Context, now match.Moment, people bool) (int, error) {
	if s.late.Load() && people {
		return 1, nil
	}
	return s.Store.WaitingEngineTurns(ctx, now, people)
}

// TestComputersOfferNothing: computers offer no games if an administrator turns that off, if
// the server has no worker, and while their turns wait.
func TestComputersOfferNothing(t *testing.T) {
	hooked, _ := webtest.ServeHooked(t)
	late := &lateStore{Store: hooked.Store}
	s := webtest.ServeStore(t, late)
	ann := s.Guest("Ann")
	s.Operator(204, "PUT", "/api/admin/site", webtest.Object{"computers": false}, nil)
	ann.Refused(403, "no-computers", "POST", "/api/lobby/computers", computerGame(12))
	offers(t, ann, false)
	s.Operator(204, "PUT", "/api/admin/site", webtest.Object{"computers": true}, nil)
	offers(t, ann, true)
	late.late.Store(true)
	ann.Refused(503, "computers-busy", "POST", "/api/lobby/computers", computerGame(12))
	offers(t, ann, false)
	late.late.Store(false)
	ann.Want(201, "POST", "/api/lobby/computers", computerGame(12), nil)

	without := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true})
	ben := without.Guest("Ben")
	offers(t, ben, false)
	ben.Refused(403, "no-computers", "POST", "/api/lobby/computers", computerGame(12))
}

// TestComputerGameLimit: a person has at most 8 games against computers alone in progress,
// however they were begun. A game that has ended makes room; games with people do not count.
func TestComputerGameLimit(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Guest("Ann"), s.Guest("Ben")
	untimed := webtest.WotnTable(func(settings webtest.Object) { settings["clock"] = webtest.Object{"kind": "none"} })
	untimed["seat"], untimed["engines"] = 0, []int{0, 1}
	waiting := ann.Open(webtest.WotnTable(nil))
	alone := webtest.WotnTable(nil)
	alone["seat"] = 0
	var first struct{ Match string }
	ann.Want(201, "POST", "/api/lobby/computers", computerGame(12), &first)
	host := s.API.App.Host
	for i := range 6 { // through the interface these would be too many tables at once
		_, err := host.Do(t.Context(), fmt.Sprint("game", i), match.Command{At: host.Now(), By: ann.ID, Do: match.Open{
			Settings: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, First: 0, Visibility: match.ByLink, Clock: match.Clock{Kind: match.NoClock}},
			Owner:    match.Player{ID: ann.ID, Name: "Ann"}, Engines: []int{0, 1},
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	ann.Do(ann.Open(alone), webtest.Object{"type": "start", "level": 1})
	ben.Do(waiting, webtest.Object{"type": "sit"})

	refuse := func(path string, body webtest.Object) {
		t.Helper()
		var refused core.Problem
		ann.Want(429, "POST", path, body, &refused)
		if refused.Code != "too-many-computer-games" || refused.Args["most"] != float64(8) {
			t.Errorf("%s: %+v", path, refused)
		}
	}
	refuse("/api/lobby/computers", computerGame(12))
	refuse("/api/matches", untimed)
	refuse("/api/matches/"+ann.Open(alone)+"/commands", webtest.Object{"type": "start", "level": 1})
	ben.Want(201, "POST", "/api/lobby/computers", computerGame(12), nil)
	ann.Do(first.Match, webtest.Object{"type": "abort"})
	ann.Want(201, "POST", "/api/lobby/computers", computerGame(12), nil)
	refuse("/api/lobby/computers", computerGame(12))

	rematch := webtest.Object{"type": "rematch"}
	refuse("/api/matches/"+first.Match+"/commands", rematch)
	ann.Do("game0", webtest.Object{"type": "abort"})
	ann.Do(first.Match, rematch)
	if v := ann.View(first.Match); v.Phase != match.Playing {
		t.Errorf("the phase after the rematch is %s", v.Phase)
	}
	refuse("/api/matches/game0/commands", rematch)
	untimed["seat"] = -2 // the owner watches
	refuse("/api/matches/"+ben.Open(untimed)+"/commands", webtest.Object{"type": "sit"})
	ann.Do(waiting, webtest.Object{"type": "abort"})
	ann.Do(waiting, rematch)
	ben.Do(waiting, rematch)
}

// TestFinishedGames: the activity has the last public games with their final positions, and never
// one of a private table or one that only people with its link know.
func TestFinishedGames(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Member("Ann"), s.Member("Ben")
	play := func(visibility string) string {
		ann, ben = ben, ann // nobody may open so many tables at once
		id := ann.Open(webtest.WotnTable(func(settings webtest.Object) {
			settings["visibility"], settings["first"] = visibility, 0
			if visibility == "private" {
				settings["invited"] = []string{ben.Me().Name}
			}
		}))
		ben.Do(id, webtest.Object{"type": "sit"})
		ann.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
		ben.Do(id, webtest.Object{"type": "move", "move": "e7e5"})
		ben.Do(id, webtest.Object{"type": "resign"})
		return id
	}
	play("private")
	play("link")
	var public []string
	for range 11 {
		public = append(public, play("public"))
	}
	play("private")
	testkit.Until(t, func() error {
		var now tables.Activity
		ann.Want(200, "GET", "/api/lobby/activity", nil, &now)
		if len(now.Finished) != 10 {
			return fmt.Errorf("%d games", len(now.Finished))
		}
		for i, g := range now.Finished {
			if want := public[10-i]; g.Match != want {
				return fmt.Errorf("place %d has %s, want %s", i, g.Match, want)
			}
			if g.Settings.Visibility != match.Public || g.EndedAt == 0 || g.Outcome == nil || !strings.HasPrefix(g.Position, "rnbqkbnr/pppp1ppp/8/4p3/4P3/") {
				return fmt.Errorf("%+v", g)
			}
		}
		return nil
	})
}
