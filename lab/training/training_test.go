package training

import (
	"io"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tafelrunde/lab/dataset"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// TestWotnSamples: the same seed gives the same samples, which are read back, and
// rescoring takes every n-th of them.
func TestWotnSamples(t *testing.T) {
	folder := t.TempDir()
	play := WotnSelfPlay{Variant: wotn.Alternative, Nodes: 40, Seed: 5, Scattered: 0.5, ResultShare: 0.6}
	var games [2][]dataset.Record
	name := ""
	for i, file := range []string{"a", "b"} {
		name = filepath.Join(folder, file)
		played := 0
		count, err := play.Append(name, 4, 1, func() { played++ })
		if err != nil || count == 0 || played != 4 {
			t.Fatalf("%d samples of %d games, %v", count, played, err)
		}
		err = dataset.Read(name, io.Discard, func(_ dataset.Origin, r *dataset.Record) error { games[i] = append(games[i], *r); return nil })
		if err != nil || len(games[i]) != count {
			t.Errorf("%d records, Append returned %d: %v", len(games[i]), count, err)
		}
	}
	if !reflect.DeepEqual(games[0], games[1]) {
		t.Error("the same seed gives other samples")
	}
	samples, err := ReadWotnSamples(name, wotn.Alternative, io.Discard)
	if err != nil || len(samples) != len(games[0]) {
		t.Fatalf("%d samples read, %v", len(samples), err)
	}
	for i := range samples {
		if r := &games[0][i]; samples[i].Position.String() != r.Start || math.Abs(r.Expected[0]+r.Expected[1]-1) > 1e-9 || len(r.Result) != 2 || len(r.Scores) != 1 {
			t.Errorf("%+v was read as %+v", r, samples[i])
		}
	}
	if _, err := ReadWotnSamples(name, wotn.Chess, io.Discard); err == nil || !strings.Contains(err.Error(), "the rules are wotn-alternative, not chess") {
		t.Errorf("another variant: %v", err)
	}
	rescore := WotnRescore{Nodes: 40, Every: 3, Offset: 1}
	count, err := rescore.Append(filepath.Join(folder, "c"), samples, 2, nil)
	if err != nil || count != (len(samples)-1+2)/3 {
		t.Errorf("%d of %d samples rescored, %v", count, len(samples), err)
	}
	if err := WritePieceValues(io.Discard, samples); err != nil {
		t.Error(err)
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
