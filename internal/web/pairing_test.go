package web

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
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/tables"
)

// quick is a request for a game of Way of the Knight, or for a game of Lancelot
// for three to five.
func quick(seats int) object {
	if seats > 2 {
		return object{"game": "lancelot", "variant": "basic", "seats": seats, "clock": object{"kind": "real-time", "initial": 600000, "increment": 5000}}
	}
	return object{"game": "wotn", "variant": "wotn", "seats": 2, "clock": object{"kind": "real-time", "initial": 180000, "increment": 2000}}
}

func (b *browser) pair(what object) (p tables.Pairing) {
	b.t.Helper()
	b.want(200, "POST", "/api/pair", what, &p)
	return p
}

// TestPairing: people who want the same at the same time meet, without tables or
// people left over and without anybody who sits twice. They may use different
// servers of one database.
func TestPairing(t *testing.T) {
	t.Run("OneServer", func(t *testing.T) { testPairing(t, serveAPI(t)) })
	t.Run("TwoServers", func(t *testing.T) {
		address := storetest.Postgres(t).Database(t)
		var servers []*testServer
		for range 2 {
			s, err := sqlstore.OpenPostgres(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			servers = append(servers, serveStore(t, s))
		}
		testPairing(t, servers...)
	})
}

func testPairing(t *testing.T, servers ...*testServer) {
	guests := make([]*browser, 24)
	for i := range guests {
		guests[i] = servers[i%len(servers)].guest(fmt.Sprint("Guest ", i))
	}
	for seats := 2; seats <= 5; seats++ {
		for _, n := range []int{seats, len(guests) / seats * seats} {
			want := quick(seats)
			want["clock"].(object)["increment"] = 1_000 * n // tables of their own
			found := make([]string, n)
			var all sync.WaitGroup
			for i := range n {
				all.Go(func() { found[i] = guests[i].pair(want).Match })
			}
			all.Wait()
			at := make(map[string][]string)
			for i, id := range found {
				at[id] = append(at[id], guests[i].id)
			}
			if len(at) != n/seats {
				t.Errorf("%d people with %d seats came to %d tables", n, seats, len(at))
			}
			for id, ids := range at {
				slices.Sort(ids)
				for _, s := range servers {
					// The other server learns of the last command by a notice.
					testkit.Until(t, func() error {
						state, err := s.api.App.Host.State(t.Context(), id)
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
	s := serveAPI(t)
	ann, ben := s.guest("Ann"), s.guest("Ben")
	first := ann.pair(quick(2))
	if again := ann.pair(quick(2)); !first.Opened || again.Match != first.Match || again.Opened {
		t.Errorf("%+v, then %+v", first, again)
	}
	if other := ann.pair(quick(3)); other.Match == first.Match {
		t.Error("a table for three is that for two")
	}
	// A request with a key is executed once.
	send := func() string {
		t.Helper()
		var out tables.Pairing
		if err := json.Unmarshal([]byte(ben.wantKeyed(200, "a-key", "POST", "/api/pair", quick(2))), &out); err != nil {
			t.Fatal(err)
		}
		return out.Match
	}
	if one, two := send(), send(); one != first.Match || two != one {
		t.Errorf("%s and %s, want %s", one, two, first.Match)
	}
	ann.refused(409, "rated-account", "POST", "/api/pair", func() object { q := quick(2); q["rated"] = true; return q }())
	s.visitor().refused(401, "no-session", "POST", "/api/pair", quick(2))
}

// TestPairingAvoids: nobody is paired with people who have blocked each other, who
// are absent, or who play by other settings.
func TestPairingAvoids(t *testing.T) {
	s := serveAPI(t)
	ann, ben, cleo := s.member("Ann"), s.member("Ben"), s.guest("Cleo")
	rated := quick(2)
	rated["rated"] = true
	table := ann.pair(rated).Match
	if other := cleo.pair(quick(2)).Match; other == table {
		t.Error("a guest was paired for a rated game")
	}
	ann.want(204, "PUT", "/api/me/blocks/"+ben.id, nil, nil)
	if other := ben.pair(rated).Match; other == table {
		t.Error("paired with somebody who blocks")
	}
	dora := s.member("Dora")
	dora.want(204, "PUT", "/api/me/blocks/"+ann.id, nil, nil)
	dora.want(204, "PUT", "/api/me/blocks/"+ben.id, nil, nil)
	if pairing := dora.pair(rated); !pairing.Opened {
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
		if _, err := s.api.App.Host.Do(t.Context(), id, match.Command{At: s.api.App.Now() - match.Moment(2*match.Minute), By: "eve", Do: match.Open{
			Settings: settings, Owner: match.Player{ID: "eve", Name: "Eve"},
		}}); err != nil {
			t.Fatal(err)
		}
	}
	open(id)
	want := quick(2)
	want["clock"] = object{"kind": "real-time", "initial": 420000}
	frank := s.guest("Frank")
	mine := frank.pair(want)
	if mine.Match == id {
		t.Error("paired with somebody who is absent")
	}
	frank.do(mine.Match, object{"type": "abort"})
	sub, err := s.api.App.Host.Subscribe(t.Context(), id, "eve", 0, func() {})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if found := frank.pair(want); found.Match != id {
		t.Errorf("%+v, want the table of somebody who is present", found)
	}
}

func TestChallenges(t *testing.T) {
	s := serveAPI(t)
	ann, ben, guest := s.member("Ann"), s.member("Ben"), s.guest("Cleo")
	want := object{"game": "wotn", "variant": "wotn", "clock": object{"kind": "real-time", "initial": 300000, "increment": 3000}}
	challenge := func(b *browser, whom string) (id string) {
		t.Helper()
		var out struct{ Match string }
		b.want(201, "POST", "/api/people/"+whom+"/challenge", want, &out)
		return out.Match
	}
	received := func(b *browser) (ids []string) {
		t.Helper()
		var out struct{ Challenges []tables.TableView }
		b.want(200, "GET", "/api/me/challenges", nil, &out)
		for _, v := range out.Challenges {
			ids = append(ids, v.Match)
		}
		return ids
	}
	ann.refused(409, "challenge-self", "POST", "/api/people/"+ann.id+"/challenge", want)
	ann.refused(409, "challenge-guest", "POST", "/api/people/"+guest.id+"/challenge", want)
	ann.refused(404, "not-found", "POST", "/api/people/nobody/challenge", want)
	s.visitor().refused(401, "no-session", "POST", "/api/people/"+ann.id+"/challenge", want)

	one := challenge(ann, ben.id)
	two := challenge(guest, ben.id)
	if got := received(ben); len(got) != 2 || !slices.Contains(got, one) || !slices.Contains(got, two) {
		t.Errorf("%v, want %s and %s", got, one, two)
	}
	if got := received(ann); len(got) != 0 {
		t.Errorf("%v: the challenger is challenged", got)
	}
	guest.refused(404, "no-match", "GET", "/api/matches/"+one, nil)
	ben.do(one, object{"type": "decline"})
	if v := ann.view(one); v.Phase != match.TableClosed || len(v.Settings.Invited) != 0 {
		t.Errorf("%+v", v)
	}
	ben.do(two, object{"type": "sit"})
	if v := guest.view(two); v.Phase != match.Playing {
		t.Errorf("%s", v.Phase)
	}
	if got := received(ben); len(got) != 0 {
		t.Errorf("%v after the answers", got)
	}
	three := challenge(ann, ben.id)
	ben.want(204, "PUT", "/api/me/blocks/"+ann.id, nil, nil)
	if got := received(ben); len(got) != 0 {
		t.Errorf("%v: %s is of a blocked person", got, three)
	}
	ann.refused(403, "challenge-blocked", "POST", "/api/people/"+ben.id+"/challenge", want)
}

func TestActivity(t *testing.T) {
	s := serveAPI(t)
	ann, ben := s.member("Ann"), s.guest("Ben")
	read := func(tag string) (now tables.Activity, status int, etag string) {
		t.Helper()
		r, err := http.NewRequest("GET", s.url+"/api/lobby/activity", nil)
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
	id := ann.open(wotnTable(nil))
	ben.do(id, object{"type": "sit"})
	ann.do(id, object{"type": "move", "move": "e2e4"})
	other := ann.open(wotnTable(nil))
	person := func(id string) store.Person {
		t.Helper()
		p, err := s.store.Person(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	leave := s.api.App.Enter(person(ann.id), true)
	leaveBen := s.api.App.Enter(person(ben.id), true)
	now, status, tag := read("")
	if status != 200 || now.Waiting != 1 || now.Playing != 1 || len(now.Games) != 1 || len(now.Games[0].Diagram.Pieces) != 32 || now.Games[0].Match != id {
		t.Fatalf("%d, %+v", status, now)
	}
	if now.Online.Count != 2 || len(now.Online.People) != 1 || now.Online.People[0].Name != "Ann" {
		t.Errorf("online: %+v; guests are counted, not named", now.Online)
	}
	// Ann hides; the list of the lobby and the profile show it to nobody.
	shown := func(want bool) {
		t.Helper()
		var profile struct{ Online bool }
		ben.want(200, "GET", "/api/people/"+ann.id, nil, &profile)
		o, err := s.api.App.Online(t.Context())
		if err != nil || profile.Online != want || (len(o.People) == 1) != want || o.Count != 2 {
			t.Errorf("profile %v, %+v, %v; want %v", profile.Online, o, err, want)
		}
		lobby, err := s.api.App.InLobby(t.Context())
		if err != nil || (len(lobby) == 2) != want {
			t.Errorf("%v, %v; want %v", lobby, err, want)
		}
		var own people.OnlineStatus
		ann.want(200, "GET", "/api/me/online-status", nil, &own)
		if own.Hidden == want {
			t.Errorf("%+v", own)
		}
	}
	shown(true)
	ann.want(200, "PUT", "/api/me/online-status", object{"hidden": true}, nil)
	shown(false)
	ann.want(200, "PUT", "/api/me/online-status", object{"hidden": false}, nil)
	shown(true)
	ann.refused(422, "request", "PUT", "/api/me/online-status", object{})
	if _, status, again := read(tag); status != 304 || again != tag {
		t.Errorf("status %d, tag %s, before %s", status, again, tag)
	}
	leave()
	leaveBen()
	if o, err := s.api.App.Online(t.Context()); err != nil || o.Count != 0 || len(o.People) != 0 {
		t.Errorf("%+v, %v after they left", o, err)
	}
	var d struct{ Pieces []struct{ Square string } }
	ben.want(200, "GET", "/api/matches/"+other+"/diagram", nil, &d)
	if len(d.Pieces) != 32 {
		t.Errorf("%+v", d)
	}
}

func TestLeaderboards(t *testing.T) {
	s := serveAPI(t)
	for _, path := range []string{"wotn/2/blitz", "lancelot/2/rapid", "lancelot/3-5/correspondence"} {
		var board people.Leaderboard
		s.visitor().want(200, "GET", "/api/leaderboards/"+path, nil, &board)
		if board.Pool != path || len(board.People) != 0 || board.MinGames != 10 || board.Days != 30 {
			t.Errorf("%+v", board)
		}
	}
	s.visitor().refused(422, "request", "GET", "/api/leaderboards/wotn/2/hours", nil)
	ann, ben := s.member("Ann"), s.member("Ben")
	players := []match.Player{{ID: ann.id, Name: "Ann", Account: true}, {ID: ben.id, Name: "Ben", Account: true}}
	settings := match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Rated: true,
		Clock: match.Clock{Kind: match.RealTime, Initial: 2 * match.Minute},
	}
	for i := range 40 {
		id := fmt.Sprint("rated", i)
		loser := ben.id
		if i%3 == 0 {
			loser = ann.id
		}
		for _, c := range []match.Command{
			{By: ann.id, Do: match.Open{Settings: settings, Owner: players[0]}},
			{By: ben.id, Do: match.Sit{Player: players[1], Seat: match.RandomSeat}},
			{By: ann.id, Do: match.Move{Text: "e2e4", Ply: match.AnyPly}},
			{By: ben.id, Do: match.Move{Text: "e7e5", Ply: match.AnyPly}},
			{By: loser, Do: match.Resign{}},
		} {
			c.At = s.api.App.Now()
			if _, err := s.api.App.Host.Do(t.Context(), id, c); err != nil {
				t.Fatal(err)
			}
		}
	}
	var board people.Leaderboard
	s.visitor().want(200, "GET", "/api/leaderboards/wotn/2/bullet", nil, &board)
	if len(board.People) != 2 || board.People[0].Name != "Ann" || board.People[0].Games != 40 || board.People[0].Shown <= board.People[1].Shown {
		t.Errorf("%+v", board)
	}
}
