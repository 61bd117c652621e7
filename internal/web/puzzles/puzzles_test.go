package puzzles_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	games "tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/puzzles"
)

type object = webtest.Object

// solver is somebody who solves puzzles.
type solver struct {
	*webtest.Browser
	t *testing.T
}

func (s solver) next(query string) (p puzzles.Puzzle) {
	s.t.Helper()
	s.Want(200, "GET", "/api/puzzle/next?"+query, nil, &p)
	return p
}

// solve sends an attempt made at a time before now.
func (s solver) solve(id string, ago time.Duration, win bool) (out puzzles.PuzzleRounds) {
	s.t.Helper()
	at := int64(s.API.App.Now()) - ago.Milliseconds()
	s.Want(200, "POST", "/api/puzzle/batch", object{"solutions": []object{{"id": id, "at": at, "win": win, "kind": "training"}}}, &out)
	return out
}

func (s solver) activity(query string) (list []puzzles.PuzzleActivity) {
	s.t.Helper()
	text := s.Body(200, "/api/puzzle/activity?"+query)
	for line := range strings.Lines(text) {
		var a puzzles.PuzzleActivity
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			s.t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

// TestFirstDealtAttemptIsRated sends attempts that are rated and others that are not.
func TestFirstDealtAttemptIsRated(t *testing.T) {
	server := webtest.Serve(t)
	anna, ben := solver{server.Member("Anna"), t}, solver{server.Member("Ben"), t}
	rated := func(r puzzles.PuzzleRounds, want bool) {
		t.Helper()
		if len(r.Rounds) != 1 || r.Rounds[0].Rated != want || (r.Rounds[0].RatingDiff != 0) != want {
			t.Errorf("%+v, want rated: %v", r, want)
		}
	}
	p := anna.next("")
	if again := anna.next("difficulty=normal&game=wotn"); again.Puzzle.ID != p.Puzzle.ID {
		t.Errorf("%s is open, but %s was dealt", p.Puzzle.ID, again.Puzzle.ID)
	}
	if p.Puzzle.Plays != 0 || p.Puzzle.FEN == "" || len(p.Puzzle.Solution) == 0 || p.Game.Variant == "lancelot" {
		t.Errorf("%+v", p)
	}
	// Somebody else's deal.
	rated(ben.solve(p.Puzzle.ID, 0, true), false)
	won := anna.solve(p.Puzzle.ID, 0, true)
	rated(won, true)
	if won.Glicko.Rating != 1500+won.Rounds[0].RatingDiff || won.Glicko.Attempts != 1 || !won.Glicko.Provisional || won.Glicko.Game != "wotn" {
		t.Errorf("%+v", won)
	}
	puzzle, err := server.Store.RatedPuzzles(t.Context(), 0)
	if err != nil || len(puzzle) != 1 || puzzle[0].ID != p.Puzzle.ID || puzzle[0].Plays != 1 || int(math.Round(puzzle[0].Rating)) >= p.Puzzle.Rating {
		t.Errorf("%+v, %v: it was solved", puzzle, err)
	}
	// A repetition, and a second attempt.
	body := object{"solutions": []object{{"id": p.Puzzle.ID, "at": won.Rounds[0].At, "win": true, "kind": "training"}}}
	var repeated puzzles.PuzzleRounds
	anna.Want(200, "POST", "/api/puzzle/batch", body, &repeated)
	if fmt.Sprint(repeated) != fmt.Sprint(won) {
		t.Errorf("%+v, first it was %+v", repeated, won)
	}
	rated(anna.solve(p.Puzzle.ID, 0, false), false)

	// Without a deal; an attempt that was made offline, before the deal; one that is sent late.
	list, err := games.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range list {
		if q.Rules == games.Lancelot {
			rated(anna.solve(q.ID, 0, true), false)
			break
		}
	}
	q := anna.next("")
	if q.Puzzle.ID == p.Puzzle.ID {
		t.Error("an attempted puzzle returned")
	}
	rated(anna.solve(q.Puzzle.ID, 5*time.Minute, true), false)
	rated(anna.solve(anna.next("").Puzzle.ID, time.Hour, true), false)
	// The client's clock is three minutes slow; then it is, but the attempt was made before the deal.
	slow := func(ago time.Duration) (out puzzles.PuzzleRounds) {
		t.Helper()
		now := int64(server.API.App.Now()) - 3*time.Minute.Milliseconds()
		body := object{"solutions": []object{{"id": ben.next("").Puzzle.ID, "at": now - ago.Milliseconds(), "win": true, "kind": "training"}}, "now": now}
		ben.Want(200, "POST", "/api/puzzle/batch", body, &out)
		return out
	}
	rated(slow(0), true)
	rated(slow(2*time.Minute), false)
	anna.Refused(422, "request", "POST", "/api/puzzle/batch", object{"solutions": []object{{"id": p.Puzzle.ID, "at": 1, "win": true, "kind": "training"}}, "now": 0})
	// The puzzle was dealt, but reviewed only.
	r := anna.next("").Puzzle.ID
	var reviewed puzzles.PuzzleRounds
	anna.Want(200, "POST", "/api/puzzle/batch", object{"solutions": []object{{"id": r, "at": server.API.App.Now(), "win": true, "kind": "review"}}}, &reviewed)
	rated(reviewed, false)
	var g puzzles.PuzzleGlicko
	anna.Want(200, "GET", "/api/puzzle/rating", nil, &g)
	if g != won.Glicko {
		t.Errorf("%+v, want %+v", g, won.Glicko)
	}
	anna.Want(200, "GET", "/api/puzzle/rating?game=lancelot", nil, &g)
	if g != (puzzles.PuzzleGlicko{Game: "lancelot", Rating: 1500, Deviation: 500, Provisional: true}) {
		t.Errorf("%+v", g)
	}

	// The newest first, with the rating of the one that was rated.
	all := anna.activity("")
	if len(all) != 6 || all[0].Date < all[5].Date {
		t.Errorf("%+v", all)
	}
	for _, a := range all {
		if first := a.Date == won.Rounds[0].At && a.Puzzle.ID == p.Puzzle.ID; first != (a.Rating == won.Glicko.Rating) || first && (!a.Win || a.Puzzle.Rating == 0 || a.Puzzle.Variant != p.Game.Variant) {
			t.Errorf("%+v", a)
		}
	}
	if page := anna.activity(fmt.Sprint("max=2&before=", all[0].Date)); len(page) != 2 || page[0].Date >= all[0].Date {
		t.Errorf("%+v", page)
	}
	if late := anna.activity(fmt.Sprint("since=", server.API.App.Now()+1)); len(late) > 0 {
		t.Errorf("%+v", late)
	}
	if len(ben.activity("")) != 3 {
		t.Error("the activity of another is shown")
	}

	var export struct {
		Puzzles struct {
			Ratings  []store.PuzzleRating
			Attempts []store.PuzzleAttempt
		}
	}
	anna.Want(200, "GET", "/api/me/export", nil, &export)
	if len(export.Puzzles.Ratings) != 1 || len(export.Puzzles.Attempts) != 6 {
		t.Errorf("%+v", export)
	}
}

// TestDealsFollowWishes deals puzzles of a theme, a variant and a difficulty until all were attempted.
func TestDealsFollowWishes(t *testing.T) {
	server := webtest.Serve(t)
	anna, visitor := solver{server.Member("Anna"), t}, solver{server.Visitor(), t}
	var mean [3]int
	const draws = 20
	for i, difficulty := range []string{"easier", "normal", "harder"} {
		for range draws {
			mean[i] += visitor.next("game=lancelot&difficulty="+difficulty).Puzzle.Rating / draws
		}
	}
	if mean[0] >= mean[1] || mean[1] >= mean[2] {
		t.Errorf("mean ratings by difficulty: %v", mean)
	}
	if p := anna.next("game=wotn&theme=mateIn1"); !strings.Contains(strings.Join(p.Puzzle.Themes, " "), "mateIn1") || p.Puzzle.Mate != 1 {
		t.Errorf("%+v", p)
	}
	if p := anna.next("game=lancelot&seats=2"); p.Game.Variant != "lancelot" {
		t.Errorf("%+v", p)
	}
	anna.Refused(404, "no-puzzle", "GET", "/api/puzzle/next?theme=unknown", nil)
	anna.Refused(404, "no-puzzle", "GET", "/api/puzzle/next?game=lancelot&variant=wotn", nil)
	anna.Refused(422, "request", "GET", "/api/puzzle/next?game=chess", nil)

	// A skipped puzzle is replaced without an attempt, and does not return.
	skipped := ""
	for range draws {
		id := anna.next("game=lancelot&skip=" + skipped).Puzzle.ID
		if again := anna.next("game=lancelot").Puzzle.ID; strings.Contains(skipped, id) || again != id {
			t.Errorf("%s, then %s was dealt after %s was skipped", id, again, skipped)
		}
		skipped = strings.TrimPrefix(skipped+","+id, ",")
	}
	if len(anna.activity("")) != 0 {
		t.Error("skipped puzzles were attempted")
	}

	// Of a theme with few puzzles, each one comes once, then the first one again.
	list, err := games.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[games.Theme]int{}
	for _, p := range list {
		for _, theme := range p.Themes {
			if p.Rules != games.Lancelot {
				counts[theme]++
			}
		}
	}
	rare := slices.MinFunc(slices.Collect(maps.Keys(counts)), func(a, b games.Theme) int {
		return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b))
	})
	seen := map[string]bool{}
	for range counts[rare] {
		p := anna.next("game=wotn&theme=" + string(rare)).Puzzle.ID
		seen[p] = true
		anna.solve(p, 0, false)
	}
	if len(seen) != counts[rare] {
		t.Errorf("%d of %d puzzles of %s were dealt", len(seen), counts[rare], rare)
	}
	if p := anna.next("game=wotn&theme=" + string(rare)).Puzzle.ID; !seen[p] {
		t.Errorf("%s was not dealt before", p)
	}
}

// TestPuzzlesAreShown requests puzzles by ID and by date.
func TestPuzzlesAreShown(t *testing.T) {
	server := webtest.Serve(t)
	visitor := server.Visitor()
	list, err := games.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	var p puzzles.Puzzle
	visitor.Want(200, "GET", "/api/puzzle/"+list[0].ID, nil, &p)
	if p.Puzzle.ID != list[0].ID || p.Puzzle.Rating != list[0].Rating || p.Date != "" {
		t.Errorf("%+v", p)
	}
	visitor.Refused(404, "no-puzzle", "GET", "/api/puzzle/unknown", nil)
	tomorrow := time.Now().UTC().Add(24 * time.Hour).Format(time.DateOnly)
	visitor.Refused(404, "puzzle-later", "GET", "/api/puzzle/daily?date="+tomorrow, nil)
	visitor.Refused(404, "no-puzzle", "GET", "/api/puzzle/daily?date=2026-10-31", nil)
	visitor.Refused(422, "puzzle-date", "GET", "/api/puzzle/daily?date=2026-13-1", nil)
	first := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	want, err := games.Daily("lancelot", first)
	if visitor.Want(200, "GET", "/api/puzzle/daily?game=lancelot&date=2026-11-01", nil, &p); err != nil || p.Puzzle.ID != want.ID || p.Date != "2026-11-01" {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestAttemptsHaveLimits sends attempts that are refused, or left out.
func TestAttemptsHaveLimits(t *testing.T) {
	server := webtest.Serve(t)
	anna := solver{server.Member("Anna"), t}
	const path = "/api/puzzle/batch"
	one := func(change object) object {
		s := object{"id": "0000000", "at": 1, "win": true, "kind": "training"}
		for name, value := range change {
			s[name] = value
		}
		return s
	}
	many := make([]object, 51)
	for i := range many {
		many[i] = one(object{"at": i + 1})
	}
	for _, list := range [][]object{{}, many, {one(object{"id": "../../x"})}, {one(object{"kind": "other"})}, {one(object{"at": 0})}, {one(object{"win": "yes"})}} {
		anna.Refused(422, "request", "POST", path, object{"solutions": list})
	}
	list, err := games.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	ahead := one(object{"id": list[0].ID, "at": time.Now().Add(48 * time.Hour).UnixMilli()})
	var out puzzles.PuzzleRounds
	anna.Want(200, "POST", path, object{"solutions": []object{one(nil), ahead, one(object{"id": list[1].ID})}}, &out)
	if len(out.Rounds) != 1 || out.Rounds[0].ID != list[1].ID || len(anna.activity("")) != 1 {
		t.Errorf("%+v: unknown puzzles and other times are left out", out)
	}
	server.Guest("Gus").Refused(403, "account-needed", "POST", path, object{"solutions": []object{one(nil)}})
	limited := 0
	for range 150 {
		if anna.Status("POST", path, object{"solutions": []object{one(nil)}}) == http.StatusTooManyRequests {
			limited++
		}
	}
	if limited == 0 {
		t.Error("requests are not limited")
	}
}

// TestDailyAttemptsAreOfTheirDay sends attempts at the puzzle of a day on that day and on others.
func TestDailyAttemptsAreOfTheirDay(t *testing.T) {
	server := webtest.Serve(t)
	anna := solver{server.Member("Anna"), t}
	first := time.Date(2026, 11, 1, 23, 59, 0, 0, time.UTC)
	p, err := games.Daily("wotn", first.Truncate(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	var list []object
	for i := range 2 {
		list = append(list, object{"id": p.ID, "at": first.Add(time.Duration(i) * 2 * time.Minute).UnixMilli(), "win": true, "kind": "daily"})
	}
	anna.Want(200, "POST", "/api/puzzle/batch", object{"solutions": list}, nil)
	if all := anna.activity(""); len(all) != 2 || all[1].Kind != "daily" || all[0].Kind != "training" {
		t.Errorf("%+v", all)
	}
}

// TestMistakesAreChecked keeps mistakes as exercises, and attempts at them.
func TestMistakesAreChecked(t *testing.T) {
	server := webtest.Serve(t)
	anna := solver{server.Member("Anna"), t}
	good := func(change object) object {
		m := object{"rules": "wotn", "position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "played": "g2g4", "best": []string{"e2e4", "d2d4"}, "source": "analysis/wotn?match=x/1", "at": 5}
		for name, value := range change {
			m[name] = value
		}
		return m
	}
	const path = "/api/me/mistakes/abc1234"
	for _, change := range []object{
		{"position": "8/8 w"}, {"played": "e2e5"}, {"best": []string{"e2e5"}}, {"best": []string{"g2g4"}}, {"best": []string{"e2e4", "e2e4"}},
		{"source": "javascript:alert(1)"}, {"source": "//elsewhere.example"}, {"rules": "lancelot"},
	} {
		anna.Refused(422, "mistake", "PUT", path, good(change))
	}
	anna.Refused(422, "request", "PUT", path, good(object{"rules": "chess"}))
	anna.Refused(422, "request", "PUT", path, good(object{"best": []string{}}))
	anna.Refused(422, "request", "PUT", "/api/me/mistakes/ABC", good(nil))
	anna.Want(204, "PUT", path, good(object{"at": int64(1) << 50}), nil)
	anna.Want(204, "PUT", "/api/me/mistakes/abc1235", good(object{"rules": "lancelot", "position": "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", "played": "d4", "best": []string{"e5"}}), nil)
	var kept struct{ Mistakes []store.Mistake }
	anna.Want(200, "GET", "/api/me/mistakes", nil, &kept)
	if len(kept.Mistakes) != 2 || kept.Mistakes[0].ID != "abc1234" || kept.Mistakes[0].At > server.API.App.Now() || len(kept.Mistakes[0].Best) != 2 {
		t.Errorf("%+v", kept)
	}
	if out := anna.solve("abc1235", 0, true); len(out.Rounds) != 1 || out.Rounds[0].Rated || out.Glicko.Game != "lancelot" {
		t.Errorf("%+v", out)
	}
	if list := anna.activity(""); len(list) != 1 || list[0].Puzzle.Variant != "lancelot" || list[0].Puzzle.Rating != 0 {
		t.Errorf("%+v", list)
	}
	anna.Want(204, "DELETE", path, nil, nil)
	anna.Refused(404, "not-found", "DELETE", path, nil)
	server.Member("Ben").Refused(404, "not-found", "DELETE", "/api/me/mistakes/abc1235", nil)
}

// TestWrongPuzzlesAreSettled votes on a puzzle; moderators see the votes that it is wrong.
func TestWrongPuzzlesAreSettled(t *testing.T) {
	server := webtest.Serve(t)
	anna, ben, mod := server.Member("Anna"), server.Member("Ben"), server.Staff("Mod", store.Moderator)
	all, err := games.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	path := "/api/puzzle/" + all[0].ID + "/vote"
	anna.Want(204, "POST", path, object{"vote": "wrong", "text": " Qh5 wins too "}, nil)
	ben.Want(204, "POST", path, object{"vote": "good"}, nil)
	ben.Refused(422, "request", "POST", path, object{"vote": "boring"})
	ben.Refused(422, "request", "POST", path, object{"vote": "dull", "text": strings.Repeat("x", 501)})
	ben.Refused(404, "no-puzzle", "POST", "/api/puzzle/unknown/vote", object{"vote": "wrong"})
	var list struct {
		Puzzles []admin.WrongPuzzle
		More    bool
	}
	mod.Want(200, "GET", "/api/admin/puzzles", nil, &list)
	if len(list.Puzzles) != 1 || list.Puzzles[0].ID != all[0].ID || list.Puzzles[0].Variant != all[0].Rules ||
		list.Puzzles[0].Wrong != 1 || list.Puzzles[0].Good != 1 || list.More || len(list.Puzzles[0].Votes) != 1 || list.Puzzles[0].Votes[0].Name != "Anna" || list.Puzzles[0].Votes[0].Text != "Qh5 wins too" {
		t.Errorf("%+v", list)
	}
	if mod.Want(200, "GET", "/api/admin/puzzles?skip=1", nil, &list); len(list.Puzzles) != 0 {
		t.Errorf("%+v", list)
	}
	mod.Refused(422, "request", "GET", "/api/admin/puzzles?skip=-1", nil)
	mod.Want(204, "POST", "/api/admin/puzzles/"+all[0].ID+"/settle", nil, nil)
	mod.Refused(404, "not-found", "POST", "/api/admin/puzzles/"+all[0].ID+"/settle", nil)
	if mod.Want(200, "GET", "/api/admin/puzzles", nil, &list); len(list.Puzzles) != 0 {
		t.Errorf("%+v", list)
	}
	if log := server.Audit(); len(log) == 0 || log[0].Action != "settle-puzzle" || log[0].Details["puzzle"] != all[0].ID {
		t.Errorf("%+v", log)
	}
}
