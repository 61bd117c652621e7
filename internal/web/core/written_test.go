package core_test

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
	"tafelrunde/internal/testkit/webtest"
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
func twoServers(t *testing.T) (one, two *webtest.Server) {
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
	one, two = webtest.ServeStore(t, open()), webtest.ServeStore(t, deaf{open()})
	for _, s := range []*webtest.Server{one, two} {
		webtest.Eventually(t, "no notices are received", s.API.App.Host.ReceivesNotices)
	}
	return one, two
}

// forgetful returns a browser with the session of b, which sends nothing else that the
// servers have told it.
func forgetful(b *webtest.Browser) *webtest.Browser {
	b.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.T.Fatal(err)
	}
	at, err := url.Parse(b.URL)
	if err != nil {
		b.T.Fatal(err)
	}
	jar.SetCookies(at, slices.DeleteFunc(b.Client.Jar.Cookies(at), func(c *http.Cookie) bool { return strings.HasSuffix(c.Name, "-written") }))
	other := *b
	other.Client = &http.Client{Jar: jar}
	return &other
}

// TestPlayersSeeTheirOwnMoves plays at one server and reads each acknowledged move at
// another one.
func TestPlayersSeeTheirOwnMoves(t *testing.T) {
	const reads = 100
	one, two := twoServers(t)
	players := [2]*webtest.Browser{one.Guest("Anna"), one.Guest("Ben")}
	random := rand.New(rand.NewPCG(1, 2))
	stale, staleWithout := 0, 0
	for n := 0; n < reads; {
		id := players[0].Open(webtest.WotnTable(nil))
		players[1].Do(id, webtest.Object{"type": "sit"})
		p := wotn.Start(wotn.Standard)
		for ; n < reads; n++ {
			legal := p.AppendMoves(nil)
			if len(legal) == 0 || players[0].View(id).Phase != "playing" {
				break
			}
			m, player := legal[random.IntN(len(legal))], players[p.ToMove()]
			seq := player.Do(id, webtest.Object{"type": "move", "move": m.String()})[0].Seq
			p.PlayInto(&p, m)
			if forgetful(player).At(two).View(id).Seq < seq {
				staleWithout++
			}
			if player.At(two).View(id).Seq < seq {
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
		one.T, two.T = t, t
		anna := one.Guest("Anna")
		for i := range 3 {
			if anna.At(two).Me().ID != anna.ID {
				t.Fatal("not authenticated")
			}
			name := fmt.Sprint("Anna", i)
			anna.Want(200, "POST", "/api/session", webtest.Object{"name": name}, nil)
			if p := anna.At(two).Me(); p.Name != name {
				t.Errorf("%s, want %s", p.Name, name)
			}
		}
	})
	t.Run("Table", func(t *testing.T) {
		one.T, two.T = t, t
		anna := one.Guest("Berta")
		for range 3 {
			var lobby tables.Lobby
			var own struct{ Matches []tables.TableView }
			anna.At(two).Want(200, "GET", "/api/lobby", nil, &lobby)
			id := anna.Open(webtest.WotnTable(nil))
			is := func(v tables.TableView) bool { return v.Match == id }
			if anna.At(two).Want(200, "GET", "/api/lobby", nil, &lobby); !slices.ContainsFunc(lobby.Waiting, is) {
				t.Error("the lobby lacks the new table")
			}
			if anna.At(two).Want(200, "GET", "/api/me/matches", nil, &own); !slices.ContainsFunc(own.Matches, is) {
				t.Error("the own matches lack the new table")
			}
		}
	})
	t.Run("Site", func(t *testing.T) {
		one.T, two.T = t, t
		anna := one.Guest("Carla")
		for _, text := range []string{"Hello", "Bye"} {
			anna.At(two).Site()
			one.Operator(204, "PUT", "/api/admin/site", webtest.Object{"announcement": text}, nil)
			anna.Want(200, "POST", "/api/session", webtest.Object{"name": "Carla"}, nil)
			if d := anna.At(two).Site(); d.Announcement == nil || d.Announcement.Text != text {
				t.Errorf("%+v, want %s", d.Announcement, text)
			}
		}
	})
	t.Run("Streams", func(t *testing.T) {
		one.T, two.T = t, t
		anna, ben := one.Guest("Dora"), one.Guest("Emil")
		id := anna.Open(webtest.WotnTable(nil))
		anna.At(two).View(id)
		last := ben.Do(id, webtest.Object{"type": "sit"})
		seq := last[len(last)-1].Seq
		// The second server must not send again what the client has.
		events, _ := forgetful(ben).At(two).Listen(fmt.Sprintf("/api/matches/%s/stream?after=%d", id, seq))
		anna.At(two).Do(id, webtest.Object{"type": "move", "move": "e2e4"})
		if e, event := webtest.Next(t, events); e.ID != seq+1 || event.Move != "e2e4" {
			t.Errorf("%+v, want number %d", e, seq+1)
		}
	})
	t.Run("PrivateTable", func(t *testing.T) {
		one.T, two.T = t, t
		one.Member("Fritz")
		one.Member("Gerda")
		guest := one.Guest("Gast")
		id := guest.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Gerda"} }))
		guest.At(two).View(id)
		// The account takes over the guest's tables.
		guest.Want(200, "POST", "/api/login", webtest.Object{"name": "Fritz", "password": "long enough", "takeGuest": true}, nil)
		guest.At(two).Do(id, webtest.Object{"type": "chat", "text": "hello"})
	})
	t.Run("RepeatedMove", func(t *testing.T) {
		one.T, two.T = t, t
		anna, ben := one.Guest("Jana"), one.Guest("Karl")
		id := anna.Open(webtest.WotnTable(nil))
		ben.Do(id, webtest.Object{"type": "sit"})
		anna.At(two).View(id)
		move := webtest.Object{"type": "move", "move": "e2e4", "ply": 0}
		first := anna.Do(id, move)
		// The response was lost, and the other server does not know the move yet.
		if again := forgetful(anna).At(two).Do(id, move); len(again) != 1 || again[0].Seq != first[0].Seq {
			t.Errorf("%+v, want %+v", again, first)
		}
	})
	t.Run("Token", func(t *testing.T) {
		one.T, two.T = t, t
		anna := one.Member("Hanna")
		program := one.Visitor()
		program.Token = anna.NewToken()
		id := program.Open(webtest.WotnTable(nil))
		forgetful(program).At(two).View(id)
		events := one.Guest("Ida").Do(id, webtest.Object{"type": "sit"})
		program.Client.Jar = nil
		resp := program.Request("POST", "/api/matches/"+id+"/commands", webtest.Object{"type": "move", "move": "e2e4"})
		resp.Body.Close()
		until := resp.Header.Get("Tafelrunde-Written")
		r, err := http.NewRequest("GET", two.URL+"/api/matches/"+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+program.Token)
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
	s := webtest.Serve(t)
	webtest.Eventually(t, "the server is not alone", s.API.App.Host.SoleProgram)
	resp := s.Visitor().Request("POST", "/api/session", webtest.Object{"name": "Anna"})
	resp.Body.Close()
	if h := resp.Header; h.Get("Tafelrunde-Written") != "" || len(resp.Cookies()) != 1 {
		t.Errorf("%v", h)
	}
	if host.Outdated(t.Context(), 0) {
		t.Error("a client without a moment needs nothing new")
	}
}
