package selfplay

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"tafelrunde/internal/explorer"
)

// TestResume plays games of every kind: an interrupted run, continued from a torn
// line, writes the same file as one without interruption, and all games can be counted.
func TestResume(t *testing.T) {
	for _, set := range explorer.Sets() {
		play := Play{Set: set, Nodes: 40, Seed: 7}
		whole, torn := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "torn")
		if err := play.Append(t.Context(), whole, 3, nil); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(whole)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if err := play.Append(ctx, torn, 3, func(int) { cancel() }); err != context.Canceled {
			t.Fatalf("%v, want an interruption after the first game", err)
		}
		begun, err := os.ReadFile(torn)
		if err != nil || len(begun) >= len(want) {
			t.Fatalf("%d of %d bytes, %v", len(begun), len(want), err)
		}
		if err := os.WriteFile(torn, want[:len(begun)+5], 0o644); err != nil {
			t.Fatal(err)
		}
		if err := play.Append(t.Context(), torn, 3, nil); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(torn); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: the continued file differs: %v\n%s\n%s", set.Name, err, got, want)
		}
		counter := explorer.NewCounter(set, 10)
		if err := Read(whole, set, counter.Add); err != nil || counter.Games != 3 {
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
	if err := Read(name, sets[1], func(explorer.Record) error { return nil }); err == nil {
		t.Error("games of another set were read")
	}
}
