package tables_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/tables"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// gameResponse is the response of getGame.
type gameResponse struct {
	matches.MatchView
	EndedBy int
	Times   []struct{ At, Spent, Clock int64 }
	EndedAt int64
	Games   int
}

func movesOf(v gameResponse) (moves []string) {
	for _, m := range v.Moves {
		moves = append(moves, m.Move)
	}
	return moves
}

func gameOf(b *webtest.Browser, id, number string) (v gameResponse) {
	b.T.Helper()
	b.Want(200, "GET", "/api/matches/"+id+"/games/"+number, nil, &v)
	return v
}

// TestGamesOfASeries: each game of a series with handicap has a view, a
// record, a picture and a page, also while the next one is being played.
func TestGamesOfASeries(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, stranger := s.Guest("Anna"), s.Guest("Ben"), s.Visitor()
	id := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["handicap"] = true }))
	ben.Do(id, webtest.Object{"type": "sit"})
	anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	ben.Do(id, webtest.Object{"type": "move", "move": "d7d5"})
	anna.Do(id, webtest.Object{"type": "takeback"})
	ben.Do(id, webtest.Object{"type": "takeback"})
	anna.Do(id, webtest.Object{"type": "move", "move": "d2d4"})
	ben.Do(id, webtest.Object{"type": "move", "move": "g8f6"})
	anna.Do(id, webtest.Object{"type": "resign"})
	var ended int64
	anna.Do(id, webtest.Object{"type": "rematch"})
	ben.Do(id, webtest.Object{"type": "rematch"})

	// Anna lost, has a point to spend and moves first; game 1 is still accessible.
	if v := gameOf(stranger, id, "1"); v.Game != 1 || v.Games != 2 || v.Phase != match.Finished ||
		!reflect.DeepEqual(movesOf(v), []string{"d2d4", "g8f6"}) || v.Outcome.Reason != match.ByResignation ||
		!reflect.DeepEqual(v.Outcome.Winners, []int{1}) || v.EndedBy != 0 || v.You != -1 || len(v.Times) != 2 ||
		v.Times[1].At < v.Times[0].At || v.EndedAt < v.Times[1].At || v.Seats[0].Player.Name != "Anna" ||
		!reflect.DeepEqual(v.Score, []float64{0, 1}) || v.Seats[1].Clock == 0 || v.Times[1].Clock != int64(v.Seats[1].Clock) {
		t.Errorf("game 1: %+v", v)
	} else {
		ended = v.EndedAt
	}
	var with tables.GameView
	stranger.Want(200, "GET", "/api/matches/"+id+"/games/1?positions=true", nil, &with)
	if len(with.Positions) != 2 || with.Positions[1] != with.Position || !strings.HasPrefix(with.Positions[0], "rnbqkbnr/pppppppp/8/8/3P4/") {
		t.Errorf("positions %q, the last is %q", with.Positions, with.Position)
	}
	if v := gameOf(anna, id, "1"); v.You != 0 {
		t.Errorf("Anna has seat %d", v.You)
	}
	if v := gameOf(stranger, id, "2"); v.Phase != match.Promoting || v.EndedAt != 0 || len(v.Times) != 0 {
		t.Errorf("game 2 before it begins: %+v", v)
	}
	anna.Do(id, webtest.Object{"type": "promote", "promotions": []webtest.Object{{"square": "e2", "kind": "S"}}, "done": true})
	anna.Do(id, webtest.Object{"type": "move", "move": "d2d4"})
	if v := gameOf(stranger, id, "2"); v.Phase != match.Playing || len(v.Round.Promotions) != 1 || !strings.Contains(v.Start, "S") ||
		!reflect.DeepEqual(movesOf(v), []string{"d2d4"}) || len(v.Times) != 1 {
		t.Errorf("game 2 while it is played: %+v", v)
	}
	ben.Do(id, webtest.Object{"type": "resign"})
	if v := gameOf(stranger, id, "2"); v.Phase != match.Finished || !reflect.DeepEqual(v.Outcome.Winners, []int{0}) || len(v.Round.Promotions) != 1 {
		t.Errorf("game 2 after its end: %+v", v)
	}
	if v := gameOf(stranger, id, "1"); v.EndedAt != ended || !reflect.DeepEqual(v.Score, []float64{0, 1}) || len(v.Round.Promotions) != 0 {
		t.Errorf("game 1 after game 2: %+v", v)
	}

	// Names are current; everything else is historical.
	var me people.Person
	anna.Want(200, "POST", "/api/session", webtest.Object{"name": "Annette"}, &me)
	if v := gameOf(stranger, id, "1"); v.Seats[0].Player.Name == "Anna" && stranger.View(id).Seats[0].Player.Name != "Anna" {
		t.Errorf("a former name: %+v", v.Seats[0])
	}

	for number, moves := range map[string]int{"1": 2, "2": 1} {
		status, text := stranger.Text("/api/matches/" + id + "/games/" + number + "/record")
		game, err := record.Read(text, wotn.Standard)
		if status != 200 || err != nil || len(game.Line.Moves) != moves || game.Tag("Round") != number ||
			!strings.HasSuffix(game.Tag("Site"), "/match/"+id+"/"+number) {
			t.Errorf("record of game %s: %d %v\n%s", number, status, err, text)
		}
		status, picture := stranger.Text("/api/matches/" + id + "/games/" + number + "/preview.png")
		if status != 200 || !strings.HasPrefix(picture, "\x89PNG") {
			t.Errorf("picture of game %s: %d", number, status)
		}
	}
	_, first := stranger.Text("/api/matches/" + id + "/games/1/preview.png")
	_, second := stranger.Text("/api/matches/" + id + "/games/2/preview.png")
	if first == second {
		t.Error("both games have the same picture")
	}

	// The page of a game names the game, its result and its picture.
	for number, winner := range map[string]string{"1": "Ben won", "2": " won"} {
		status, page := stranger.Text("/match/" + id + "/" + number)
		for _, want := range []string{
			`property="og:url" content="/match/` + id + "/" + number + `"`,
			"/api/matches/" + id + "/games/" + number + "/preview.png", "game " + number, winner,
		} {
			if status != 200 || !strings.Contains(page, want) {
				t.Errorf("page of game %s has no %q: %d %s", number, want, status, page)
			}
		}
	}
	for _, number := range []string{"3", "0", "-1", "x", "99999999999999999999"} {
		if _, page := stranger.Text("/match/" + id + "/" + number); strings.Contains(page, "og:image") {
			t.Errorf("page of game %s: %s", number, page)
		}
	}
	var p core.Problem
	stranger.Want(404, "GET", "/api/matches/"+id+"/games/3", nil, &p)
	if p.Code != "no-game" || p.Args["games"] != 2.0 {
		t.Errorf("game 3: %+v", p)
	}
	stranger.Refused(422, "request", "GET", "/api/matches/"+id+"/games/0", nil)
	stranger.Refused(404, "no-match", "GET", "/api/matches/nothing/games/1", nil)
}

func TestGamesOfAPrivateTable(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, stranger := s.Guest("Anna"), s.Guest("Ben"), s.Visitor()
	var me people.Person
	ben.Want(200, "POST", "/api/account", webtest.Object{"name": "Ben", "password": "correct horse battery"}, &me)
	id := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben"} }))
	ben.Do(id, webtest.Object{"type": "sit"})
	anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	anna.Do(id, webtest.Object{"type": "resign"})
	if v := gameOf(ben, id, "1"); len(v.Moves) != 1 {
		t.Errorf("%+v", v)
	}
	for _, path := range []string{"", "/record", "/preview.png"} {
		stranger.Refused(404, "no-match", "GET", "/api/matches/"+id+"/games/1"+path, nil)
	}
	if _, page := stranger.Text("/match/" + id + "/1"); strings.Contains(page, "og:") || strings.Contains(page, "Anna") {
		t.Errorf("the page of a private game: %s", page)
	}
}

func TestLancelotSeries(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.Object{"seat": 0, "settings": webtest.Object{
		"game": "lancelot", "variant": "diagonals", "seats": 2, "first": 0, "visibility": "link", "takebacks": true,
		"clock": webtest.Object{"kind": "none"},
	}})
	ben.Do(id, webtest.Object{"type": "sit"})
	anna.Do(id, webtest.Object{"type": "move", "move": "h6"})
	ben.Do(id, webtest.Object{"type": "move", "move": "e5"})
	anna.Do(id, webtest.Object{"type": "resign"})
	anna.Do(id, webtest.Object{"type": "rematch"})
	ben.Do(id, webtest.Object{"type": "rematch"})
	if v := gameOf(anna, id, "1"); !reflect.DeepEqual(movesOf(v), []string{"h6", "e5"}) || v.Outcome.Reason != match.ByResignation {
		t.Errorf("%+v", v)
	}
	if v := gameOf(ben, id, "2"); v.Phase != match.Playing || len(v.Moves) != 0 {
		t.Errorf("%+v", v)
	}
	_, text := anna.Text("/api/matches/" + id + "/games/1/record")
	if games, err := lancelotrecord.ReadAll(text); err != nil || len(games) != 1 || len(games[0].Turns) != 2 {
		t.Errorf("%v %s", err, text)
	}
}

// TestAbortWithoutFirstMoves: the deadline of the first move is visible to
// everybody, and afterwards the reason why the game was aborted.
func TestAbortWithoutFirstMoves(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, stranger := s.Guest("Anna"), s.Guest("Ben"), s.Visitor()
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	if v := stranger.View(id); v.Deadline != v.TurnAt.After(match.FirstMoveTime) || v.Seats[0].Moved {
		t.Errorf("%+v", v)
	}

	// A table where this happened some time ago.
	at := host.Now() - 130_000
	for by, do := range []match.Action{
		match.Open{
			Settings: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.RealTime, Initial: match.Minute}},
			Owner:    match.Player{ID: anna.ID, Name: "Anna"}, OwnerSeat: 0,
		},
		match.Sit{Player: match.Player{ID: ben.ID, Name: "Ben"}, Seat: 1},
		match.Move{Text: "e2e4", Ply: match.AnyPly},
	} {
		person := []string{anna.ID, ben.ID, anna.ID}[by]
		if _, err := s.API.App.Host.Do(t.Context(), "late", match.Command{At: at, By: person, Do: do}); err != nil {
			t.Fatal(err)
		}
	}
	type ended struct {
		Phase   match.Phase
		EndedBy *int
		Outcome struct{ Reason, Cause string }
	}
	var v ended
	testkit.Until(t, func() error {
		stranger.Want(200, "GET", "/api/matches/late", nil, &v)
		if v.Phase != match.Finished {
			return fmt.Errorf("the game is %s, want that it is aborted", v.Phase)
		}
		return nil
	})
	if v.Outcome.Reason != "abort" || v.Outcome.Cause != "first-move" || v.EndedBy == nil || *v.EndedBy != 1 {
		t.Fatalf("%+v", v)
	}
	_, page := stranger.Text("/match/late")
	if !strings.Contains(page, "Ben did not make the first move within a minute") {
		t.Errorf("the link preview lacks the reason: %s", page)
	}
	var history struct {
		Games []struct{ Outcome struct{ Cause string } }
	}
	stranger.Want(200, "GET", "/api/people/"+ben.ID+"/games", nil, &history)
	if len(history.Games) != 1 || history.Games[0].Outcome.Cause != "first-move" {
		t.Errorf("%+v", history)
	}
}

// TestZeroNumbersAreSent: numbers with which a page computes, or that it
// shows, are present when they are 0. Only the level of an engine is missing
// where a person sits, the number of the game, which never becomes 0, where it
// has not changed, and the ends of sanctions where there are none.
func TestZeroNumbersAreSent(t *testing.T) {
	seen := make(map[reflect.Type]bool)
	var walk func(of reflect.Type)
	walk = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice || of.Kind() == reflect.Map {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] {
			return
		}
		seen[of] = true
		for i := range of.NumField() {
			f := of.Field(i)
			name := of.Name() + "." + f.Name
			number := f.Type.Kind() >= reflect.Int && f.Type.Kind() <= reflect.Float64
			exception := name == "Player.Engine" || name == "ViewChange.Game" || name == "Person.MutedUntil" || name == "Person.SuspendedUntil"
			if number && strings.Contains(f.Tag.Get("json"), "omit") && !exception {
				t.Errorf("%s is missing when it is 0", name)
			}
			walk(f.Type)
		}
	}
	for _, v := range []any{matches.MatchView{}, matches.ViewChange{}, tables.GameView{}, tables.Lobby{}, people.Profile{}, bots.GameState{}, people.PasskeyView{}, store.PlayedGame{}} {
		walk(reflect.TypeOf(v))
	}
	if len(seen) < 15 {
		t.Errorf("only %d types were checked", len(seen))
	}

	s := webtest.Serve(t)
	anna := s.Guest("Anna")
	id := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["clock"] = webtest.Object{"kind": "real-time", "initial": 60000} }))
	for _, path := range []string{"/api/matches/" + id, "/api/lobby", "/api/me/matches"} {
		if _, text := anna.Text(path); !strings.Contains(text, `"increment":0`) {
			t.Errorf("%s has no increment: %s", path, text)
		}
	}
}
