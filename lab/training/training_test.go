package training

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// TestWotnSamples: the same seed gives the same samples, which are read back, and
// rescoring takes every n-th of them.
func TestWotnSamples(t *testing.T) {
	folder := t.TempDir()
	play := WotnSelfPlay{Variant: wotn.Alternative, Nodes: 40, Seed: 5, Scattered: 0.5, ResultShare: 0.6}
	var texts [2]string
	name := ""
	for i, file := range []string{"a", "b"} {
		name = filepath.Join(folder, file)
		games := 0
		count, err := play.Append(name, 4, 1, func() { games++ })
		if err != nil || count == 0 || games != 4 {
			t.Fatalf("%d samples of %d games, %v", count, games, err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if texts[i] = string(text); strings.Count(texts[i], "\n") != count {
			t.Errorf("%d lines, Append returned %d", strings.Count(texts[i], "\n"), count)
		}
	}
	if texts[0] != texts[1] {
		t.Error("the same seed gives other samples")
	}
	samples, err := ReadWotnSamples(name, wotn.Alternative)
	if err != nil || len(samples) != strings.Count(texts[0], "\n") {
		t.Fatalf("%d samples read, %v", len(samples), err)
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

// TestReadSamplesErrors: errors name the file and the line.
func TestReadSamplesErrors(t *testing.T) {
	good := "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7 | 0.500,0.500\n"
	for _, c := range []struct{ text, want string }{
		{"x\n", "line 1: not a position"},
		{good + "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7 | 0.5\n", "line 2: 1 shares for 2 seats"},
		{good + "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7 | 0.5,2\n", `line 2: "2" is not a share`},
		{"8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7 | 0.5,0.4\n", "line 1: the sum of the shares is 0.900"},
		{"", "no positions"},
	} {
		name := filepath.Join(t.TempDir(), "samples")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		fit := LancelotFit{Epochs: 1, Rate: 0.05}
		if _, err := fit.Fit(name, io.Discard); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}
