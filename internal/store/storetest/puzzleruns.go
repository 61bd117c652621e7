package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// puzzleRuns stores runs and the best scores of days.
func puzzleRuns(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c")
	r := store.PuzzleRun{ID: "r1", Game: "wotn", Kind: "storm", Puzzles: []string{"p1", "p2"}, Started: 5}
	if err := s.StartPuzzleRun(ctx, "a", r); err != nil {
		t.Fatal(err)
	}
	runs := func(want ...store.PuzzleRun) {
		t.Helper()
		if got, err := s.PuzzleRuns(ctx, "a"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	runs(r)
	if _, err := s.FinishPuzzleRun(ctx, "b", "r1", 2, 9, "d1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("finished the run of another: %v", err)
	}
	if _, err := s.BeginPuzzleRun(ctx, "b", "r1", 6); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("began the run of another: %v", err)
	}
	r.Begun = 6
	for i := range match.Moment(2) { // a repetition changes nothing
		if got, err := s.BeginPuzzleRun(ctx, "a", "r1", 6+i); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%+v, %v; want %+v", got, err, r)
		}
	}
	runs(r)
	r.Finished, r.Score = 9, 2
	for i := range 2 { // a repetition with another score changes nothing
		if got, err := s.FinishPuzzleRun(ctx, "a", "r1", 2+i, match.Moment(9+i), "d1"); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%+v, %v; want %+v", got, err, r)
		}
	}
	runs(r)
	next := store.PuzzleRun{ID: "r2", Game: "wotn", Kind: "storm", Puzzles: []string{"p3"}, Started: 11}
	streak := store.PuzzleRun{ID: "r3", Game: "wotn", Kind: "streak", Puzzles: []string{"p1"}, Started: 12}
	if err := errors.Join(s.StartPuzzleRun(ctx, "a", next), s.StartPuzzleRun(ctx, "a", streak)); err != nil {
		t.Fatal(err)
	}
	runs(next, streak)
	if _, err := s.BeginPuzzleRun(ctx, "a", "r1", 13); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("began a run that was replaced: %v", err)
	}
	if _, err := s.FinishPuzzleRun(ctx, "a", "r1", 2, 9, "d1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("finished a run that was replaced: %v", err)
	}

	score := func(person, day string, score int, at match.Moment) {
		t.Helper()
		err := s.StartPuzzleRun(ctx, person, store.PuzzleRun{ID: "x", Game: "wotn", Kind: "storm", Started: at})
		if _, err2 := s.FinishPuzzleRun(ctx, person, "x", score, at, day); err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
	}
	score("a", "d1", 1, 20) // less than before
	score("a", "d2", 7, 30)
	score("b", "d1", 2, 8) // the same as that of a, but earlier
	score("c", "d1", 5, 25)
	score("c", "d1", 0, 26)
	score("c", "", 9, 27) // not on a board
	board := func(day string, limit int, want ...string) {
		t.Helper()
		list, err := s.PuzzleBoard(ctx, "wotn", "storm", day, limit)
		var got []string
		for _, b := range list {
			got = append(got, fmt.Sprintf("%d %s %d %d", b.Rank, b.Name, b.Score, b.At))
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	board("d1", 9, "1 Learner c 5 25", "2 Learner b 2 8", "2 Learner a 2 9")
	board("d1", 1, "1 Learner c 5 25")
	board("d3", 9)
	standing := func(person, day string, want store.PuzzleStanding) {
		t.Helper()
		if got, err := s.PuzzleStanding(ctx, person, "wotn", "storm", day); err != nil || got != want {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	standing("a", "d1", store.PuzzleStanding{Today: 2, Best: 7, Rank: 2})
	standing("c", "d2", store.PuzzleStanding{Best: 5})
	if got, err := s.PuzzleStanding(ctx, "a", "wotn", "streak", "d1"); err != nil || got != (store.PuzzleStanding{}) {
		t.Errorf("%+v, %v", got, err)
	}
	if list, err := s.PuzzleScores(ctx, "a"); err != nil || !reflect.DeepEqual(list, []store.PuzzleScore{{Game: "wotn", Kind: "storm", Day: "d2", Score: 7, At: 30}, {Game: "wotn", Kind: "storm", Day: "d1", Score: 2, At: 9}}) {
		t.Errorf("%+v, %v", list, err)
	}
}
