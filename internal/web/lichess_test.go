package web

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
)

// send sends a request with a body as clients of lichess do: a form, or text of a
// content type.
func (b *browser) send(method, path, contentType, body string, header ...string) (status int, text string) {
	b.t.Helper()
	r, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if b.token != "" {
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	checkDescribed(b.t, b.api.Spec, method, path, resp.StatusCode, resp.Header.Get("Content-Type"), data)
	return resp.StatusCode, string(data)
}

// form posts a form and decodes the response, which must have the status.
func (b *browser) form(status int, path string, into any, fields ...string) {
	b.t.Helper()
	form := make(url.Values)
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	got, text := b.send("POST", path, "application/x-www-form-urlencoded", form.Encode())
	if got != status {
		b.t.Fatalf("POST %s: status %d, want %d: %s", path, got, status, text)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		b.t.Fatalf("POST %s: %v: %s", path, err, text)
	}
}

// lines reads a stream of JSON lines into a channel, without the empty ones, until
// the stream or the test ends. Each line is compared with the OpenAPI document.
func (b *browser) lines(path string) <-chan object {
	b.t.Helper()
	resp := b.request("GET", path, nil)
	b.t.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "application/x-ndjson" {
		text, _ := io.ReadAll(resp.Body)
		b.t.Fatalf("%s: status %d, %s", path, resp.StatusCode, text)
	}
	out := make(chan object, 1000)
	go func() {
		defer close(out)
		in := bufio.NewScanner(resp.Body)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			if in.Text() == "" {
				continue
			}
			checkLineDescribed(b.t, b.api.Spec, path, json.RawMessage(in.Text()))
			var line object
			if err := json.Unmarshal(in.Bytes(), &line); err != nil {
				b.t.Errorf("%s: %v: %s", path, err, in.Text())
			}
			out <- line
		}
	}()
	return out
}

// nextLine returns the next line of a type.
func nextLine(t testing.TB, from <-chan object, kind string) object {
	t.Helper()
	for late := time.After(10 * time.Second); ; {
		select {
		case line, open := <-from:
			if !open {
				t.Fatalf("the stream ended before %s", kind)
			}
			if line["type"] == kind {
				return line
			}
		case <-late:
			t.Fatalf("no line of type %s", kind)
		}
	}
}

// wantEnd waits for the end of a stream.
func wantEnd(t *testing.T, from <-chan object) {
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

// at returns the value at a path of names in an object, such as "game.status.name".
func at(o object, path string) any {
	var v any = o
	for _, name := range strings.Split(path, ".") {
		inner, ok := v.(object)
		if !ok {
			return nil
		}
		v = inner[name]
	}
	return v
}

func wantAt(t testing.TB, o object, want object) {
	t.Helper()
	for path, v := range want {
		if n, ok := v.(int); ok {
			v = float64(n)
		}
		if got := at(o, path); got != v {
			t.Errorf("%s is %v (%T), want %v, in %v", path, got, got, v, o)
		}
	}
}

// program returns a client with a token of a new bot.
func (s *testServer) program(name string) *browser {
	s.t.Helper()
	owner := s.bot(name)
	b := s.visitor()
	b.id, b.token = owner.id, owner.newToken()
	return b
}

func TestLichessGame(t *testing.T) {
	s := serveAPI(t)
	ann, ben := s.program("Ann"), s.program("Ben")
	anns, bens := ann.lines("/api/stream/event"), ben.lines("/api/stream/event")

	var c bots.Challenge
	ann.form(200, "/api/challenge/ben", &c, "clock.limit", "300", "clock.increment", "2", "color", "white", "rated", "false", "variant", "standard")
	if c.Status != "created" || c.Direction != "out" || c.FinalColor != "white" || c.TimeControl.Show != "5+2" || c.Speed != "blitz" ||
		c.Challenger.ID != "ann" || c.Challenger.Title != "BOT" || c.DestUser == nil || c.DestUser.ID != "ben" || c.URL != s.url+"/match/"+c.ID {
		t.Errorf("%+v", c)
	}
	for _, events := range []<-chan object{anns, bens} {
		wantAt(t, nextLine(t, events, "challenge"), object{"challenge.id": c.ID, "challenge.challenger.name": "Ann", "challenge.timeControl.limit": 300, "challenge.variant.key": "standard", "challenge.perf.name": "Blitz"})
	}
	var mine struct{ In, Out []bots.Challenge }
	ben.want(200, "GET", "/api/challenge", nil, &mine)
	if len(mine.In) != 1 || len(mine.Out) != 0 || mine.In[0].ID != c.ID {
		t.Errorf("%+v", mine)
	}
	ben.want(404, "GET", "/api/bot/game/stream/"+c.ID, nil, nil) // it has not begun
	ben.form(200, "/api/challenge/"+c.ID+"/accept", nil)
	wantAt(t, nextLine(t, anns, "gameStart"), object{"game.id": c.ID, "game.color": "white", "game.isMyTurn": true, "game.opponent.username": "Ben", "game.opponent.title": "BOT", "game.status.name": "started", "game.compat.bot": true, "game.secondsLeft": 300, "game.speed": "blitz", "game.hasMoved": false})
	wantAt(t, nextLine(t, bens, "gameStart"), object{"game.id": c.ID, "game.color": "black", "game.isMyTurn": false})

	game := ben.lines("/api/bot/game/stream/" + c.ID)
	wantAt(t, nextLine(t, game, "gameFull"), object{
		"id": c.ID, "variant.key": "standard", "variant.name": "Standard", "clock.initial": 300000, "clock.increment": 2000, "speed": "blitz", "rated": false,
		"white.name": "Ann", "white.id": "ann", "white.title": "BOT", "black.id": "ben", "initialFen": "startpos",
		"state.moves": "", "state.wtime": 300000, "state.btime": 300000, "state.winc": 2000, "state.binc": 2000, "state.status": "started", "state.expiration.millisToMove": 60000,
	})
	play := func(b *browser, move string, want object) {
		t.Helper()
		b.form(200, "/api/bot/game/"+c.ID+"/move/"+move, nil)
		wantAt(t, nextLine(t, game, "gameState"), want)
	}
	play(ann, "f2f3", object{"moves": "f2f3", "status": "started"})
	play(ben, "e7e5", object{"moves": "f2f3 e7e5"})
	var refused core.Problem
	ann.form(400, "/api/bot/game/"+c.ID+"/move/g2g5", &refused)
	if refused.Text == "" || refused.Text != refused.Message {
		t.Errorf("%+v", refused)
	}
	ann.form(400, "/api/bot/game/"+c.ID+"/claim-victory", nil)

	ann.form(200, "/api/bot/game/"+c.ID+"/draw/yes", nil)
	wantAt(t, nextLine(t, game, "gameState"), object{"wdraw": true, "bdraw": nil})
	ben.form(200, "/api/bot/game/"+c.ID+"/draw/0", nil)
	wantAt(t, nextLine(t, game, "gameState"), object{"wdraw": nil})
	ben.form(200, "/api/bot/game/"+c.ID+"/takeback/yes", nil)
	wantAt(t, nextLine(t, game, "gameState"), object{"btakeback": true})
	ann.form(200, "/api/bot/game/"+c.ID+"/takeback/1", nil)
	wantAt(t, nextLine(t, game, "gameState"), object{"btakeback": nil, "moves": "f2f3"})
	play(ben, "e7e5", object{"moves": "f2f3 e7e5"})

	ann.form(200, "/api/bot/game/"+c.ID+"/chat", nil, "room", "player", "text", "5")
	wantAt(t, nextLine(t, game, "chatLine"), object{"room": "player", "username": "Ann", "text": "5", "bot": true})
	ann.form(200, "/api/bot/game/"+c.ID+"/chat", nil, "room", "spectator", "text", "for spectators")
	ann.form(400, "/api/bot/game/"+c.ID+"/chat", nil, "room", "kitchen", "text", "x")
	var chat []bots.ChatMessage
	ben.want(200, "GET", "/api/bot/game/"+c.ID+"/chat", nil, &chat)
	if !slices.Equal(chat, []bots.ChatMessage{{User: "Ann", Text: "5", Room: "player"}}) {
		t.Errorf("%+v", chat)
	}

	var playing struct{ NowPlaying []bots.GameInfo }
	ann.want(200, "GET", "/api/account/playing", nil, &playing)
	if len(playing.NowPlaying) != 1 || playing.NowPlaying[0].GameID != c.ID || playing.NowPlaying[0].LastMove != "e7e5" || !playing.NowPlaying[0].IsMyTurn {
		t.Errorf("%+v", playing)
	}
	play(ann, "g2g4", object{"moves": "f2f3 e7e5 g2g4"})
	play(ben, "d8h4", object{"status": "mate", "winner": "black"})
	wantEnd(t, game)
	for _, events := range []<-chan object{anns, bens} {
		wantAt(t, nextLine(t, events, "gameFinish"), object{"game.id": c.ID, "game.status.name": "mate", "game.status.id": 30, "game.winner": "black", "game.lastMove": "d8h4", "game.isMyTurn": false})
	}
	over := ann.lines("/api/bot/game/stream/" + c.ID)
	wantAt(t, nextLine(t, over, "gameFull"), object{"state.status": "mate", "state.winner": "black"})
	wantEnd(t, over)

	status, pgn := ann.send("GET", "/game/export/"+c.ID, "", "")
	for _, part := range []string{"[White \"Ann\"]", "[WhiteTitle \"BOT\"]", "[Result \"0-1\"]", "[TimeControl \"300+2\"]", "1.f3 e5 2.g4 Qh4# 0-1"} {
		if !strings.Contains(pgn, part) {
			t.Errorf("the record lacks %s: status %d\n%s", part, status, pgn)
		}
	}
	if _, pgn = ann.send("GET", "/game/export/"+c.ID+"?clocks=true", "", ""); !strings.Contains(pgn, "1.f3 {[%clk 0:0") {
		t.Errorf("the record lacks the clocks: %s", pgn)
	}
	for _, kind := range []string{"application/json", "application/x-ndjson"} {
		_, text := ann.send("GET", "/game/export/"+c.ID+"?pgnInJson=true&clocks=true", "", "", "Accept", kind)
		var e bots.GameExport
		if err := json.Unmarshal([]byte(text), &e); err != nil || strings.Count(text, "\n") != 1 {
			t.Fatalf("%s: %v: %s", kind, err, text)
		}
		if e.Moves != "f3 e5 g4 Qh4#" || e.Status != "mate" || e.Winner != "black" || e.Players.White.User.ID != "ann" || e.PGN != pgn || len(e.Clocks) != 4 || e.Variant != "standard" || e.Clock.TotalTime != 380 {
			t.Errorf("%+v", e)
		}
	}
	if status, text := s.visitor().send("GET", "/game/export/"+c.ID, "", ""); status != 404 || !strings.Contains(text, `"error":"Not found."`) {
		t.Errorf("a stranger sees a private game: status %d, %s", status, text)
	}
}

// TestLichessGamesOfASeries: each game of a match has an ID of its own.
func TestLichessGamesOfASeries(t *testing.T) {
	s := serveAPI(t)
	ann, ben := s.program("Ann"), s.program("Ben")
	events := ann.lines("/api/stream/event")
	var c bots.Challenge
	ann.form(200, "/api/challenge/Ben", &c, "variant", "wotn", "color", "black", "handicap", "true")
	ben.form(200, "/api/challenge/"+c.ID+"/accept", nil)
	wantAt(t, nextLine(t, events, "gameStart"), object{"game.id": c.ID, "game.color": "black", "game.variant.key": "wotn", "game.speed": "correspondence", "game.secondsLeft": nil})
	ben.form(200, "/api/bot/game/"+c.ID+"/resign", nil)
	wantAt(t, nextLine(t, events, "gameFinish"), object{"game.id": c.ID, "game.status.name": "resign", "game.winner": "black"})
	ann.do(c.ID, object{"type": "rematch"})
	ben.do(c.ID, object{"type": "rematch"})
	second := c.ID + ".2"
	wantAt(t, nextLine(t, events, "gameStart"), object{"game.id": second, "game.match": c.ID, "game.game": 2, "game.status.name": "created", "game.phase": "promoting", "game.color": "black"})
	stale := ben.lines("/api/bot/game/stream/" + c.ID)
	wantAt(t, nextLine(t, stale, "gameFull"), object{"id": c.ID, "state.status": "resign"})
	wantEnd(t, stale)
	ben.do(c.ID, object{"type": "promote", "promotions": []object{{"square": "a2", "kind": "S"}}, "done": true})
	game := ben.lines("/api/bot/game/stream/" + second)
	full := nextLine(t, game, "gameFull")
	wantAt(t, full, object{"id": second, "match": c.ID, "white.name": "Ben", "state.status": "started", "state.wtime": 1<<31 - 1})
	if fen, _ := full["initialFen"].(string); !strings.Contains(fen, "/S") {
		t.Errorf("the start position is %q", fen)
	}
	ben.refused(400, "stale", "POST", "/api/bot/game/"+c.ID+"/move/b2b3", nil)
	ben.form(200, "/api/bot/game/"+second+"/move/b2b3", nil)
	wantAt(t, nextLine(t, game, "gameState"), object{"moves": "b2b3"})
	for _, id := range []string{c.ID + ".3", c.ID + ".1", c.ID + ".02", c.ID + ".x", "nothing"} {
		for _, path := range []string{"/api/bot/game/stream/" + id, "/game/export/" + id} {
			if status, text := ben.send("GET", path, "", ""); status != 404 {
				t.Errorf("%s: status %d, %s", path, status, text)
			}
		}
		ben.refused(404, "not-found", "POST", "/api/bot/game/"+id+"/move/b2b3", nil)
	}
	if _, first := ann.send("GET", "/game/export/"+c.ID, "", ""); !strings.Contains(first, "[Round \"1\"]") {
		t.Errorf("the first game: %s", first)
	}
	if _, text := ann.send("GET", "/game/export/"+second, "", ""); !strings.Contains(text, "[Round \"2\"]") || !strings.Contains(text, "[FEN ") {
		t.Errorf("the second game: %s", text)
	}
}

// TestLichessFromPosition: clients set up the usual position for "standard", so that
// chess from a position has a variant of its own wherever it is announced.
func TestLichessFromPosition(t *testing.T) {
	s := serveAPI(t)
	s.api.App.Limits = core.Limits{}
	ann, ben := s.program("Ann"), s.program("Ben")
	anns, bens := ann.lines("/api/stream/event"), ben.lines("/api/stream/event")
	const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, variant := range []string{"standard", "fromPosition"} {
		var c bots.Challenge
		ann.form(200, "/api/challenge/Ben", &c, "variant", variant, "clock.limit", "300", "clock.increment", "3", "color", "white", "fen", fen)
		if c.Variant != (bots.Variant{Key: "fromPosition", Name: "From Position", Short: "FEN"}) || c.InitialFEN != fen || c.Perf.Name != "Blitz" {
			t.Errorf("%s: %+v", variant, c)
		}
		announced := func(prefix string) object {
			return object{prefix + "id": c.ID, prefix + "variant.key": "fromPosition", prefix + "variant.name": "From Position"}
		}
		e := nextLine(t, bens, "challenge")
		wantAt(t, e, announced("challenge."))
		wantAt(t, e, object{"challenge.initialFen": fen})
		ben.form(200, "/api/challenge/"+c.ID+"/accept", nil)
		e = nextLine(t, bens, "gameStart")
		wantAt(t, e, announced("game."))
		wantAt(t, e, object{"game.fen": fen, "game.perf": "blitz"})
		full := nextLine(t, ben.lines("/api/bot/game/stream/"+c.ID), "gameFull")
		wantAt(t, full, announced(""))
		wantAt(t, full, object{"initialFen": fen, "perf.name": "Blitz"})
		var playing struct{ NowPlaying []bots.GameInfo }
		ben.want(200, "GET", "/api/account/playing", nil, &playing)
		if len(playing.NowPlaying) != 1 || playing.NowPlaying[0].Variant.Key != "fromPosition" {
			t.Errorf("%+v", playing)
		}
		ann.form(200, "/api/bot/game/"+c.ID+"/move/e2e4", nil)
		ben.form(200, "/api/bot/game/"+c.ID+"/resign", nil)
		wantAt(t, nextLine(t, anns, "gameFinish"), announced("game."))
		_, text := ann.send("GET", "/game/export/"+c.ID, "", "", "Accept", "application/json")
		var g bots.GameExport
		if err := json.Unmarshal([]byte(text), &g); err != nil || g.Variant != "fromPosition" || g.InitialFEN != fen {
			t.Errorf("%v: %s", err, text)
		}
		nextLine(t, bens, "gameFinish")
	}
	for _, c := range []struct{ variant, fen, key string }{
		{"fromPosition", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "standard"},
		{"fromPosition", "startpos", "standard"},
		{"standard", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "standard"},
		{"wotn", fen, "wotn"},
	} {
		var got bots.Challenge
		ann.form(200, "/api/challenge/Ben", &got, "variant", c.variant, "color", "white", "fen", c.fen)
		want := "startpos"
		if c.key == "wotn" {
			want = fen
		}
		if got.Variant.Key != c.key || got.InitialFEN != want {
			t.Errorf("%+v: %+v", c, got)
		}
		ann.form(200, "/api/challenge/"+got.ID+"/cancel", nil)
	}
	ann.form(400, "/api/challenge/Ben", nil, "variant", "fromPosition")
}

func TestLichessChallenges(t *testing.T) {
	s := serveAPI(t)
	ann, ben, cleo := s.program("Ann"), s.program("Ben"), s.member("Cleo")
	events, bens := ann.lines("/api/stream/event"), ben.lines("/api/stream/event")
	challenge := func(b *browser, fields ...string) (id string) {
		t.Helper()
		var c bots.Challenge
		b.form(200, "/api/challenge/ben", &c, fields...)
		return c.ID
	}
	one := challenge(ann, "days", "3")
	wantAt(t, nextLine(t, events, "challenge"), object{"challenge.id": one, "challenge.timeControl.daysPerTurn": 3, "challenge.direction": "out", "challenge.speed": "correspondence"})
	ben.form(200, "/api/challenge/"+one+"/decline", nil, "reason", "tooSlow")
	wantAt(t, nextLine(t, events, "challengeDeclined"), object{"challenge.id": one, "challenge.status": "declined", "challenge.declineReasonKey": "tooslow", "challenge.destUser.name": "Ben"})
	var shown bots.Challenge
	ann.want(200, "GET", "/api/challenge/"+one+"/show", nil, &shown)
	if shown.Status != "declined" || shown.DeclineReason == "" {
		t.Errorf("%+v", shown)
	}
	ben.form(404, "/api/challenge/"+one+"/accept", nil) // no longer invited

	// JSON, as berserk sends it; fields without a value are null.
	var two bots.Challenge
	if status, text := ann.send("POST", "/api/challenge/Ben", "application/json", `{"rated": false, "clock.limit": 600, "clock.increment": 0, "days": null, "color": null, "variant": null, "fen": null}`); status != 200 {
		t.Fatalf("status %d: %s", status, text)
	} else if err := json.Unmarshal([]byte(text), &two); err != nil || two.Speed != "rapid" || two.Variant.Key != "standard" {
		t.Errorf("%+v, %v", two, err)
	}
	for line := nextLine(t, bens, "challenge"); at(line, "challenge.id") != two.ID; line = nextLine(t, bens, "challenge") {
	}
	ben.form(404, "/api/challenge/"+two.ID+"/cancel", nil) // only the challenger can
	ann.form(200, "/api/challenge/"+two.ID+"/cancel", nil)
	wantAt(t, nextLine(t, bens, "challengeCanceled"), object{"challenge.id": two.ID, "challenge.status": "canceled"})

	// An accepted game that nobody has moved in is aborted.
	three := challenge(ann, "variant", "lancelotDiagonals", "color", "white")
	wantAt(t, nextLine(t, bens, "challenge"), object{"challenge.variant.key": "lancelotDiagonals", "challenge.finalColor": "white"})
	ben.form(200, "/api/challenge/"+three+"/accept", nil)
	ann.form(200, "/api/challenge/"+three+"/cancel", nil)
	wantAt(t, nextLine(t, bens, "gameFinish"), object{"game.id": three, "game.status.name": "aborted", "game.winner": nil})

	for text, fields := range map[string][]string{
		"variant": {"variant", "horde"}, "colour": {"color", "red"}, "rated": {"rated", "perhaps"}, "clock.limit": {"clock.limit", "-1"},
		"real-time": {"clock.limit", "15", "clock.increment", "0"}, "either": {"days", "1", "clock.limit", "60"}, "no king": {"fen", "8/8/8/8/8/8/8/8 w - - 0 1"},
		"casual": {"variant", "wotn", "rated", "true", "clock.limit", "300", "clock.increment", "1"},
	} {
		s.api.App.Limits = core.Limits{}
		var p core.Problem
		if ann.form(400, "/api/challenge/ben", &p, fields...); !strings.Contains(p.Text, text) {
			t.Errorf("%v: %s, want %s", fields, p.Text, text)
		}
		if cleo.form(400, "/api/challenge/ben", &p, fields...); p.Text == "" {
			t.Errorf("%v: %+v", fields, p)
		}
	}
	ann.form(404, "/api/challenge/nobody", nil)
	if status, _ := ann.send("POST", "/api/challenge/ben", "text/xml", "<x/>"); status != 415 {
		t.Errorf("XML: status %d", status)
	}
	if status, _ := ann.send("POST", "/api/challenge/ben", "application/json", "[1]"); status != 400 {
		t.Errorf("a list: status %d", status)
	}
}

// TestChallengeIsKeptAlive: with keepAliveStream, a challenge lasts as long as the
// request.
func TestChallengeIsKeptAlive(t *testing.T) {
	s := serveAPI(t)
	ann, ben := s.program("Ann"), s.program("Ben")
	open := func() (c bots.Challenge, in *bufio.Reader, close func()) {
		t.Helper()
		r, err := http.NewRequest("POST", s.url+"/api/challenge/ben", strings.NewReader("keepAliveStream=true"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", "Bearer "+ann.token)
		resp, err := ann.client.Do(r)
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
	ben.form(200, "/api/challenge/"+c.ID+"/decline", nil)
	if rest, err := io.ReadAll(in); err != nil || strings.TrimSpace(string(rest)) != `{"done":"declined"}` {
		t.Errorf("%s, %v", rest, err)
	}
	c, in, end = open()
	defer end()
	ben.form(200, "/api/challenge/"+c.ID+"/accept", nil)
	if rest, err := io.ReadAll(in); err != nil || strings.TrimSpace(string(rest)) != `{"done":"accepted"}` {
		t.Errorf("%s, %v", rest, err)
	}
	if v := ann.view(c.ID); v.Phase != match.Playing {
		t.Errorf("an accepted challenge is %s", v.Phase)
	}
	c, _, end = open()
	end()
	eventually(t, "the challenge of a client that left is cancelled", func() bool { return ann.view(c.ID).Phase == match.TableClosed })
}

func TestBotsAreMarkedAndCasual(t *testing.T) {
	s := serveAPI(t)
	cleo := s.member("Cleo")
	cleo.open(wotnTable(nil))
	cleo.refused(400, "bot-played", "POST", "/api/bot/account/upgrade", nil)
	s.guest("Guest").refused(403, "account-needed", "POST", "/api/bot/account/upgrade", nil)

	bot := s.program("Robot")
	var me, found bots.User
	bot.want(200, "GET", "/api/account", nil, &me)
	s.visitor().want(200, "GET", "/api/user/ROBOT", nil, &found)
	if me.Title != "BOT" || me.ID != "robot" || me.Username != "Robot" || me.Person != bot.id || found.Title != "BOT" || found.Person != me.Person {
		t.Errorf("%+v, %+v", me, found)
	}
	bot.form(200, "/api/bot/account/upgrade", nil) // it is one already

	// No rated game: neither at tables nor by challenges nor by pairing.
	rated := wotnTable(func(o object) { o["rated"] = true })
	bot.refused(409, "rated-bot", "POST", "/api/matches", rated)
	table := s.member("Dora").open(rated)
	bot.doRefused(409, "rated-bot", table, object{"type": "sit"})
	bot.refused(409, "rated-bot", "POST", "/api/people/"+cleo.id+"/challenge", object{"game": "wotn", "variant": "wotn", "clock": object{"kind": "none"}, "rated": true})
	cleo.refused(409, "rated-bot", "POST", "/api/people/"+bot.id+"/challenge", object{"game": "wotn", "variant": "wotn", "clock": object{"kind": "none"}, "rated": true})
	bot.refused(403, "pair-bot", "POST", "/api/pair", quick(2))

	// A person is not paired with a bot.
	open := bot.open(object{"settings": object{"game": "wotn", "variant": "wotn", "seats": 2, "visibility": "public", "takebacks": true, "clock": quick(2)["clock"]}, "seat": 0})
	if p := cleo.pair(quick(2)); p.Match == open || !p.Opened {
		t.Errorf("%+v: paired with a bot", p)
	}

	// The mark is in views, chat, profiles, lists and previews.
	if v := cleo.view(open); !v.Seats[0].Player.Bot || !v.Owner.Bot {
		t.Errorf("%+v", v.Seats)
	}
	chat := bot.do(open, object{"type": "chat", "text": "hello"})
	if e := chat[0].Event; !e.Bot || e.Guest {
		t.Errorf("%+v", e)
	}
	var profile struct{ Bot bool }
	cleo.want(200, "GET", "/api/people/"+bot.id, nil, &profile)
	if !profile.Bot {
		t.Error("the profile is not marked")
	}
	page, text := s.get("", "/match/"+open, "Accept", "text/html", "Sec-Fetch-Mode", "navigate")
	if !strings.Contains(text, "Robot (bot)") {
		t.Errorf("status %d: %s", page.StatusCode, text)
	}
	bot.lines("/api/stream/event")
	eventually(t, "the bot is online", func() bool {
		_, online := s.visitor().send("GET", "/api/bot/online", "", "")
		_, statuses := s.visitor().send("GET", "/api/users/status?ids=robot,cleo,nobody", "", "")
		return strings.Contains(online, `"username":"Robot"`) && strings.Contains(statuses, `{"id":"robot","name":"Robot","title":"BOT","online":true},{"id":"cleo","name":"Cleo","online":false}`)
	})
	var now struct{ Online core.Online }
	eventually(t, "the bot is in the lobby", func() bool {
		cleo.want(200, "GET", "/api/lobby/activity", nil, &now)
		return slices.Contains(now.Online.People, core.OnlinePerson{ID: bot.id, Name: "Robot", Bot: true})
	})
}

func TestTokensCanBeChecked(t *testing.T) {
	s := serveAPI(t)
	ann := s.member("Ann")
	all, some := ann.program(object{"name": "all", "expires": 0}).token, ann.program(object{"name": "x", "scopes": []string{"play"}, "expires": s.api.App.Now() + 1_000_000}).token
	status, text := s.visitor().send("POST", "/api/token/test", "", all+","+some+",taf_unknown")
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
	if status, _ := s.visitor().send("POST", "/api/token/test", "text/plain", strings.Repeat("x,", 100)); status != 400 {
		t.Errorf("101 tokens: status %d", status)
	}
	bad := s.visitor()
	bad.token = "taf_unknown"
	if status, text := bad.send("GET", "/api/account", "", ""); status != 401 || !strings.Contains(text, `"error":`) {
		t.Errorf("status %d: %s", status, text)
	}
}
