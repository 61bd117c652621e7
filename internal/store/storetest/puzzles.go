package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
)

// puzzleTime is when puzzles are solved.
const puzzleTime match.Moment = 1_800_000_000_000

func solution(p *puzzles.Puzzle, at match.Moment, solved bool) store.PuzzleSolution {
	return store.PuzzleSolution{
		PuzzleAttempt: store.PuzzleAttempt{Puzzle: p.ID, Rules: p.Rules, At: at, Solved: solved, Kind: "training"}, Of: p, Rateable: at,
	}
}

// puzzleAttempts stores attempts: each once, and the first one at a dealt puzzle is rated.
func puzzleAttempts(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b")
	at := puzzleTime
	p, q := &puzzles.Puzzle{ID: "pppppp1", Rules: "wotn", Rating: 1400}, &puzzles.Puzzle{ID: "qqqqqq1", Rules: "lancelot", Rating: 1300}
	deal := store.PuzzleDeal{Key: "wotn///0", Puzzle: p.ID, Difficulty: "normal", At: at}
	if err := s.DealPuzzle(ctx, "a", deal); err != nil {
		t.Fatal(err)
	}
	if got, err := s.PuzzleDeal(ctx, "a", deal.Key); err != nil || got != deal {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := s.PuzzleDeal(ctx, "b", deal.Key); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the deal of another: %v", err)
	}
	add := func(person string, list ...store.PuzzleSolution) []store.PuzzleAttempt {
		t.Helper()
		out, err := s.AddPuzzleAttempts(ctx, person, list, at+5000, store.NoLimit)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	// Neither the deal of somebody else, nor a deal that came later is enough, nor an attempt at a
	// puzzle that was not dealt.
	if out := add("b", solution(p, at, true)); out[0].Rating != 0 {
		t.Errorf("rated without a deal: %+v", out)
	}
	early := solution(p, at+1, true)
	early.Rateable = at - 1
	late := solution(q, at+2, true)
	if out := add("a", late); out[0].Rating != 0 || out[0].Stored != at+5000 {
		t.Errorf("rated without a deal: %+v", out)
	}
	if list, err := s.PuzzleRatings(ctx, "a"); err != nil || len(list) > 0 {
		t.Errorf("%+v, %v", list, err)
	}

	me, puzzle := puzzles.Rate(rating.NewGlicko(), p.Glicko(), true, 0)
	first := add("a", solution(p, at+9, true))[0]
	if first.Rating == 0 || first.Change != first.Rating-1500 || first.Change <= 0 || first.Stored != at+5000 {
		t.Errorf("%+v", first)
	}
	own, err := s.PuzzleRatings(ctx, "a")
	if err != nil || len(own) != 1 || own[0] != (store.PuzzleRating{Game: "wotn", Rating: me.Rating, Deviation: me.Deviation, Volatility: me.Volatility, Attempts: 1, Changed: at + 5000}) {
		t.Errorf("%+v, %v; want %+v", own, err, me)
	}
	rated := func(since match.Moment, want ...store.RatedPuzzle) {
		t.Helper()
		if got, err := s.RatedPuzzles(ctx, since); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	rated(at+5000, store.RatedPuzzle{ID: p.ID, Glicko: puzzle, Plays: 1, Changed: at + 5000})
	rated(at + 5001)
	if _, err := s.PuzzleDeal(ctx, "a", deal.Key); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the deal is open after the attempt: %v", err)
	}
	// The same attempts again, though with another result and an older one among them, which comes
	// first but is not rated, because its deal has ended.
	other := solution(p, at+9, false)
	if out := add("a", other, early); out[0] != first || out[1].Rating != 0 {
		t.Errorf("%+v, want %+v", out, first)
	}
	// A puzzle that is dealt again is not rated again.
	if err := s.DealPuzzle(ctx, "a", deal); err != nil {
		t.Fatal(err)
	}
	if out := add("a", solution(p, at+20, false)); out[0].Rating != 0 {
		t.Errorf("rated twice: %+v", out)
	}
	if again, err := s.PuzzleRatings(ctx, "a"); err != nil || !reflect.DeepEqual(again, own) {
		t.Errorf("%+v, %v", again, err)
	}

	list := func(q store.PuzzleQuery, want ...match.Moment) {
		t.Helper()
		q.Person = "a"
		got, err := s.PuzzleAttempts(ctx, q)
		var times []match.Moment
		for _, a := range got {
			times = append(times, a.At-at)
		}
		if err != nil || !reflect.DeepEqual(times, want) {
			t.Errorf("%+v: %v, %v; want %v", q, times, err, want)
		}
	}
	list(store.PuzzleQuery{Limit: 9}, 20, 9, 2, 1)
	list(store.PuzzleQuery{Limit: 1, Before: at + 9}, 2)
	list(store.PuzzleQuery{Limit: 9, StoredSince: at + 5001})
	last, err := s.LastPuzzleAttempts(ctx, "a", []string{p.ID, q.ID, "unknown"})
	if err != nil || !reflect.DeepEqual(last, map[string]match.Moment{p.ID: at + 20, q.ID: at + 2}) {
		t.Errorf("%v, %v", last, err)
	}
}

// puzzleAttemptsAreLimited lets somebody store attempts in the future, so that one at a dealt puzzle
// would be the oldest one. It stays, so that the puzzle is not rated twice.
func puzzleAttemptsAreLimited(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a")
	at := puzzleTime
	p, q := &puzzles.Puzzle{ID: "pppppp1", Rules: "wotn", Rating: 1400}, &puzzles.Puzzle{ID: "qqqqqq1", Rules: "wotn", Rating: 1300}
	deal := store.PuzzleDeal{Key: "wotn///0", Puzzle: p.ID, Difficulty: "normal", At: at}
	add := func(now match.Moment, list ...store.PuzzleSolution) store.PuzzleAttempt {
		t.Helper()
		out, err := s.AddPuzzleAttempts(ctx, "a", list, now, 4)
		if err != nil {
			t.Fatal(err)
		}
		return out[0]
	}
	want := func(want ...match.Moment) {
		t.Helper()
		list, err := s.PuzzleAttempts(ctx, store.PuzzleQuery{Person: "a", Limit: 9})
		var times []match.Moment
		for _, a := range list {
			times = append(times, a.At-at)
		}
		if err != nil || !reflect.DeepEqual(times, want) {
			t.Errorf("%v, %v; want %v", times, err, want)
		}
	}
	add(at, solution(q, at+100, false), solution(q, at+101, false), solution(q, at+102, false), solution(q, at+103, false))
	for i := range match.Moment(2) {
		if err := s.DealPuzzle(ctx, "a", deal); err != nil {
			t.Fatal(err)
		}
		if a := add(at+i+1, solution(p, at+i+1, true)); (a.Rating > 0) != (i == 0) {
			t.Errorf("attempt %d: %+v", i+1, a)
		}
	}
	want(103, 100, 2, 1)
	// The second attempt at p, then the last one at q are the oldest repeated ones.
	add(at+3, solution(q, at+3, true))
	want(100, 3, 2, 1)
	add(at+4, solution(q, at+4, true))
	want(100, 4, 3, 1)
	if own, err := s.PuzzleRatings(ctx, "a"); err != nil || len(own) != 1 || own[0].Attempts != 1 {
		t.Errorf("%+v, %v", own, err)
	}
}

// puzzlesAreRatedAtOnce lets people solve the same puzzles at the same time: no result is lost.
func puzzlesAreRatedAtOnce(t *testing.T, s store.Store) {
	ctx := context.Background()
	const people, count = 6, 5
	var all sync.WaitGroup
	for i := range people {
		id := fmt.Sprint("solver", i)
		addLearners(t, s, id)
		var list []store.PuzzleSolution
		for j := range count {
			// In another order each, so that a database with row locks finds deadlocks.
			p := &puzzles.Puzzle{ID: fmt.Sprint("puzzle", (i+j)%count), Rules: "wotn", Rating: 1500}
			list = append(list, solution(p, puzzleTime+match.Moment(j), j%2 == 0))
			if err := s.DealPuzzle(ctx, id, store.PuzzleDeal{Key: p.ID, Puzzle: p.ID, At: puzzleTime - 1}); err != nil {
				t.Fatal(err)
			}
		}
		// The second request is a repetition.
		for range 2 {
			all.Go(func() {
				if _, err := s.AddPuzzleAttempts(ctx, id, list, puzzleTime, store.NoLimit); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	list, err := s.RatedPuzzles(ctx, 0)
	if err != nil || len(list) != count {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, p := range list {
		if p.Plays != people {
			t.Errorf("%+v: want %d attempts", p, people)
		}
	}
	for i := range people {
		if own, err := s.PuzzleRatings(ctx, fmt.Sprint("solver", i)); err != nil || len(own) != 1 || own[0].Attempts != count {
			t.Errorf("%+v, %v", own, err)
		}
	}
}

// FillPuzzles stores something of a person with an account in every table about puzzles.
func FillPuzzles(t *testing.T, s store.Store, person string) {
	t.Helper()
	ctx := context.Background()
	p := &puzzles.Puzzle{ID: "pppppp1", Rules: "wotn", Rating: 1400}
	deal := store.PuzzleDeal{Key: "wotn///0", Puzzle: p.ID, Difficulty: "normal", At: puzzleTime - 1}
	open := store.PuzzleDeal{Key: "lancelot///2", Puzzle: "other01", Difficulty: "harder", At: puzzleTime + 1}
	err := errors.Join(s.DealPuzzle(ctx, person, deal), s.DealPuzzle(ctx, person, open))
	_, err2 := s.AddPuzzleAttempts(ctx, person, []store.PuzzleSolution{solution(p, puzzleTime, true)}, puzzleTime+2, 9)
	err3 := s.StartPuzzleRun(ctx, person, store.PuzzleRun{ID: "run", Game: "wotn", Kind: "storm", Puzzles: []string{p.ID, "other02"}, Started: puzzleTime + 3})
	_, err5 := s.BeginPuzzleRun(ctx, person, "run", puzzleTime+3)
	_, err4 := s.FinishPuzzleRun(ctx, person, "run", 2, puzzleTime+4, "2027-01-15")
	err = errors.Join(err, err2, err3, err4, err5,
		s.VoteOnPuzzle(ctx, person, store.PuzzleVote{Puzzle: p.ID, Vote: "wrong", Text: "Why?", At: puzzleTime + 5}),
		s.PutMistake(ctx, person, store.Mistake{ID: "mmmmmm1", MistakeContent: store.MistakeContent{Rules: "wotn", Position: "x", Played: "e2e4", Best: []string{"d2d4"}, Source: "match/x", At: puzzleTime + 6}}, 9))
	if err != nil {
		t.Fatal(err)
	}
}

// puzzleVotes stores votes; those that a puzzle is wrong are open until they are settled.
func puzzleVotes(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c")
	vote := func(person, puzzle, vote, text string, at match.Moment) {
		t.Helper()
		if err := s.VoteOnPuzzle(ctx, person, store.PuzzleVote{Puzzle: puzzle, Vote: vote, Text: text, At: at}); err != nil {
			t.Fatal(err)
		}
	}
	open := func(want ...string) {
		t.Helper()
		list, err := s.WrongPuzzles(ctx, 0, 10, 10)
		var got []string
		for _, p := range list {
			for _, v := range p.Votes {
				got = append(got, fmt.Sprint(p.Puzzle, " ", v.Name, " ", v.Text))
			}
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	vote("a", "q", "wrong", "e4 wins too", 4)
	vote("b", "p", "wrong", "", 3)
	vote("b", "q", "wrong", "no", 2)
	vote("a", "p", "dull", "", 1)
	open("q Learner b no", "q Learner a e4 wins too", "p Learner b ")
	vote("c", "p", "good", "", 1)
	for skip, want := range []string{"[{q 2 0 0 [{b Learner b no 2}]} {p 1 1 1 [{b Learner b  3}]}]", "[{p 1 1 1 [{b Learner b  3}]}]", "[]"} {
		if list, err := s.WrongPuzzles(ctx, skip, 2, 1); err != nil || fmt.Sprint(list) != want {
			t.Errorf("without %d: %v, %v; want %s", skip, list, err, want)
		}
	}
	if list, err := s.WrongPuzzles(ctx, 0, 1, 9); err != nil || len(list) != 1 || len(list[0].Votes) != 2 {
		t.Errorf("%v, %v", list, err)
	}
	entry := store.Entry{ID: "e", At: 9, By: "a", Action: "settle-puzzle"}
	if err := s.SettlePuzzle(ctx, "q", entry); err != nil {
		t.Error(err)
	}
	entry.ID = "f"
	if err := s.SettlePuzzle(ctx, "q", entry); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("settled twice: %v", err)
	}
	if log, err := s.Entries(ctx, "", 0, 9); err != nil || len(log) != 1 {
		t.Errorf("%+v, %v", log, err)
	}
	open("p Learner b ")
	vote("a", "q", "wrong", "e4 wins too", 5) // repeated
	open("p Learner b ")
	vote("a", "q", "wrong", "and d4", 6)
	vote("b", "p", "good", "", 7)
	open("q Learner a and d4")
	if list, err := s.PuzzleVotes(ctx, "b"); err != nil || !reflect.DeepEqual(list, []store.PuzzleVote{{Puzzle: "p", Vote: "good", At: 7}, {Puzzle: "q", Vote: "wrong", Text: "no", At: 2}}) {
		t.Errorf("%+v, %v", list, err)
	}
}

// mistakes keeps the latest mistakes of a person.
func mistakes(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b")
	m := func(id string, at match.Moment) store.Mistake {
		return store.Mistake{ID: id, MistakeContent: store.MistakeContent{Rules: "wotn", Position: "x", Played: "e2e4", Best: []string{"d2d4", "c2c4"}, Source: "match/x", At: at}}
	}
	put := func(m store.Mistake) {
		t.Helper()
		if err := s.PutMistake(ctx, "a", m, 2); err != nil {
			t.Fatal(err)
		}
	}
	want := func(person string, want ...store.Mistake) {
		t.Helper()
		if got, err := s.Mistakes(ctx, person); err != nil || !reflect.DeepEqual(got, append([]store.Mistake{}, want...)) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	put(m("x", 1))
	put(m("y", 2))
	put(m("x", 3))
	want("a", m("x", 3), m("y", 2))
	put(m("z", 4))
	want("a", m("z", 4), m("x", 3))
	want("b")
	if err := s.DeleteMistake(ctx, "b", "z"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("deleted that of another: %v", err)
	}
	if err := s.DeleteMistake(ctx, "a", "z"); err != nil {
		t.Error(err)
	}
	want("a", m("x", 3))
}

// puzzlesOfDeleted deletes a person: nothing about puzzles is left, and nothing is stored while the
// deletion runs.
func puzzlesOfDeleted(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a")
	if err := s.AddPerson(ctx, store.Person{ID: "g", Name: "Guest", Since: 1}); err != nil {
		t.Fatal(err)
	}
	p := &puzzles.Puzzle{ID: "pppppp1", Rules: "wotn", Rating: 1400}
	storeAll := func(person string) []error {
		_, err := s.AddPuzzleAttempts(ctx, person, []store.PuzzleSolution{solution(p, puzzleTime, true)}, puzzleTime, 9)
		return []error{
			s.DealPuzzle(ctx, person, store.PuzzleDeal{Key: "k", Puzzle: "other01", At: 1}), err,
			s.VoteOnPuzzle(ctx, person, store.PuzzleVote{Puzzle: p.ID, Vote: "wrong", At: 1}),
			s.StartPuzzleRun(ctx, person, store.PuzzleRun{ID: "r", Game: "wotn", Kind: "storm"}),
			func() error { _, err := s.BeginPuzzleRun(ctx, person, "r", 1); return err }(),
			func() error { _, err := s.FinishPuzzleRun(ctx, person, "r", 3, 1, "d"); return err }(),
			s.PutMistake(ctx, person, store.Mistake{ID: "x", MistakeContent: store.MistakeContent{Best: []string{"e2e4"}}}, 9),
		}
	}
	if err := errors.Join(s.DealPuzzle(ctx, "a", store.PuzzleDeal{Key: "k", Puzzle: p.ID, At: 1}), errors.Join(storeAll("a")...), s.BeginDeletion(ctx, "a", 0, "gone", nil)); err != nil {
		t.Fatal(err)
	}
	for _, person := range []string{"a", "g", "nobody"} {
		for i, err := range storeAll(person) {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("call %d of %q: %v", i, person, err)
			}
		}
	}
	if err := s.DeletePerson(ctx, "a", 1); err != nil {
		t.Fatal(err)
	}
	attempts, err1 := s.PuzzleAttempts(ctx, store.PuzzleQuery{Person: "a", Limit: 9})
	ratings, err2 := s.PuzzleRatings(ctx, "a")
	deals, err3 := s.PuzzleDeals(ctx, "a")
	votes, err4 := s.PuzzleVotes(ctx, "a")
	kept, err5 := s.Mistakes(ctx, "a")
	runs, err6 := s.PuzzleRuns(ctx, "a")
	scores, err7 := s.PuzzleScores(ctx, "a")
	if err := errors.Join(err1, err2, err3, err4, err5, err6, err7); err != nil || len(attempts)+len(ratings)+len(deals)+len(votes)+len(kept)+len(runs)+len(scores) > 0 {
		t.Errorf("%v %v %v %v %v %v %v, %v", attempts, ratings, deals, votes, kept, runs, scores, err)
	}
	if list, err := s.RatedPuzzles(ctx, 0); err != nil || len(list) != 1 {
		t.Errorf("the rating of the puzzle stays: %+v, %v", list, err)
	}
}
