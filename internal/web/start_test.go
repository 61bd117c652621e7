package web_test

import (
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/matches"
	"tafelrunde/internal/web/tables"
)

// TestTablesFromPositions opens tables with a position and follows it through the
// lobby, the view, the record and the pictures.
func TestTablesFromPositions(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, visitor := s.Guest("Anna"), s.Guest("Ben"), s.Visitor()
	const fen = "4k3/8/8/8/8/2n5/4P3/4K3 b - - 0 30"
	from := func(start string) webtest.Object {
		return webtest.WotnTable(func(o webtest.Object) { o["start"] = start })
	}
	id := anna.Open(from("  " + strings.Replace(fen, " b ", "  b ", 1)))
	var lobby tables.Lobby
	visitor.Want(200, "GET", "/api/lobby", nil, &lobby)
	if len(lobby.Waiting) != 1 || lobby.Waiting[0].Settings.Start != fen {
		t.Errorf("the lobby has %+v", lobby.Waiting)
	}
	if resp, _ := s.Get("", "/api/matches/"+id+"/preview.png"); resp.StatusCode != 200 {
		t.Errorf("preview: status %d", resp.StatusCode)
	}
	if _, page := s.Get("", "/match/"+id); !strings.Contains(page, "from a position") {
		t.Error("the preview of the link does not name the position")
	}
	// Nobody is paired at it.
	var paired tables.Pairing
	ben.Want(200, "POST", "/api/pair", webtest.Object{"game": "wotn", "variant": "wotn", "seats": 2, "clock": webtest.Object{"kind": "real-time", "initial": 300000, "increment": 3000}}, &paired)
	if paired.Match == id {
		t.Error("somebody was paired at a table with a position")
	}

	ben.Do(id, webtest.Object{"type": "sit", "seat": 1})
	var view matches.MatchView
	visitor.Want(200, "GET", "/api/matches/"+id, nil, &view)
	if view.Start != fen || view.ToAct != 1 || view.Settings.Start != fen {
		t.Errorf("start %q, seat %d is to act", view.Start, view.ToAct)
	}
	ben.Do(id, webtest.Object{"type": "move", "move": "e8d7"})
	anna.Do(id, webtest.Object{"type": "resign"})
	if _, record := visitor.Text("/api/matches/" + id + "/games/1/record"); !strings.Contains(record, `[FEN "`+fen+`"]`) || !strings.Contains(record, "30...Kd7") {
		t.Errorf("%s", record)
	}
	if status, _ := visitor.Text("/api/matches/" + id + "/games/1/animation.gif?size=160"); status != 200 {
		t.Errorf("animation: status %d", status)
	}
	// A rematch begins with the same position, with colours swapped.
	anna.Do(id, webtest.Object{"type": "rematch"})
	ben.Do(id, webtest.Object{"type": "rematch"})
	visitor.Want(200, "GET", "/api/matches/"+id, nil, &view)
	if view.Game != 2 || view.Start != fen || view.Position != fen || view.ToAct != 0 {
		t.Errorf("game %d begins with %q, seat %d is to act", view.Game, view.Start, view.ToAct)
	}
	anna.Do(id, webtest.Object{"type": "abort"})
	anna.Refused(409, "no-king", "POST", "/api/matches", from("8/8/8/8/8/8/8/K7 w - - 0 1"))
	anna.Refused(409, "start-over", "POST", "/api/matches", from("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
}

// TestChallengesFromPositions challenges a bot to a game from a position.
func TestChallengesFromPositions(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Bot("Ann"), s.Bot("Ben")
	const fen = "4k3/8/8/8/8/2n5/4P3/4K3 w - - 0 1"
	var c bots.Challenge
	ann.Form(200, "/api/challenge/ben", &c, "variant", "wotn", "fen", fen, "color", "white")
	if c.InitialFEN != fen {
		t.Errorf("%+v", c)
	}
	ben.Form(200, "/api/challenge/"+c.ID+"/accept", nil)
	if status, text := ann.Send("GET", "/game/export/"+c.ID, "", "", "Accept", "application/json"); status != 200 || !strings.Contains(text, `"initialFen":"`+fen+`"`) {
		t.Errorf("%d %s", status, text)
	}
}

// TestNoEngineInOwnGames: nobody gets the answer of an engine to the position of a game in
// progress from a table that begins with it.
func TestNoEngineInOwnGames(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, carl := s.Member("Anna"), s.Member("Ben"), s.Guest("Carl")
	rated := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["rated"] = true }))
	ben.Do(rated, webtest.Object{"type": "sit"})
	anna.Do(rated, webtest.Object{"type": "move", "move": "e2e4"})
	ben.Do(rated, webtest.Object{"type": "move", "move": "e7e5"})
	from := func(position string, engines ...int) webtest.Object {
		table := webtest.WotnTable(func(o webtest.Object) { o["start"], o["clock"] = position, webtest.Object{"kind": "none"} })
		if engines != nil {
			table["engines"] = engines
		}
		return table
	}
	const own = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	both := from(own, 1, 1)
	both["seat"] = -2
	for _, table := range []webtest.Object{from(own, 0, 5), both, from(strings.Replace(own, "KQkq - 0 2", "- - 7 1", 1), 0, 5)} {
		for _, player := range []*webtest.Browser{anna, ben} {
			player.Refused(403, "own-game", "POST", "/api/matches", table)
		}
	}
	carl.Open(from(own, 0, 1))
	anna.Open(from(strings.Replace(own, " w ", " b ", 1), 0, 1)) // another position

	// The commands that bring an engine and the person together are refused too.
	waiting := anna.Open(from(own))
	commands := func(id string) string { return "/api/matches/" + id + "/commands" }
	anna.Refused(403, "own-game", "POST", commands(waiting), webtest.Object{"type": "start", "level": 1})
	ben.Do(waiting, webtest.Object{"type": "sit"})
	anna.Refused(403, "own-game", "POST", commands(waiting), webtest.Object{"type": "take-over", "seat": 0, "level": 1})
	seated := from(own, 0, 1)
	seated["seat"] = -2
	anna.Refused(403, "own-game", "POST", commands(s.Guest("Dora").Open(seated)), webtest.Object{"type": "sit"})

	for _, id := range []string{rated, waiting} {
		ben.Do(id, webtest.Object{"type": "resign"})
	}
	against := anna.Open(from(own, 0, 1))

	// Nor from a rematch against an engine.
	anna.Do(against, webtest.Object{"type": "abort"})
	again := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["rated"] = true }))
	ben.Do(again, webtest.Object{"type": "sit"})
	anna.Do(again, webtest.Object{"type": "move", "move": "e2e4"})
	ben.Do(again, webtest.Object{"type": "move", "move": "e7e5"})
	anna.Refused(403, "own-game", "POST", commands(against), webtest.Object{"type": "rematch"})
}
