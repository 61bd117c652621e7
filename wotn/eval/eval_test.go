package eval_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

// randomPositions calls f for positions out of random games of all rule sets.
func randomPositions(seed uint64, games int, f func(p *wotn.Position)) {
	rnd := rand.New(rand.NewPCG(seed, seed))
	for range games {
		for w := wotn.Variant(0); w < wotn.NumVariants; w++ {
			p := wotn.Start(w)
			for range 120 {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[rnd.IntN(len(moves))]
				if rnd.IntN(2) == 0 {
					for _, noisy := range moves {
						if noisy.Promotion() > m.Promotion() {
							m = noisy
						}
					}
				}
				p.PlayInto(&p, m)
				f(&p)
			}
		}
	}
}

// mirrored returns the position with the sides exchanged.
func mirrored(t *testing.T, p *wotn.Position) wotn.Position {
	t.Helper()
	s := p.Setup()
	m := s
	for sq, man := range s.Board {
		if man.Kind != wotn.NoKind {
			man.Color = man.Color.Other()
		}
		m.Board[sq^56] = man
	}
	m.Turn = s.Turn.Other()
	m.Castling = s.Castling>>2 | s.Castling<<2&15
	if s.EnPassant != wotn.NoSquare {
		m.EnPassant = s.EnPassant ^ 56
	}
	q, err := m.Position()
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestSidesAreJudgedAlike(t *testing.T) {
	e := eval.New()
	randomPositions(1, 10, func(p *wotn.Position) {
		q := mirrored(t, p)
		if a, b := e.Evaluate(p), e.Evaluate(&q); a != b {
			t.Fatalf("%s (%s): %d, mirrored %d", p, p.Variant(), a, b)
		}
	})
}

// TestWhatIsRememberedOfPawns holds an evaluator that has met many positions
// against a fresh one.
func TestWhatIsRememberedOfPawns(t *testing.T) {
	e := eval.New()
	n := 0
	randomPositions(5, 6, func(p *wotn.Position) {
		a := e.Evaluate(p)
		if n++; n%20 == 0 {
			if b := eval.New().Evaluate(p); a != b {
				t.Fatalf("%s (%s): %d, by a fresh evaluator %d", p, p.Variant(), a, b)
			}
		}
	})
}

// TestCountsOfTuning holds what a tuner adds up from its counts against the
// judgement itself.
func TestCountsOfTuning(t *testing.T) {
	for ways := wotn.Variant(0); ways < wotn.NumVariants; ways++ {
		w := eval.WeightsOf(ways)
		e := eval.NewWith(ways, &w)
		var samples []eval.Sample
		randomPositions(7, 4, func(p *wotn.Position) {
			if p.Variant() == ways {
				samples = append(samples, eval.Sample{Position: *p, Points: 0.5})
			}
		})
		tuning := eval.NewTuning(ways, &w, samples)
		for i := range samples {
			p := &samples[i].Position
			if got, want := tuning.Judge(i), float64(e.Evaluate(p)); math.Abs(got-want) > 2 {
				t.Fatalf("%s (%s): counts make %.1f, the judgement is %.0f", p, ways, got, want)
			}
		}
	}
}

func TestMoreIsBetter(t *testing.T) {
	e := eval.New()
	for w := wotn.Variant(0); w < wotn.NumVariants; w++ {
		values := e.Values(w)
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			if w == wotn.Chess || !w.HasKind(k) {
				continue
			}
			for _, next := range w.Promotions(k) {
				if values[next] <= values[k] {
					t.Errorf("%s: %s is worth %d, but rising to %s %d", w, k.EnglishName(), values[k], next.EnglishName(), values[next])
				}
			}
		}
	}
	for _, text := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
	} {
		p, err := wotn.ParsePosition(wotn.Standard, text)
		if err != nil {
			t.Fatal(err)
		}
		if v := e.Evaluate(&p); v < 0 || v > 80 {
			t.Errorf("%s: %d", text, v)
		}
	}
	for _, odds := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/ppppsppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
	} {
		p, err := wotn.ParsePosition(wotn.Standard, odds)
		if err != nil {
			t.Fatal(err)
		}
		if v := e.Evaluate(&p); v < 10 {
			t.Errorf("%s: the side with more is judged %d", odds, v)
		}
	}
}

func TestWeightsText(t *testing.T) {
	for w := wotn.Variant(0); w < wotn.NumVariants; w++ {
		weights := eval.WeightsOf(w)
		again, err := eval.ParseWeights(weights.Text())
		if err != nil || again != weights {
			t.Errorf("%s: weights are not read back: %v", w, err)
		}
	}
	for _, bad := range []string{"material.P 1", "material.P one 2", "material.J 1 2", "material.P 1 99999", "x"} {
		if _, err := eval.ParseWeights("# note\n" + bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// TestTuning takes positions judged by weights in which a Queen is worth less
// and to be protected more: starting from the usual ones, tuning must find out.
func TestTuning(t *testing.T) {
	start := eval.WeightsOf(wotn.Standard)
	changed := start
	changed.Material[wotn.Queen].Full -= 150
	changed.Material[wotn.Queen].Bare -= 150
	changed.Isolated.Full += 40
	judge := eval.NewWith(wotn.Standard, &changed)
	var samples []eval.Sample
	randomPositions(3, 60, func(p *wotn.Position) {
		if p.Variant() == wotn.Standard {
			points := 1 / (1 + math.Pow(10, -float64(judge.Evaluate(p))/400))
			samples = append(samples, eval.Sample{Position: *p, Points: points})
		}
	})
	tuning := eval.NewTuning(wotn.Standard, &start, samples)
	tuning.Trust = 1000
	before := tuning.Loss()
	for range 250 {
		tuning.Step(3)
	}
	after := tuning.Weights()
	if tuning.Loss() >= before {
		t.Errorf("loss %f, before %f", tuning.Loss(), before)
	}
	if d := after.Material[wotn.Queen].Full - start.Material[wotn.Queen].Full; d > -40 {
		t.Errorf("the Queen's worth changed by %d", d)
	}
	if d := after.Isolated.Full - start.Isolated.Full; d < 12 {
		t.Errorf("the worth of isolated pawns changed by %d", d)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	e := eval.New()
	p := wotn.Start(wotn.Standard)
	for b.Loop() {
		e.Evaluate(&p)
	}
}
