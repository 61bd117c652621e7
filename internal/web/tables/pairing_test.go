package tables_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/tables"
)

// TestPairing: people who want the same at the same time meet, without tables or
// people left over and without anybody who sits twice. They may use different
// servers of one database.
func TestPairing(t *testing.T) {
	t.Run("OneServer", func(t *testing.T) { testPairing(t, webtest.Serve(t)) })
	t.Run("TwoServers", func(t *testing.T) {
		address := storetest.Postgres(t).Database(t)
		var servers []*webtest.Server
		for range 2 {
			s, err := sqlstore.OpenPostgres(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			servers = append(servers, webtest.ServeStore(t, s))
		}
		testPairing(t, servers...)
	})
}

func testPairing(t *testing.T, servers ...*webtest.Server) {
	guests := make([]*webtest.Browser, 24)
	for i := range guests {
		guests[i] = servers[i%len(servers)].Guest(fmt.Sprint("Guest ", i))
	}
	for seats := 2; seats <= 5; seats++ {
		for _, n := range []int{seats, len(guests) / seats * seats} {
			want := webtest.Quick(seats)
			want["clock"].(webtest.Object)["increment"] = 1_000 * n // tables of their own
			found := make([]string, n)
			var all sync.WaitGroup
			for i := range n {
				all.Go(func() { found[i] = guests[i].Pair(want).Match })
			}
			all.Wait()
			at := make(map[string][]string)
			for i, id := range found {
				at[id] = append(at[id], guests[i].ID)
			}
			if len(at) != n/seats {
				t.Errorf("%d people with %d seats came to %d tables", n, seats, len(at))
			}
			for id, ids := range at {
				slices.Sort(ids)
				for _, s := range servers {
					// The other server learns of the last command by a notice.
					testkit.Until(t, func() error {
						state, err := s.API.App.Host.State(t.Context(), id)
						if err != nil {
							return err
						}
						var seated []string
						for i := range state.Seats {
							seated = append(seated, state.Seats[i].Player.ID)
						}
						slices.Sort(seated)
						if state.Phase != match.Playing || !slices.Equal(ids, seated) {
							return fmt.Errorf("%d people with %d seats: table %s is %s with %v, %v were sent there", n, seats, id, state.Phase, seated, ids)
						}
						return nil
					})
				}
			}
		}
	}
}

func TestPairingIsRepeatable(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Guest("Ann"), s.Guest("Ben")
	first := ann.Pair(webtest.Quick(2))
	if again := ann.Pair(webtest.Quick(2)); !first.Opened || again.Match != first.Match || again.Opened {
		t.Errorf("%+v, then %+v", first, again)
	}
	if other := ann.Pair(webtest.Quick(3)); other.Match == first.Match {
		t.Error("a table for three is that for two")
	}
	// A request with a key is executed once.
	send := func() string {
		t.Helper()
		var out tables.Pairing
		if err := json.Unmarshal([]byte(ben.WantKeyed(200, "a-key", "POST", "/api/pair", webtest.Quick(2))), &out); err != nil {
			t.Fatal(err)
		}
		return out.Match
	}
	if one, two := send(), send(); one != first.Match || two != one {
		t.Errorf("%s and %s, want %s", one, two, first.Match)
	}
	ann.Refused(409, "rated-account", "POST", "/api/pair", func() webtest.Object { q := webtest.Quick(2); q["rated"] = true; return q }())
	s.Visitor().Refused(401, "no-session", "POST", "/api/pair", webtest.Quick(2))
}

// TestPairingAvoids: nobody is paired with people who have blocked each other, who
// are absent, or who play by other settings.
func TestPairingAvoids(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben, cleo := s.Member("Ann"), s.Member("Ben"), s.Guest("Cleo")
	rated := webtest.Quick(2)
	rated["rated"] = true
	table := ann.Pair(rated).Match
	if other := cleo.Pair(webtest.Quick(2)).Match; other == table {
		t.Error("a guest was paired for a rated game")
	}
	ann.Want(204, "PUT", "/api/me/blocks/"+ben.ID, nil, nil)
	if other := ben.Pair(rated).Match; other == table {
		t.Error("paired with somebody who blocks")
	}
	dora := s.Member("Dora")
	dora.Want(204, "PUT", "/api/me/blocks/"+ann.ID, nil, nil)
	dora.Want(204, "PUT", "/api/me/blocks/"+ben.ID, nil, nil)
	if pairing := dora.Pair(rated); !pairing.Opened {
		t.Error("paired with somebody whom she blocks")
	}
	// A table opened a while ago whose owner is not connected.
	id := "old"
	settings := match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, First: match.RandomSeat, Takebacks: true, Visibility: match.Public,
		Clock: match.Clock{Kind: match.RealTime, Initial: 7 * match.Minute},
	}
	open := func(id string) {
		t.Helper()
		if _, err := s.API.App.Host.Do(t.Context(), id, match.Command{At: s.API.App.Now() - match.Moment(2*match.Minute), By: "eve", Do: match.Open{
			Settings: settings, Owner: match.Player{ID: "eve", Name: "Eve"},
		}}); err != nil {
			t.Fatal(err)
		}
	}
	open(id)
	want := webtest.Quick(2)
	want["clock"] = webtest.Object{"kind": "real-time", "initial": 420000}
	frank := s.Guest("Frank")
	mine := frank.Pair(want)
	if mine.Match == id {
		t.Error("paired with somebody who is absent")
	}
	frank.Do(mine.Match, webtest.Object{"type": "abort"})
	sub, err := s.API.App.Host.Subscribe(t.Context(), id, "eve", 0, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if found := frank.Pair(want); found.Match != id {
		t.Errorf("%+v, want the table of somebody who is present", found)
	}
}

func TestChallenges(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben, guest := s.Member("Ann"), s.Member("Ben"), s.Guest("Cleo")
	want := webtest.Object{"game": "wotn", "variant": "wotn", "clock": webtest.Object{"kind": "real-time", "initial": 300000, "increment": 3000}}
	challenge := func(b *webtest.Browser, whom string) (id string) {
		t.Helper()
		var out struct{ Match string }
		b.Want(201, "POST", "/api/people/"+whom+"/challenge", want, &out)
		return out.Match
	}
	received := func(b *webtest.Browser) (ids []string) {
		t.Helper()
		var out struct{ Challenges []tables.TableView }
		b.Want(200, "GET", "/api/me/challenges", nil, &out)
		for _, v := range out.Challenges {
			ids = append(ids, v.Match)
		}
		return ids
	}
	ann.Refused(409, "challenge-self", "POST", "/api/people/"+ann.ID+"/challenge", want)
	ann.Refused(409, "challenge-guest", "POST", "/api/people/"+guest.ID+"/challenge", want)
	ann.Refused(404, "not-found", "POST", "/api/people/nobody/challenge", want)
	s.Visitor().Refused(401, "no-session", "POST", "/api/people/"+ann.ID+"/challenge", want)

	one := challenge(ann, ben.ID)
	two := challenge(guest, ben.ID)
	if got := received(ben); len(got) != 2 || !slices.Contains(got, one) || !slices.Contains(got, two) {
		t.Errorf("%v, want %s and %s", got, one, two)
	}
	if got := received(ann); len(got) != 0 {
		t.Errorf("%v: the challenger is challenged", got)
	}
	guest.Refused(404, "no-match", "GET", "/api/matches/"+one, nil)
	ben.Do(one, webtest.Object{"type": "decline"})
	if v := ann.View(one); v.Phase != match.TableClosed || len(v.Settings.Invited) != 0 || !slices.Equal(v.Declined, []string{"Ben"}) {
		t.Errorf("%+v", v)
	}
	ben.Do(two, webtest.Object{"type": "sit"})
	if v := guest.View(two); v.Phase != match.Playing {
		t.Errorf("%s", v.Phase)
	}
	if got := received(ben); len(got) != 0 {
		t.Errorf("%v after the answers", got)
	}
	three := challenge(ann, ben.ID)
	ben.Want(204, "PUT", "/api/me/blocks/"+ann.ID, nil, nil)
	if got := received(ben); len(got) != 0 {
		t.Errorf("%v: %s is of a blocked person", got, three)
	}
	ann.Refused(403, "challenge-blocked", "POST", "/api/people/"+ben.ID+"/challenge", want)
}

func TestActivity(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Member("Ann"), s.Guest("Ben")
	read := func(tag string) (now tables.Activity, status int, etag string) {
		t.Helper()
		r, err := http.NewRequest("GET", s.URL+"/api/lobby/activity", nil)
		if err != nil {
			t.Fatal(err)
		}
		if tag != "" {
			r.Header.Set("If-None-Match", tag)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if resp.StatusCode == 200 {
			if err := json.NewDecoder(resp.Body).Decode(&now); err != nil {
				t.Fatal(err)
			}
		}
		return now, resp.StatusCode, resp.Header.Get("ETag")
	}
	id := ann.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	ann.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	other := ann.Open(webtest.WotnTable(nil))
	person := func(id string) store.Person {
		t.Helper()
		p, err := s.Store.Person(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	leave := s.API.App.Enter(person(ann.ID), true)
	leaveBen := s.API.App.Enter(person(ben.ID), true)
	now, status, tag := read("")
	if status != 200 || now.Waiting != 1 || now.Playing != 1 || len(now.Games) != 1 || len(now.Games[0].Diagram.Pieces) != 32 || now.Games[0].Match != id {
		t.Fatalf("%d, %+v", status, now)
	}
	// Ann has moved, so the clock of Ben runs when he has moved too.
	if g := now.Games[0]; g.Last != "e2e4" || g.ToAct != 1 || len(g.Clocks) != 2 || g.Clocks[0] <= 0 || g.TurnAt != 0 {
		t.Errorf("last move %q, seat %d, clocks %v, turn at %d", g.Last, g.ToAct, g.Clocks, g.TurnAt)
	}
	if now.Online.Count != 2 || len(now.Online.People) != 1 || now.Online.People[0].Name != "Ann" {
		t.Errorf("online: %+v; guests are counted, not named", now.Online)
	}
	// Ann hides; the list of the lobby and the profile show it to nobody.
	shown := func(want bool) {
		t.Helper()
		var profile struct{ Online bool }
		ben.Want(200, "GET", "/api/people/"+ann.ID, nil, &profile)
		o, err := s.API.App.Online(t.Context())
		if err != nil || profile.Online != want || (len(o.People) == 1) != want || o.Count != 2 {
			t.Errorf("profile %v, %+v, %v; want %v", profile.Online, o, err, want)
		}
		lobby, err := s.API.App.InLobby(t.Context())
		if err != nil || (len(lobby) == 2) != want {
			t.Errorf("%v, %v; want %v", lobby, err, want)
		}
		var own people.OnlineStatus
		ann.Want(200, "GET", "/api/me/online-status", nil, &own)
		if own.Hidden == want {
			t.Errorf("%+v", own)
		}
	}
	shown(true)
	ann.Want(200, "PUT", "/api/me/online-status", webtest.Object{"hidden": true}, nil)
	shown(false)
	ann.Want(200, "PUT", "/api/me/online-status", webtest.Object{"hidden": false}, nil)
	shown(true)
	ann.Refused(422, "request", "PUT", "/api/me/online-status", webtest.Object{})
	if _, status, again := read(tag); status != 304 || again != tag {
		t.Errorf("status %d, tag %s, before %s", status, again, tag)
	}
	leave()
	leaveBen()
	if o, err := s.API.App.Online(t.Context()); err != nil || o.Count != 0 || len(o.People) != 0 {
		t.Errorf("%+v, %v after they left", o, err)
	}
	var d struct{ Pieces []struct{ Square string } }
	ben.Want(200, "GET", "/api/matches/"+other+"/diagram", nil, &d)
	if len(d.Pieces) != 32 {
		t.Errorf("%+v", d)
	}
}

func TestLeaderboards(t *testing.T) {
	s := webtest.Serve(t)
	for _, path := range []string{"wotn/2/blitz", "lancelot/2/rapid", "lancelot/3-5/correspondence"} {
		var board core.Leaderboard
		s.Visitor().Want(200, "GET", "/api/leaderboards/"+path, nil, &board)
		if board.Pool != path || len(board.People) != 0 || board.MinGames != 10 || board.Days != 30 {
			t.Errorf("%+v", board)
		}
	}
	s.Visitor().Refused(422, "request", "GET", "/api/leaderboards/wotn/2/hours", nil)
	ann, ben := s.Member("Ann"), s.Member("Ben")
	players := []match.Player{{ID: ann.ID, Name: "Ann", Account: true}, {ID: ben.ID, Name: "Ben", Account: true}}
	settings := match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Rated: true,
		Clock: match.Clock{Kind: match.RealTime, Initial: 2 * match.Minute},
	}
	for i := range 40 {
		id := fmt.Sprint("rated", i)
		loser := ben.ID
		if i%3 == 0 {
			loser = ann.ID
		}
		for _, c := range []match.Command{
			{By: ann.ID, Do: match.Open{Settings: settings, Owner: players[0]}},
			{By: ben.ID, Do: match.Sit{Player: players[1], Seat: match.RandomSeat}},
			{By: ann.ID, Do: match.Move{Text: "e2e4", Ply: match.AnyPly}},
			{By: ben.ID, Do: match.Move{Text: "e7e5", Ply: match.AnyPly}},
			{By: loser, Do: match.Resign{}},
		} {
			c.At = s.API.App.Now()
			if _, err := s.API.App.Host.Do(t.Context(), id, c); err != nil {
				t.Fatal(err)
			}
		}
	}
	var board core.Leaderboard
	s.Visitor().Want(200, "GET", "/api/leaderboards/wotn/2/bullet", nil, &board)
	if len(board.People) != 2 || board.People[0].Name != "Ann" || board.People[0].Games != 40 || board.People[0].Shown <= board.People[1].Shown {
		t.Errorf("%+v", board)
	}
}
