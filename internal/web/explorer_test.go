package web

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/explorer"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	webexplorer "tafelrunde/internal/web/explorer"
	"tafelrunde/wotn"
)

// explored is the response of the explorer.
type explored struct {
	Set    string
	Engine *struct {
		Games, Nodes int
		Moves        []moveCount
	}
	Public struct {
		Games    int
		Moves    []moveCount
		Complete bool
	}
}

type moveCount struct {
	Move                string
	Wins, Draws, Losses int
}

func (b *browser) explore(game, variant, position string) (v explored) {
	b.t.Helper()
	b.want(200, "GET", exploreAddress(game, variant, position), nil, &v)
	return v
}

func exploreAddress(game, variant, position string) string {
	return "/api/explorer?" + url.Values{"game": {game}, "variant": {variant}, "position": {position}}.Encode()
}

// testTables are tables of three games of Way of the Knight.
func testTables(t *testing.T) webexplorer.Tables {
	set, _ := explorer.SetNamed("wotn")
	counter := explorer.NewCounter(set, 10)
	for _, line := range []string{"1 e2e4 e7e5", "0 e2e4 c7c5", "= d2d4"} {
		r, err := explorer.ParseRecord(line)
		if err == nil {
			err = counter.Add(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	table, err := explorer.Open(counter.Pack(100, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	tables := make(webexplorer.Tables)
	tables.Add(table)
	return tables
}

// TestExplorer plays public and hidden games: the explorer counts the public ones
// by move and result, up to symmetry in Lancelot, and lists them.
func TestExplorer(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, Explorer: testTables(t)})
	anna, ben, stranger := s.guest("Anna"), s.member("Ben"), s.visitor()
	play := func(table object, moves ...string) string {
		id := anna.open(table)
		ben.do(id, object{"type": "sit"})
		for i, move := range moves {
			[]*browser{anna, ben}[i%2].do(id, object{"type": "move", "move": move})
		}
		ben.do(id, object{"type": "resign"})
		return id
	}
	public := play(wotnTable(nil), "e2e4", "e7e5")
	play(wotnTable(func(o object) { o["visibility"] = "link" }), "e2e4", "e7e5")
	play(wotnTable(func(o object) { o["visibility"] = "private"; o["invited"] = []string{"Ben"} }), "a2a3", "e7e5")

	v := stranger.explore("wotn", "wotn", wotn.StartText)
	if v.Set != "wotn" || v.Engine == nil || v.Engine.Games != 3 || v.Engine.Nodes != 100 ||
		!slices.Equal(v.Engine.Moves, []moveCount{{"e2e4", 1, 0, 1}, {"d2d4", 0, 1, 0}}) {
		t.Errorf("engine: %+v", v.Engine)
	}
	if !v.Public.Complete || v.Public.Games != 1 || !slices.Equal(v.Public.Moves, []moveCount{{"e2e4", 1, 0, 0}}) {
		t.Errorf("public: %+v", v.Public)
	}
	// The counters of a position do not matter.
	v = stranger.explore("wotn", "wotn", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 12")
	if !slices.Equal(v.Public.Moves, []moveCount{{"e7e5", 0, 0, 1}}) {
		t.Errorf("%+v", v.Public)
	}
	var list struct {
		Games []struct {
			Match   string
			Game    int
			Players []struct{ Name string }
			Outcome struct{ Winners []int }
		}
		More bool
	}
	games := strings.Replace(exploreAddress("wotn", "wotn", wotn.StartText), "?", "/games?", 1)
	stranger.want(200, "GET", games+"&move=e2e4", nil, &list)
	if len(list.Games) != 1 || list.More || list.Games[0].Match != public || list.Games[0].Game != 1 ||
		list.Games[0].Players[0].Name != "Anna" || !slices.Equal(list.Games[0].Outcome.Winners, []int{0}) {
		t.Errorf("%+v", list)
	}
	for _, move := range []string{"a2a3", "e2e9", "?"} { // of a private game, off the board, no move
		stranger.want(200, "GET", games+"&move="+url.QueryEscape(move), nil, &list)
		if len(list.Games) != 0 {
			t.Errorf("%s: %+v", move, list)
		}
	}
	v = stranger.explore("wotn", "chess", wotn.StartText)
	if v.Set != "chess" || v.Engine != nil || v.Public.Games != 0 || len(v.Public.Moves) != 0 {
		t.Errorf("%+v", v)
	}
	status, file := stranger.text("/api/explorer/tables/wotn")
	if status != 200 || !strings.HasPrefix(file, explorer.Magic) {
		t.Errorf("%d, %q", status, file)
	}
	for _, bad := range []struct{ game, variant, position string }{
		{"wotn", "wotn", "8/8"}, {"lancelot", "lancelot", "8/8"}, {"wotn", "lancelot", wotn.StartText}, {"wotn", "wotn", ""},
		{"wotn", "wotn", strings.Repeat("8", 500)},
	} {
		stranger.want(422, "GET", exploreAddress(bad.game, bad.variant, bad.position), nil, nil)
	}
}

// TestExplorerGamesBehindTheFirst: all games behind a number can be listed, 20 at a time.
func TestExplorerGamesBehindTheFirst(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true})
	stranger := s.visitor()
	played := make(map[string]bool)
	for n := range 23 {
		// A person can make few requests at a time.
		anna, ben := s.guest(fmt.Sprintf("Anna %d", n)), s.guest(fmt.Sprintf("Ben %d", n))
		id := anna.open(wotnTable(nil))
		ben.do(id, object{"type": "sit"})
		anna.do(id, object{"type": "move", "move": "e2e4"})
		ben.do(id, object{"type": "move", "move": "e7e5"})
		ben.do(id, object{"type": "resign"})
		played[id] = true
	}
	address := strings.Replace(exploreAddress("wotn", "wotn", wotn.StartText), "?", "/games?", 1) + "&move=e2e4&skip="
	list := func(skip string) (n int, more bool, next int) {
		var body struct {
			Games []struct{ Match string }
			More  bool
			Next  int
		}
		stranger.want(200, "GET", address+skip, nil, &body)
		for _, g := range body.Games {
			if !played[g.Match] {
				t.Errorf("skip %s: %s is unknown, or listed twice", skip, g.Match)
			}
			delete(played, g.Match)
		}
		return len(body.Games), body.More, body.Next
	}
	if n, more, next := list("0"); n != 20 || !more || next != 20 {
		t.Errorf("first: %d, %v, %d", n, more, next)
	}
	if n, more, next := list("20"); n != 3 || more || next != 23 || len(played) != 0 {
		t.Errorf("second: %d, %v, %d; not listed: %v", n, more, next, played)
	}
	if n, more, next := list("10000"); n != 0 || more || next != 23 {
		t.Errorf("behind the end: %d, %v, %d", n, more, next)
	}
	for _, bad := range []string{"-1", "10001", "x"} {
		stranger.want(422, "GET", address+bad, nil, nil)
	}
}

// TestExplorerIsOffInOwnGames: a player gets no statistics about the position of a game in
// progress, also with other counters or rights and turned; others do, and so does the
// player when it is over.
func TestExplorerIsOffInOwnGames(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, Explorer: testTables(t)})
	anna, ben, carl := s.guest("Anna"), s.guest("Ben"), s.guest("Carl")
	sit := func(table object, moves ...string) string {
		id := anna.open(table)
		ben.do(id, object{"type": "sit"})
		for i, move := range moves {
			[]*browser{anna, ben}[i%2].do(id, object{"type": "move", "move": move})
		}
		return id
	}
	lancelot := wotnTable(func(o object) { o["game"], o["variant"], o["first"] = "lancelot", "basic", 0 })
	first := sit(wotnTable(nil))
	anna.explore("wotn", "wotn", wotn.StartText) // the start position of a new game
	for i, move := range []string{"e2e4", "e7e5"} {
		[]*browser{anna, ben}[i].do(first, object{"type": "move", "move": move})
	}
	second := sit(lancelot, "d4")

	// A game from a position is protected from its beginning on, although its FEN ends with 1.
	const study = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	third := sit(wotnTable(func(o object) { o["start"] = study }))

	const knight = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	off := []struct{ match, game, variant, position string }{
		{first, "wotn", "wotn", knight},
		{first, "wotn", "wotn", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 5 1"},
		{second, "lancelot", "lancelot", "8/8/8/8/8/8/8/a7 b 0,0 29,30 - basic 7"},
		{second, "lancelot", "lancelot", "7a/8/8/8/8/8/8/8 b 0,0 29,30 - basic 7"},
		{second, "lancelot", "lancelot", "8/8/8/8/8/8/8/a7 b 0,0 29,30 - basic 8"},
		{third, "wotn", "wotn", study},
	}
	for _, p := range off {
		address := exploreAddress(p.game, p.variant, p.position)
		for _, player := range []*browser{anna, ben} {
			player.refused(403, "own-game", "GET", address, nil)
			player.refused(403, "own-game", "GET", strings.Replace(address, "?", "/games?", 1)+"&move=g1f3", nil)
		}
		carl.explore(p.game, p.variant, p.position)
		s.visitor().explore(p.game, p.variant, p.position)
	}
	anna.explore("wotn", "wotn-alternative", knight)
	anna.explore("wotn", "wotn", strings.Replace(knight, " w ", " b ", 1))
	for _, id := range []string{first, second, third} {
		ben.do(id, object{"type": "resign"})
	}
	for _, p := range off {
		anna.explore(p.game, p.variant, p.position)
	}
}

// TestExplorerCountsNewGames: a game that ends after the first request is counted once, with
// symmetric games of Lancelot together, and so is a game of a series that goes on.
func TestExplorerCountsNewGames(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true})
	s.api.Explorer.Every = 0
	anna, ben := s.guest("Anna"), s.guest("Ben")
	start := "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"
	if v := anna.explore("lancelot", "lancelot", start); v.Public.Games != 0 || v.Set != "lancelot-basic" {
		t.Fatalf("%+v", v)
	}
	for i, turn := range []string{"d4", "k11", "d11"} { // all are corners
		id := anna.open(wotnTable(func(o object) { o["game"], o["variant"], o["first"] = "lancelot", "basic", 0 }))
		ben.do(id, object{"type": "sit"})
		anna.do(id, object{"type": "move", "move": turn})
		ben.do(id, object{"type": "move", "move": "h8"})
		anna.do(id, object{"type": "resign"})
		anna.do(id, object{"type": "rematch"})
		ben.do(id, object{"type": "rematch"})
		for range 2 {
			v := ben.explore("lancelot", "lancelot", start)
			if v.Public.Games != i+1 || len(v.Public.Moves) != 1 || v.Public.Moves[0].Losses != i+1 || v.Public.Moves[0].Wins != 0 {
				t.Fatalf("after game %d: %+v", i+1, v.Public)
			}
		}
	}
}

// brittleEvents is a store in which reading the events of matches can fail.
type brittleEvents struct {
	store.Store
	fails atomic.Bool
}

func (b *brittleEvents) Events(ctx context.Context, id string, after int64) ([]match.Event, error) {
	if b.fails.Load() {
		return nil, store.ErrUnavailable
	}
	return b.Store.Events(ctx, id, after)
}

// TestExplorerAfterAnErrorOfTheStore reads a game while the store fails: it is counted
// when the store answers again.
func TestExplorerAfterAnErrorOfTheStore(t *testing.T) {
	brittle := &brittleEvents{Store: openIn(t, t.TempDir())}
	s := serveStore(t, brittle)
	s.api.Explorer.Every = 0
	anna, ben := s.guest("Anna"), s.guest("Ben")
	for range 2 {
		id := anna.open(wotnTable(nil))
		ben.do(id, object{"type": "sit"})
		anna.do(id, object{"type": "move", "move": "e2e4"})
		ben.do(id, object{"type": "resign"})
	}
	brittle.fails.Store(true)
	if v := anna.explore("wotn", "wotn", wotn.StartText); v.Public.Games != 0 || v.Public.Complete {
		t.Errorf("%+v", v.Public)
	}
	brittle.fails.Store(false)
	if v := anna.explore("wotn", "wotn", wotn.StartText); v.Public.Games != 2 || !v.Public.Complete {
		t.Errorf("%+v", v.Public)
	}
}
