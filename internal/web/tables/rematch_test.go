package tables_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// playedOut begins a game of one person against another one, who has the second seat, and
// ends it: the first one resigns.
func playedOut(one, two *webtest.Browser, change func(webtest.Object)) (id string) {
	one.T.Helper()
	id = one.Open(webtest.WotnTable(change))
	two.Do(id, webtest.Object{"type": "sit", "seat": 1})
	one.Do(id, webtest.Object{"type": "resign"})
	return id
}

func chess(s webtest.Object) { s["variant"] = "chess" }

// TestRematchReachesBots: the offer of a rematch is a challenge with the ID of the next
// game, as on lichess, also if the person and the bot use different servers.
func TestRematchReachesBots(t *testing.T) {
	t.Run("OneServer", func(t *testing.T) {
		s := webtest.Serve(t)
		testRematchReachesBots(t, s, s)
	})
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
		for _, s := range servers {
			webtest.Eventually(t, "notices are received", s.API.App.Host.ReceivesNotices)
		}
		testRematchReachesBots(t, servers[0], servers[1])
	})
}

func testRematchReachesBots(t *testing.T, person, program *webtest.Server) {
	anna, ben := person.Member("Anna"), program.Program("Ben")
	events := ben.Lines("/api/stream/event")
	id := playedOut(anna, ben, chess)
	webtest.NextLine(t, events, "gameFinish")

	// Offered, shown and accepted.
	second := id + ".2"
	anna.Do(id, webtest.Object{"type": "rematch"})
	e := webtest.NextLine(t, events, "challenge")
	webtest.WantAt(t, e, webtest.Object{
		"challenge.id": second, "challenge.rematchOf": id, "challenge.status": "created", "challenge.direction": "in", "challenge.rated": false,
		"challenge.challenger.name": "Anna", "challenge.destUser.name": "Ben", "challenge.destUser.title": "BOT", "challenge.url": program.URL + "/match/" + id,
		"challenge.color": "black", "challenge.finalColor": "black", // Anna had White
		"challenge.variant.key": "standard", "challenge.initialFen": "startpos", "challenge.speed": "blitz", "challenge.perf.name": "Blitz",
		"challenge.timeControl.type": "clock", "challenge.timeControl.limit": 300, "challenge.timeControl.increment": 3, "challenge.timeControl.show": "5+3",
	})
	var mine struct{ In, Out []bots.Challenge }
	ben.Want(200, "GET", "/api/challenge", nil, &mine)
	if len(mine.In) != 1 || len(mine.Out) != 0 || mine.In[0].ID != second || mine.In[0].RematchOf != id {
		t.Errorf("%+v", mine)
	}
	anna.Want(200, "GET", "/api/challenge", nil, &mine)
	if len(mine.In) != 0 || len(mine.Out) != 1 || mine.Out[0].ID != second || mine.Out[0].Direction != "out" {
		t.Errorf("%+v", mine)
	}
	wantStatus := func(b *webtest.Browser, id, status string) (c bots.Challenge) {
		t.Helper()
		b.Want(200, "GET", "/api/challenge/"+id+"/show", nil, &c)
		if c.ID != id || c.Status != status {
			t.Errorf("%+v, want the status %s", c, status)
		}
		return c
	}
	wantStatus(ben, second, "created")
	ben.Form(200, "/api/challenge/"+second+"/accept", nil)
	webtest.WantAt(t, webtest.NextLine(t, events, "gameStart"), webtest.Object{"game.id": second, "game.color": "white", "game.isMyTurn": true, "game.secondsLeft": 300})
	ben.Form(200, "/api/challenge/"+second+"/accept", nil) // again
	ben.Form(404, "/api/challenge/"+second+"/decline", nil)
	wantStatus(ben, second, "accepted")

	// Declined, with a reason.
	ben.Form(200, "/api/bot/game/"+second+"/resign", nil)
	webtest.NextLine(t, events, "gameFinish")
	third := id + ".3"
	anna.Do(id, webtest.Object{"type": "rematch"})
	webtest.WantAt(t, webtest.NextLine(t, events, "challenge"), webtest.Object{"challenge.id": third, "challenge.rematchOf": second, "challenge.finalColor": "white"})
	ben.Form(200, "/api/challenge/"+third+"/decline", nil, "reason", "later")
	webtest.WantAt(t, webtest.NextLine(t, events, "challengeDeclined"), webtest.Object{"challenge.id": third, "challenge.status": "declined", "challenge.declineReasonKey": "later"})
	ben.Form(200, "/api/challenge/"+third+"/decline", nil, "reason", "later") // again
	ben.Form(404, "/api/challenge/"+third+"/accept", nil)
	wantStatus(ben, third, "declined")
	webtest.Eventually(t, "the person sees that the bot has declined", func() bool {
		v := anna.View(id)
		return v.Rematch != nil && *v.Rematch == matches.RematchView{By: 0, End: match.OfferDeclined, EndedBy: 1, Reason: "later"}
	})

	// Withdrawn; offered again, with the same ID.
	anna.Do(id, webtest.Object{"type": "rematch"})
	webtest.NextLine(t, events, "challenge")
	anna.Do(id, webtest.Object{"type": "decline-rematch"})
	webtest.WantAt(t, webtest.NextLine(t, events, "challengeCanceled"), webtest.Object{"challenge.id": third, "challenge.status": "canceled"})
	ben.Form(404, "/api/challenge/"+third+"/accept", nil)
	ben.Form(404, "/api/challenge/"+third+"/decline", nil)
	anna.Do(id, webtest.Object{"type": "rematch"})
	webtest.NextLine(t, events, "challenge")

	// It expires.
	if _, err := person.API.App.Host.Do(t.Context(), id, match.Command{At: person.API.App.Now().After(match.RematchTime + 1000), Do: match.Flag{}}); err != nil {
		t.Fatal(err)
	}
	webtest.WantAt(t, webtest.NextLine(t, events, "challengeCanceled"), webtest.Object{"challenge.id": third})
	wantStatus(ben, third, "canceled")
	ben.Form(404, "/api/challenge/"+third+"/accept", nil)
}

// TestStreamsBeginWithOffersOfRematches: a bot that connects gets the offers that stand,
// also in a match that is older than many others.
func TestStreamsBeginWithOffersOfRematches(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Member("Anna"), s.Program("Ben")
	id := playedOut(anna, ben, chess)
	for range 12 {
		s.API.App.Limits = core.Limits{}
		playedOut(anna, ben, nil)
	}
	anna.Do(id, webtest.Object{"type": "rematch"})
	webtest.WantAt(t, webtest.NextLine(t, ben.Lines("/api/stream/event"), "challenge"), webtest.Object{"challenge.id": id + ".2"})
	again := ben.Lines("/api/stream/event")
	webtest.WantAt(t, webtest.NextLine(t, again, "challenge"), webtest.Object{"challenge.id": id + ".2"})
	anna.Do(id, webtest.Object{"type": "decline-rematch"})
	webtest.WantAt(t, webtest.NextLine(t, again, "challengeCanceled"), webtest.Object{"challenge.id": id + ".2"})
}

// TestOnlyPlayersAnswerRematches: nobody answers the offer of a rematch but the other
// player, and nobody cancels it but its player.
func TestOnlyPlayersAnswerRematches(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben, cleo := s.Member("Anna"), s.Program("Ben"), s.Program("Cleo")
	public := playedOut(anna, ben, chess)
	private := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Ben"} }))
	ben.Do(private, webtest.Object{"type": "sit"})
	anna.Do(private, webtest.Object{"type": "resign"})
	for _, id := range []string{public, private} {
		for _, early := range []string{id + ".2", id + ".3", id + ".1", id + ".x"} {
			ben.Form(404, "/api/challenge/"+early+"/accept", nil)
			ben.Want(404, "GET", "/api/challenge/"+early+"/show", nil, nil)
		}
		anna.Do(id, webtest.Object{"type": "rematch"})
		before := anna.View(id).Seq
		for _, how := range []string{"accept", "decline", "cancel"} {
			cleo.Form(404, "/api/challenge/"+id+".2/"+how, nil)
			ben.Form(404, "/api/challenge/"+id+".3/"+how, nil)
		}
		anna.Form(404, "/api/challenge/"+id+".2/accept", nil)
		anna.Form(404, "/api/challenge/"+id+".2/decline", nil)
		ben.Form(404, "/api/challenge/"+id+".2/cancel", nil)
		if v := anna.View(id); v.Seq != before {
			t.Errorf("%d events, want %d", v.Seq, before)
		}
		anna.Form(200, "/api/challenge/"+id+".2/cancel", nil)
		anna.Form(200, "/api/challenge/"+id+".2/cancel", nil) // again
		if v := anna.View(id); v.Rematch == nil || v.Rematch.End != match.OfferWithdrawn || v.Seq != before+1 {
			t.Errorf("%+v", v.Rematch)
		}
	}
	cleo.Want(404, "GET", "/api/challenge/"+private+".2/show", nil, nil)

	// A bot does not see offers of somebody whom it has blocked.
	ben.Want(204, "PUT", "/api/me/blocks/"+anna.ID, nil, nil)
	anna.Do(public, webtest.Object{"type": "rematch"})
	var mine struct{ In, Out []bots.Challenge }
	ben.Want(200, "GET", "/api/challenge", nil, &mine)
	if len(mine.In) != 0 {
		t.Errorf("%+v", mine)
	}
}

// TestRematchesOfOtherGames: guests, positions, Lancelot with three seats, correspondence,
// aborted games, and an offer by the bot itself.
func TestRematchesOfOtherGames(t *testing.T) {
	s := webtest.Serve(t)
	guest, ben := s.Guest("Gast"), s.Program("Ben")
	events := ben.Lines("/api/stream/event")
	const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
	id := playedOut(guest, ben, func(o webtest.Object) { o["variant"], o["start"] = "chess", fen })
	webtest.NextLine(t, events, "gameFinish")
	guest.Do(id, webtest.Object{"type": "rematch"})
	webtest.WantAt(t, webtest.NextLine(t, events, "challenge"), webtest.Object{
		"challenge.id": id + ".2", "challenge.variant.key": "fromPosition", "challenge.initialFen": fen, "challenge.finalColor": "black",
		"challenge.challenger.name": "Gast", "challenge.challenger.guest": true,
	})
	ben.Form(200, "/api/challenge/"+id+".2/accept", nil)
	webtest.WantAt(t, webtest.NextLine(t, events, "gameStart"), webtest.Object{"game.id": id + ".2", "game.fen": fen, "game.color": "white", "game.isMyTurn": false})
	guest.Do(id, webtest.Object{"type": "abort"})
	webtest.NextLine(t, events, "gameFinish")

	// An aborted game is repeated with the same colours. The bot offers it.
	ben.Do(id, webtest.Object{"type": "rematch"})
	webtest.WantAt(t, webtest.NextLine(t, events, "challenge"), webtest.Object{"challenge.id": id + ".3", "challenge.direction": "out", "challenge.finalColor": "white"})
	guest.Do(id, webtest.Object{"type": "decline-rematch"})
	webtest.WantAt(t, webtest.NextLine(t, events, "challengeDeclined"), webtest.Object{"challenge.id": id + ".3", "challenge.declineReasonKey": "generic", "challenge.declineReason": "The challenge was declined."})
	// Accepted by the other player, and cancelled as lichess does it: the game is aborted.
	ben.Do(id, webtest.Object{"type": "rematch"})
	webtest.NextLine(t, events, "challenge")
	guest.Do(id, webtest.Object{"type": "rematch"})
	webtest.WantAt(t, webtest.NextLine(t, events, "gameStart"), webtest.Object{"game.id": id + ".3", "game.color": "white"})
	ben.Form(200, "/api/challenge/"+id+".3/cancel", nil)
	webtest.WantAt(t, webtest.NextLine(t, events, "gameFinish"), webtest.Object{"game.id": id + ".3", "game.status.name": "aborted"})

	id = playedOut(guest, ben, func(o webtest.Object) {
		o["game"], o["variant"], o["clock"] = "lancelot", "basic", webtest.Object{"kind": "correspondence", "perTurn": 2 * 86_400_000}
	})
	webtest.NextLine(t, events, "gameFinish")
	guest.Do(id, webtest.Object{"type": "rematch"})
	e := webtest.NextLine(t, events, "challenge")
	webtest.WantAt(t, e, webtest.Object{"challenge.id": id + ".2", "challenge.variant.key": "lancelot", "challenge.speed": "correspondence", "challenge.timeControl.daysPerTurn": 2})
	if start, _ := webtest.At(e, "challenge.initialFen").(string); !strings.Contains(start, " b ") {
		t.Errorf("the second seat begins, but the position is %q", start)
	}

	// With three seats the game begins when all have accepted.
	cleo := s.Program("Cleo")
	cleos := cleo.Lines("/api/stream/event")
	id = guest.Open(webtest.WotnTable(func(o webtest.Object) {
		o["game"], o["variant"], o["seats"], o["timeout"] = "lancelot", "basic", 3, "skip"
	}))
	ben.Do(id, webtest.Object{"type": "sit"})
	cleo.Do(id, webtest.Object{"type": "sit"})
	guest.Do(id, webtest.Object{"type": "abort"})
	webtest.NextLine(t, events, "gameFinish")
	webtest.NextLine(t, cleos, "gameFinish")
	guest.Do(id, webtest.Object{"type": "rematch"})
	webtest.WantAt(t, webtest.NextLine(t, events, "challenge"), webtest.Object{"challenge.id": id + ".2", "challenge.destUser.name": "Ben", "challenge.finalColor": "white"})
	webtest.WantAt(t, webtest.NextLine(t, cleos, "challenge"), webtest.Object{"challenge.id": id + ".2", "challenge.destUser.name": "Cleo"})
	ben.Form(200, "/api/challenge/"+id+".2/accept", nil)
	ben.Form(200, "/api/challenge/"+id+".2/accept", nil) // again
	if v := guest.View(id); v.Game != 1 || !v.Seats[1].Rematch || v.Seats[2].Rematch {
		t.Errorf("%+v", v.Seats)
	}
	cleo.Form(200, "/api/challenge/"+id+".2/accept", nil)
	for _, from := range []<-chan webtest.Object{events, cleos} {
		webtest.WantAt(t, webtest.NextLine(t, from, "gameStart"), webtest.Object{"game.id": id + ".2"})
	}
}

// countedStore counts the queries of the lists that streams of bots read.
type countedStore struct {
	store.Store
	lists atomic.Int64
}

func (s *countedStore) RunningOf(ctx context.Context, person string) ([]store.Summary, error) {
	s.lists.Add(1)
	return s.Store.RunningOf(ctx, person)
}

func (s *countedStore) OpenOf(ctx context.Context, person, name string) ([]store.Summary, error) {
	s.lists.Add(1)
	return s.Store.OpenOf(ctx, person, name)
}

func (s *countedStore) EndedOf(ctx context.Context, person string, skip, limit int) ([]store.Summary, error) {
	s.lists.Add(1)
	return s.Store.EndedOf(ctx, person, skip, limit)
}

func (s *countedStore) InvitedTo(ctx context.Context, name string, limit int) ([]store.Summary, error) {
	s.lists.Add(1)
	return s.Store.InvitedTo(ctx, name, limit)
}

// TestStreamsOfBotsReadNoLists: a stream of a bot reads one list when it begins, and none
// for changes at tables, whether they concern the bot or not.
func TestStreamsOfBotsReadNoLists(t *testing.T) {
	counted := &countedStore{Store: webtest.OpenIn(t, t.TempDir())}
	s := webtest.ServeStore(t, counted)
	anna, other := s.Member("Anna"), s.Member("Other")
	const streams = 4
	var programs []*webtest.Browser
	var events []<-chan webtest.Object
	for i := range streams {
		b := s.Program(fmt.Sprint("Robot ", i))
		before := counted.lists.Load()
		programs, events = append(programs, b), append(events, b.Lines("/api/stream/event"))
		webtest.Eventually(t, "the stream has begun", func() bool { return counted.lists.Load() > before })
		if n := counted.lists.Load() - before; n != 1 {
			t.Errorf("a new stream reads %d lists", n)
		}
	}
	before := counted.lists.Load()
	const changes = 5
	for range changes {
		playedOut(anna, other, nil)
		id := playedOut(anna, programs[0], nil)
		webtest.NextLine(t, events[0], "gameFinish")
		anna.Do(id, webtest.Object{"type": "rematch"})
		webtest.NextLine(t, events[0], "challenge")
		programs[0].Form(200, "/api/challenge/"+id+".2/decline", nil)
		webtest.NextLine(t, events[0], "challengeDeclined")
	}
	if n := counted.lists.Load() - before; n != 0 {
		t.Errorf("%d streams read %d lists while %d games were played", streams, n, 2*changes)
	}
}
