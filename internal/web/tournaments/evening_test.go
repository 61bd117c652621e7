package tournaments_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/tournaments"
)

// evening is a tournament of people, all of whom are programs.
type evening struct {
	*testing.T
	director *webtest.Browser
	players  map[string]*webtest.Browser // by ID
	path     string
	now      tournaments.WholeTournament
}

// TestClubEvening plays a tournament in fake time, from its creation to the certificates: eight
// people enter, one withdraws, one does not come, and the director corrects a result.
func TestClubEvening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := webtest.ServeInBubble(t, web.APIOptions{}, func(ctx context.Context, s *webtest.Server) {
			s.API.App.Host.Run(ctx)
		}, func(ctx context.Context, s *webtest.Server) {
			jobs.NewTournamentWorker(s.API.App.Host, s.Store, slog.New(slog.NewTextHandler(io.Discard, nil))).Run(ctx)
		})
		e := &evening{T: t, director: s.Member("Ute"), players: make(map[string]*webtest.Browser)}
		e.path = open(e.director, webtest.Object{"games": webtest.Object{
			"game": "wotn", "variant": "wotn", "rated": true, "clock": webtest.Object{"kind": "real-time", "initial": 60_000, "increment": 1_000},
		}})
		names := []string{"Anna", "Ben", "Cleo", "Dora", "Emil", "Fred", "Greta", "Hans"}
		for _, name := range names {
			p := s.Member(name)
			e.players[p.ID] = p
			p.Want(200, "POST", e.path+"/entry", webtest.Object{}, nil)
		}
		e.look()
		greta, hans := e.now.Entries[6].Player.ID, e.now.Entries[7].Player.ID
		e.players[greta].Want(200, "DELETE", e.path+"/entry", nil, nil)

		time.Sleep(50 * time.Minute)
		synctest.Wait()
		var list struct {
			Notifications []struct{ Kind, Match string }
		}
		e.players[hans].Want(200, "GET", "/api/me/notifications", nil, &list)
		if len(list.Notifications) != 1 || list.Notifications[0].Kind != "tournament" {
			t.Errorf("before the start: %+v", list)
		}
		for e.look(); e.now.Phase != "finished"; e.look() {
			if s.API.App.Now() > e.now.StartsAt.After(120*match.Minute) {
				t.Fatalf("not finished: %+v", e.now)
			}
			e.play(hans)
			time.Sleep(5 * time.Second)
			synctest.Wait()
		}
		e.check(hans)
		e.correct()
		e.files()
	})
}

// look reads the tournament.
func (e *evening) look() {
	e.Helper()
	e.now = tournaments.WholeTournament{}
	e.director.Want(200, "GET", e.path, nil, &e.now)
}

// play makes a move in each game in which it is not the turn of an absent player. After some moves
// the player with the higher number resigns; every seventh game is drawn.
func (e *evening) play(absent string) {
	e.Helper()
	for i, b := range e.now.Boards {
		if b.Match == "" || b.Result != nil {
			continue
		}
		first := e.players[e.now.Entries[b.Entries[0]-1].Player.ID]
		v := first.View(b.Match)
		if v.Phase != match.Playing || v.Seats[v.ToAct].Player.ID == absent {
			continue
		}
		mover := e.players[v.Seats[v.ToAct].Player.ID]
		moves := []string{"e2e4", "e7e5"}
		switch {
		case len(v.Moves) < len(moves):
			mover.Do(b.Match, webtest.Object{"type": "move", "move": moves[len(v.Moves)], "ply": len(v.Moves)})
		case i%7 == 3:
			other := e.players[v.Seats[1-v.ToAct].Player.ID]
			mover.Do(b.Match, webtest.Object{"type": "draw"})
			other.Do(b.Match, webtest.Object{"type": "draw"})
		default:
			e.players[e.now.Entries[max(b.Entries[0], b.Entries[1])-1].Player.ID].Do(b.Match, webtest.Object{"type": "resign"})
		}
	}
}

// check checks the finished tournament: everybody has met everybody, and the games of the player
// who did not come are lost and do not count.
func (e *evening) check(absent string) {
	e.Helper()
	pairs := make(map[[2]int]bool)
	points := make(map[int]float64)
	for _, b := range e.now.Boards {
		pair := [2]int{min(b.Entries[0], b.Entries[1]), max(b.Entries[0], b.Entries[1])}
		if pairs[pair] || b.Result == nil || pair[1] == 7 {
			e.Errorf("%+v", b)
		}
		pairs[pair] = true
		if pair[1] == 8 {
			if seat := slices.Index(b.Entries, 8); b.Result.Points[seat] != 0 || !slices.Contains(b.Result.Absent, seat) {
				e.Errorf("the absent player: %+v", b.Result)
			}
			continue
		}
		for seat, entry := range b.Entries {
			points[entry] += b.Result.Points[seat]
		}
	}
	if len(pairs) != 7*6/2 || len(e.now.Pools) != 1 || len(e.now.Pools[0].Standing) != 7 {
		e.Fatalf("%d games, %+v", len(pairs), e.now.Pools)
	}
	for i, row := range e.now.Pools[0].Standing {
		out := e.now.Entries[row.Entry-1].Player.ID == absent
		if row.Place != i+1 || row.Annulled != out || !out && row.Points != points[row.Entry] {
			e.Errorf("%+v; points %v", row, points[row.Entry])
		}
	}
	if left := e.now.Entries[7].Left; left != "absent" {
		e.Errorf("the absent player has left: %q", left)
	}
}

// correct lets the director give the first game of the winner to the other player.
func (e *evening) correct() {
	e.Helper()
	best := e.now.Pools[0].Standing[0]
	board := slices.IndexFunc(e.now.Boards, func(b tournaments.TournamentBoard) bool {
		return slices.Contains(b.Entries, best.Entry) && !slices.Contains(b.Entries, 8)
	})
	before, points := e.now.Boards[board].Result.Points, []float64{0, 1}
	seat := slices.Index(e.now.Boards[board].Entries, best.Entry)
	points[seat], points[1-seat] = 0, 1
	e.director.Want(200, "POST", e.path+"/correct", webtest.Object{"board": board + 1, "points": points, "reason": "wrong board"}, nil)
	e.look()
	for _, entry := range e.now.Boards[board].Entries {
		var list struct {
			Notifications []struct{ Kind string }
			Tournaments   []struct{ ID string }
		}
		e.players[e.now.Entries[entry-1].Player.ID].Want(200, "GET", "/api/me/notifications", nil, &list)
		if list.Notifications[0].Kind != "tournament-decision" || len(list.Tournaments) == 0 {
			e.Errorf("after the correction: %+v", list)
		}
	}
	for _, row := range e.now.Pools[0].Standing {
		if row.Entry == best.Entry && row.Points != best.Points-before[seat] {
			e.Errorf("after the correction: %+v, before it %+v", row, best)
		}
	}
}

// files reads the standings, the records and the page of certificates.
func (e *evening) files() {
	e.Helper()
	if table := e.director.Body(200, e.path+"/standings.csv"); strings.Count(table, "\n") != 8 || !strings.Contains(table, "Anna") {
		e.Errorf("%s", table)
	}
	var rows []struct{ Name string }
	if err := json.Unmarshal([]byte(e.director.Body(200, e.path+"/standings.json")), &rows); err != nil || len(rows) != 7 {
		e.Errorf("%+v, %v", rows, err)
	}
	if rows[0].Name != e.now.Entries[e.now.Pools[0].Standing[0].Entry-1].Player.Name {
		e.Errorf("%+v", rows)
	}
	tag := func(name, value string) string { return "[" + name + ` "` + value + "\"]\n" }
	records := strings.Split(strings.TrimPrefix(e.director.Body(200, e.path+"/games"), "[Event "), "\n[Event ")
	if len(records) != len(e.now.Boards) {
		e.Fatalf("%d games, %d records", len(e.now.Boards), len(records))
	}
	kinds := make(map[string]int)
	for i, b := range e.now.Boards {
		result, end := map[[2]float64]string{{1, 0}: "1-0", {0, 1}: "0-1", {.5, .5}: "1/2-1/2"}[[2]float64(b.Result.Points)], "normal"
		switch b.Result.Reason {
		case "correction":
			end = "adjudication"
		case "walkover":
			end = "unplayed"
		case "absence":
			end = "abandoned"
		case "time":
			end = "time forfeit"
		}
		kinds[end]++
		white, black := e.now.Entries[b.Entries[0]-1].Player.Name, e.now.Entries[b.Entries[1]-1].Player.Name
		for _, want := range []string{`"` + e.now.Name + "\"]\n", tag("Round", strconv.Itoa(b.Round)), tag("Result", result), tag("Termination", end), tag("White", white), tag("Black", black)} {
			if !strings.Contains(records[i], want) {
				e.Errorf("board %+v, result %+v: no %q in\n%s", b, b.Result, want, records[i])
			}
		}
		if (end == "unplayed") != strings.Contains(records[i], "????.??.??") {
			e.Errorf("%s", records[i])
		}
	}
	if kinds["adjudication"] != 1 || kinds["unplayed"] == 0 || kinds["abandoned"]+kinds["time forfeit"] == 0 {
		e.Errorf("%+v", kinds)
	}
	one := e.director.Body(200, "/api/matches/"+e.now.Boards[0].Match+"/games/1/record")
	if !strings.HasPrefix(records[0], strings.TrimSuffix(strings.TrimPrefix(one, "[Event "), "\n")) {
		e.Errorf("the record of a game alone is\n%s\nnot\n%s", one, records[0])
	}
	page := strings.Replace(e.path, "/api/tournaments/", "/tournament/", 1) + "/certificate"
	if status, text := e.director.Send("GET", page, "", "", "Accept", "text/html"); status != 200 || !strings.Contains(text, "front end") {
		e.Errorf("%s: status %d, %s", page, status, text)
	}
}
