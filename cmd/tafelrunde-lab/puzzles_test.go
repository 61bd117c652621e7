package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tafelrunde/internal/cli"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/lab/dataset"
)

// TestPuzzlesOfAServer makes a puzzle of a game on a server: its database, the dataset with its public games,
// the collection, the proof. Games of hidden tables are
// left out, and one that a seat has left.
func TestPuzzlesOfAServer(t *testing.T) {
	folder := t.TempDir()
	database, games, collection := filepath.Join(folder, "a.db"), filepath.Join(folder, "games"), filepath.Join(folder, "puzzles")
	s, err := sqlstore.OpenSQLite(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Open(t, s, "mate", nil).Sit().Play("f2f3", "e7e5", "g2g4", "d8h4")
	hidden := func(s *match.Settings) { s.Visibility = match.ByLink }
	storetest.Open(t, s, "hidden", hidden).Sit().Play("f2f3", "e7e5", "g2g4", "d8h4")
	lancelot := func(s *match.Settings) {
		s.Game, s.Variant, s.Rated, s.Seats, s.Timeout = "lancelot", "basic", false, 3, match.Skip
	}
	x := storetest.Open(t, s, "three", lancelot).Sit()
	x.Play("h8") // the next seat resigns, and the one after it plays on
	x.Do(x.State.Seats[x.State.ToAct()].Player.ID, match.Resign{})
	x.Play("f6")
	x.Do(x.State.Seats[x.State.ToAct()].Player.ID, match.Resign{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	command := func(want string, args ...string) {
		t.Helper()
		var out, notes bytes.Buffer
		status := run(append([]string{"puzzles"}, args...), cli.Terminal{Out: &out, Notes: &notes})
		if text := out.String() + notes.String(); !strings.Contains(text, want) || (status == 0) != (notes.Len() == 0) {
			t.Errorf("%v: status %d, %q; want %q", args, status, text, want)
		}
	}
	command("1 games; 1 left out\n", "games", database, games)
	command("exists already", "games", database, games)
	command("no such file", "games", filepath.Join(folder, "none.db"), games+"2")
	want := dataset.Record{Rules: "wotn", Start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Moves: "f2f3 e7e5 g2g4 d8h4", Result: []float64{0, 1}}
	if err := dataset.Read(games, nil, func(from dataset.Origin, r *dataset.Record) error {
		if from.By != "puzzles games" || !reflect.DeepEqual(*r, want) {
			t.Errorf("%+v of %+v", *r, from)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	search := func(want string, more ...string) {
		t.Helper()
		command(want, append([]string{"make", "--game", "wotn", "--from", games, "--engine-version", "0123456789ab", collection}, more...)...)
	}
	search("0 puzzles in 0 games\n", "--for", "1ns")
	search("1 puzzles in 1 games\n")
	search("1 puzzles in 1 games\n") // nothing is left to do
	verify := func(want string, more ...string) {
		t.Helper()
		command(want, append([]string{"verify", "--nodes", "20000", collection}, more...)...)
	}
	log, right := filepath.Join(folder, "log"), filepath.Join(folder, "right")
	logged := []string{"--log", log, "--engine-version", "0123456789ab"}
	verify("0 of 0 puzzles fail\n", append(logged, "--for", "1ns")...)
	verify("0 of 1 puzzles fail\n", logged...)
	verify("0 of 1 puzzles fail\n", append(logged, "--for", "1ns")...) // the log has it
	verify("this build has no commit", "--log", log)
	verify("it is a duplicate of ", collection)
	verify("1 of 2 puzzles fail\n", collection)
	verify("--nodes and --searches must be 1 or more", "--searches", "0")
	verify("--out needs all puzzles", "--part", "1/2", "--out", right)
	verify("nothing is written", "--for", "1ns", "--out", right)
	verify("1 of 2 puzzles fail\n", collection, "--out", right)
	command("1 puzzles; 1 duplicates left out\n", "join", filepath.Join(folder, "all"), collection, right)
	command("section at byte 0: ", "verify", games)
	list := filepath.Join(folder, "list")
	if err := os.WriteFile(list, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	command("", "daily", "--first", "2031-05-06", list, collection) // a mate in one is none of a day
	command("--first is a date", "daily", "--first", "today", list, collection)
}
