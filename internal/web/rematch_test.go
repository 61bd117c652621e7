package web

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
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// playedOut begins a game of one person against another one, who has the second seat, and
// ends it: the first one resigns.
func playedOut(one, two *browser, change func(object)) (id string) {
	one.t.Helper()
	id = one.open(wotnTable(change))
	two.do(id, object{"type": "sit", "seat": 1})
	one.do(id, object{"type": "resign"})
	return id
}

func chess(s object) { s["variant"] = "chess" }

// TestRematchReachesBots: the offer of a rematch is a challenge with the ID of the next
// game, as on lichess, also if the person and the bot use different servers.
func TestRematchReachesBots(t *testing.T) {
	t.Run("OneServer", func(t *testing.T) {
		s := serveAPI(t)
		testRematchReachesBots(t, s, s)
	})
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
		for _, s := range servers {
			eventually(t, "notices are received", s.api.App.Host.ReceivesNotices)
		}
		testRematchReachesBots(t, servers[0], servers[1])
	})
}

func testRematchReachesBots(t *testing.T, person, program *testServer) {
	anna, ben := person.member("Anna"), program.program("Ben")
	events := ben.lines("/api/stream/event")
	id := playedOut(anna, ben, chess)
	nextLine(t, events, "gameFinish")

	// Offered, shown and accepted.
	second := id + ".2"
	anna.do(id, object{"type": "rematch"})
	e := nextLine(t, events, "challenge")
	wantAt(t, e, object{
		"challenge.id": second, "challenge.rematchOf": id, "challenge.status": "created", "challenge.direction": "in", "challenge.rated": false,
		"challenge.challenger.name": "Anna", "challenge.destUser.name": "Ben", "challenge.destUser.title": "BOT", "challenge.url": program.url + "/match/" + id,
		"challenge.color": "black", "challenge.finalColor": "black", // Anna had White
		"challenge.variant.key": "standard", "challenge.initialFen": "startpos", "challenge.speed": "blitz", "challenge.perf.name": "Blitz",
		"challenge.timeControl.type": "clock", "challenge.timeControl.limit": 300, "challenge.timeControl.increment": 3, "challenge.timeControl.show": "5+3",
	})
	var mine struct{ In, Out []bots.Challenge }
	ben.want(200, "GET", "/api/challenge", nil, &mine)
	if len(mine.In) != 1 || len(mine.Out) != 0 || mine.In[0].ID != second || mine.In[0].RematchOf != id {
		t.Errorf("%+v", mine)
	}
	anna.want(200, "GET", "/api/challenge", nil, &mine)
	if len(mine.In) != 0 || len(mine.Out) != 1 || mine.Out[0].ID != second || mine.Out[0].Direction != "out" {
		t.Errorf("%+v", mine)
	}
	wantStatus := func(b *browser, id, status string) (c bots.Challenge) {
		t.Helper()
		b.want(200, "GET", "/api/challenge/"+id+"/show", nil, &c)
		if c.ID != id || c.Status != status {
			t.Errorf("%+v, want the status %s", c, status)
		}
		return c
	}
	wantStatus(ben, second, "created")
	ben.form(200, "/api/challenge/"+second+"/accept", nil)
	wantAt(t, nextLine(t, events, "gameStart"), object{"game.id": second, "game.color": "white", "game.isMyTurn": true, "game.secondsLeft": 300})
	ben.form(200, "/api/challenge/"+second+"/accept", nil) // again
	ben.form(404, "/api/challenge/"+second+"/decline", nil)
	wantStatus(ben, second, "accepted")

	// Declined, with a reason.
	ben.form(200, "/api/bot/game/"+second+"/resign", nil)
	nextLine(t, events, "gameFinish")
	third := id + ".3"
	anna.do(id, object{"type": "rematch"})
	wantAt(t, nextLine(t, events, "challenge"), object{"challenge.id": third, "challenge.rematchOf": second, "challenge.finalColor": "white"})
	ben.form(200, "/api/challenge/"+third+"/decline", nil, "reason", "later")
	wantAt(t, nextLine(t, events, "challengeDeclined"), object{"challenge.id": third, "challenge.status": "declined", "challenge.declineReasonKey": "later"})
	ben.form(200, "/api/challenge/"+third+"/decline", nil, "reason", "later") // again
	ben.form(404, "/api/challenge/"+third+"/accept", nil)
	wantStatus(ben, third, "declined")
	eventually(t, "the person sees that the bot has declined", func() bool {
		v := anna.view(id)
		return v.Rematch != nil && *v.Rematch == matches.RematchView{By: 0, End: match.OfferDeclined, EndedBy: 1, Reason: "later"}
	})

	// Withdrawn; offered again, with the same ID.
	anna.do(id, object{"type": "rematch"})
	nextLine(t, events, "challenge")
	anna.do(id, object{"type": "decline-rematch"})
	wantAt(t, nextLine(t, events, "challengeCanceled"), object{"challenge.id": third, "challenge.status": "canceled"})
	ben.form(404, "/api/challenge/"+third+"/accept", nil)
	ben.form(404, "/api/challenge/"+third+"/decline", nil)
	anna.do(id, object{"type": "rematch"})
	nextLine(t, events, "challenge")

	// It expires.
	if _, err := person.api.App.Host.Do(t.Context(), id, match.Command{At: person.api.App.Now().After(match.RematchTime + 1000), Do: match.Flag{}}); err != nil {
		t.Fatal(err)
	}
	wantAt(t, nextLine(t, events, "challengeCanceled"), object{"challenge.id": third})
	wantStatus(ben, third, "canceled")
	ben.form(404, "/api/challenge/"+third+"/accept", nil)
}

// TestStreamsBeginWithOffersOfRematches: a bot that connects gets the offers that stand,
// also in a match that is older than many others.
func TestStreamsBeginWithOffersOfRematches(t *testing.T) {
	s := serveAPI(t)
	anna, ben := s.member("Anna"), s.program("Ben")
	id := playedOut(anna, ben, chess)
	for range 12 {
		s.api.App.Limits = core.Limits{}
		playedOut(anna, ben, nil)
	}
	anna.do(id, object{"type": "rematch"})
	wantAt(t, nextLine(t, ben.lines("/api/stream/event"), "challenge"), object{"challenge.id": id + ".2"})
	again := ben.lines("/api/stream/event")
	wantAt(t, nextLine(t, again, "challenge"), object{"challenge.id": id + ".2"})
	anna.do(id, object{"type": "decline-rematch"})
	wantAt(t, nextLine(t, again, "challengeCanceled"), object{"challenge.id": id + ".2"})
}

// TestOnlyPlayersAnswerRematches: nobody answers the offer of a rematch but the other
// player, and nobody cancels it but its player.
func TestOnlyPlayersAnswerRematches(t *testing.T) {
	s := serveAPI(t)
	anna, ben, cleo := s.member("Anna"), s.program("Ben"), s.program("Cleo")
	public := playedOut(anna, ben, chess)
	private := anna.open(wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Ben"} }))
	ben.do(private, object{"type": "sit"})
	anna.do(private, object{"type": "resign"})
	for _, id := range []string{public, private} {
		for _, early := range []string{id + ".2", id + ".3", id + ".1", id + ".x"} {
			ben.form(404, "/api/challenge/"+early+"/accept", nil)
			ben.want(404, "GET", "/api/challenge/"+early+"/show", nil, nil)
		}
		anna.do(id, object{"type": "rematch"})
		before := anna.view(id).Seq
		for _, how := range []string{"accept", "decline", "cancel"} {
			cleo.form(404, "/api/challenge/"+id+".2/"+how, nil)
			ben.form(404, "/api/challenge/"+id+".3/"+how, nil)
		}
		anna.form(404, "/api/challenge/"+id+".2/accept", nil)
		anna.form(404, "/api/challenge/"+id+".2/decline", nil)
		ben.form(404, "/api/challenge/"+id+".2/cancel", nil)
		if v := anna.view(id); v.Seq != before {
			t.Errorf("%d events, want %d", v.Seq, before)
		}
		anna.form(200, "/api/challenge/"+id+".2/cancel", nil)
		anna.form(200, "/api/challenge/"+id+".2/cancel", nil) // again
		if v := anna.view(id); v.Rematch == nil || v.Rematch.End != match.OfferWithdrawn || v.Seq != before+1 {
			t.Errorf("%+v", v.Rematch)
		}
	}
	cleo.want(404, "GET", "/api/challenge/"+private+".2/show", nil, nil)

	// A bot does not see offers of somebody whom it has blocked.
	ben.want(204, "PUT", "/api/me/blocks/"+anna.id, nil, nil)
	anna.do(public, object{"type": "rematch"})
	var mine struct{ In, Out []bots.Challenge }
	ben.want(200, "GET", "/api/challenge", nil, &mine)
	if len(mine.In) != 0 {
		t.Errorf("%+v", mine)
	}
}

// TestRematchesOfOtherGames: guests, positions, Lancelot with three seats, correspondence,
// aborted games, and an offer by the bot itself.
func TestRematchesOfOtherGames(t *testing.T) {
	s := serveAPI(t)
	guest, ben := s.guest("Gast"), s.program("Ben")
	events := ben.lines("/api/stream/event")
	const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
	id := playedOut(guest, ben, func(o object) { o["variant"], o["start"] = "chess", fen })
	nextLine(t, events, "gameFinish")
	guest.do(id, object{"type": "rematch"})
	wantAt(t, nextLine(t, events, "challenge"), object{
		"challenge.id": id + ".2", "challenge.variant.key": "fromPosition", "challenge.initialFen": fen, "challenge.finalColor": "black",
		"challenge.challenger.name": "Gast", "challenge.challenger.guest": true,
	})
	ben.form(200, "/api/challenge/"+id+".2/accept", nil)
	wantAt(t, nextLine(t, events, "gameStart"), object{"game.id": id + ".2", "game.fen": fen, "game.color": "white", "game.isMyTurn": false})
	guest.do(id, object{"type": "abort"})
	nextLine(t, events, "gameFinish")

	// An aborted game is repeated with the same colours. The bot offers it.
	ben.do(id, object{"type": "rematch"})
	wantAt(t, nextLine(t, events, "challenge"), object{"challenge.id": id + ".3", "challenge.direction": "out", "challenge.finalColor": "white"})
	guest.do(id, object{"type": "decline-rematch"})
	wantAt(t, nextLine(t, events, "challengeDeclined"), object{"challenge.id": id + ".3", "challenge.declineReasonKey": "generic", "challenge.declineReason": "The challenge was declined."})
	// Accepted by the other player, and cancelled as lichess does it: the game is aborted.
	ben.do(id, object{"type": "rematch"})
	nextLine(t, events, "challenge")
	guest.do(id, object{"type": "rematch"})
	wantAt(t, nextLine(t, events, "gameStart"), object{"game.id": id + ".3", "game.color": "white"})
	ben.form(200, "/api/challenge/"+id+".3/cancel", nil)
	wantAt(t, nextLine(t, events, "gameFinish"), object{"game.id": id + ".3", "game.status.name": "aborted"})

	id = playedOut(guest, ben, func(o object) {
		o["game"], o["variant"], o["clock"] = "lancelot", "basic", object{"kind": "correspondence", "perTurn": 2 * 86_400_000}
	})
	nextLine(t, events, "gameFinish")
	guest.do(id, object{"type": "rematch"})
	e := nextLine(t, events, "challenge")
	wantAt(t, e, object{"challenge.id": id + ".2", "challenge.variant.key": "lancelot", "challenge.speed": "correspondence", "challenge.timeControl.daysPerTurn": 2})
	if start, _ := at(e, "challenge.initialFen").(string); !strings.Contains(start, " b ") {
		t.Errorf("the second seat begins, but the position is %q", start)
	}

	// With three seats the game begins when all have accepted.
	cleo := s.program("Cleo")
	cleos := cleo.lines("/api/stream/event")
	id = guest.open(wotnTable(func(o object) {
		o["game"], o["variant"], o["seats"], o["timeout"] = "lancelot", "basic", 3, "skip"
	}))
	ben.do(id, object{"type": "sit"})
	cleo.do(id, object{"type": "sit"})
	guest.do(id, object{"type": "abort"})
	nextLine(t, events, "gameFinish")
	nextLine(t, cleos, "gameFinish")
	guest.do(id, object{"type": "rematch"})
	wantAt(t, nextLine(t, events, "challenge"), object{"challenge.id": id + ".2", "challenge.destUser.name": "Ben", "challenge.finalColor": "white"})
	wantAt(t, nextLine(t, cleos, "challenge"), object{"challenge.id": id + ".2", "challenge.destUser.name": "Cleo"})
	ben.form(200, "/api/challenge/"+id+".2/accept", nil)
	ben.form(200, "/api/challenge/"+id+".2/accept", nil) // again
	if v := guest.view(id); v.Game != 1 || !v.Seats[1].Rematch || v.Seats[2].Rematch {
		t.Errorf("%+v", v.Seats)
	}
	cleo.form(200, "/api/challenge/"+id+".2/accept", nil)
	for _, from := range []<-chan object{events, cleos} {
		wantAt(t, nextLine(t, from, "gameStart"), object{"game.id": id + ".2"})
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
	counted := &countedStore{Store: openIn(t, t.TempDir())}
	s := serveStore(t, counted)
	anna, other := s.member("Anna"), s.member("Other")
	const streams = 4
	var programs []*browser
	var events []<-chan object
	for i := range streams {
		b := s.program(fmt.Sprint("Robot ", i))
		before := counted.lists.Load()
		programs, events = append(programs, b), append(events, b.lines("/api/stream/event"))
		eventually(t, "the stream has begun", func() bool { return counted.lists.Load() > before })
		if n := counted.lists.Load() - before; n != 1 {
			t.Errorf("a new stream reads %d lists", n)
		}
	}
	before := counted.lists.Load()
	const changes = 5
	for range changes {
		playedOut(anna, other, nil)
		id := playedOut(anna, programs[0], nil)
		nextLine(t, events[0], "gameFinish")
		anna.do(id, object{"type": "rematch"})
		nextLine(t, events[0], "challenge")
		programs[0].form(200, "/api/challenge/"+id+".2/decline", nil)
		nextLine(t, events[0], "challengeDeclined")
	}
	if n := counted.lists.Load() - before; n != 0 {
		t.Errorf("%d streams read %d lists while %d games were played", streams, n, 2*changes)
	}
}
