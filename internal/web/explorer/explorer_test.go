package explorer_test

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
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
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

func explore(b *webtest.Browser, game, variant, position string) (v explored) {
	b.T.Helper()
	b.Want(200, "GET", exploreAddress(game, variant, position), nil, &v)
	return v
}

func exploreAddress(game, variant, position string) string {
	return "/api/explorer?" + url.Values{"game": {game}, "variant": {variant}, "position": {position}}.Encode()
}

// TestExplorer plays public and hidden games: the explorer counts the public ones
// by move and result, up to symmetry in Lancelot, and lists them.
func TestExplorer(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, Explorer: webtest.TestTables(t)})
	anna, ben, stranger := s.Guest("Anna"), s.Member("Ben"), s.Visitor()
	play := func(table webtest.Object, moves ...string) string {
		id := anna.Open(table)
		ben.Do(id, webtest.Object{"type": "sit"})
		for i, move := range moves {
			[]*webtest.Browser{anna, ben}[i%2].Do(id, webtest.Object{"type": "move", "move": move})
		}
		ben.Do(id, webtest.Object{"type": "resign"})
		return id
	}
	public := play(webtest.WotnTable(nil), "e2e4", "e7e5")
	play(webtest.WotnTable(func(o webtest.Object) { o["visibility"] = "link" }), "e2e4", "e7e5")
	play(webtest.WotnTable(func(o webtest.Object) { o["visibility"] = "private"; o["invited"] = []string{"Ben"} }), "a2a3", "e7e5")

	v := explore(stranger, "wotn", "wotn", wotn.StartText)
	if v.Set != "wotn" || v.Engine == nil || v.Engine.Games != 3 || v.Engine.Nodes != 100 ||
		!slices.Equal(v.Engine.Moves, []moveCount{{"e2e4", 1, 0, 1}, {"d2d4", 0, 1, 0}}) {
		t.Errorf("engine: %+v", v.Engine)
	}
	if !v.Public.Complete || v.Public.Games != 1 || !slices.Equal(v.Public.Moves, []moveCount{{"e2e4", 1, 0, 0}}) {
		t.Errorf("public: %+v", v.Public)
	}
	// The counters of a position do not matter.
	v = explore(stranger, "wotn", "wotn", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 12")
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
	stranger.Want(200, "GET", games+"&move=e2e4", nil, &list)
	if len(list.Games) != 1 || list.More || list.Games[0].Match != public || list.Games[0].Game != 1 ||
		list.Games[0].Players[0].Name != "Anna" || !slices.Equal(list.Games[0].Outcome.Winners, []int{0}) {
		t.Errorf("%+v", list)
	}
	for _, move := range []string{"a2a3", "e2e9", "?"} { // of a private game, off the board, no move
		stranger.Want(200, "GET", games+"&move="+url.QueryEscape(move), nil, &list)
		if len(list.Games) != 0 {
			t.Errorf("%s: %+v", move, list)
		}
	}
	v = explore(stranger, "wotn", "chess", wotn.StartText)
	if v.Set != "chess" || v.Engine != nil || v.Public.Games != 0 || len(v.Public.Moves) != 0 {
		t.Errorf("%+v", v)
	}
	status, file := stranger.Text("/api/explorer/tables/wotn")
	if status != 200 || !strings.HasPrefix(file, explorer.Magic) {
		t.Errorf("%d, %q", status, file)
	}
	for _, bad := range []struct{ game, variant, position string }{
		{"wotn", "wotn", "8/8"}, {"lancelot", "lancelot", "8/8"}, {"wotn", "lancelot", wotn.StartText}, {"wotn", "wotn", ""},
		{"wotn", "wotn", strings.Repeat("8", 500)},
	} {
		stranger.Want(422, "GET", exploreAddress(bad.game, bad.variant, bad.position), nil, nil)
	}
}

// TestExplorerGamesBehindTheFirst: all games behind a number can be listed, 20 at a time.
func TestExplorerGamesBehindTheFirst(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true})
	stranger := s.Visitor()
	played := make(map[string]bool)
	for n := range 23 {
		// A person can make few requests at a time.
		anna, ben := s.Guest(fmt.Sprintf("Anna %d", n)), s.Guest(fmt.Sprintf("Ben %d", n))
		id := anna.Open(webtest.WotnTable(nil))
		ben.Do(id, webtest.Object{"type": "sit"})
		anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
		ben.Do(id, webtest.Object{"type": "move", "move": "e7e5"})
		ben.Do(id, webtest.Object{"type": "resign"})
		played[id] = true
	}
	address := strings.Replace(exploreAddress("wotn", "wotn", wotn.StartText), "?", "/games?", 1) + "&move=e2e4&skip="
	list := func(skip string) (n int, more bool, next int) {
		var body struct {
			Games []struct{ Match string }
			More  bool
			Next  int
		}
		stranger.Want(200, "GET", address+skip, nil, &body)
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
		stranger.Want(422, "GET", address+bad, nil, nil)
	}
}

// TestExplorerIsOffInOwnGames: a player gets no statistics about the position of a game in
// progress, also with other counters or rights and turned; others do, and so does the
// player when it is over.
func TestExplorerIsOffInOwnGames(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, Explorer: webtest.TestTables(t)})
	anna, ben, carl := s.Guest("Anna"), s.Guest("Ben"), s.Guest("Carl")
	sit := func(table webtest.Object, moves ...string) string {
		id := anna.Open(table)
		ben.Do(id, webtest.Object{"type": "sit"})
		for i, move := range moves {
			[]*webtest.Browser{anna, ben}[i%2].Do(id, webtest.Object{"type": "move", "move": move})
		}
		return id
	}
	lancelot := webtest.WotnTable(func(o webtest.Object) { o["game"], o["variant"], o["first"] = "lancelot", "basic", 0 })
	first := sit(webtest.WotnTable(nil))
	explore(anna, "wotn", "wotn", wotn.StartText) // the start position of a new game
	for i, move := range []string{"e2e4", "e7e5"} {
		[]*webtest.Browser{anna, ben}[i].Do(first, webtest.Object{"type": "move", "move": move})
	}
	second := sit(lancelot, "d4")

	// A game from a position is protected from its beginning on, although its FEN ends with 1.
	const study = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	third := sit(webtest.WotnTable(func(o webtest.Object) { o["start"] = study }))

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
		for _, player := range []*webtest.Browser{anna, ben} {
			player.Refused(403, "own-game", "GET", address, nil)
			player.Refused(403, "own-game", "GET", strings.Replace(address, "?", "/games?", 1)+"&move=g1f3", nil)
		}
		explore(carl, p.game, p.variant, p.position)
		explore(s.Visitor(), p.game, p.variant, p.position)
	}
	explore(anna, "wotn", "wotn-alternative", knight)
	explore(anna, "wotn", "wotn", strings.Replace(knight, " w ", " b ", 1))
	for _, id := range []string{first, second, third} {
		ben.Do(id, webtest.Object{"type": "resign"})
	}
	for _, p := range off {
		explore(anna, p.game, p.variant, p.position)
	}
}

// TestExplorerCountsNewGames: a game that ends after the first request is counted once, with
// symmetric games of Lancelot together, and so is a game of a series that goes on.
func TestExplorerCountsNewGames(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true})
	s.API.Explorer.Every = 0
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	start := "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"
	if v := explore(anna, "lancelot", "lancelot", start); v.Public.Games != 0 || v.Set != "lancelot-basic" {
		t.Fatalf("%+v", v)
	}
	for i, turn := range []string{"d4", "k11", "d11"} { // all are corners
		id := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["game"], o["variant"], o["first"] = "lancelot", "basic", 0 }))
		ben.Do(id, webtest.Object{"type": "sit"})
		anna.Do(id, webtest.Object{"type": "move", "move": turn})
		ben.Do(id, webtest.Object{"type": "move", "move": "h8"})
		anna.Do(id, webtest.Object{"type": "resign"})
		anna.Do(id, webtest.Object{"type": "rematch"})
		ben.Do(id, webtest.Object{"type": "rematch"})
		for range 2 {
			v := explore(ben, "lancelot", "lancelot", start)
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
	brittle := &brittleEvents{Store: webtest.OpenIn(t, t.TempDir())}
	s := webtest.ServeStore(t, brittle)
	s.API.Explorer.Every = 0
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	for range 2 {
		id := anna.Open(webtest.WotnTable(nil))
		ben.Do(id, webtest.Object{"type": "sit"})
		anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
		ben.Do(id, webtest.Object{"type": "resign"})
	}
	brittle.fails.Store(true)
	if v := explore(anna, "wotn", "wotn", wotn.StartText); v.Public.Games != 0 || v.Public.Complete {
		t.Errorf("%+v", v.Public)
	}
	brittle.fails.Store(false)
	if v := explore(anna, "wotn", "wotn", wotn.StartText); v.Public.Games != 2 || !v.Public.Complete {
		t.Errorf("%+v", v.Public)
	}
}
