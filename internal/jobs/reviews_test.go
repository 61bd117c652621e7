package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/judge"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/lancelot"
)

// databases runs a test on both databases. open opens another store on the same one,
// which is only possible with PostgreSQL.
func databases(t *testing.T, test func(t *testing.T, open func() *sqlstore.Store)) {
	t.Run("SQLite", func(t *testing.T) {
		test(t, func() *sqlstore.Store {
			return storetest.OpenSQLite(t)
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		address := storetest.Postgres(t).Database(t)
		test(t, func() *sqlstore.Store {
			s, err := sqlstore.OpenPostgres(t.Context(), address)
			return opened(t, s, err)
		})
	})
}

func opened(t *testing.T, s *sqlstore.Store, err error) *sqlstore.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// server is a worker with a clock, whose searches are counted by match and place.
type server struct {
	*ReviewWorker
	clock    *atomic.Int64
	searched *counts
}

type counts struct {
	mu sync.Mutex
	by map[string]int
}

func (c *counts) add(key string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[key]++
	return c.by[key]
}

func (c *counts) all() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, of := range c.by {
		n += of
	}
	return n
}

func newServer(s *sqlstore.Store, clock *atomic.Int64, searched *counts) *server {
	v := &server{clock: clock, searched: searched}
	v.ReviewWorker = NewReviewWorker(s, slog.New(slog.NewTextHandler(io.Discard, nil)),
		func() match.Moment { return match.Moment(clock.Add(1)) }, func(context.Context) bool { return true })
	v.keepEvery = 0
	v.counting(v.ReviewWorker.search)
	return v
}

// counting sets the search, and counts its calls.
func (v *server) counting(search func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error)) {
	v.search = func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error) {
		v.searched.add(fmt.Sprintf("%v %d", g.moves, place))
		return search(ctx, g, place, nodes)
	}
}

func newClock() *atomic.Int64 {
	var clock atomic.Int64
	clock.Store(1_800_000_000_000)
	return &clock
}

func newCounts() *counts { return &counts{by: make(map[string]int)} }

// mated has the moves of a game that Black wins.
var mated = []string{"f2f3", "e7e5", "g2g4", "d8h4"}

var limits = store.ReviewLimits{All: 100, Open: 100, PerDay: 100}

// request queues a review of the first game of a match, with small searches.
func (v *server) request(t *testing.T, id, person string) {
	t.Helper()
	events, err := v.store.Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	g, err := finishedGame(events, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.store.RequestReview(t.Context(), store.Review{Match: id, Game: 1, Person: person, RequestedAt: v.now(), All: g.Searches(), Nodes: 500, Engine: g.Engine()}, limits); err != nil {
		t.Fatal(err)
	}
}

func (v *server) review(t *testing.T, id string) store.Review {
	t.Helper()
	r, err := v.store.Review(t.Context(), id, 1)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// results returns the stored results of a review as JSON objects.
func results[R any](t *testing.T, s ReviewStore, id string) []R {
	t.Helper()
	list, err := s.ReviewResults(t.Context(), id, 1)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]R, len(list))
	for i, r := range list {
		if r.Place != i {
			t.Fatalf("%+v at %d", r, i)
		}
		if err := json.Unmarshal([]byte(r.Body), &all[i]); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestAGameIsReviewed(t *testing.T) {
	databases(t, func(t *testing.T, open func() *sqlstore.Store) {
		s := open()
		v := newServer(s, newClock(), newCounts())
		storetest.Open(t, s, "m", nil).Sit().Play(mated...)
		if v.Next(t.Context()) {
			t.Error("nothing is requested")
		}
		v.request(t, "m", "p0")
		if !v.Next(t.Context()) || v.Next(t.Context()) {
			t.Error("want one review")
		}
		if r := v.review(t, "m"); r.FinishedAt == 0 || r.Failed || r.Running || r.Done != 5 || r.All != 5 {
			t.Errorf("%+v", r)
		}
		all := results[ReviewedPosition](t, s, "m")
		if len(all) != 5 || v.searched.all() != 5 {
			t.Fatalf("%d results, %d searches", len(all), v.searched.all())
		}
		if mate := all[3]; mate.Best == nil || mate.Best.Text != "d8h4" || mate.Best.Notation.Check != "mate" || mate.Mate != 1 || mate.WDL != [3]int{1000, 0, 0} || len(mate.Second) != 3 {
			t.Errorf("before mate: %+v", mate)
		}
		if first := all[0]; len(first.PV) == 0 || first.PV[0] != first.Best.Text {
			t.Errorf("the principal variation of the start: %+v", first)
		}
		if all[4].Best != nil || all[4].PV != nil || all[4].Second != nil {
			t.Errorf("in a finished game: %+v", all[4])
		}
	})
}

// TestANewerEngineReviewsFromTheBeginning: the server had an older engine when the review began.
func TestANewerEngineReviewsFromTheBeginning(t *testing.T) {
	s := storetest.OpenSQLite(t)
	v := newServer(s, newClock(), newCounts())
	storetest.Open(t, s, "m", nil).Sit().Play(mated...)
	older := store.Review{Match: "m", Game: 1, Person: "p0", RequestedAt: v.now(), All: 5, Nodes: 500, Engine: judge.WotnEngine - 1}
	if _, err := s.RequestReview(t.Context(), older, limits); err != nil {
		t.Fatal(err)
	}
	now := v.now()
	r, err := s.LeaseReview(t.Context(), now, now)
	if err != nil {
		t.Fatal(err)
	}
	r.Done = 1
	if err := s.KeepReview(t.Context(), r, []store.ReviewResult{{Place: 4, Body: `{"mate": 77}`}}); err != nil {
		t.Fatal(err)
	}
	if !v.Next(t.Context()) || v.searched.all() != 5 {
		t.Fatalf("%d searches, want all 5", v.searched.all())
	}
	if r := v.review(t, "m"); r.FinishedAt == 0 || r.Done != 5 || r.Engine != judge.WotnEngine {
		t.Errorf("%+v", r)
	}
	if all := results[ReviewedPosition](t, s, "m"); len(all) != 5 || all[4].Mate != 0 {
		t.Errorf("%+v", all)
	}
}

// TestLancelotIsReviewed reviews a game for three of which one resigns: the others go on
// without that seat.
func TestLancelotIsReviewed(t *testing.T) {
	s := storetest.OpenSQLite(t)
	x := storetest.Open(t, s, "m", func(s *match.Settings) {
		s.Game, s.Variant, s.Seats, s.Rated, s.Timeout = "lancelot", "diagonals", 3, false, match.Skip
	}).Sit()
	for turn := range 9 {
		if turn == 4 {
			x.Do(x.State.Seats[x.State.ToAct()].Player.ID, match.Resign{})
		}
		p, err := lancelot.ParsePosition(x.State.Position.Text())
		if err != nil {
			t.Fatal(err)
		}
		x.Play(p.AppendTurns(nil)[7*turn].String())
	}
	x.Do(x.State.Seats[x.State.ToAct()].Player.ID, match.Resign{})
	v := newServer(s, newClock(), newCounts())
	v.request(t, "m", "p0")
	if !v.Next(t.Context()) {
		t.Fatal("nothing was done")
	}
	all := results[judge.ReviewedTurn](t, s, "m")
	if r := v.review(t, "m"); r.FinishedAt == 0 || r.Failed || len(all) != 9 {
		t.Fatalf("%+v, %d results", r, len(all))
	}
	for place, turn := range all {
		played := x.State.Moves[place]
		if turn.Seat != played.Seat || turn.Played.Turn != played.Text || len(turn.Played.WinShares) != 3 || turn.Kind == "" || turn.Loss < 0 {
			t.Errorf("turn %d was %+v: %+v", place, played, turn)
		}
	}
}

// TestSearchesAreIndependent: the order of the searches does not change their results, so
// that every review of a game is the same.
func TestSearchesAreIndependent(t *testing.T) {
	s := storetest.OpenSQLite(t)
	chess := storetest.Open(t, s, "chess", nil).Sit()
	chess.Play(mated...)
	stones := storetest.Open(t, s, "stones", func(s *match.Settings) {
		s.Game, s.Variant, s.Rated = "lancelot", "diagonals+excalibur", false
	}).Sit()
	for turn := range 8 {
		p, err := lancelot.ParsePosition(stones.State.Position.Text())
		if err != nil {
			t.Fatal(err)
		}
		stones.Play(p.AppendTurns(nil)[7*turn].String())
	}
	stones.Do(stones.State.Seats[stones.State.ToAct()].Player.ID, match.Resign{})
	for _, x := range []*storetest.Table{chess, stones} {
		g, err := ReviewGameOf(x.State)
		if err != nil {
			t.Fatal(err)
		}
		var used reviewSearchers
		for i := range 2 * g.Searches() {
			place := min(i, 2*g.Searches()-1-i) // forwards, then backwards
			got, err := used.search(t.Context(), g, place, 3000)
			if err != nil {
				t.Fatal(err)
			}
			want, err := new(reviewSearchers).search(t.Context(), g, place, 3000)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("place %d: %+v after other searches, else %+v", place, got, want)
			}
		}
	}
}

// TestAStoppedReviewContinues stops the server in the middle, gracefully. No search is
// made twice, except the one that was interrupted.
func TestAStoppedReviewContinues(t *testing.T) {
	databases(t, func(t *testing.T, open func() *sqlstore.Store) {
		s, clock, searched := open(), newClock(), newCounts()
		storetest.Open(t, s, "m", nil).Sit().Play(mated...)
		v := newServer(s, clock, searched)
		ctx, stop := context.WithCancel(t.Context())
		v.counting(func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error) {
			if place == 2 {
				stop()
			}
			return v.engines.search(ctx, g, place, nodes)
		})
		v.request(t, "m", "p0")
		v.keepEvery = spareLease // nothing is stored before the end
		if v.Next(ctx) {
			t.Error("the server was stopped")
		}
		if r := v.review(t, "m"); r.Done != 2 || r.Running || r.FinishedAt != 0 || r.Attempts != 0 || r.DueAt > v.now() {
			t.Errorf("%+v", r)
		}
		next := newServer(s, clock, searched)
		if !next.Next(t.Context()) {
			t.Error("it was not continued")
		}
		if r := v.review(t, "m"); r.FinishedAt == 0 || r.Failed || r.Done != 5 {
			t.Errorf("%+v", r)
		}
		results[ReviewedPosition](t, s, "m")
		if n := searched.all(); n != 6 {
			t.Errorf("%d searches: %v", n, searched.by)
		}
	})
}

// TestAKilledServersReviewContinues: the review of a server that was killed belongs to it
// until the lease expires. What it has stored is not searched again, and it cannot store
// anything later.
func TestAKilledServersReviewContinues(t *testing.T) {
	databases(t, func(t *testing.T, open func() *sqlstore.Store) {
		s, clock, searched := open(), newClock(), newCounts()
		storetest.Open(t, s, "m", nil).Sit().Play(mated...)
		killed := newServer(s, clock, searched)
		hangs, goOn := make(chan struct{}), make(chan struct{})
		killed.counting(func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error) {
			if place == 1 {
				close(hangs)
				<-goOn
			}
			return killed.engines.search(ctx, g, place, nodes)
		})
		killed.request(t, "m", "p0")
		done := make(chan struct{})
		go func() {
			defer close(done)
			killed.Next(t.Context())
		}()
		<-hangs
		next := newServer(s, clock, searched)
		if next.Next(t.Context()) {
			t.Error("the review was leased twice")
		}
		if r := next.review(t, "m"); r.Done != 3 || !r.RunningAt(next.now()) {
			t.Errorf("%+v", r)
		}
		clock.Add(spareLease.Milliseconds())
		if !next.Next(t.Context()) {
			t.Error("it was not continued")
		}
		close(goOn)
		<-done
		if r := next.review(t, "m"); r.FinishedAt == 0 || r.Failed || r.Done != 5 || r.Attempts != 1 {
			t.Errorf("%+v", r)
		}
		results[ReviewedPosition](t, s, "m")
		// Five, and the one that hung again.
		if n := searched.all(); n != 6 {
			t.Errorf("%d searches: %v", n, searched.by)
		}
	})
}

// TestServersShareReviews: of several servers at one database, each makes reviews of its
// own.
func TestServersShareReviews(t *testing.T) {
	address := storetest.Postgres(t).Database(t)
	open := func() *sqlstore.Store {
		s, err := sqlstore.OpenPostgres(t.Context(), address)
		return opened(t, s, err)
	}
	clock, searched := newClock(), newCounts()
	servers := []*server{newServer(open(), clock, searched), newServer(open(), clock, searched), newServer(open(), clock, searched)}
	first := servers[0].store.(*sqlstore.Store)
	const games = 8
	for i := range games {
		id := fmt.Sprint("m", i)
		// Different games.
		moves := append([]string{[]string{"a", "b", "c", "d", "e", "f", "g", "h"}[i] + "2" + string("abcdefgh"[i]) + "3"}, "e7e6")
		x := storetest.Open(t, first, id, nil).Sit()
		x.Play(moves...)
		x.Do("p0", match.Resign{})
		servers[0].request(t, id, fmt.Sprint("p", i%2))
	}
	var running, most sync.Map // by person
	var all sync.WaitGroup
	for _, v := range servers {
		search := v.search
		v.search = func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error) {
			open, err := v.store.OpenReviews(ctx, v.now())
			if err != nil {
				return nil, err
			}
			by := make(map[string]int)
			for _, r := range open {
				if r.RunningAt(v.now()) {
					by[r.Person]++
				}
			}
			for person, n := range by {
				if n > 1 {
					most.Store(person, n)
				}
				running.Store(person, true)
			}
			return search(ctx, g, place, nodes)
		}
		all.Go(func() {
			for {
				open, err := v.store.OpenReviews(t.Context(), v.now())
				if err != nil || len(open) == 0 {
					if err != nil {
						t.Error(err)
					}
					return
				}
				v.Next(t.Context())
			}
		})
	}
	all.Wait()
	for key, n := range searched.by {
		if n != 1 {
			t.Errorf("%s was searched %d times", key, n)
		}
	}
	if n := searched.all(); n != 3*games {
		t.Errorf("%d searches", n)
	}
	most.Range(func(person, n any) bool {
		t.Errorf("%v reviews of %v ran at the same time", n, person)
		return true
	})
	for i := range games {
		if r := servers[0].review(t, fmt.Sprint("m", i)); r.FinishedAt == 0 || r.Failed {
			t.Errorf("%+v", r)
		}
	}
}

// TestAFailedReviewIsTriedAgain with growing pauses, and given up at last. A panic counts
// as a failure. Progress starts the count again.
func TestAFailedReviewIsTriedAgain(t *testing.T) {
	s := storetest.OpenSQLite(t)
	storetest.Open(t, s, "m", nil).Sit().Play(mated...)
	v := newServer(s, newClock(), newCounts())
	v.counting(func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error) {
		switch {
		case place == 4:
			return ReviewedPosition{}, nil
		case v.searched.all()%2 == 0:
			panic("an engine panics")
		}
		return nil, errors.New("an engine fails")
	})
	v.request(t, "m", "p0")
	for attempt, pause := range reviewRetryAfter {
		v.Next(t.Context())
		r := v.review(t, "m")
		if r.Failed || r.FinishedAt > 0 || r.Running || r.Done != 1 || r.Attempts != attempt+1 || r.DueAt.Since(v.now()) > pause || r.DueAt.Since(v.now()) < pause-100 {
			t.Errorf("attempt %d: %+v", attempt+1, r)
		}
		v.Next(t.Context())
		if again := v.review(t, "m"); again != r {
			t.Errorf("it did not pause: %+v", again)
		}
		v.clock.Add(int64(pause))
	}
	v.Next(t.Context())
	if r := v.review(t, "m"); !r.Failed || r.FinishedAt == 0 || r.Done != 1 {
		t.Errorf("%+v", r)
	}
	searches := v.searched.all()
	v.clock.Add(int64(match.Day))
	if v.Next(t.Context()) || v.searched.all() != searches || searches != 5 {
		t.Errorf("%d searches, then %d", searches, v.searched.all())
	}
	// Requested again, it goes on where it was.
	v.counting(v.engines.search)
	v.request(t, "m", "p1")
	if !v.Next(t.Context()) || v.searched.all() != searches+4 {
		t.Errorf("%d searches", v.searched.all())
	}
	if r := v.review(t, "m"); r.Failed || r.FinishedAt == 0 || r.Done != 5 || r.Person != "p1" {
		t.Errorf("%+v", r)
	}
}

// TestWorkersThatDieAreCounted: a review that ends every program is given up.
func TestWorkersThatDieAreCounted(t *testing.T) {
	s := storetest.OpenSQLite(t)
	storetest.Open(t, s, "m", nil).Sit().Play(mated...)
	v := newServer(s, newClock(), newCounts())
	v.request(t, "m", "p0")
	for range 1 + len(reviewRetryAfter) {
		if _, err := s.LeaseReview(t.Context(), v.now(), v.now()); err != nil {
			t.Fatal(err)
		}
		v.clock.Add(1000)
	}
	v.Next(t.Context())
	if r := v.review(t, "m"); !r.Failed || v.searched.all() != 0 {
		t.Errorf("%+v, %d searches", r, v.searched.all())
	}
}

// TestReviewsWaitForGames: a review is not begun, and pauses, while games need the engine.
func TestReviewsWaitForGames(t *testing.T) {
	s := storetest.OpenSQLite(t)
	storetest.Open(t, s, "m", nil).Sit().Play(mated...)
	v := newServer(s, newClock(), newCounts())
	v.request(t, "m", "p0")
	idle := false
	v.idle = func(context.Context) bool { return idle }
	if v.Next(t.Context()) {
		t.Error("a review was begun")
	}
	idle = true
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	v.idle = func(context.Context) bool {
		if asked++; asked == 5 {
			cancel() // ends the pause
		}
		return asked < 3
	}
	if v.Next(ctx) {
		t.Error("the review did not pause")
	}
	if r := v.review(t, "m"); r.Done != 1 || v.searched.all() != 1 {
		t.Errorf("%+v, %d searches", r, v.searched.all())
	}
}

// TestACancelledReviewEnds at the next result.
func TestACancelledReviewEnds(t *testing.T) {
	s := storetest.OpenSQLite(t)
	storetest.Open(t, s, "m", nil).Sit().Play(mated...)
	v := newServer(s, newClock(), newCounts())
	v.counting(func(ctx context.Context, g *ReviewGame, place, nodes int) (any, error) {
		if place == 2 {
			if err := s.CancelReview(ctx, "m", 1, store.Entry{ID: "e", Action: "review-cancel"}); err != nil {
				t.Error(err)
			}
		}
		return v.engines.search(ctx, g, place, nodes)
	})
	v.request(t, "m", "p0")
	v.Next(t.Context())
	if r, err := s.Review(t.Context(), "m", 1); !errors.Is(err, store.ErrNotFound) || v.searched.all() != 3 {
		t.Errorf("%+v, %v, %d searches", r, err, v.searched.all())
	}
	if list, err := s.ReviewResults(t.Context(), "m", 1); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestGamesThatCannotBeReviewed are refused.
func TestGamesThatCannotBeReviewed(t *testing.T) {
	s := storetest.OpenSQLite(t)
	x := storetest.Open(t, s, "m", nil).Sit()
	x.Do("p0", match.Resign{})
	if _, err := ReviewGameOf(x.State); !errors.Is(err, ErrNoMoves) {
		t.Error(err)
	}
	y := storetest.Open(t, s, "n", nil).Sit()
	y.Play("e2e4")
	y.Do("p0", match.Abort{})
	if _, err := ReviewGameOf(y.State); !errors.Is(err, ErrAborted) {
		t.Error(err)
	}
}
