package selfplay

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"tafelrunde/internal/explorer"
	"tafelrunde/lab/dataset"
)

// games returns the games of a dataset.
func games(t *testing.T, name string) (list []dataset.Record) {
	t.Helper()
	if err := dataset.Read(name, io.Discard, func(_ dataset.Origin, r *dataset.Record) error { list = append(list, *r); return nil }); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestResume plays games of every kind: an interrupted run, continued after a torn block,
// has the same games as one without interruption, and all can be counted.
func TestResume(t *testing.T) {
	for _, set := range explorer.Sets() {
		play := Play{Set: set, Nodes: 40, Seed: 7}
		whole, torn := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "torn")
		if err := play.Append(t.Context(), whole, 3, nil); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if err := play.Append(ctx, torn, 3, func(int) { cancel() }); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v, want an interruption after the first game", err)
		}
		begun, err := os.ReadFile(torn)
		if err != nil || len(games(t, torn)) != 1 {
			t.Fatalf("%d bytes, %v", len(begun), err)
		}
		if err := os.WriteFile(torn, append(begun, begun[:50]...), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := play.Append(t.Context(), torn, 3, nil); err != nil {
			t.Fatal(err)
		}
		if got, want := games(t, torn), games(t, whole); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the continued games differ:\n%+v\n%+v", set.Name, got, want)
		}
		counter := explorer.NewCounter(set, 10)
		if err := Read(whole, io.Discard, set, counter.Add); err != nil || counter.Games != 3 {
			t.Errorf("%s: %d games, %v", set.Name, counter.Games, err)
		}
		other := Play{Set: set, Nodes: 41, Seed: 7}
		if err := other.Append(t.Context(), whole, 4, nil); err == nil {
			t.Error("a file with another number of nodes was continued")
		}
	}
}

func TestReadRefusesOtherSets(t *testing.T) {
	sets := explorer.Sets()
	name := filepath.Join(t.TempDir(), "games")
	play := Play{Set: sets[0], Nodes: 10, Seed: 1}
	if err := play.Append(t.Context(), name, 1, nil); err != nil {
		t.Fatal(err)
	}
	if err := Read(name, io.Discard, sets[1], func(explorer.Record) error { return nil }); err == nil {
		t.Error("games of another set were read")
	}
}
