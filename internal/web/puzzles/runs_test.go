package puzzles_test

import (
	"math"
	"testing"
	"time"

	"tafelrunde/internal/match"
	games "tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/puzzles"
)

// start starts a run that seems to have been dealt a time ago.
func (s solver) start(server *webtest.Server, game, kind string, ago time.Duration) (r puzzles.DealtRun) {
	s.t.Helper()
	s.Want(200, "POST", "/api/puzzle/run", object{"game": game, "kind": kind}, &r)
	return s.change(server, r, ago, 0)
}

// change lets a run seem to have been dealt and, unless since is 0, begun at times before now.
func (s solver) change(server *webtest.Server, r puzzles.DealtRun, ago, since time.Duration) puzzles.DealtRun {
	s.t.Helper()
	before := func(ago time.Duration) match.Moment {
		return server.API.App.Now().After(-match.Millis(ago.Milliseconds()))
	}
	changed := store.PuzzleRun{ID: r.ID, Game: r.Game, Kind: r.Kind, Puzzles: r.Puzzles, Started: before(ago)}
	if since > 0 {
		changed.Begun = before(since)
	}
	if err := server.Store.StartPuzzleRun(s.t.Context(), s.ID, changed); err != nil {
		s.t.Fatal(err)
	}
	return r
}

// solved returns results of the first n puzzles of a run, one every 5 s.
func solved(t *testing.T, r puzzles.DealtRun, n int) (list []object) {
	t.Helper()
	for i, id := range r.Puzzles[:n] {
		p, err := games.ByID(id)
		if err != nil || p == nil {
			t.Fatal(id, err)
		}
		list = append(list, object{"win": true, "moves": (len(p.Solution) + 1) / 2, "at": 5000 * (i + 1)})
	}
	return list
}

// TestRunsHaveScores plays runs; the best ones of the day are on the board.
func TestRunsHaveScores(t *testing.T) {
	server := webtest.Serve(t)
	anna, ben := solver{server.Member("Anna"), t}, solver{server.Member("Ben"), t}
	for _, game := range []string{"wotn", "lancelot"} {
		r := anna.start(server, game, "streak", 0)
		last := math.MinInt
		for _, id := range r.Puzzles {
			p, err := games.ByID(id)
			if err != nil || p.Rules != game || p.Rating < last {
				t.Fatalf("%s: %+v, %v after %d", game, p, err, last)
			}
			last = p.Rating
		}
		if len(r.Puzzles) < 40 {
			t.Errorf("%s: %d puzzles", game, len(r.Puzzles))
		}
	}
	finish := func(s solver, r puzzles.DealtRun, list []object) (out puzzles.FinishedRun) {
		t.Helper()
		s.Want(200, "PUT", "/api/puzzle/run/"+r.ID, object{"results": list}, &out)
		return out
	}
	r := anna.start(server, "wotn", "storm", time.Minute)
	first := finish(anna, r, solved(t, r, 3))
	if first != (puzzles.FinishedRun{Score: 3, PuzzleStanding: store.PuzzleStanding{Today: 3, Best: 3, Rank: 1}}) {
		t.Errorf("%+v", first)
	}
	if again := finish(anna, r, solved(t, r, 5)); again != first {
		t.Errorf("%+v, at first %+v", again, first)
	}
	ben.Refused(404, "no-puzzle-run", "PUT", "/api/puzzle/run/"+r.ID, object{"results": []object{}})
	q := ben.start(server, "wotn", "storm", time.Minute)
	finish(ben, q, solved(t, q, 4))
	next := anna.start(server, "wotn", "storm", time.Minute)
	if second := finish(anna, next, solved(t, next, 1)); second != (puzzles.FinishedRun{Score: 1, PuzzleStanding: store.PuzzleStanding{Today: 3, Best: 3, Rank: 2}}) {
		t.Errorf("%+v", second)
	}
	anna.Refused(404, "no-puzzle-run", "PUT", "/api/puzzle/run/"+r.ID, object{"results": []object{}})

	bot := solver{server.Member("Robot"), t}
	bot.Want(200, "POST", "/api/bot/account/upgrade", nil, nil)
	b := bot.start(server, "wotn", "storm", time.Minute)
	if out := finish(bot, b, solved(t, b, 6)); out != (puzzles.FinishedRun{Score: 6}) {
		t.Errorf("%+v", out)
	}
	var scores puzzles.PuzzleScores
	anna.Want(200, "GET", "/api/puzzle/scores?game=wotn&kind=storm", nil, &scores)
	if len(scores.Board) != 2 || scores.Board[0].Name != "Ben" || scores.Board[0].Score != 4 || scores.Board[1].ID != anna.ID || scores.Own == nil || scores.Own.Rank != 2 {
		t.Errorf("%+v", scores)
	}
	visitor := server.Visitor()
	var yesterday puzzles.PuzzleScores
	visitor.Want(200, "GET", "/api/puzzle/scores?kind=storm&date=2026-11-01", nil, &yesterday)
	if len(yesterday.Board) != 0 || yesterday.Own != nil || yesterday.Date != "2026-11-01" {
		t.Errorf("%+v", yesterday)
	}
	visitor.Refused(422, "puzzle-date", "GET", "/api/puzzle/scores?kind=storm&date=today", nil)
	visitor.Refused(422, "request", "GET", "/api/puzzle/scores?kind=race", nil)
	if len(anna.activity("")) > 0 {
		t.Error("a run counts as attempts")
	}
	var export struct {
		Puzzles struct {
			Runs   []store.PuzzleRun
			Scores []store.PuzzleScore
		}
	}
	anna.Want(200, "GET", "/api/me/export", nil, &export)
	if len(export.Puzzles.Runs) != 3 || len(export.Puzzles.Scores) != 1 {
		t.Errorf("%+v", export)
	}
}

// TestImpossibleRunsAreRefused sends results that break the rules of runs, have moves that the puzzles
// do not have, or do not fit the clock of the server.
func TestImpossibleRunsAreRefused(t *testing.T) {
	server := webtest.Serve(t)
	anna := solver{server.Member("Anna"), t}
	for _, c := range []struct {
		kind   string
		ago    time.Duration
		change func(list []object) []object
		want   string
	}{
		{"storm", time.Minute, func(list []object) []object { list[1]["at"] = 1; return list }, "result 2: it ended before the one before it"},
		{"storm", time.Minute, func(list []object) []object { list[2]["moves"] = 9; return list }, "result 3: the puzzle has other moves"},
		{"storm", time.Minute, func(list []object) []object { return append(list, object{"win": false, "moves": 9, "at": 50000}) }, "result 4: the puzzle has other moves"},
		{"storm", 10 * time.Second, func(list []object) []object { list[2]["at"] = 75000; return list }, "it began 10 s ago only"},
		{"storm", 6 * time.Minute, func(list []object) []object { return list }, "it began 360 s ago"},
		{"streak", 25 * time.Hour, func(list []object) []object { return list }, "it began 90000 s ago"},
		{"streak", time.Hour, func(list []object) []object { list[1]["win"] = false; list[1]["moves"] = 0; return list }, "result 3: the run has ended before"},
	} {
		r := anna.start(server, "wotn", c.kind, c.ago)
		var p core.Problem
		anna.Want(422, "PUT", "/api/puzzle/run/"+r.ID, object{"results": c.change(solved(t, r, 3))}, &p)
		if p.Code != "puzzle-run" || p.Args["reason"] != c.want {
			t.Errorf("%+v, want %s", p, c.want)
		}
	}
	r := anna.start(server, "wotn", "storm", 3*time.Minute)
	var out puzzles.FinishedRun
	if anna.Want(200, "PUT", "/api/puzzle/run/"+r.ID, object{"results": solved(t, r, 2)}, &out); out.Score != 2 {
		t.Errorf("%+v after refusals", out)
	}
}

// TestStormsBeginWithTheirFirstMove waits before the first move. The server measures from there.
func TestStormsBeginWithTheirFirstMove(t *testing.T) {
	server := webtest.Serve(t)
	anna, ben := solver{server.Member("Anna"), t}, solver{server.Member("Ben"), t}
	begin := func(r puzzles.DealtRun, body object) {
		t.Helper()
		anna.Want(204, "POST", "/api/puzzle/run/"+r.ID+"/begin", body, nil)
	}
	begun := func() match.Moment {
		t.Helper()
		runs, err := server.Store.PuzzleRuns(t.Context(), anna.ID)
		if err != nil || len(runs) != 1 {
			t.Fatalf("%+v, %v", runs, err)
		}
		return server.API.App.Now() - runs[0].Begun
	}
	r := anna.start(server, "wotn", "storm", 100*time.Second)
	begin(r, object{"after": 20_000})
	if ago := begun(); ago < 20_000 || ago > 90_000 {
		t.Errorf("it began %d ms ago", ago)
	}
	begin(r, object{})
	if ago := begun(); ago < 20_000 {
		t.Errorf("it began %d ms ago after a repetition", ago)
	}
	ben.Refused(404, "no-puzzle-run", "POST", "/api/puzzle/run/"+r.ID+"/begin", object{})
	anna.Refused(422, "request", "POST", "/api/puzzle/run/"+r.ID+"/begin", object{"after": -1})
	// Not before the deal, and not long after it.
	r = anna.start(server, "wotn", "storm", time.Second)
	begin(r, object{"after": 100_000})
	if ago := begun(); ago >= 100_000 {
		t.Errorf("it began %d ms ago, before it was dealt", ago)
	}
	r = anna.start(server, "wotn", "storm", 121*time.Second)
	anna.Refused(422, "puzzle-run-late", "POST", "/api/puzzle/run/"+r.ID+"/begin", object{})

	anna.change(server, r, 5*time.Minute, 3*time.Minute)
	var out puzzles.FinishedRun
	if anna.Want(200, "PUT", "/api/puzzle/run/"+r.ID, object{"results": solved(t, r, 2)}, &out); out.Score != 2 {
		t.Errorf("%+v", out)
	}
	anna.change(server, r, 5*time.Minute, 200*time.Second)
	anna.Refused(422, "puzzle-run", "PUT", "/api/puzzle/run/"+r.ID, object{"results": solved(t, r, 2)})
	anna.change(server, r, 5*time.Minute, 4*time.Second)
	anna.Refused(422, "puzzle-run", "PUT", "/api/puzzle/run/"+r.ID, object{"results": solved(t, r, 2)})
}
