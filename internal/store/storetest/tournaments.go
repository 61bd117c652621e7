package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

// cup is a tournament in a store.
type cup struct {
	*testing.T
	store store.Store
	id    string
	state *tournament.State
	now   match.Moment
	ids   int
}

// newCup creates a tournament of a club, or of nobody, which a person directs.
func newCup(t *testing.T, s store.Store, id, director, club string, startsAt match.Moment) *cup {
	t.Helper()
	settings := tournament.Settings{
		Name: "Cup " + id, Format: tournament.RoundRobin, Pace: tournament.AllAtOnce, StartsAt: startsAt,
		Games: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.Correspondence, PerTurn: match.Day}},
	}
	if club != "" {
		settings.Clubs = []tournament.EntryClub{{ID: club, Name: "Club " + club}}
	}
	c := &cup{T: t, store: s, id: id, state: tournament.New(), now: 1_700_000_000_000}
	c.do("", tournament.Create{Settings: settings, Director: learner(director), Seed: 7})
	return c
}

func learner(id string) match.Player {
	return match.Player{ID: id, Name: "Learner " + id, Account: true}
}

// try carries out a command and stores its events.
func (c *cup) try(by string, do tournament.Action) error {
	c.now += 1000
	events, after, err := tournament.Decide(c.state, tournament.Command{At: c.now, By: by, Do: do})
	if err != nil {
		return err
	}
	if _, err := c.store.AppendTournament(context.Background(), store.TournamentAppend{Tournament: c.id, Events: events, After: after}); err != nil {
		return err
	}
	c.state = after
	return nil
}

func (c *cup) do(by string, do tournament.Action) {
	c.Helper()
	if err := c.try(by, do); err != nil {
		c.Fatalf("%s, %T: %v", by, do, err)
	}
}

func (c *cup) enter(club string, people ...string) *cup {
	c.Helper()
	for _, id := range people {
		c.do(id, tournament.Enter{Player: learner(id), Rating: 1500, Club: club})
	}
	return c
}

func (c *cup) newID() string {
	c.ids++
	return fmt.Sprint(c.id, "-", c.ids)
}

// start starts the tournament and opens the matches of its first boards.
func (c *cup) start(open int) *cup {
	c.Helper()
	c.do(c.state.Director.ID, tournament.Start{NewID: c.newID})
	for i := range open {
		b := &c.state.Boards[i]
		x := &Table{T: c.T, Store: c.store, ID: b.Match, State: match.New(), Now: c.now}
		players := []match.Player{c.state.Entries[b.Entries[0]-1].Player, c.state.Entries[b.Entries[1]-1].Player}
		x.Do("", match.Open{Settings: c.state.MatchSettings(c.id, b), Owner: players[0], Players: players, Seed: 1})
	}
	return c
}

// closed ends the tournament.
func (c *cup) closed() *cup {
	c.Helper()
	c.do(c.state.Director.ID, tournament.Close{Note: "rain"})
	return c
}

// tournamentLists: the lists of tournaments by phase, club and person are in order, and can be
// read in parts.
func tournamentLists(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c")
	addClub(t, s, "k1", "Round Table", "a", store.FreeEntry)
	at := match.Moment(1_700_100_000_000)
	for i, id := range []string{"u2", "u1", "u3"} {
		newCup(t, s, id, "a", "k1", at.After(match.Millis([]int{2, 1, 3}[i])*60*match.Minute))
	}
	newCup(t, s, "f1", "b", "", at).enter("", "a", "b").start(0).closed()
	second := newCup(t, s, "f2", "b", "k1", at).enter("k1", "a", "c")
	second.now += 50_000
	second.start(0).closed()
	running := newCup(t, s, "r", "b", "k1", at).enter("k1", "a", "b", "c").start(0)
	newCup(t, s, "x", "b", "", at).closed() // cancelled
	left := newCup(t, s, "l", "b", "", at).enter("", "c")
	left.do("c", tournament.Withdraw{})

	want := func(got []store.TournamentSummary, err error, ids ...string) {
		t.Helper()
		var have []string
		for i := range got {
			have = append(have, got[i].ID)
		}
		if err != nil || !slices.Equal(have, ids) {
			t.Errorf("%v, %v; want %v", have, err, ids)
		}
	}
	in := func(phase tournament.Phase, skip, limit int, ids ...string) {
		t.Helper()
		got, err := s.TournamentsIn(ctx, phase, skip, limit)
		want(got, err, ids...)
	}
	in(tournament.Upcoming, 0, 9, "l", "u1", "u2", "u3")
	in(tournament.Upcoming, 2, 1, "u2")
	in(tournament.Running, 0, 9, "r")
	in(tournament.Over, 0, 9, "f2", "f1")
	in(tournament.Over, 1, 9, "f1")
	in(tournament.Over, 2, 9)
	in(tournament.Cancelled, 0, 9, "x")
	of := func(club string, skip, limit int, ids ...string) {
		t.Helper()
		got, err := s.TournamentsOfClub(ctx, club, skip, limit)
		want(got, err, ids...)
	}
	of("k1", 0, 9, "u3", "u2", "u1", "r", "f2")
	of("k1", 4, 1, "f2")
	of("k1", 5, 9)
	of("none", 0, 9)
	got, err := s.TournamentsOf(ctx, "c", 9)
	want(got, err, "r", "f2")
	got, err = s.TournamentSummaries(ctx, []string{"r", "none"})
	whole := store.NewTournamentSummary("r", running.state)
	whole.NameClubs([]tournament.EntryClub{{ID: "k1", Name: "Round Table"}}) // the current name
	if want(got, err, "r"); len(got) == 1 && !reflect.DeepEqual(got[0], whole) {
		t.Errorf("%+v", got[0])
	}
	if ids, err := s.TournamentMentions(ctx, "c"); err != nil || !slices.Equal(ids, []string{"f2", "l", "r"}) {
		t.Errorf("%v, %v", ids, err)
	}
	if ids, err := s.TournamentMentions(ctx, "c", tournament.Upcoming, tournament.Running); err != nil || !slices.Equal(ids, []string{"l", "r"}) {
		t.Errorf("%v, %v", ids, err)
	}
}

// tournamentEvents: events come back as they were, and each number is taken once.
func tournamentEvents(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b")
	c := newCup(t, s, "c", "a", "", 1_700_100_000_000).enter("", "a", "b").start(1)
	events, err := s.TournamentEvents(ctx, "c", 0)
	if err != nil {
		t.Fatal(err)
	}
	state, err := tournament.Replay(tournament.New(), events)
	if seq, err2 := s.TournamentSeq(ctx, "c"); errors.Join(err, err2) != nil || seq != c.state.Seq || !reflect.DeepEqual(state, c.state) {
		t.Errorf("%d events lead to %+v, %v, %v; want %+v", seq, state, err, err2, c.state)
	}
	if later, err := s.TournamentEvents(ctx, "c", c.state.Seq-1); err != nil || !reflect.DeepEqual(later, events[len(events)-1:]) {
		t.Errorf("%+v, %v", later, err)
	}
	if seq, err := s.TournamentSeq(ctx, "none"); err != nil || seq != 0 {
		t.Errorf("%d, %v", seq, err)
	}
	old := c.state
	c.do("a", tournament.Close{Note: "rain"})
	c.state = old
	wantErr(t, c.try("a", tournament.Close{Note: "snow"}), store.ErrConflict)
}

// removedTexts: removing the texts of a tournament erases them from its events and views, and adds an entry to the audit log.
func removedTexts(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "mod")
	at := match.Moment(1_700_100_000_000)
	other := newCup(t, s, "d", "a", "", at)
	c := newCup(t, s, "c", "a", "", at).enter("", "a", "b").start(1).closed()
	c.do("a", tournament.Correct{Board: 1, Points: []tournament.Points{tournament.Full, 0}, Note: "agreed"})
	events, after, err := tournament.Decide(c.state, tournament.Command{At: c.now, By: "mod", Moderator: true, Do: tournament.RemoveTexts{}})
	if err != nil {
		t.Fatal(err)
	}
	a := store.TournamentAppend{Tournament: "c", Events: events, After: after, Entry: &store.Entry{ID: "e", At: c.now, By: "mod", Action: "remove-tournament-text"}}
	if _, err := s.AppendTournament(ctx, a); err != nil {
		t.Fatal(err)
	}
	_, err = s.AppendTournament(ctx, a)
	wantErr(t, err, store.ErrConflict)
	stored, err := s.TournamentEvents(ctx, "c", 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	for _, written := range []string{"Cup", "rain", "agreed"} {
		if strings.Contains(string(text), written) {
			t.Errorf("%q is in %s", written, text)
		}
	}
	if state, err := tournament.Replay(tournament.New(), stored); err != nil || !reflect.DeepEqual(state, after) {
		t.Errorf("%+v, %v; want %+v", state, err, after)
	}
	list, err := s.TournamentSummaries(ctx, []string{"c", "d"})
	for _, v := range list {
		if want := map[string]string{"d": other.state.Settings.Name}[v.ID]; v.Name != want {
			t.Errorf("%s is called %q; want %q", v.ID, v.Name, want)
		}
	}
	log, err2 := s.Entries(ctx, "", 0, 9)
	if errors.Join(err, err2) != nil || len(list) != 2 || len(log) != 1 || log[0].Action != "remove-tournament-text" {
		t.Errorf("%+v, %+v, %v, %v", list, log, err, err2)
	}
}

// retentionOfTournaments: the matches of a running tournament are kept, however long ago they ended, and deleted after its end.
func retentionOfTournaments(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c")
	c := newCup(t, s, "c", "a", "", 1_700_100_000_000).enter("", "a", "b", "c").start(2)
	ended := c.state.Boards[0].Match
	x := &Table{T: t, Store: s, ID: ended, State: matchIn(t, s, ended), Now: c.now}
	x.Do(x.State.Seats[0].Player.ID, match.Resign{})
	before := x.Now.After(365 * match.Day)
	if ids, err := s.DeleteOldMatches(ctx, before, 10); err != nil || len(ids) != 0 {
		t.Errorf("%v of a running tournament were deleted, %v", ids, err)
	}
	c.closed()
	if ids, err := s.DeleteOldMatches(ctx, before, 10); err != nil || !slices.Equal(ids, []string{ended}) {
		t.Errorf("%v were deleted, %v; want %s", ids, err, ended)
	}
}

// matchIn returns the state of a match in a store.
func matchIn(t *testing.T, s store.Store, id string) *match.State {
	t.Helper()
	events, err := s.Events(context.Background(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	state := match.New()
	for _, e := range events {
		if state, err = match.Apply(rules, state, e); err != nil {
			t.Fatal(err)
		}
	}
	return state
}

// tournamentsOfDeleted: nobody whose account is being deleted, or was, is stored in a tournament again.
func tournamentsOfDeleted(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c")
	c := newCup(t, s, "c", "a", "", 1_700_100_000_000).enter("", "b")
	seq := c.state.Seq
	if err := s.BeginDeletion(ctx, "c", 0, "gone-c", nil); err != nil {
		t.Fatal(err)
	}
	enter := tournament.Enter{Player: learner("c"), Rating: 1500}
	wantErr(t, c.try("c", enter), store.ErrNotFound)
	if err := s.DeletePerson(ctx, "c", 1); err != nil {
		t.Fatal(err)
	}
	wantErr(t, c.try("c", enter), store.ErrNotFound)
	next := &cup{T: t, store: s, id: "next", state: tournament.New(), now: c.now}
	league := c.state.Settings
	league.Format = tournament.League
	wantErr(t, next.try("", tournament.Create{Settings: league, Director: learner("a"), Ladder: []string{"b", "c"}}), store.ErrNotFound)
	wantErr(t, next.try("", tournament.Create{Settings: league, Director: learner("c"), Ladder: []string{"b"}}), store.ErrNotFound)
	if list, err := s.TournamentEvents(ctx, "next", 0); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if got, err := s.TournamentSeq(ctx, "c"); err != nil || got != seq {
		t.Errorf("%d events, %v; want %d", got, err, seq)
	}
	gone := match.Player{ID: "gone-b", Name: match.DeletedName, Account: true}
	if err := s.BeginDeletion(ctx, "b", 0, gone.ID, nil); err != nil {
		t.Fatal(err)
	}
	c.do("b", tournament.Rename{Player: gone, Deleted: true})
	next.do("", tournament.Create{Settings: league, Director: gone, Ladder: []string{"a", ""}})
}

// tournamentViews has the results of all queries of views of tournaments.
func tournamentViews(t *testing.T, s store.Store) (text string) {
	t.Helper()
	ctx := context.Background()
	add := func(v any, err error) {
		t.Helper()
		shown, err2 := json.Marshal(v)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		text += string(shown) + "\n"
	}
	for _, phase := range []tournament.Phase{tournament.Upcoming, tournament.Running, tournament.Over, tournament.Cancelled} {
		add(s.TournamentsIn(ctx, phase, 0, 99))
	}
	add(s.TournamentsOfClub(ctx, "k1", 0, 99))
	for _, id := range []string{"a", "b", "c"} {
		add(s.TournamentsOf(ctx, id, 99))
		add(s.TournamentMentions(ctx, id))
	}
	for _, id := range []string{"u", "r", "f"} {
		add(s.TournamentSeq(ctx, id))
		add(s.TournamentGames(ctx, id))
	}
	return text
}

// rebuildingTournaments: the views of tournaments follow from their events and matches, and so does what has to
// be done.
func rebuildingTournaments(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c")
	addClub(t, s, "k1", "Round Table", "a", store.FreeEntry)
	at := match.Moment(1_700_100_000_000)
	newCup(t, s, "u", "a", "k1", at).enter("k1", "b")
	running := newCup(t, s, "r", "b", "", at).enter("", "a", "b", "c").start(2)
	newCup(t, s, "f", "b", "k1", at).enter("k1", "a", "c").start(1).closed()
	first := running.state.Boards[0].Match
	resigned := &Table{T: t, Store: s, ID: first, State: matchIn(t, s, first), Now: running.now}
	resigned.Do(resigned.State.Seats[0].Player.ID, match.Resign{})
	if games, err := s.TournamentGames(ctx, "r"); err != nil || len(games) != 2 {
		t.Errorf("%+v, %v; want one to open and one to record", games, err)
	}
	before := tournamentViews(t, s)
	if err := s.Rebuild(ctx, rules, func() {}); err != nil {
		t.Fatal(err)
	}
	if after := tournamentViews(t, s); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	leased, err := s.LeaseTournament(ctx, running.now.After(60*match.Minute), running.now.After(120*match.Minute))
	if err != nil || leased.ID != "r" {
		t.Errorf("%+v, %v", leased, err)
	}
}

// erasuresAtOnce: two people who are erased from the same events at the same time are both gone.
func erasuresAtOnce(t *testing.T, s store.Store) {
	ctx := context.Background()
	ladder := []string{"b", "c", "d", "e"}
	addLearners(t, s, append(ladder, "a")...)
	const tournaments = 10
	for i := range tournaments {
		c := newCup(t, s, fmt.Sprint("old", i), "a", "", 1_700_100_000_000)
		league := c.state.Settings
		league.Format = tournament.League
		next := &cup{T: t, store: s, id: fmt.Sprint("next", i), state: tournament.New(), now: c.now}
		next.do("", tournament.Create{Settings: league, Director: learner("a"), Ladder: ladder})
	}
	done := make(chan error)
	for _, id := range ladder {
		go func() {
			done <- s.ErasePerson(ctx, id, match.Rename{Player: match.Player{ID: "gone-" + id, Name: match.DeletedName, Account: true}})
		}()
	}
	for range ladder {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	for i := range tournaments {
		events, err := s.TournamentEvents(ctx, fmt.Sprint("next", i), 0)
		if err != nil || len(events) != 1 || !slices.Equal(events[0].Ladder, []string{"gone-b", "gone-c", "gone-d", "gone-e"}) {
			t.Errorf("%+v, %v", events, err)
		}
	}
}
