package bots_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
)

// wantEnd waits for the end of a stream.
func wantEnd(t *testing.T, from <-chan webtest.Object) {
	t.Helper()
	for late := time.After(10 * time.Second); ; {
		select {
		case _, open := <-from:
			if !open {
				return
			}
		case <-late:
			t.Fatal("the stream does not end")
		}
	}
}

func TestLichessGame(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Program("Ann"), s.Program("Ben")
	anns, bens := ann.Lines("/api/stream/event"), ben.Lines("/api/stream/event")

	var c bots.Challenge
	ann.Form(200, "/api/challenge/ben", &c, "clock.limit", "300", "clock.increment", "2", "color", "white", "rated", "false", "variant", "standard")
	if c.Status != "created" || c.Direction != "out" || c.FinalColor != "white" || c.TimeControl.Show != "5+2" || c.Speed != "blitz" ||
		c.Challenger.ID != "ann" || c.Challenger.Title != "BOT" || c.DestUser == nil || c.DestUser.ID != "ben" || c.URL != s.URL+"/match/"+c.ID {
		t.Errorf("%+v", c)
	}
	for _, events := range []<-chan webtest.Object{anns, bens} {
		webtest.WantAt(t, webtest.NextLine(t, events, "challenge"), webtest.Object{"challenge.id": c.ID, "challenge.challenger.name": "Ann", "challenge.timeControl.limit": 300, "challenge.variant.key": "standard", "challenge.perf.name": "Blitz"})
	}
	var mine struct{ In, Out []bots.Challenge }
	ben.Want(200, "GET", "/api/challenge", nil, &mine)
	if len(mine.In) != 1 || len(mine.Out) != 0 || mine.In[0].ID != c.ID {
		t.Errorf("%+v", mine)
	}
	ben.Want(404, "GET", "/api/bot/game/stream/"+c.ID, nil, nil) // it has not begun
	ben.Form(200, "/api/challenge/"+c.ID+"/accept", nil)
	webtest.WantAt(t, webtest.NextLine(t, anns, "gameStart"), webtest.Object{"game.id": c.ID, "game.color": "white", "game.isMyTurn": true, "game.opponent.username": "Ben", "game.opponent.title": "BOT", "game.status.name": "started", "game.compat.bot": true, "game.secondsLeft": 300, "game.speed": "blitz", "game.hasMoved": false})
	webtest.WantAt(t, webtest.NextLine(t, bens, "gameStart"), webtest.Object{"game.id": c.ID, "game.color": "black", "game.isMyTurn": false})

	game := ben.Lines("/api/bot/game/stream/" + c.ID)
	webtest.WantAt(t, webtest.NextLine(t, game, "gameFull"), webtest.Object{
		"id": c.ID, "variant.key": "standard", "variant.name": "Standard", "clock.initial": 300000, "clock.increment": 2000, "speed": "blitz", "rated": false,
		"white.name": "Ann", "white.id": "ann", "white.title": "BOT", "black.id": "ben", "initialFen": "startpos",
		"state.moves": "", "state.wtime": 300000, "state.btime": 300000, "state.winc": 2000, "state.binc": 2000, "state.status": "started", "state.expiration.millisToMove": 60000,
	})
	play := func(b *webtest.Browser, move string, want webtest.Object) {
		t.Helper()
		b.Form(200, "/api/bot/game/"+c.ID+"/move/"+move, nil)
		webtest.WantAt(t, webtest.NextLine(t, game, "gameState"), want)
	}
	play(ann, "f2f3", webtest.Object{"moves": "f2f3", "status": "started"})
	play(ben, "e7e5", webtest.Object{"moves": "f2f3 e7e5"})
	var refused core.Problem
	ann.Form(400, "/api/bot/game/"+c.ID+"/move/g2g5", &refused)
	if refused.Text == "" || refused.Text != refused.Message {
		t.Errorf("%+v", refused)
	}
	ann.Form(400, "/api/bot/game/"+c.ID+"/claim-victory", nil)

	ann.Form(200, "/api/bot/game/"+c.ID+"/draw/yes", nil)
	webtest.WantAt(t, webtest.NextLine(t, game, "gameState"), webtest.Object{"wdraw": true, "bdraw": nil})
	ben.Form(200, "/api/bot/game/"+c.ID+"/draw/0", nil)
	webtest.WantAt(t, webtest.NextLine(t, game, "gameState"), webtest.Object{"wdraw": nil})
	ben.Form(200, "/api/bot/game/"+c.ID+"/takeback/yes", nil)
	webtest.WantAt(t, webtest.NextLine(t, game, "gameState"), webtest.Object{"btakeback": true})
	ann.Form(200, "/api/bot/game/"+c.ID+"/takeback/1", nil)
	webtest.WantAt(t, webtest.NextLine(t, game, "gameState"), webtest.Object{"btakeback": nil, "moves": "f2f3"})
	play(ben, "e7e5", webtest.Object{"moves": "f2f3 e7e5"})

	ann.Form(200, "/api/bot/game/"+c.ID+"/chat", nil, "room", "player", "text", "5")
	webtest.WantAt(t, webtest.NextLine(t, game, "chatLine"), webtest.Object{"room": "player", "username": "Ann", "text": "5", "bot": true})
	ann.Form(200, "/api/bot/game/"+c.ID+"/chat", nil, "room", "spectator", "text", "for spectators")
	ann.Form(400, "/api/bot/game/"+c.ID+"/chat", nil, "room", "kitchen", "text", "x")
	var chat []bots.ChatMessage
	ben.Want(200, "GET", "/api/bot/game/"+c.ID+"/chat", nil, &chat)
	if !slices.Equal(chat, []bots.ChatMessage{{User: "Ann", Text: "5", Room: "player"}}) {
		t.Errorf("%+v", chat)
	}

	var playing struct{ NowPlaying []bots.GameInfo }
	ann.Want(200, "GET", "/api/account/playing", nil, &playing)
	if len(playing.NowPlaying) != 1 || playing.NowPlaying[0].GameID != c.ID || playing.NowPlaying[0].LastMove != "e7e5" || !playing.NowPlaying[0].IsMyTurn {
		t.Errorf("%+v", playing)
	}
	play(ann, "g2g4", webtest.Object{"moves": "f2f3 e7e5 g2g4"})
	play(ben, "d8h4", webtest.Object{"status": "mate", "winner": "black"})
	wantEnd(t, game)
	for _, events := range []<-chan webtest.Object{anns, bens} {
		webtest.WantAt(t, webtest.NextLine(t, events, "gameFinish"), webtest.Object{"game.id": c.ID, "game.status.name": "mate", "game.status.id": 30, "game.winner": "black", "game.lastMove": "d8h4", "game.isMyTurn": false})
	}
	over := ann.Lines("/api/bot/game/stream/" + c.ID)
	webtest.WantAt(t, webtest.NextLine(t, over, "gameFull"), webtest.Object{"state.status": "mate", "state.winner": "black"})
	wantEnd(t, over)

	status, pgn := ann.Send("GET", "/game/export/"+c.ID, "", "")
	for _, part := range []string{"[White \"Ann\"]", "[WhiteTitle \"BOT\"]", "[Result \"0-1\"]", "[TimeControl \"300+2\"]", "1.f3 e5 2.g4 Qh4# 0-1"} {
		if !strings.Contains(pgn, part) {
			t.Errorf("the record lacks %s: status %d\n%s", part, status, pgn)
		}
	}
	if _, pgn = ann.Send("GET", "/game/export/"+c.ID+"?clocks=true", "", ""); !strings.Contains(pgn, "1.f3 {[%clk 0:0") {
		t.Errorf("the record lacks the clocks: %s", pgn)
	}
	for _, kind := range []string{"application/json", "application/x-ndjson"} {
		_, text := ann.Send("GET", "/game/export/"+c.ID+"?pgnInJson=true&clocks=true", "", "", "Accept", kind)
		var e bots.GameExport
		if err := json.Unmarshal([]byte(text), &e); err != nil || strings.Count(text, "\n") != 1 {
			t.Fatalf("%s: %v: %s", kind, err, text)
		}
		if e.Moves != "f3 e5 g4 Qh4#" || e.Status != "mate" || e.Winner != "black" || e.Players.White.User.ID != "ann" || e.PGN != pgn || len(e.Clocks) != 4 || e.Variant != "standard" || e.Clock.TotalTime != 380 {
			t.Errorf("%+v", e)
		}
	}
	if status, text := s.Visitor().Send("GET", "/game/export/"+c.ID, "", ""); status != 404 || !strings.Contains(text, `"error":"Not found."`) {
		t.Errorf("a stranger sees a private game: status %d, %s", status, text)
	}
}

// TestLichessGamesOfASeries: each game of a match has an ID of its own.
func TestLichessGamesOfASeries(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Program("Ann"), s.Program("Ben")
	events := ann.Lines("/api/stream/event")
	var c bots.Challenge
	ann.Form(200, "/api/challenge/Ben", &c, "variant", "wotn", "color", "black", "handicap", "true")
	ben.Form(200, "/api/challenge/"+c.ID+"/accept", nil)
	webtest.WantAt(t, webtest.NextLine(t, events, "gameStart"), webtest.Object{"game.id": c.ID, "game.color": "black", "game.variant.key": "wotn", "game.speed": "correspondence", "game.secondsLeft": nil})
	ben.Form(200, "/api/bot/game/"+c.ID+"/resign", nil)
	webtest.WantAt(t, webtest.NextLine(t, events, "gameFinish"), webtest.Object{"game.id": c.ID, "game.status.name": "resign", "game.winner": "black"})
	ann.Do(c.ID, webtest.Object{"type": "rematch"})
	ben.Do(c.ID, webtest.Object{"type": "rematch"})
	second := c.ID + ".2"
	webtest.WantAt(t, webtest.NextLine(t, events, "gameStart"), webtest.Object{"game.id": second, "game.match": c.ID, "game.game": 2, "game.status.name": "created", "game.phase": "promoting", "game.color": "black"})
	stale := ben.Lines("/api/bot/game/stream/" + c.ID)
	webtest.WantAt(t, webtest.NextLine(t, stale, "gameFull"), webtest.Object{"id": c.ID, "state.status": "resign"})
	wantEnd(t, stale)
	ben.Do(c.ID, webtest.Object{"type": "promote", "promotions": []webtest.Object{{"square": "a2", "kind": "S"}}, "done": true})
	game := ben.Lines("/api/bot/game/stream/" + second)
	full := webtest.NextLine(t, game, "gameFull")
	webtest.WantAt(t, full, webtest.Object{"id": second, "match": c.ID, "white.name": "Ben", "state.status": "started", "state.wtime": 1<<31 - 1})
	if fen, _ := full["initialFen"].(string); !strings.Contains(fen, "/S") {
		t.Errorf("the start position is %q", fen)
	}
	ben.Refused(400, "stale", "POST", "/api/bot/game/"+c.ID+"/move/b2b3", nil)
	ben.Form(200, "/api/bot/game/"+second+"/move/b2b3", nil)
	webtest.WantAt(t, webtest.NextLine(t, game, "gameState"), webtest.Object{"moves": "b2b3"})
	for _, id := range []string{c.ID + ".3", c.ID + ".1", c.ID + ".02", c.ID + ".x", "nothing"} {
		for _, path := range []string{"/api/bot/game/stream/" + id, "/game/export/" + id} {
			if status, text := ben.Send("GET", path, "", ""); status != 404 {
				t.Errorf("%s: status %d, %s", path, status, text)
			}
		}
		ben.Refused(404, "not-found", "POST", "/api/bot/game/"+id+"/move/b2b3", nil)
	}
	if _, first := ann.Send("GET", "/game/export/"+c.ID, "", ""); !strings.Contains(first, "[Round \"1\"]") {
		t.Errorf("the first game: %s", first)
	}
	if _, text := ann.Send("GET", "/game/export/"+second, "", ""); !strings.Contains(text, "[Round \"2\"]") || !strings.Contains(text, "[FEN ") {
		t.Errorf("the second game: %s", text)
	}
}

// TestLichessFromPosition: clients set up the usual position for "standard", so that
// chess from a position has a variant of its own wherever it is announced.
func TestLichessFromPosition(t *testing.T) {
	s := webtest.Serve(t)
	s.API.App.Limits = core.Limits{}
	ann, ben := s.Program("Ann"), s.Program("Ben")
	anns, bens := ann.Lines("/api/stream/event"), ben.Lines("/api/stream/event")
	const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, variant := range []string{"standard", "fromPosition"} {
		var c bots.Challenge
		ann.Form(200, "/api/challenge/Ben", &c, "variant", variant, "clock.limit", "300", "clock.increment", "3", "color", "white", "fen", fen)
		if c.Variant != (bots.Variant{Key: "fromPosition", Name: "From Position", Short: "FEN"}) || c.InitialFEN != fen || c.Perf.Name != "Blitz" {
			t.Errorf("%s: %+v", variant, c)
		}
		announced := func(prefix string) webtest.Object {
			return webtest.Object{prefix + "id": c.ID, prefix + "variant.key": "fromPosition", prefix + "variant.name": "From Position"}
		}
		e := webtest.NextLine(t, bens, "challenge")
		webtest.WantAt(t, e, announced("challenge."))
		webtest.WantAt(t, e, webtest.Object{"challenge.initialFen": fen})
		ben.Form(200, "/api/challenge/"+c.ID+"/accept", nil)
		e = webtest.NextLine(t, bens, "gameStart")
		webtest.WantAt(t, e, announced("game."))
		webtest.WantAt(t, e, webtest.Object{"game.fen": fen, "game.perf": "blitz"})
		full := webtest.NextLine(t, ben.Lines("/api/bot/game/stream/"+c.ID), "gameFull")
		webtest.WantAt(t, full, announced(""))
		webtest.WantAt(t, full, webtest.Object{"initialFen": fen, "perf.name": "Blitz"})
		var playing struct{ NowPlaying []bots.GameInfo }
		ben.Want(200, "GET", "/api/account/playing", nil, &playing)
		if len(playing.NowPlaying) != 1 || playing.NowPlaying[0].Variant.Key != "fromPosition" {
			t.Errorf("%+v", playing)
		}
		ann.Form(200, "/api/bot/game/"+c.ID+"/move/e2e4", nil)
		ben.Form(200, "/api/bot/game/"+c.ID+"/resign", nil)
		webtest.WantAt(t, webtest.NextLine(t, anns, "gameFinish"), announced("game."))
		_, text := ann.Send("GET", "/game/export/"+c.ID, "", "", "Accept", "application/json")
		var g bots.GameExport
		if err := json.Unmarshal([]byte(text), &g); err != nil || g.Variant != "fromPosition" || g.InitialFEN != fen {
			t.Errorf("%v: %s", err, text)
		}
		webtest.NextLine(t, bens, "gameFinish")
	}
	for _, c := range []struct{ variant, fen, key string }{
		{"fromPosition", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "standard"},
		{"fromPosition", "startpos", "standard"},
		{"standard", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "standard"},
		{"wotn", fen, "wotn"},
	} {
		var got bots.Challenge
		ann.Form(200, "/api/challenge/Ben", &got, "variant", c.variant, "color", "white", "fen", c.fen)
		want := "startpos"
		if c.key == "wotn" {
			want = fen
		}
		if got.Variant.Key != c.key || got.InitialFEN != want {
			t.Errorf("%+v: %+v", c, got)
		}
		ann.Form(200, "/api/challenge/"+got.ID+"/cancel", nil)
	}
	ann.Form(400, "/api/challenge/Ben", nil, "variant", "fromPosition")
}

func TestLichessChallenges(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben, cleo := s.Program("Ann"), s.Program("Ben"), s.Member("Cleo")
	events, bens := ann.Lines("/api/stream/event"), ben.Lines("/api/stream/event")
	challenge := func(b *webtest.Browser, fields ...string) (id string) {
		t.Helper()
		var c bots.Challenge
		b.Form(200, "/api/challenge/ben", &c, fields...)
		return c.ID
	}
	one := challenge(ann, "days", "3")
	webtest.WantAt(t, webtest.NextLine(t, events, "challenge"), webtest.Object{"challenge.id": one, "challenge.timeControl.daysPerTurn": 3, "challenge.direction": "out", "challenge.speed": "correspondence"})
	ben.Form(200, "/api/challenge/"+one+"/decline", nil, "reason", "tooSlow")
	webtest.WantAt(t, webtest.NextLine(t, events, "challengeDeclined"), webtest.Object{"challenge.id": one, "challenge.status": "declined", "challenge.declineReasonKey": "tooslow", "challenge.destUser.name": "Ben"})
	var shown bots.Challenge
	ann.Want(200, "GET", "/api/challenge/"+one+"/show", nil, &shown)
	if shown.Status != "declined" || shown.DeclineReason == "" {
		t.Errorf("%+v", shown)
	}
	ben.Form(404, "/api/challenge/"+one+"/accept", nil) // no longer invited

	// JSON, as berserk sends it; fields without a value are null.
	var two bots.Challenge
	if status, text := ann.Send("POST", "/api/challenge/Ben", "application/json", `{"rated": false, "clock.limit": 600, "clock.increment": 0, "days": null, "color": null, "variant": null, "fen": null}`); status != 200 {
		t.Fatalf("status %d: %s", status, text)
	} else if err := json.Unmarshal([]byte(text), &two); err != nil || two.Speed != "rapid" || two.Variant.Key != "standard" {
		t.Errorf("%+v, %v", two, err)
	}
	for line := webtest.NextLine(t, bens, "challenge"); webtest.At(line, "challenge.id") != two.ID; line = webtest.NextLine(t, bens, "challenge") {
	}
	ben.Form(404, "/api/challenge/"+two.ID+"/cancel", nil) // only the challenger can
	ann.Form(200, "/api/challenge/"+two.ID+"/cancel", nil)
	webtest.WantAt(t, webtest.NextLine(t, bens, "challengeCanceled"), webtest.Object{"challenge.id": two.ID, "challenge.status": "canceled"})

	// An accepted game that nobody has moved in is aborted.
	three := challenge(ann, "variant", "lancelotDiagonals", "color", "white")
	webtest.WantAt(t, webtest.NextLine(t, bens, "challenge"), webtest.Object{"challenge.variant.key": "lancelotDiagonals", "challenge.finalColor": "white"})
	ben.Form(200, "/api/challenge/"+three+"/accept", nil)
	ann.Form(200, "/api/challenge/"+three+"/cancel", nil)
	webtest.WantAt(t, webtest.NextLine(t, bens, "gameFinish"), webtest.Object{"game.id": three, "game.status.name": "aborted", "game.winner": nil})

	for text, fields := range map[string][]string{
		"variant": {"variant", "horde"}, "colour": {"color", "red"}, "rated": {"rated", "perhaps"}, "clock.limit": {"clock.limit", "-1"},
		"real-time": {"clock.limit", "15", "clock.increment", "0"}, "either": {"days", "1", "clock.limit", "60"}, "no king": {"fen", "8/8/8/8/8/8/8/8 w - - 0 1"},
		"casual": {"variant", "wotn", "rated", "true", "clock.limit", "300", "clock.increment", "1"},
	} {
		s.API.App.Limits = core.Limits{}
		var p core.Problem
		if ann.Form(400, "/api/challenge/ben", &p, fields...); !strings.Contains(p.Text, text) {
			t.Errorf("%v: %s, want %s", fields, p.Text, text)
		}
		if cleo.Form(400, "/api/challenge/ben", &p, fields...); p.Text == "" {
			t.Errorf("%v: %+v", fields, p)
		}
	}
	ann.Form(404, "/api/challenge/nobody", nil)
	if status, _ := ann.Send("POST", "/api/challenge/ben", "text/xml", "<x/>"); status != 415 {
		t.Errorf("XML: status %d", status)
	}
	if status, _ := ann.Send("POST", "/api/challenge/ben", "application/json", "[1]"); status != 400 {
		t.Errorf("a list: status %d", status)
	}
}

// TestChallengeIsKeptAlive: with keepAliveStream, a challenge lasts as long as the
// request.
func TestChallengeIsKeptAlive(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Program("Ann"), s.Program("Ben")
	open := func() (c bots.Challenge, in *bufio.Reader, close func()) {
		t.Helper()
		r, err := http.NewRequest("POST", s.URL+"/api/challenge/ben", strings.NewReader("keepAliveStream=true"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", "Bearer "+ann.Token)
		resp, err := ann.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		in = bufio.NewReader(resp.Body)
		line, err := in.ReadBytes('\n')
		if err != nil || json.Unmarshal(line, &c) != nil || c.ID == "" {
			t.Fatalf("%s, %v", line, err)
		}
		return c, in, func() { resp.Body.Close() }
	}
	c, in, end := open()
	defer end()
	ben.Form(200, "/api/challenge/"+c.ID+"/decline", nil)
	if rest, err := io.ReadAll(in); err != nil || strings.TrimSpace(string(rest)) != `{"done":"declined"}` {
		t.Errorf("%s, %v", rest, err)
	}
	c, in, end = open()
	defer end()
	ben.Form(200, "/api/challenge/"+c.ID+"/accept", nil)
	if rest, err := io.ReadAll(in); err != nil || strings.TrimSpace(string(rest)) != `{"done":"accepted"}` {
		t.Errorf("%s, %v", rest, err)
	}
	if v := ann.View(c.ID); v.Phase != match.Playing {
		t.Errorf("an accepted challenge is %s", v.Phase)
	}
	c, _, end = open()
	end()
	webtest.Eventually(t, "the challenge of a client that left is cancelled", func() bool { return ann.View(c.ID).Phase == match.TableClosed })
}

func TestBotsAreMarkedAndCasual(t *testing.T) {
	s := webtest.Serve(t)
	cleo := s.Member("Cleo")
	cleo.Open(webtest.WotnTable(nil))
	cleo.Refused(400, "bot-played", "POST", "/api/bot/account/upgrade", nil)
	s.Guest("Guest").Refused(403, "account-needed", "POST", "/api/bot/account/upgrade", nil)

	bot := s.Program("Robot")
	var me, found bots.User
	bot.Want(200, "GET", "/api/account", nil, &me)
	s.Visitor().Want(200, "GET", "/api/user/ROBOT", nil, &found)
	if me.Title != "BOT" || me.ID != "robot" || me.Username != "Robot" || me.Person != bot.ID || found.Title != "BOT" || found.Person != me.Person {
		t.Errorf("%+v, %+v", me, found)
	}
	bot.Form(200, "/api/bot/account/upgrade", nil) // it is one already

	// No rated game: neither at tables nor by challenges nor by pairing.
	rated := webtest.WotnTable(func(o webtest.Object) { o["rated"] = true })
	bot.Refused(409, "rated-bot", "POST", "/api/matches", rated)
	table := s.Member("Dora").Open(rated)
	bot.DoRefused(409, "rated-bot", table, webtest.Object{"type": "sit"})
	bot.Refused(409, "rated-bot", "POST", "/api/people/"+cleo.ID+"/challenge", webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "none"}, "rated": true})
	cleo.Refused(409, "rated-bot", "POST", "/api/people/"+bot.ID+"/challenge", webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "none"}, "rated": true})
	bot.Refused(403, "pair-bot", "POST", "/api/pair", webtest.Quick(2))

	// A person is not paired with a bot.
	open := bot.Open(webtest.Object{"settings": webtest.Object{"game": "wotn", "variant": "wotn", "seats": 2, "visibility": "public", "takebacks": true, "clock": webtest.Quick(2)["clock"]}, "seat": 0})
	if p := cleo.Pair(webtest.Quick(2)); p.Match == open || !p.Opened {
		t.Errorf("%+v: paired with a bot", p)
	}

	// The mark is in views, chat, profiles, lists and previews.
	if v := cleo.View(open); !v.Seats[0].Player.Bot || !v.Owner.Bot {
		t.Errorf("%+v", v.Seats)
	}
	chat := bot.Do(open, webtest.Object{"type": "chat", "text": "hello"})
	if e := chat[0].Event; !e.Bot || e.Guest {
		t.Errorf("%+v", e)
	}
	var profile struct{ Bot bool }
	cleo.Want(200, "GET", "/api/people/"+bot.ID, nil, &profile)
	if !profile.Bot {
		t.Error("the profile is not marked")
	}
	page, text := s.Get("", "/match/"+open, "Accept", "text/html", "Sec-Fetch-Mode", "navigate")
	if !strings.Contains(text, "Robot (bot)") {
		t.Errorf("status %d: %s", page.StatusCode, text)
	}
	bot.Lines("/api/stream/event")
	webtest.Eventually(t, "the bot is online", func() bool {
		_, online := s.Visitor().Send("GET", "/api/bot/online", "", "")
		_, statuses := s.Visitor().Send("GET", "/api/users/status?ids=robot,cleo,nobody", "", "")
		return strings.Contains(online, `"username":"Robot"`) && strings.Contains(statuses, `{"id":"robot","name":"Robot","title":"BOT","online":true},{"id":"cleo","name":"Cleo","online":false}`)
	})
	var now struct{ Online core.Online }
	webtest.Eventually(t, "the bot is in the lobby", func() bool {
		cleo.Want(200, "GET", "/api/lobby/activity", nil, &now)
		return slices.Contains(now.Online.People, core.OnlinePerson{ID: bot.ID, Name: "Robot", Bot: true})
	})
}

func TestTokensCanBeChecked(t *testing.T) {
	s := webtest.Serve(t)
	ann := s.Member("Ann")
	all, some := ann.Program(webtest.Object{"name": "all", "expires": 0}).Token, ann.Program(webtest.Object{"name": "x", "scopes": []string{"play"}, "expires": s.API.App.Now() + 1_000_000}).Token
	status, text := s.Visitor().Send("POST", "/api/token/test", "", all+","+some+",taf_unknown")
	var found map[string]*bots.TokenInfo
	if err := json.Unmarshal([]byte(text), &found); err != nil || status != 200 || len(found) != 3 {
		t.Fatalf("status %d, %v: %s", status, err, text)
	}
	if i := found[all]; i == nil || i.UserID != "ann" || i.Scopes != "challenge:read,bot:play,challenge:write" || i.Expires != nil {
		t.Errorf("%+v", i)
	}
	if i := found[some]; i == nil || i.Scopes != "bot:play" || i.Expires == nil {
		t.Errorf("%+v", i)
	}
	if found["taf_unknown"] != nil {
		t.Errorf("%+v", found["taf_unknown"])
	}
	if status, _ := s.Visitor().Send("POST", "/api/token/test", "text/plain", strings.Repeat("x,", 100)); status != 400 {
		t.Errorf("101 tokens: status %d", status)
	}
	bad := s.Visitor()
	bad.Token = "taf_unknown"
	if status, text := bad.Send("GET", "/api/account", "", ""); status != 401 || !strings.Contains(text, `"error":`) {
		t.Errorf("status %d: %s", status, text)
	}
}
