package training

import (
	"context"
	"errors"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/lab/dataset"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

// records returns the records of a dataset in the order of their numbers.
func records(t *testing.T, name string) (list []dataset.Record) {
	t.Helper()
	if err := dataset.Read(name, io.Discard, func(_ dataset.Origin, r *dataset.Record) error { list = append(list, *r); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(list, func(a, b dataset.Record) int { return a.Number - b.Number })
	return list
}

// TestWotnGamesInParts: the games of two parts, one of which was interrupted and continued, are those that one run
// plays.
func TestWotnGamesInParts(t *testing.T) {
	play := WotnSelfPlay{Variant: wotn.Alternative, Nodes: 40, Seed: 5, Scattered: 0.5}
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	count := 0
	if err := play.Append(t.Context(), whole, Part{0, 1, 7}, 2, func() { count++ }); err != nil || count != 7 {
		t.Fatalf("%d games, %v", count, err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	if err := play.Append(ctx, parts, Part{0, 2, 7}, 1, func() { interrupt() }); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	begun := len(records(t, parts))
	if begun == 0 || begun == 4 {
		t.Fatalf("%d games after the interruption", begun)
	}
	for first := range 2 {
		part, count := Part{first, 2, 7}, 0
		if err := play.Append(t.Context(), parts, part, 2, func() { count++ }); err != nil || count != part.Count() {
			t.Fatalf("%d games of part %d, %v", count, first, err)
		}
	}
	if got, want := records(t, parts), records(t, whole); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant\n%+v", got, want)
	}
}

// TestWotnSamples: the quiet positions of games are samples, with points between the result and the score,
// and rescoring takes every n-th of them.
func TestWotnSamples(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "games")
	play := WotnSelfPlay{Variant: wotn.Alternative, Nodes: 40, Seed: 5, Scattered: 0.5}
	if err := play.Append(t.Context(), name, Part{0, 1, 4}, 1, func() {}); err != nil {
		t.Fatal(err)
	}
	samples := map[float64][]eval.Sample{}
	for _, share := range []float64{0, 0.25, 1} {
		list, err := ReadWotnSamples(name, wotn.Alternative, share, io.Discard)
		if err != nil || len(list) < 50 || len(list) != len(samples[0]) && share > 0 {
			t.Fatalf("%d samples, %v", len(list), err)
		}
		samples[share] = list
	}
	for i, s := range samples[0.25] {
		score, result := samples[0][i].Points, samples[1][i].Points
		if want := 0.75*score + 0.25*result; math.Abs(s.Points-want) > 1e-9 || result != 0 && result != 0.5 && result != 1 {
			t.Errorf("%v points of a score with %v and a result of %v", s.Points, score, result)
		}
		if s.Position.Checkers() != 0 {
			t.Errorf("%v is in check", s.Position)
		}
	}
	if _, err := ReadWotnSamples(name, wotn.Chess, 0, io.Discard); err == nil || !strings.Contains(err.Error(), "the rules are wotn-alternative, not chess") {
		t.Errorf("another variant: %v", err)
	}
	rescore := WotnRescore{Nodes: 40, Every: 3, Offset: 1}
	count, err := rescore.Append(filepath.Join(folder, "c"), samples[0], 2, nil)
	if err != nil || count != (len(samples[0])-1+2)/3 {
		t.Errorf("%d of %d samples rescored, %v", count, len(samples[0]), err)
	}
	if rescored, err := ReadWotnSamples(filepath.Join(folder, "c"), wotn.Alternative, 1, io.Discard); err != nil || len(rescored) != count {
		t.Errorf("%d samples read of %d, %v", len(rescored), count, err)
	}
	if err := WritePieceValues(io.Discard, samples[0]); err != nil {
		t.Error(err)
	}
}

// TestAppendStops: after a record that cannot be stored, no more jobs are started.
func TestAppendStops(t *testing.T) {
	const jobs = 1000
	name, count := filepath.Join(t.TempDir(), "games"), 0
	_, err := Append(name, "test", jobs, 1, func() func(int) []dataset.Record {
		return func(int) []dataset.Record { return make([]dataset.Record, 1) }
	}, func() { count++ })
	if err == nil || err.Error() != "a record without rules" || count == jobs {
		t.Errorf("%d jobs, %v", count, err)
	}
	count = 0
	err = AppendGames(t.Context(), name, "test", Part{0, 1, jobs}, 1, func() func(int) dataset.Record {
		return func(int) dataset.Record { return dataset.Record{} }
	}, func() { count++ })
	if err == nil || err.Error() != "a record without rules" || count == jobs {
		t.Errorf("%d games, %v", count, err)
	}
}

// TestQuietPositionsRefuseDamage: records that are no games of self-play are errors.
func TestQuietPositionsRefuseDamage(t *testing.T) {
	good := dataset.Record{Rules: "chess", Start: wotn.StartText, Moves: "e2e4 e7e5", Scores: []int{20, -20}, Result: []float64{1, 0}}
	for want, change := range map[string]func(r *dataset.Record){
		"":                      func(*dataset.Record) {},
		"2 moves have 1 scores": func(r *dataset.Record) { r.Scores = r.Scores[:1] },
		"0 players a result":    func(r *dataset.Record) { r.Result = nil },
		"e4e5":                  func(r *dataset.Record) { r.Moves = "e2e4 e4e5" },
		"unknown name":          func(r *dataset.Record) { r.Rules = "lancelot" },
		"board":                 func(r *dataset.Record) { r.Start = "8/8 w" },
	} {
		r := good
		change(&r)
		count := 0
		err := QuietPositions(&r, func(int, *wotn.Position) { count++ })
		if want == "" && (err != nil || count != 2) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d positions, %v; want %q", count, err, want)
		}
	}
}

// TestLancelotSamples: self-play writes samples whose expected results add up to one,
// and Fit accepts them.
func TestLancelotSamples(t *testing.T) {
	name := filepath.Join(t.TempDir(), "samples")
	play := LancelotSelfPlay{Seats: []int{2, 3}, Rules: []lancelot.Rules{{}, {Excalibur: true}}, Nodes: 30, Seed: 1}
	count, err := play.Append(name, 4, 2, nil)
	if err != nil || count == 0 {
		t.Fatalf("%d samples, %v", count, err)
	}
	fit := LancelotFit{Epochs: 1, Rate: 0.05}
	if _, err := fit.Fit(name, io.Discard); err != nil {
		t.Error(err)
	}
}

// TestReadSamplesErrors: errors name the file and the game.
func TestReadSamplesErrors(t *testing.T) {
	good := dataset.Record{Rules: dataset.Lancelot, Number: 3, Start: "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7", Expected: []float64{0.5, 0.5}}
	for _, c := range []struct {
		change func(r *dataset.Record)
		want   string
	}{
		{func(r *dataset.Record) { r.Start = "8/8 a" }, "game 3: "},
		{func(r *dataset.Record) { r.Expected = []float64{0.5, 0.25, 0.25} }, "game 3: 3 shares for 2 seats"},
		{func(r *dataset.Record) { r.Expected = []float64{0.5, 0.4} }, "game 3: the sum of the shares is 0.900"},
		{func(r *dataset.Record) { r.Expected = nil }, "game 3: no position with expected points"},
		{func(r *dataset.Record) { r.Rules = "chess" }, "game 3: the rules are chess, not lancelot"},
	} {
		name := filepath.Join(t.TempDir(), "samples")
		bad := good
		c.change(&bad)
		if _, err := Append(name, "test", 1, 1, func() func(int) []dataset.Record {
			return func(int) []dataset.Record { return []dataset.Record{good, bad} }
		}, nil); err != nil {
			t.Fatal(err)
		}
		fit := LancelotFit{Epochs: 1, Rate: 0.05}
		if _, err := fit.Fit(name, io.Discard); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
