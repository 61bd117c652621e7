package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

func TestSummarise(t *testing.T) {
	moves := []ComparedMove{
		{Ply: 1, Move: "e2e4", Spent: 999, Not: ExcludedOpening},
		{Ply: 3, Move: "a", Best: "a", Spent: 1000},
		{Ply: 5, Move: "a", Best: "b", Loss: 20, Spent: 4000},
		{Ply: 7, Move: "a", Best: "b", Loss: 21, Spent: 60_000},
		{Ply: 9, Move: "a", Best: "b", Loss: 50, Spent: 4000},
		{Ply: 11, Move: "a", Best: "b", Loss: 100, Spent: 4000},
		{Ply: 13, Move: "a", Best: "b", Loss: 150, Spent: 4000},
		{Ply: 15, Move: "a", Spent: 2000, Not: ExcludedForced},
		{Ply: 17, Move: "a", Spent: 1, Not: ExcludedEngine},
	}
	want := Agreement{
		Moves: 8, Counted: 6, First: 1, Near: 2, Inaccuracies: 1, Mistakes: 1, Blunders: 1, Accuracy: 79,
		Median: 4000, Shortest: 999, Longest: 60_000, Deviation: 189, Times: []int{1, 1, 5, 0, 0, 0, 1},
	}
	if got := Summarise(moves); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if got := Summarise(nil); !reflect.DeepEqual(got, Agreement{Times: make([]int, 7)}) {
		t.Errorf("without moves: %+v", got)
	}
}

// server is a store with a worker.
type comparisonServer struct {
	*sqlstore.Store
	*ComparisonWorker
	busy bool
}

func newComparisonServer(t *testing.T) *comparisonServer {
	t.Helper()
	s := storetest.OpenSQLite(t)
	for i := range 2 {
		p := storetest.Player(i)
		if err := s.AddPerson(t.Context(), store.Person{ID: p.ID, Name: p.Name, Registered: true}); err != nil {
			t.Fatal(err)
		}
	}
	v := &comparisonServer{Store: s}
	now := match.Moment(1_700_000_000_000)
	v.ComparisonWorker = NewComparisonWorker(s, slog.New(slog.NewTextHandler(io.Discard, nil)), func() match.Moment { now++; return now }, func(context.Context) bool { return !v.busy })
	return v
}

// compared requests a comparison and makes it.
func (v *comparisonServer) compared(t *testing.T, person string) Findings {
	t.Helper()
	if err := v.RequestComparison(t.Context(), person, v.now(), store.Entry{ID: person, Action: "fair-play", About: person}); err != nil {
		t.Fatal(err)
	}
	if !v.Next(t.Context()) {
		t.Fatal("no comparison was made")
	}
	c, err := v.Comparison(t.Context(), person)
	if err != nil || c.FinishedAt == 0 || c.Failed {
		t.Fatalf("%+v, %v", c, err)
	}
	var r Findings
	if err := json.Unmarshal([]byte(c.Result), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTheHelpOfAnEngineIsSeen plays a game in which one player plays the moves of the
// engine, and the other the first legal ones.
func TestTheHelpOfAnEngineIsSeen(t *testing.T) {
	v := newComparisonServer(t)
	x := storetest.Open(t, v.Store, "m", nil).Sit()
	helped := x.State.ToAct()
	c := &comparer{pause: func(context.Context) error { return nil }}
	start, err := wotn.ParsePosition(wotn.Standard, x.State.Start.Text())
	if err != nil {
		t.Fatal(err)
	}
	game := wotn.NewGame(start)
	for ply := 0; ply < 2*(openingMoves+3) && x.State.Phase == match.Playing; ply++ {
		m := game.Position().AppendMoves(nil)[0]
		if ply%2 == 0 && ply >= 2*openingMoves {
			if ply == 2*openingMoves {
				if _, err := c.compareWotn(t.Context(), &replay{start: start.String(), settings: x.State.Settings}, 0); err != nil {
					t.Fatal(err) // creates the engine
				}
			}
			best, err := c.evaluate(t.Context(), game)
			if err != nil {
				t.Fatal(err)
			}
			if m, err = game.Position().ParseMove(best.Best); err != nil {
				t.Fatal(err)
			}
		}
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
		x.Play(m.String())
	}
	if x.State.Phase == match.Playing {
		x.Do(x.State.Seats[1-helped].Player.ID, match.Resign{})
	}
	with, without := v.compared(t, x.State.Seats[helped].Player.ID), v.compared(t, x.State.Seats[1-helped].Player.ID)
	if s := with.Summary; with.Total != 1 || s.Counted == 0 || s.First != s.Counted || s.Near != s.Counted || s.Accuracy != 100 {
		t.Errorf("with the engine: %+v", with)
	}
	if s := without.Summary; s.Counted == 0 || s.First == s.Counted || s.Accuracy >= 100 {
		t.Errorf("without: %+v", without)
	}
	moves := with.Games[0].Moves
	if moves[0].Not != ExcludedOpening || moves[openingMoves].Not != "" || moves[1].Spent != 1000 {
		t.Errorf("%+v", moves)
	}
}

// TestLancelotIsCompared plays a short game of Lancelot for three.
func TestLancelotIsCompared(t *testing.T) {
	v := newComparisonServer(t)
	x := storetest.Open(t, v.Store, "m", func(s *match.Settings) {
		s.Game, s.Variant, s.Seats, s.Rated, s.Timeout = "lancelot", "basic", 3, false, match.Skip
	}).Sit()
	for range 3 * (openingTurns + 2) {
		for _, text := range legal(t, x.State) {
			if x.Try(x.State.Seats[x.State.ToAct()].Player.ID, match.Move{Text: text, Ply: match.AnyPly}) == nil {
				break
			}
		}
	}
	for x.State.Phase == match.Playing {
		x.Do(x.State.Seats[x.State.ToAct()].Player.ID, match.Resign{})
	}
	r := v.compared(t, "p0")
	if s := r.Summary; s.Counted != 2 || s.Moves != openingTurns+2 || len(r.Games) != 1 || r.Games[0].Rules != "lancelot" {
		t.Errorf("%+v", r)
	}
	for _, m := range r.Games[0].Moves[openingTurns:] {
		if m.Best == "" || m.Loss < 0 {
			t.Errorf("%+v", m)
		}
	}
}

// TestComparisonsWaitForGames: a comparison is not begun, and pauses, while games need the
// engine.
func TestComparisonsWaitForGames(t *testing.T) {
	v := newComparisonServer(t)
	v.busy = true
	if err := v.RequestComparison(t.Context(), "p0", 1, store.Entry{ID: "e", Action: "fair-play"}); err != nil {
		t.Fatal(err)
	}
	if v.Next(t.Context()) {
		t.Error("a comparison was begun")
	}
	if c, err := v.Comparison(t.Context(), "p0"); err != nil || c.Attempts != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	v.busy = false
	if !v.Next(t.Context()) {
		t.Error("the comparison was not made")
	}
	if c, err := v.Comparison(t.Context(), "p0"); err != nil || c.FinishedAt == 0 || c.Result == "" {
		t.Errorf("%+v, %v", c, err)
	}
	if v.Next(t.Context()) {
		t.Error("another comparison was made")
	}
}

// TestAStoppedComparisonContinues: a server that stops gives a comparison back at once,
// and this does not count as an attempt.
func TestAStoppedComparisonContinues(t *testing.T) {
	v := newComparisonServer(t)
	x := storetest.Open(t, v.Store, "m", nil).Sit()
	for _, file := range "abcdefgh" { // the opening
		x.Play(fmt.Sprintf("%c2%c3", file, file), fmt.Sprintf("%c7%c6", file, file))
	}
	x.Play("a3a4", "a6a5")
	x.Do("p1", match.Resign{})
	if err := v.RequestComparison(t.Context(), "p0", 1, store.Entry{ID: "e", Action: "fair-play"}); err != nil {
		t.Fatal(err)
	}
	for range 2 + len(comparisonRetryAfter) {
		ctx, stop := context.WithCancel(t.Context())
		began := false
		v.idle = func(context.Context) bool {
			if began {
				stop()
			}
			began = true
			return true
		}
		if v.Next(ctx) {
			t.Error("the server was stopped")
		}
		if c, err := v.Comparison(t.Context(), "p0"); err != nil || c.Attempts != 0 || c.DueAt > v.now() || c.FinishedAt != 0 {
			t.Errorf("%+v, %v", c, err)
		}
		stop()
	}
	v.idle = func(context.Context) bool { return true }
	if !v.Next(t.Context()) {
		t.Error("it was not continued")
	}
	if c, err := v.Comparison(t.Context(), "p0"); err != nil || c.Failed || c.FinishedAt == 0 || c.Attempts != 1 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestAComparisonFails: a comparison that is begun again and again is given up.
func TestAComparisonFails(t *testing.T) {
	v := newComparisonServer(t)
	if err := v.RequestComparison(t.Context(), "p0", 1, store.Entry{ID: "e", Action: "fair-play"}); err != nil {
		t.Fatal(err)
	}
	for range 1 + len(comparisonRetryAfter) { // workers that were stopped
		if _, err := v.LeaseComparison(t.Context(), v.now(), v.now()); err != nil {
			t.Fatal(err)
		}
		v.now()
	}
	v.Next(t.Context())
	if c, err := v.Comparison(t.Context(), "p0"); err != nil || !c.Failed || c.FinishedAt == 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := v.LeaseComparison(t.Context(), v.now(), v.now()); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// legal returns the turns of the seat to move.
func legal(t *testing.T, s *match.State) []string {
	t.Helper()
	p, err := lancelot.ParsePosition(s.Position.Text())
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, turn := range p.AppendTurns(nil) {
		texts = append(texts, turn.String())
	}
	return slices.Clip(texts)
}
