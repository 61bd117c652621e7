package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/host"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/web/tables"
	"tafelrunde/wotn"

	"tafelrunde/internal/testkit"
)

// deaf is a store whose notices of other processes do not arrive in time.
type deaf struct{ *sqlstore.Store }

func (d deaf) Listen(ctx context.Context, notice func(store.Notice)) error {
	return d.Store.Listen(ctx, func(n store.Notice) {
		if n == (store.Notice{}) {
			notice(n)
		}
	})
}

// twoServers returns two servers of one database. The second gets no notices, so that
// whatever it has read stays as it was, unless a client knows more.
func twoServers(t *testing.T) (one, two *testServer) {
	t.Helper()
	address := storetest.Postgres(t).Database(t)
	open := func() *sqlstore.Store {
		s, err := sqlstore.OpenPostgres(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	one, two = serveStore(t, open()), serveStore(t, deaf{open()})
	for _, s := range []*testServer{one, two} {
		eventually(t, "no notices are received", s.api.App.Host.ReceivesNotices)
	}
	return one, two
}

// forgetful returns a browser with the session of b, which sends nothing else that the
// servers have told it.
func (b *browser) forgetful() *browser {
	b.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	at, err := url.Parse(b.url)
	if err != nil {
		b.t.Fatal(err)
	}
	jar.SetCookies(at, slices.DeleteFunc(b.client.Jar.Cookies(at), func(c *http.Cookie) bool { return strings.HasSuffix(c.Name, "-written") }))
	other := *b
	other.client = &http.Client{Jar: jar}
	return &other
}

// TestPlayersSeeTheirOwnMoves plays at one server and reads each acknowledged move at
// another one.
func TestPlayersSeeTheirOwnMoves(t *testing.T) {
	const reads = 100
	one, two := twoServers(t)
	players := [2]*browser{one.guest("Anna"), one.guest("Ben")}
	random := rand.New(rand.NewPCG(1, 2))
	stale, staleWithout := 0, 0
	for n := 0; n < reads; {
		id := players[0].open(wotnTable(nil))
		players[1].do(id, object{"type": "sit"})
		p := wotn.Start(wotn.Standard)
		for ; n < reads; n++ {
			legal := p.AppendMoves(nil)
			if len(legal) == 0 || players[0].view(id).Phase != "playing" {
				break
			}
			m, player := legal[random.IntN(len(legal))], players[p.ToMove()]
			seq := player.do(id, object{"type": "move", "move": m.String()})[0].Seq
			p.PlayInto(&p, m)
			if player.forgetful().at(two).view(id).Seq < seq {
				staleWithout++
			}
			if player.at(two).view(id).Seq < seq {
				stale++
			}
		}
	}
	t.Logf("%d of %d reads are stale, %d without what the first server has sent", stale, reads, staleWithout)
	if stale > 0 {
		t.Errorf("%d of %d reads are stale", stale, reads)
	}
	if staleWithout < reads/2 {
		t.Errorf("only %d of %d reads are stale without the moment: the test shows nothing", staleWithout, reads)
	}
}

// TestClientsSeeTheirOwnChanges changes things of several kinds at one server and reads
// them at another, which has cached them.
func TestClientsSeeTheirOwnChanges(t *testing.T) {
	one, two := twoServers(t)

	t.Run("Name", func(t *testing.T) {
		one.t, two.t = t, t
		anna := one.guest("Anna")
		for i := range 3 {
			if anna.at(two).me().ID != anna.id {
				t.Fatal("not authenticated")
			}
			name := fmt.Sprint("Anna", i)
			anna.want(200, "POST", "/api/session", object{"name": name}, nil)
			if p := anna.at(two).me(); p.Name != name {
				t.Errorf("%s, want %s", p.Name, name)
			}
		}
	})
	t.Run("Table", func(t *testing.T) {
		one.t, two.t = t, t
		anna := one.guest("Berta")
		for range 3 {
			var lobby tables.Lobby
			var own struct{ Matches []tables.TableView }
			anna.at(two).want(200, "GET", "/api/lobby", nil, &lobby)
			id := anna.open(wotnTable(nil))
			is := func(v tables.TableView) bool { return v.Match == id }
			if anna.at(two).want(200, "GET", "/api/lobby", nil, &lobby); !slices.ContainsFunc(lobby.Waiting, is) {
				t.Error("the lobby lacks the new table")
			}
			if anna.at(two).want(200, "GET", "/api/me/matches", nil, &own); !slices.ContainsFunc(own.Matches, is) {
				t.Error("the own matches lack the new table")
			}
		}
	})
	t.Run("Site", func(t *testing.T) {
		one.t, two.t = t, t
		anna := one.guest("Carla")
		for _, text := range []string{"Hello", "Bye"} {
			anna.at(two).site()
			one.operator(204, "PUT", "/api/admin/site", object{"announcement": text}, nil)
			anna.want(200, "POST", "/api/session", object{"name": "Carla"}, nil)
			if d := anna.at(two).site(); d.Announcement == nil || d.Announcement.Text != text {
				t.Errorf("%+v, want %s", d.Announcement, text)
			}
		}
	})
	t.Run("Streams", func(t *testing.T) {
		one.t, two.t = t, t
		anna, ben := one.guest("Dora"), one.guest("Emil")
		id := anna.open(wotnTable(nil))
		anna.at(two).view(id)
		last := ben.do(id, object{"type": "sit"})
		seq := last[len(last)-1].Seq
		// The second server must not send again what the client has.
		events, _ := ben.forgetful().at(two).listen(fmt.Sprintf("/api/matches/%s/stream?after=%d", id, seq))
		anna.at(two).do(id, object{"type": "move", "move": "e2e4"})
		if e, event := next(t, events); e.id != seq+1 || event.Move != "e2e4" {
			t.Errorf("%+v, want number %d", e, seq+1)
		}
	})
	t.Run("PrivateTable", func(t *testing.T) {
		one.t, two.t = t, t
		one.member("Fritz")
		one.member("Gerda")
		guest := one.guest("Gast")
		id := guest.open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Gerda"} }))
		guest.at(two).view(id)
		// The account takes over the guest's tables.
		guest.want(200, "POST", "/api/login", object{"name": "Fritz", "password": "long enough", "takeGuest": true}, nil)
		guest.at(two).do(id, object{"type": "chat", "text": "hello"})
	})
	t.Run("RepeatedMove", func(t *testing.T) {
		one.t, two.t = t, t
		anna, ben := one.guest("Jana"), one.guest("Karl")
		id := anna.open(wotnTable(nil))
		ben.do(id, object{"type": "sit"})
		anna.at(two).view(id)
		move := object{"type": "move", "move": "e2e4", "ply": 0}
		first := anna.do(id, move)
		// The response was lost, and the other server does not know the move yet.
		if again := anna.forgetful().at(two).do(id, move); len(again) != 1 || again[0].Seq != first[0].Seq {
			t.Errorf("%+v, want %+v", again, first)
		}
	})
	t.Run("Token", func(t *testing.T) {
		one.t, two.t = t, t
		anna := one.member("Hanna")
		program := one.visitor()
		program.token = anna.newToken()
		id := program.open(wotnTable(nil))
		program.forgetful().at(two).view(id)
		events := one.guest("Ida").do(id, object{"type": "sit"})
		program.client.Jar = nil
		resp := program.request("POST", "/api/matches/"+id+"/commands", object{"type": "move", "move": "e2e4"})
		resp.Body.Close()
		until := resp.Header.Get("Tafelrunde-Written")
		r, err := http.NewRequest("GET", two.url+"/api/matches/"+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+program.token)
		r.Header.Set("Tafelrunde-Written", until)
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if text := testkit.Body(t, got); until == "" || !strings.Contains(text, fmt.Sprintf(`"seq":%d`, events[len(events)-1].Seq+1)) {
			t.Errorf("moment %q, %s", until, text)
		}
	})
}

// TestOneServerSendsNoMoment requires that the only process of a store needs none.
func TestOneServerSendsNoMoment(t *testing.T) {
	s := serveAPI(t)
	eventually(t, "the server is not alone", s.api.App.Host.SoleProgram)
	resp := s.visitor().request("POST", "/api/session", object{"name": "Anna"})
	resp.Body.Close()
	if h := resp.Header; h.Get("Tafelrunde-Written") != "" || len(resp.Cookies()) != 1 {
		t.Errorf("%v", h)
	}
	if host.Outdated(t.Context(), 0) {
		t.Error("a client without a moment needs nothing new")
	}
}
