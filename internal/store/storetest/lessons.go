package storetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

func addLearners(t *testing.T, s store.Store, ids ...string) {
	t.Helper()
	for _, id := range ids {
		if err := s.AddPerson(context.Background(), store.Person{ID: id, Name: "Learner " + id, Registered: true, Since: 1}); err != nil {
			t.Fatal(err)
		}
	}
}

// progressIsMerged stores progress: the best results, the latest answer and place.
func progressIsMerged(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b")
	if err := s.AddPerson(ctx, store.Person{ID: "g", Name: "Guest", Since: 1}); err != nil {
		t.Fatal(err)
	}
	want := func(id string, want store.Progress) {
		t.Helper()
		if got, err := s.Progress(ctx, id); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	merge := func(p store.Progress) {
		t.Helper()
		if err := s.MergeProgress(ctx, "a", p, 3); err != nil {
			t.Error(err)
		}
	}
	want("a", store.Progress{Solved: map[string]store.Solved{}})
	first := store.Progress{
		Solved: map[string]store.Solved{"s/a": {Moves: 4, Stars: 1}, "s/b": {Moves: 2, Stars: 3}},
		Chess:  store.ChessAnswer{Yes: true, At: 5}, Last: store.OpenExercise{Place: "s/2", At: 9},
	}
	merge(first)
	want("a", first)
	merge(store.Progress{
		Solved: map[string]store.Solved{"s/a": {Moves: 1, Stars: 3}, "s/b": {Moves: 5, Stars: 1}, "s/c": {Moves: 1, Stars: 2}},
		Chess:  store.ChessAnswer{At: 6}, Last: store.OpenExercise{Place: "s/1", At: 8},
	})
	second := store.Progress{
		Solved: map[string]store.Solved{"s/a": {Moves: 1, Stars: 3}, "s/b": {Moves: 2, Stars: 3}, "s/c": {Moves: 1, Stars: 2}},
		Chess:  store.ChessAnswer{At: 6}, Last: store.OpenExercise{Place: "s/2", At: 9},
	}
	want("a", second)
	merge(store.Progress{})
	want("a", second)
	want("b", store.Progress{Solved: map[string]store.Solved{}})

	// A fourth exercise is too many, and nothing of the request is stored.
	err := s.MergeProgress(ctx, "a", store.Progress{
		Solved: map[string]store.Solved{"s/c": {Moves: 1, Stars: 3}, "s/d": {Moves: 1, Stars: 3}}, Last: store.OpenExercise{Place: "s/4", At: 20},
	}, 3)
	if !errors.Is(err, store.ErrTooMany) {
		t.Errorf("four exercises: %v", err)
	}
	want("a", second)

	for _, id := range []string{"g", "nobody"} {
		if err := s.MergeProgress(ctx, id, first, 3); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("progress of %q: %v", id, err)
		}
	}
	if _, err := s.Progress(ctx, "nobody"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("progress of nobody: %v", err)
	}
	if err := s.BeginDeletion(ctx, "a", 0, "gone", nil); err != nil {
		t.Fatal(err)
	}
	if err := s.MergeProgress(ctx, "a", first, 3); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("progress of a person being deleted: %v", err)
	}
	if err := s.DeletePerson(ctx, "a", 1); err != nil {
		t.Fatal(err)
	}
	addLearners(t, s, "a")
	want("a", store.Progress{Solved: map[string]store.Solved{}})
}

// progressInAnyOrder merges random progress in several orders, several times and at
// once. The result is always that of a slow twin, which looks at all parts of each
// exercise.
func progressInAnyOrder(t *testing.T, s store.Store) {
	ctx := context.Background()
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 27))
		parts := make([]store.Progress, 5)
		for i := range parts {
			parts[i] = randomProgress(random)
		}
		want := slowMerge(parts)

		in, at := fmt.Sprint("in ", seed), fmt.Sprint("at ", seed)
		addLearners(t, s, in, at)
		for range 2 {
			for _, i := range random.Perm(len(parts)) {
				if err := s.MergeProgress(ctx, in, parts[i], store.NoLimit); err != nil {
					t.Fatal(err)
				}
			}
		}
		var all sync.WaitGroup
		for _, p := range parts {
			all.Go(func() {
				if err := s.MergeProgress(ctx, at, p, store.NoLimit); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, id := range []string{in, at} {
			if got, err := s.Progress(ctx, id); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, %v; want %+v of %+v", id, got, err, want, parts)
			}
		}
	}
}

func randomProgress(random *rand.Rand) store.Progress {
	p := store.Progress{Solved: map[string]store.Solved{}}
	for range random.IntN(4) {
		solved := store.Solved{Moves: 1 + random.IntN(5), Stars: 1 + random.IntN(3)}
		if random.IntN(3) > 0 {
			solved.Repetition = store.Repetition{At: match.Moment(1 + random.IntN(3)), Step: random.IntN(5)}
		}
		p.Solved[fmt.Sprint("s/", random.IntN(4))] = solved
	}
	if random.IntN(2) == 0 {
		p.Chess = store.ChessAnswer{Yes: random.IntN(2) == 0, At: match.Moment(1 + random.IntN(3))}
	}
	if random.IntN(2) == 0 {
		p.Last = store.OpenExercise{Place: fmt.Sprint("s/", random.IntN(3)), At: match.Moment(1 + random.IntN(3))}
	}
	return p
}

// slowMerge returns the merged progress by sorting all parts.
func slowMerge(parts []store.Progress) store.Progress {
	out := store.Progress{Solved: map[string]store.Solved{}}
	var names []string
	for _, p := range parts {
		names = slices.AppendSeq(names, maps.Keys(p.Solved))
	}
	for _, name := range names {
		var moves, stars []int
		var repetitions []store.Repetition
		for _, p := range parts {
			if solved, ok := p.Solved[name]; ok {
				moves, stars = append(moves, solved.Moves), append(stars, solved.Stars)
				repetitions = append(repetitions, solved.Repetition)
			}
		}
		last := slices.MaxFunc(repetitions, func(a, b store.Repetition) int {
			return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Step, b.Step))
		})
		out.Solved[name] = store.Solved{Moves: slices.Min(moves), Stars: slices.Max(stars), Repetition: last}
	}
	var answers, places []string
	for _, p := range parts {
		answers = append(answers, fmt.Sprint(p.Chess.At, " ", number(p.Chess.Yes)))
		places = append(places, fmt.Sprint(p.Last.At, " ", p.Last.Place))
	}
	// All moments have one digit.
	answer, place := slices.Max(answers), slices.Max(places)
	out.Chess = store.ChessAnswer{Yes: answer[2:] == "1", At: match.Moment(answer[0] - '0')}
	out.Last = store.OpenExercise{Place: place[2:], At: match.Moment(place[0] - '0')}
	return out
}

func number(flag bool) int {
	if flag {
		return 1
	}
	return 0
}
