package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"slices"
	"testing"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/tournament"
	"tafelrunde/lancelot"
)

// dying is the store of a process that dies at one of its writes, before or after it: nothing that it
// does later has an effect.
type dying struct {
	*sqlstore.Store
	writes, at int
	after      bool
	dead       bool
}

// write does a write unless the process is dead.
func (d *dying) write(do func() error) error {
	if d.dead {
		return store.ErrUnavailable
	}
	d.writes++
	if d.dead = d.writes == d.at; d.dead && !d.after {
		return store.ErrUnavailable
	}
	if err := do(); err != nil || !d.dead {
		return err
	}
	return store.ErrUnavailable
}

func (d *dying) Append(ctx context.Context, a store.Append) error {
	return d.write(func() error { return d.Store.Append(ctx, a) })
}

func (d *dying) AppendTournament(ctx context.Context, a store.TournamentAppend) (notified []string, err error) {
	err = d.write(func() (err error) {
		notified, err = d.Store.AppendTournament(ctx, a)
		return err
	})
	return notified, err
}

func (d *dying) FinishTournamentGame(ctx context.Context, id string) error {
	return d.write(func() error { return d.Store.FinishTournamentGame(ctx, id) })
}

func (d *dying) SettleTournament(ctx context.Context, t store.LeasedTournament, seq int64, due match.Moment) error {
	return d.write(func() error { return d.Store.SettleTournament(ctx, t, seq, due) })
}

func (d *dying) ReleaseTournament(ctx context.Context, t store.LeasedTournament, due match.Moment, failed bool) error {
	return d.write(func() error { return d.Store.ReleaseTournament(ctx, t, due, failed) })
}

func (d *dying) PostponeTournament(ctx context.Context, t store.LeasedTournament, due match.Moment, attempts int) error {
	return d.write(func() error { return d.Store.PostponeTournament(ctx, t, due, attempts) })
}

// evening is a tournament whose games end by resignation.
type evening struct {
	*testing.T
	store  *sqlstore.Store
	now    match.Moment
	host   *host.Host
	worker *TournamentWorker
}

const eveningID = "evening"

func newEvening(t *testing.T, s *sqlstore.Store, players int, format tournament.Format) *evening {
	e := &evening{T: t, store: s, now: 1_800_000_000_000}
	games := match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Rated: true, Clock: match.Clock{Kind: match.Correspondence, PerTurn: match.Day}}
	settings := tournament.Settings{Name: "Evening", Format: format, Games: games, Pace: tournament.ByRounds, StartsAt: e.now.After(match.Minute)}
	e.start(s)
	for i := range players {
		p := storetest.Player(i)
		if err := s.AddPerson(t.Context(), store.Person{ID: p.ID, Name: p.Name, Registered: true}); err != nil {
			t.Fatal(err)
		}
	}
	e.do(tournament.Command{Do: tournament.Create{Settings: settings, Director: storetest.Player(0), Seed: 7}})
	for i := range players {
		p := storetest.Player(i)
		e.do(tournament.Command{By: p.ID, Do: tournament.Enter{Player: p, Rating: 1500 + i}})
	}
	e.now = e.now.After(match.Minute)
	return e
}

// start starts a worker on a store, as a new process.
func (e *evening) start(s interface {
	host.Store
	store.Tournaments
}) {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	e.host = host.New(s, games.Rules{}, quiet)
	e.worker = NewTournamentWorker(e.host, s, quiet)
	e.worker.now = func() match.Moment { return e.now }
}

func (e *evening) do(c tournament.Command) {
	e.Helper()
	c.At = e.now
	if _, err := host.NewTournaments(e.store).Do(e.Context(), eveningID, c, host.TournamentOptions{}); err != nil {
		e.Fatal(err)
	}
}

func (e *evening) state() *tournament.State {
	e.Helper()
	s, err := host.NewTournaments(e.store).State(e.Context(), eveningID)
	if err != nil {
		e.Fatal(err)
	}
	return s
}

// resign resigns all games for the players of the first seats.
func (e *evening) resign() { e.resignSome(len(e.state().Boards)) }

// resignSome resigns the first games that are played.
func (e *evening) resignSome(most int) {
	e.Helper()
	h := host.New(e.store, games.Rules{}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	for _, b := range e.state().Boards {
		m, err := h.State(e.Context(), b.Match)
		if err != nil || m.Phase != match.Playing || most == 0 {
			continue
		}
		most--
		if _, err := h.Do(e.Context(), b.Match, match.Command{At: e.now, By: m.Seats[0].Player.ID, Do: match.Resign{}}); err != nil {
			e.Fatal(err)
		}
	}
}

// finish lets the tournament go on to its end. A process that has died is replaced.
func (e *evening) finish(d *dying) *tournament.State {
	e.Helper()
	for range 60 {
		for e.worker.Next(e.Context()) {
		}
		if d != nil && d.dead {
			d = nil
			e.now = e.now.After(2 * tournamentLease)
			e.start(e.store)
		}
		e.resign()
		e.now = e.now.After(match.Minute)
		if s := e.state(); s.Phase == tournament.Over && (s.Next == "" || s.Settings.Format != tournament.League) {
			return s
		}
	}
	e.Fatalf("the tournament does not end: %+v", e.state())
	return nil
}

// check checks that each pair has played once and nothing was opened twice.
func (e *evening) check(s *tournament.State) {
	e.Helper()
	players := len(s.Entries)
	pairs, sum := make(map[[2]int]int), tournament.Points(0)
	for _, b := range s.Boards {
		pair := slices.Sorted(slices.Values(b.Entries))
		pairs[[2]int(pair)]++
		if b.Result == nil {
			e.Fatalf("a board has no result: %+v", b)
		}
		for _, p := range b.Result.Points {
			sum += p
		}
	}
	if want := players * (players - 1) / 2; len(s.Boards) != want || len(pairs) != want || sum != tournament.Full*tournament.Points(want) {
		e.Errorf("%d boards, %d pairs, %v points; want %d of each", len(s.Boards), len(pairs), sum.Float(), want)
	}
	for i := range players {
		list, err := e.store.MatchesOf(e.Context(), storetest.Player(i).ID, store.NoLimit)
		if err != nil || len(list) != players-1 {
			e.Errorf("player %d has %d matches, %v; want %d", i, len(list), err, players-1)
		}
	}
	if left, err := e.store.TournamentGames(e.Context(), eveningID); err != nil || len(left) != 0 {
		e.Errorf("games are left: %+v, %v", left, err)
	}
}

// TestTournamentSurvivesAnyDeath kills the process at each write of a tournament, before and after it:
// no round is lost or doubled.
func TestTournamentSurvivesAnyDeath(t *testing.T) {
	for _, after := range []bool{false, true} {
		for at := 1; ; at++ {
			s := storetest.OpenSQLite(t)
			e := newEvening(t, s, 3, tournament.RoundRobin)
			d := &dying{Store: e.store, at: at, after: after}
			e.start(d)
			e.check(e.finish(d))
			if !d.dead {
				t.Logf("%d writes", d.writes)
				break
			}
			if t.Failed() {
				t.Fatalf("died at write %d, after it: %v", at, after)
			}
		}
	}
}

// interrupted is a store that calls a function before it lists games.
type interrupted struct {
	*sqlstore.Store
	before func()
}

func (i *interrupted) TournamentGames(ctx context.Context, id string) ([]store.TournamentGame, error) {
	i.before()
	return i.Store.TournamentGames(ctx, id)
}

// TestGamesEndDuringAStep: a tournament goes on if the last games of a round end at any moment while a
// worker is at it.
func TestGamesEndDuringAStep(t *testing.T) {
	for every := 1; every <= 4; every++ {
		s := storetest.OpenSQLite(t)
		e := newEvening(t, s, 4, tournament.RoundRobin)
		calls := 0
		e.start(&interrupted{e.store, func() {
			if calls++; calls%every == 0 {
				e.resign()
			}
		}})
		for range 60 {
			for e.worker.Next(t.Context()) {
			}
			e.resignSome(1)
		}
		e.check(e.state())
	}
}

// deaf is the store of a process that receives notices, and that none of them has reached yet.
type deaf struct{ *sqlstore.Store }

func (deaf) Listen(ctx context.Context, receive func(store.Notice)) error {
	receive(store.Notice{}) // the store listens
	<-ctx.Done()
	return ctx.Err()
}

// TestResultsOfAnotherProcess: results are those of the store, though the worker's process has read the
// matches before they ended in another one.
func TestResultsOfAnotherProcess(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 4, tournament.RoundRobin)
	e.start(deaf{e.store})
	go e.worker.host.Run(t.Context())
	testkit.Until(t, func() error {
		if !e.worker.host.ReceivesNotices() {
			return errors.New("the host does not listen")
		}
		return nil
	})
	for range 60 {
		for e.worker.Next(t.Context()) {
		}
		for _, b := range e.state().Boards {
			if _, err := e.worker.host.State(t.Context(), b.Match); err != nil {
				t.Fatal(err)
			}
		}
		e.resign()
		e.now = e.now.After(match.Minute)
	}
	e.check(e.state())
	for _, b := range e.state().Boards {
		if b.Result.Reason != match.ByResignation {
			t.Errorf("%+v", b.Result)
		}
	}
}

// TestDeletionReachesOtherProcesses: a process that has read a tournament before one of its people was deleted
// in another one does not store the person again.
func TestDeletionReachesOtherProcesses(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 4, tournament.RoundRobin)
	other := host.NewTournaments(s)
	if _, err := other.State(t.Context(), eveningID); err != nil {
		t.Fatal(err)
	}
	director := storetest.Player(0)
	gone := match.Player{ID: "gone-1", Name: match.DeletedName, Account: true}
	e.do(tournament.Command{By: director.ID, Do: tournament.Rename{Player: gone, Deleted: true}})
	if err := s.ErasePerson(t.Context(), director.ID, match.Rename{Player: gone}); err != nil {
		t.Fatal(err)
	}
	after, err := other.Do(t.Context(), eveningID, tournament.Command{At: e.now, By: storetest.Player(1).ID, Do: tournament.Withdraw{}}, host.TournamentOptions{})
	if err != nil || after.Director != gone || after.Entries[0].Player != gone {
		t.Fatalf("%+v, %+v, %v", after.Director, after.Entries[0], err)
	}
	list, err := s.TournamentSummaries(t.Context(), []string{eveningID})
	if err != nil || len(list) != 1 || list[0].Director != gone {
		t.Errorf("%+v, %v", list, err)
	}
	if ids, err := s.TournamentMentions(t.Context(), director.ID); err != nil || len(ids) != 0 {
		t.Errorf("the deleted person is in %v, %v", ids, err)
	}
}

// notOpened checks that nothing is left to do for a tournament and that no match is open.
func (e *evening) notOpened() {
	e.Helper()
	for e.worker.Next(e.Context()) {
	}
	if left, err := e.store.TournamentGames(e.Context(), eveningID); err != nil || len(left) != 0 {
		e.Errorf("games are left: %+v, %v", left, err)
	}
	events, err := e.store.TournamentEvents(e.Context(), eveningID, 0)
	if err != nil {
		e.Fatal(err)
	}
	for i := range events {
		for _, b := range events[i].Boards {
			if m, err := e.host.State(e.Context(), b.Match); !errors.Is(err, host.ErrNoMatch) {
				e.Errorf("%+v, %v", m, err)
			}
		}
	}
}

// TestClosedTournamentOpensNothing: the matches of a tournament that is closed before they are open do not
// begin, not even those that a worker is about to open, and the tournament names none of them.
func TestClosedTournamentOpensNothing(t *testing.T) {
	for _, during := range []bool{false, true} {
		s := storetest.OpenSQLite(t)
		e := newEvening(t, s, 4, tournament.RoundRobin)
		e.do(tournament.Command{By: storetest.Player(0).ID, Do: tournament.Start{NewID: rand.Text}})
		closes := func() {
			if e.state().Phase == tournament.Running {
				e.do(tournament.Command{By: storetest.Player(0).ID, Do: tournament.Close{Note: "rain"}})
			}
		}
		if during {
			e.start(&interrupted{e.store, closes})
		} else {
			closes()
		}
		e.notOpened()
		for _, b := range e.state().Boards {
			if b.Match != "" || b.Result != nil {
				t.Errorf("closed during a step: %v: %+v", during, b)
			}
		}
	}
}

// TestRebuildReopensNothing: deleted matches of a tournament that was closed before they ended do not begin
// again when the views are computed again.
func TestRebuildReopensNothing(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 4, tournament.RoundRobin)
	for e.worker.Next(t.Context()) {
	}
	e.do(tournament.Command{By: storetest.Player(0).ID, Do: tournament.Close{Note: "rain"}})
	e.resign()
	for e.worker.Next(t.Context()) {
	}
	if ids, err := s.DeleteOldMatches(t.Context(), e.now.After(match.Day), 100); err != nil || len(ids) != 2 {
		t.Fatalf("%v were deleted, %v", ids, err)
	}
	if err := s.Rebuild(t.Context(), games.Rules{}, func() {}); err != nil {
		t.Fatal(err)
	}
	if left, err := s.TournamentGames(t.Context(), eveningID); err != nil || len(left) != 0 {
		t.Errorf("games are left: %+v, %v", left, err)
	}
	e.start(e.store)
	e.notOpened()
}

// TestTournamentOnBothDatabases lets a tournament go on to its end.
func TestTournamentOnBothDatabases(t *testing.T) {
	databases(t, func(t *testing.T, open func() *sqlstore.Store) {
		e := newEvening(t, open(), 4, tournament.RoundRobin)
		e.check(e.finish(nil))
	})
}

// TestAbsentAtATable: a seat at a table of three that makes no move in time is absent, one that resigns or
// loses on time later is not.
func TestAbsentAtATable(t *testing.T) {
	settings := match.Settings{
		Game: "lancelot", Variant: "basic", Seats: 3, Visibility: match.Public, Timeout: match.Skip, Tournament: eveningID,
		Clock: match.Clock{Kind: match.RealTime, Initial: match.Minute},
	}
	open := match.Open{Settings: settings, Seed: 1, Owner: storetest.Player(0)}
	for i := range settings.Seats {
		open.Players = append(open.Players, storetest.Player(i))
	}
	m, now := match.New(), match.Moment(1_800_000_000_000)
	do := func(by string, do match.Action) {
		t.Helper()
		_, after, err := match.Decide(games.Rules{}, m, match.Command{At: now, By: by, Do: do})
		if err != nil {
			t.Fatal(err)
		}
		m = after
	}
	do("", open)
	position, err := lancelot.ParsePosition(m.Position.Text())
	if err != nil {
		t.Fatal(err)
	}
	do(m.Seats[0].Player.ID, match.Move{Text: position.AppendTurns(nil)[0].String(), Game: m.Game})
	now = now.After(match.FirstMoveTime + 1)
	do("", match.Flag{})
	do(m.Seats[2].Player.ID, match.Resign{})
	outcome, absent := resultOf(m)
	if m.Phase != match.Finished || !slices.Equal(absent, []int{1}) || !slices.Equal(outcome.Winners, []int{0}) {
		t.Errorf("%s, %+v, absent %v", m.Phase, outcome, absent)
	}
}

// TestAbsence: a game for two that a player does not begin in time is lost. With a real-time clock it is aborted, so that no
// rating changes.
func TestAbsence(t *testing.T) {
	for reason, clock := range map[string]match.Clock{
		match.ByAbort: {Kind: match.RealTime, Initial: match.Minute},
		match.ByTime:  {Kind: match.Correspondence, PerTurn: match.Day},
	} {
		settings := match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Rated: true, Visibility: match.Public, Tournament: eveningID, Clock: clock}
		players := []match.Player{storetest.Player(0), storetest.Player(1)}
		m, now := match.New(), match.Moment(1_800_000_000_000)
		for _, do := range []match.Action{match.Open{Settings: settings, Seed: 1, Owner: players[0], Players: players}, match.Flag{}} {
			_, after, err := match.Decide(games.Rules{}, m, match.Command{At: now, Do: do})
			if err != nil {
				t.Fatal(err)
			}
			m, now = after, now.After(match.Day+1)
		}
		outcome, absent := resultOf(m)
		points := tournament.PointsOf(outcome, absent, 2)
		if m.Outcome.Reason != reason || !slices.Equal(absent, []int{0}) || !slices.Equal(points, []tournament.Points{0, tournament.Full}) {
			t.Errorf("%s: %+v, absent %v, points %v", reason, m.Outcome, absent, points)
		}
	}
}

// TestComputerFails: a game that the computer could not play is won by the person, and a moderator's end has no points.
func TestComputerFails(t *testing.T) {
	m := match.New()
	m.Seats, m.EndedBy = make([]match.Seat, 2), 1
	m.Outcome = match.Outcome{Over: true, Reason: match.ByAbort, Cause: match.ByEngineFailure}
	if outcome, absent := resultOf(m); !slices.Equal(outcome.Winners, []int{0}) || len(absent) != 0 {
		t.Errorf("%+v, absent %v", outcome, absent)
	}
	m.EndedBy, m.Outcome.Cause = -1, ""
	if outcome, absent := resultOf(m); outcome.Reason != match.ByAbort || len(absent) != 0 {
		t.Errorf("%+v, absent %v", outcome, absent)
	}
}

// TestSeasonOfALeague: the next season follows, and its people are notified of it.
func TestSeasonOfALeague(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 4, tournament.League)
	for range 30 {
		for e.worker.Next(t.Context()) {
		}
		e.resign()
		e.now = e.now.After(match.Minute)
	}
	last := e.state()
	if last.Phase != tournament.Over || last.Next == "" {
		t.Fatalf("%+v", last)
	}
	next, err := host.NewTournaments(s).State(t.Context(), last.Next)
	if err != nil || next.Settings.Season != 2 || !next.OnLadder(storetest.Player(0).ID) {
		t.Fatalf("%+v, %v", next, err)
	}
	list, err := s.NotificationsOf(t.Context(), storetest.Player(0).ID, 50)
	if err != nil || !slices.ContainsFunc(list, func(n store.Notification) bool { return n.Kind == store.SeasonOpen && n.Match == last.Next }) {
		t.Errorf("%+v, %v", list, err)
	}
}

// seasonal calls before before it creates a season.
type seasonal struct {
	*sqlstore.Store
	before func()
}

func (s *seasonal) AppendTournament(ctx context.Context, a store.TournamentAppend) ([]string, error) {
	if a.Events[0].Type == tournament.Created {
		s.before()
	}
	return s.Store.AppendTournament(ctx, a)
}

// TestSeasonDuringADeletion: the next season that a worker is about to create contains nobody whose account
// is deleted meanwhile.
func TestSeasonDuringADeletion(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 4, tournament.League)
	player, gone := storetest.Player(1), match.Player{ID: "gone-1", Name: match.DeletedName, Account: true}
	began := false
	e.start(&seasonal{e.store, func() {
		if began {
			return
		}
		began = true
		if err := s.BeginDeletion(t.Context(), player.ID, 0, gone.ID, nil); err != nil {
			t.Fatal(err)
		}
	}})
	for range 30 {
		for e.worker.Next(t.Context()) {
		}
		e.resign()
		e.now = e.now.After(match.Minute)
		last := e.state()
		if last.Next == "" || !began {
			continue
		}
		next, err := host.NewTournaments(s).State(t.Context(), last.Next)
		if last.EntryOf(player.ID) == 0 {
			if err == nil && !next.OnLadder(player.ID) && !next.OnLadder(gone.ID) && next.OnLadder(storetest.Player(0).ID) {
				return
			}
			continue
		}
		if !errors.Is(err, store.ErrNotFound) {
			t.Fatalf("a season with somebody who is being deleted: %+v, %v", next, err)
		}
		e.do(tournament.Command{By: player.ID, Do: tournament.Rename{Player: gone, Deleted: true}})
		if err := errors.Join(s.ErasePerson(t.Context(), player.ID, match.Rename{Player: gone}), s.DeletePerson(t.Context(), player.ID, 1)); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatalf("no season follows: %+v", e.state())
}

// TestTournamentAfterManyDeaths: a tournament whose workers have died again and again rests and then goes on.
func TestTournamentAfterManyDeaths(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 4, tournament.RoundRobin)
	for range 3 * len(tournamentRetryAfter) {
		if _, err := s.LeaseTournament(t.Context(), e.now, e.now.After(tournamentLease)); err != nil {
			t.Fatal(err)
		}
		e.now = e.now.After(2 * tournamentLease)
	}
	if e.worker.Next(t.Context()); e.state().Phase != tournament.Upcoming {
		t.Error("the tournament does not rest")
	}
	e.now = e.now.After(tournamentRest)
	if e.worker.Next(t.Context()); e.state().Phase != tournament.Running {
		t.Errorf("the tournament is %s after its rest", e.state().Phase)
	}
}

// TestSeasonWaitsForADeletion: a season with somebody who is being deleted is created after the deletion, even if that takes
// minutes.
func TestSeasonWaitsForADeletion(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 4, tournament.League)
	refusing := &refusingSeasons{Store: e.store, times: 2 * len(tournamentRetryAfter)}
	e.start(refusing)
	for refusing.times > 0 {
		for e.worker.Next(t.Context()) {
		}
		e.resign()
		e.now = e.now.After(match.Second)
	}
	e.now = e.now.After(2 * tournamentRest)
	for e.worker.Next(t.Context()) {
	}
	if _, err := host.NewTournaments(s).State(t.Context(), e.state().Next); err != nil {
		t.Error(err)
	}
}

// refusingSeasons does not create seasons a number of times, as during the deletion of somebody.
type refusingSeasons struct {
	*sqlstore.Store
	times int
}

func (s *refusingSeasons) AppendTournament(ctx context.Context, a store.TournamentAppend) ([]string, error) {
	if a.Events[0].Type == tournament.Created && s.times > 0 {
		s.times--
		return nil, store.ErrNotFound
	}
	return s.Store.AppendTournament(ctx, a)
}

// failingMatch cannot open one match.
type failingMatch struct {
	*sqlstore.Store
	id string
}

func (s *failingMatch) Append(ctx context.Context, a store.Append) error {
	if s.id == "" {
		s.id = a.Match
	}
	if a.Match == s.id {
		return errors.New("this match fails")
	}
	return s.Store.Append(ctx, a)
}

// TestOneMatchFails: the other matches of a round are opened and recorded all the same.
func TestOneMatchFails(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 6, tournament.RoundRobin)
	e.start(&failingMatch{Store: e.store})
	for range 3 {
		e.worker.Next(t.Context())
		e.resign()
		e.now = e.now.After(match.Minute)
	}
	results := 0
	for _, b := range e.state().Boards {
		if b.Result != nil {
			results++
		}
	}
	if results != 2 {
		t.Errorf("%d of 3 games have results", results)
	}
}

// TestLargeTournamentLetsOthersGoOn: after each 50 matches that it opens, other tournaments go on.
func TestLargeTournamentLetsOthersGoOn(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 2*tournamentGames+8, tournament.Swiss)
	all := host.NewTournaments(s)
	settings := e.state().Settings
	settings.StartsAt = e.now.After(match.Minute)
	for _, do := range []tournament.Action{
		tournament.Create{Settings: settings, Director: storetest.Player(1), Seed: 7},
		tournament.Enter{Player: storetest.Player(0), Rating: 1500}, tournament.Enter{Player: storetest.Player(1), Rating: 1500},
	} {
		c := tournament.Command{At: e.now, Do: do}
		if enter, ok := do.(tournament.Enter); ok {
			c.By = enter.Player.ID
		}
		if _, err := all.Do(t.Context(), "later", c, host.TournamentOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	e.now = e.now.After(match.Minute)
	opened := func(id string) (n int) {
		state, err := all.State(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range state.Boards {
			if _, err := e.host.State(t.Context(), b.Match); err == nil {
				n++
			}
		}
		return n
	}
	for _, want := range [][2]int{{tournamentGames, 0}, {tournamentGames, 1}, {tournamentGames + 4, 1}} {
		e.worker.Next(t.Context())
		if got := [2]int{opened(eveningID), opened("later")}; got != want {
			t.Errorf("%d games of both are open, want %d", got, want)
		}
	}
}

// TestComputerFailsWithoutThePerson: the tournament goes on if a computer fails and its opponent is away.
func TestComputerFailsWithoutThePerson(t *testing.T) {
	s := storetest.OpenSQLite(t)
	e := newEvening(t, s, 3, tournament.RoundRobin)
	settings := e.state().Settings
	settings.Computer, settings.Games.Rated, settings.StartsAt = 3, false, e.now.After(match.Minute)
	all := host.NewTournaments(s)
	do := func(c tournament.Command) {
		c.At = e.now
		if _, err := all.Do(t.Context(), "casual", c, host.TournamentOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	do(tournament.Command{Do: tournament.Create{Settings: settings, Director: storetest.Player(0), Seed: 7}})
	for i := range 3 {
		do(tournament.Command{By: storetest.Player(i).ID, Do: tournament.Enter{Player: storetest.Player(i), Rating: 1500}})
	}
	failures := 0
	for range 20 {
		e.now = e.now.After(match.Minute)
		for e.worker.Next(t.Context()) {
		}
		state, err := all.State(t.Context(), "casual")
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range state.Boards {
			m, err := e.host.State(t.Context(), b.Match)
			if err != nil || m.Phase != match.Playing {
				continue
			}
			c := match.Command{At: e.now, By: m.Seats[m.ToAct()].Player.ID, Do: match.Resign{}}
			if seat, _ := m.EngineToMove(); seat >= 0 {
				failures++
				c.By, c.Do = "", match.FailEngine{Seat: seat, Ply: len(m.Moves), Game: 1}
			} else if m.Seats[1-m.ToAct()].Engine > 0 {
				c.Do = match.Move{Text: "e2e4", Ply: match.AnyPly}
			}
			if _, err := e.host.Do(t.Context(), b.Match, c); err != nil {
				t.Fatal(err)
			}
		}
		if state.Phase != tournament.Over {
			continue
		}
		for _, row := range state.Standings()[0] {
			if state.Entries[row.Entry-1].Player.Engine > 0 && row.Points != 0 {
				t.Errorf("the computer has %v points", row.Points.Float())
			}
		}
		if failures != 3 {
			t.Errorf("the computer failed %d times", failures)
		}
		return
	}
	t.Fatal("the tournament does not end")
}
