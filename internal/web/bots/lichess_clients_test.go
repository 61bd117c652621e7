package bots_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/record"
	"tafelrunde/wotn/search"
)

// wholeGame returns the moves of a whole game, by the engine with a weak opponent,
// and its outcome.
func wholeGame(t testing.TB, variant wotn.Variant) (moves []string, outcome wotn.Outcome) {
	t.Helper()
	e := search.New(search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }, Seed: 1})
	game := wotn.NewGame(wotn.Start(variant))
	for ply := 0; !game.Outcome().Over(); ply++ {
		legal := game.Position().AppendMoves(nil)
		m := legal[(ply*7)%len(legal)]
		if ply%2 == 0 {
			m = e.Search(t.Context(), game, engine.Limits{Depth: 4}, nil).Best
		}
		if err := game.Play(m); err != nil || ply > 200 {
			t.Fatalf("ply %d: %v", ply, err)
		}
		moves = append(moves, m.String())
	}
	return moves, game.Outcome()
}

// lichessBot sends the requests that lichess-bot (lib/lichess.py) sends, in its
// encodings.
type lichessBot struct {
	*webtest.Browser
	agent string
}

func (b *lichessBot) do(method, path string, query url.Values, contentType, body string) string {
	b.T.Helper()
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	status, text := b.Send(method, path, contentType, body, "User-Agent", b.agent, "Accept", "*/*", "Accept-Encoding", "identity")
	if status != 200 {
		b.T.Fatalf("%s %s: status %d: %s", method, path, status, text)
	}
	return text
}

func (b *lichessBot) json(text string) (o webtest.Object) {
	b.T.Helper()
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		b.T.Fatalf("%v: %s", err, text)
	}
	return o
}

// begin checks the token, reads the profile and upgrades the account, as the program
// does when it starts.
func (b *lichessBot) begin() (profile webtest.Object) {
	b.T.Helper()
	found := b.json(b.do("POST", "/api/token/test", nil, "", b.Token))
	scopes, _ := webtest.At(found, "scopes").(string)
	if info, ok := found[b.Token].(webtest.Object); ok {
		scopes, _ = info["scopes"].(string)
	}
	if !strings.Contains(","+scopes+",", ",bot:play,") {
		b.T.Fatalf("the token is refused: %v", found)
	}
	profile = b.json(b.do("GET", "/api/account", nil, "", ""))
	if profile["title"] != "BOT" {
		b.do("POST", "/api/bot/account/upgrade", nil, "", "")
		profile = b.json(b.do("GET", "/api/account", nil, "", ""))
	}
	name, _ := profile["username"].(string)
	b.agent = "lichess-bot/2026.8.2.1 user:" + name
	if playing := b.json(b.do("GET", "/api/account/playing", nil, "", "")); len(playing["nowPlaying"].([]any)) != 0 {
		b.T.Errorf("games in progress: %v", playing)
	}
	b.do("GET", "/api/bot/online", url.Values{"nb": {"512"}}, "", "")
	return profile
}

// wantFields requires fields that the program reads without a default.
func wantFields(t testing.TB, o webtest.Object, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if webtest.At(o, path) == nil {
			t.Errorf("%s is missing in %v", path, o)
		}
	}
}

// play plays the moves of one side of a game, as the program does, until the stream
// ends. It returns the last state.
func (b *lichessBot) play(id, name string, moves []string) (last webtest.Object) {
	b.T.Helper()
	lines := b.Lines("/api/bot/game/stream/" + id)
	full := webtest.NextLine(b.T, lines, "gameFull")
	wantFields(b.T, full, "id", "variant.name", "white.name", "black.name", "createdAt", "state.moves", "state.wtime", "state.btime", "state.winc", "state.binc", "state.status", "perf.name", "speed")
	white := strings.EqualFold(fmt.Sprint(webtest.At(full, "white.name")), name)
	for _, room := range []string{"player", "spectator"} { // greetings
		b.do("POST", "/api/bot/game/"+id+"/chat", nil, "application/x-www-form-urlencoded", url.Values{"room": {room}, "text": {"Good luck & have fun!"}}.Encode())
	}
	for state := full["state"].(webtest.Object); ; {
		last = state
		done := strings.Fields(state["moves"].(string))
		if state["status"] == "started" && len(done) < len(moves) && len(done)%2 == 0 == white {
			b.do("POST", "/api/bot/game/"+id+"/move/"+moves[len(done)], url.Values{"offeringDraw": {"false"}}, "", "")
		}
		var more bool
		for state, more = <-lines; more && state["type"] != "gameState"; state, more = <-lines {
		}
		if !more {
			return last
		}
	}
}

// berserkBot sends the requests that berserk sends: JSON bodies, in which missing
// values are null, and an Accept header with the format that it parses.
type berserkBot struct{ *webtest.Browser }

func (b *berserkBot) do(method, path, accept, body string) string {
	b.T.Helper()
	contentType := ""
	if body != "" {
		contentType = "application/json"
	}
	status, text := b.Send(method, path, contentType, body, "Accept", accept, "User-Agent", "python-requests/2.32.3")
	if status != 200 {
		b.T.Fatalf("%s %s: status %d: %s", method, path, status, text)
	}
	return text
}

const acceptJSON = "application/json"

// play plays the moves of one side as in berserk's example of a bot: a loop over the
// states of the game. It offers a draw and declines one on the way.
func (b *berserkBot) play(id string, white bool, moves []string) (last webtest.Object) {
	b.T.Helper()
	lines := b.Lines("/api/bot/game/stream/" + id)
	for line := range lines {
		state := line
		switch line["type"] {
		case "gameFull":
			state = line["state"].(webtest.Object)
		case "gameState":
		default:
			continue
		}
		last = state
		if state["wdraw"] == true && !white || state["bdraw"] == true && white {
			b.do("POST", "/api/bot/game/"+id+"/draw/0", acceptJSON, "")
			continue
		}
		done := strings.Fields(state["moves"].(string))
		if state["status"] == "started" && len(done) < len(moves) && len(done)%2 == 0 == white {
			b.do("POST", "/api/bot/game/"+id+"/move/"+moves[len(done)], acceptJSON, "")
			if len(done) == 10 || len(done) == 11 {
				b.do("POST", "/api/bot/game/"+id+"/chat", acceptJSON, `{"room": "player", "text": "Hi"}`)
			}
		}
	}
	return last
}

// TestLichessBotAndBerserk sends the requests of lichess-bot and of berserk, one by
// one: they challenge each other and play a whole game of chess and one of Way of the
// Knight.
func TestLichessBotAndBerserk(t *testing.T) {
	s := webtest.Serve(t)
	s.API.App.Limits = core.Limits{}
	newcomer := func(name string) *webtest.Browser {
		owner, b := s.Member(name), s.Visitor()
		b.Token = owner.NewToken()
		return b
	}
	ann, ben := &lichessBot{Browser: newcomer("Ann"), agent: "lichess-bot/2026.8.2.1 user:?"}, &berserkBot{newcomer("Ben")}
	profile := ann.begin()
	wantFields(t, profile, "id", "username", "perfs", "createdAt")
	ben.do("GET", "/api/account", acceptJSON, "")
	ben.do("POST", "/api/bot/account/upgrade", acceptJSON, "")
	anns, bens := ann.Lines("/api/stream/event"), ben.Lines("/api/stream/event")

	// A challenge that is declined, and one that is cancelled.
	var c webtest.Object
	c = ann.json(ann.do("POST", "/api/challenge/Ben", nil, "application/json", `{"rated": false, "variant": "standard", "clock.limit": 60, "clock.increment": 1}`))
	ben.do("POST", fmt.Sprintf("/api/challenge/%s/decline", c["id"]), acceptJSON, `{"reason": "tooFast"}`)
	webtest.WantAt(t, webtest.NextLine(t, anns, "challengeDeclined"), webtest.Object{"challenge.declineReasonKey": "toofast", "challenge.destUser.name": "Ben", "challenge.challenger.name": "Ann"})
	c = ann.json(ben.do("POST", "/api/challenge/ann", acceptJSON, `{"rated": false, "clock.limit": 300, "clock.increment": 3, "days": null, "color": "white", "variant": null, "fen": null}`))
	for e := webtest.NextLine(t, anns, "challenge"); webtest.At(e, "challenge.id") != c["id"]; e = webtest.NextLine(t, anns, "challenge") {
	}
	ben.do("POST", fmt.Sprintf("/api/challenge/%s/cancel", c["id"]), acceptJSON, "")
	webtest.NextLine(t, anns, "challengeCanceled")
	c = ann.json(ben.do("POST", "/api/challenge/ann", acceptJSON, `{"rated": false, "clock.limit": 300, "clock.increment": 3, "days": null, "color": "random", "variant": "wotn", "fen": null}`))
	ann.do("POST", fmt.Sprintf("/api/challenge/%s/decline", c["id"]), nil, "application/x-www-form-urlencoded", "reason=variant")
	for e := webtest.NextLine(t, bens, "challengeDeclined"); webtest.At(e, "challenge.declineReasonKey") != "variant"; e = webtest.NextLine(t, bens, "challengeDeclined") {
	}

	for _, game := range []struct {
		variant wotn.Variant
		key     string
	}{{wotn.Chess, "standard"}, {wotn.Standard, "wotn"}} {
		s.API.App.Limits = core.Limits{}
		moves, outcome := wholeGame(t, game.variant)
		c = ann.json(ann.do("POST", "/api/challenge/Ben", nil, "application/json", fmt.Sprintf(`{"rated": false, "variant": %q, "clock.limit": 300, "clock.increment": 2, "color": "white"}`, game.key)))
		id, _ := c["id"].(string)
		for {
			e := webtest.NextLine(t, bens, "challenge")
			wantFields(t, e, "challenge.id", "challenge.rated", "challenge.variant.key", "challenge.perf.name", "challenge.speed", "challenge.color", "challenge.finalColor", "challenge.timeControl.limit", "challenge.timeControl.increment", "challenge.challenger.name")
			if webtest.At(e, "challenge.id") == id {
				break
			}
		}
		ben.do("POST", "/api/challenge/"+id+"/accept", acceptJSON, "")
		for _, events := range []<-chan webtest.Object{anns, bens} {
			webtest.WantAt(t, webtest.NextLine(t, events, "gameStart"), webtest.Object{"game.gameId": id, "game.id": id, "game.variant.key": game.key})
		}
		other := make(chan webtest.Object, 1)
		go func() { other <- ben.play(id, false, moves) }()
		last := ann.play(id, "Ann", moves)
		for _, state := range []webtest.Object{last, <-other} {
			if state["moves"] != strings.Join(moves, " ") {
				t.Errorf("%s: the moves are %v, want %v", game.key, state["moves"], moves)
			}
			if winners := outcome.Winners(); len(winners) == 1 && (state["status"] != "mate" || state["winner"] != map[wotn.Color]string{wotn.White: "white", wotn.Black: "black"}[winners[0]]) {
				t.Errorf("%s: %v, want %v", game.key, state, outcome)
			}
		}
		for _, events := range []<-chan webtest.Object{anns, bens} {
			webtest.WantAt(t, webtest.NextLine(t, events, "gameFinish"), webtest.Object{"game.id": id, "game.opponent.title": "BOT"})
		}
		text := ann.do("GET", "/game/export/"+id, nil, "", "")
		if g, err := record.Read(text, wotn.Standard); err != nil || g.Variant != game.variant || len(g.Line.Moves) != len(moves) {
			t.Errorf("%s: %v\n%s", game.key, err, text)
		}
		e := ann.json(ben.do("GET", "/game/export/"+id+"?moves=True&tags=True&clocks=True&evals=False", acceptJSON, ""))
		if e["status"] != last["status"] || len(strings.Fields(e["moves"].(string))) != len(moves) || len(e["clocks"].([]any)) != len(moves) {
			t.Errorf("%s: %v", game.key, e)
		}
		t.Logf("%s: %d plies, %s", game.key, len(moves), last["status"])
	}
	ann.do("GET", "/api/user/Ben", nil, "", "")
	if text := ann.do("GET", "/api/users/status", url.Values{"ids": {"ben"}}, "", ""); !strings.Contains(text, `"online":true`) {
		t.Errorf("%s", text)
	}
}

// lichessClients is the folder of clients of lichess from npm.
const lichessClients = "../../../scripts/lichess-clients"

// TestLichessClientsFromNpm lets clients of lichess that others have written play whole
// games: one of chess, its rematch, one from a position, and one of Way of the Knight. Only
// the address is another.
func TestLichessClientsFromNpm(t *testing.T) {
	if _, err := os.Stat(filepath.Join(lichessClients, "node_modules")); errors.Is(err, fs.ErrNotExist) {
		const missing = "the clients are not installed: run npm ci in scripts/lichess-clients"
		if os.Getenv("CI") != "" {
			t.Fatal(missing)
		}
		// `make test` installs them; `go test ./...` needs only Go.
		t.Skip(missing)
	}
	s := webtest.Serve(t)
	s.API.App.Limits = core.Limits{}
	games := make(map[string][]string)
	for key, variant := range map[string]wotn.Variant{"standard": wotn.Chess, "wotn": wotn.Standard} {
		games[key], _ = wholeGame(t, variant)
	}
	start := wotn.NewGame(wotn.Start(wotn.Chess))
	const plies = 2
	for _, move := range games["standard"][:plies] {
		if err := start.PlayText(move); err != nil {
			t.Fatal(err)
		}
	}
	games["fromPosition"] = games["standard"][plies:]
	ann := s.Member("Ann")
	input, err := json.Marshal(webtest.Object{"fen": start.Position().String(), "url": s.URL, "tokens": []string{ann.NewToken(), s.Member("Ben").NewToken()}, "games": games})
	if err != nil {
		t.Fatal(err)
	}
	// The requests agree with lichess's types of its API.
	check := exec.CommandContext(t.Context(), "node", "node_modules/typescript/bin/tsc", "-p", ".")
	check.Dir = lichessClients
	if text, err := check.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	node := exec.CommandContext(t.Context(), "node", "play.mjs")
	node.Dir = lichessClients
	node.Stdin = strings.NewReader(string(input))
	text, err := node.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	played := 0
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		id, found := strings.CutPrefix(lines.Text(), "played ")
		if !found {
			continue
		}
		played++
		id, key, _ := strings.Cut(id, " ")
		var game bots.GameExport
		if status, text := ann.Send("GET", "/game/export/"+id, "", "", "Accept", acceptJSON); status != 200 || json.Unmarshal([]byte(text), &game) != nil {
			t.Fatalf("%s: status %d: %s", id, status, text)
		}
		if n := len(games[key]); game.Variant != key || game.Status != "mate" || len(strings.Fields(game.Moves)) != n || n == 0 {
			t.Errorf("%s: %+v, want %d moves", key, game, n)
		}
	}
	if played != 4 {
		t.Errorf("%d games were played:\n%s", played, text)
	}
}
