package training

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/lab/dataset"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// TestWinShareFit checks that the fit finds the model that results were drawn
// from.
func TestWinShareFit(t *testing.T) {
	truth := engine.WDLModel{Slope: engine.WDLTerms{0.3, 0.2, -0.1}, Margin: engine.WDLTerms{1.2, -0.7, 0.3}}
	random := rand.New(rand.NewPCG(1, 2))
	games := make([][]resultSample, 60_000)
	ones := make([]int, len(games))
	for i := range games {
		// No sample has a surplus, so its parameters remain 0.
		s := resultSample{score: random.NormFloat64() * 300, terms: engine.WDLTerms{1, random.Float64(), random.Float64()}}
		switch o, x := truth.WDL(s.score, s.terms), random.Float64(); {
		case x < o.Win:
			s.result = 2
		case x < o.Win+o.Draw:
			s.result = 1
		}
		games[i], ones[i] = []resultSample{s}, 1
	}
	got := fitWDL(games, ones, firstModel)
	for i := range engine.NumWDLTerms {
		if math.Abs(got.Slope[i]-truth.Slope[i]) > 0.03 || math.Abs(got.Margin[i]-truth.Margin[i]) > 0.06 {
			t.Errorf("fitted %+v to games of %+v", got, truth)
		}
	}
}

// TestLikelihoodDerivatives compares gradient and Hessian with differences.
func TestLikelihoodDerivatives(t *testing.T) {
	games := [][]resultSample{
		{{120, engine.WDLTerms{1, 0.7, 0.1, 0.07, 0.5}, 2}, {-40, engine.WDLTerms{1, 0.5, 0.4, 0.2, 0}, 1}},
		{{-300, engine.WDLTerms{1, 0.2, 1.5, 0.3, 0}, 0}, {90, engine.WDLTerms{1, 1, 0.2, 0.2, 0.4}, 1}, {250, engine.WDLTerms{1, 0.9, 0, 0, 0.1}, 0}},
	}
	weights := []int{2, 1}
	m := engine.WDLModel{Slope: engine.WDLTerms{0.3, 0.1, -0.05, 0.02, -0.1}, Margin: engine.WDLTerms{0.9, -0.4, 0.2, -0.1, 0.3}}
	const h = 1e-5
	_, gradient, information := likelihood(games, weights, m)
	for i := range numParameters {
		at := func(by float64) engine.WDLModel {
			n := m
			if i < engine.NumWDLTerms {
				n.Slope[i] += by
			} else {
				n.Margin[i-engine.NumWDLTerms] += by
			}
			return n
		}
		up, gradientUp, _ := likelihood(games, weights, at(h))
		down, gradientDown, _ := likelihood(games, weights, at(-h))
		if want := (up - down) / (2 * h); math.Abs(gradient[i]-want) > 1e-5 {
			t.Errorf("gradient %d is %g, want %g", i, gradient[i], want)
		}
		for j := range numParameters {
			if want := -(gradientUp[j] - gradientDown[j]) / (2 * h); math.Abs(information[i][j]-want) > 1e-4 {
				t.Errorf("second derivative %d %d is %g, want %g", i, j, information[i][j], want)
			}
		}
	}
}

// TestResultsAreFitted plays games, continues the run and fits the results.
func TestResultsAreFitted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results")
	for first := range 2 {
		play := ResultPlay{Variant: wotn.Chess, Nodes: 20, Seed: 7, First: 3 * first}
		if _, err := play.Append(name, 3, 2, nil); err != nil {
			t.Fatal(err)
		}
	}
	var report, diagram strings.Builder
	fit := WinShareFit{Variant: wotn.Chess, Resamples: 3, Seed: 1}
	if err := fit.Fit([]string{name}, &report, io.Discard, &diagram); err != nil {
		t.Fatal(err)
	}
	if text := report.String(); !strings.HasPrefix(text, "chess: ") || !strings.Contains(text, "| slope for 100 centipawns | ") {
		t.Errorf("report:\n%s", text)
	}
	checkDiagram(t, diagram.String())
	if err := (&WinShareFit{Variant: wotn.Standard}).Fit([]string{name}, &report, io.Discard, nil); err == nil {
		t.Error("games of another variant were fitted")
	}
	for i, bad := range []dataset.Record{
		{Rules: "chess", Start: "4k3/8 w - - 0 1", Scores: []int{0}, Result: []float64{1, 0}},
		{Rules: "chess", Start: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Result: []float64{1, 0}},
		{Rules: "chess", Start: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Scores: []int{0}},
	} {
		name := filepath.Join(t.TempDir(), fmt.Sprint(i))
		if _, err := Append(name, "test", 1, 1, func() func(int) []dataset.Record {
			return func(int) []dataset.Record { return []dataset.Record{bad} }
		}, nil); err != nil {
			t.Fatal(err)
		}
		if err := fit.Fit([]string{name}, &report, io.Discard, &diagram); err == nil || !strings.Contains(err.Error(), name+", game 0: ") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// checkDiagram checks that an SVG is well-formed and shows points with their intervals
// in both panels.
func checkDiagram(t *testing.T, svg string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	points, intervals := strings.Count(svg, `class="point"`), strings.Count(svg, `class="interval"`)
	if points == 0 || points%2 != 0 || intervals != points || strings.Contains(svg, "NaN") {
		t.Errorf("%d points, %d intervals in\n%s", points, intervals, svg)
	}
}

// TestHandicapStart checks that each point raises the experience of White and
// leaves Black alone.
func TestHandicapStart(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	position := wotn.Start(wotn.Alternative)
	start := position.Setup()
	for points := range 6 {
		position := handicapStart(wotn.Alternative, points, random)
		setup := position.Setup()
		levels := 0
		for sq, p := range setup.Board {
			if old := start.Board[sq]; p.Color == wotn.Black && p != old {
				t.Errorf("%d points changed a piece of Black", points)
			} else if p.Kind != wotn.NoKind {
				levels += int(p.Kind.Level()) - int(old.Kind.Level())
			}
		}
		if levels != points {
			t.Errorf("%d points raised levels by %d", points, levels)
		}
	}
}
