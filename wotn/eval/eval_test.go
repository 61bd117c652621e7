package eval_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

// randomPositions calls f for positions of random games of all variants.
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
	for sq, piece := range s.Board {
		if piece.Kind != wotn.NoKind {
			piece.Color = piece.Color.Other()
		}
		m.Board[sq^56] = piece
	}
	m.ToMove = s.ToMove.Other()
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

func TestSymmetry(t *testing.T) {
	e := eval.New()
	randomPositions(1, 10, func(p *wotn.Position) {
		q := mirrored(t, p)
		if a, b := e.Evaluate(p), e.Evaluate(&q); a != b {
			t.Fatalf("%s (%s): %d, mirrored %d", p, p.Variant(), a, b)
		}
	})
}

// TestPawnTable compares an evaluator that has evaluated many positions with a
// fresh one.
func TestPawnTable(t *testing.T) {
	e := eval.New()
	n := 0
	randomPositions(5, 6, func(p *wotn.Position) {
		a := e.Evaluate(p)
		if n++; n%20 == 0 {
			if b := eval.New().Evaluate(p); a != b {
				t.Fatalf("%s (%s): %d, with a fresh evaluator %d", p, p.Variant(), a, b)
			}
		}
	})
}

// TestFeatureCounts compares the tuner's sum over feature counts with Evaluate.
func TestFeatureCounts(t *testing.T) {
	for variant := wotn.Variant(0); variant < wotn.NumVariants; variant++ {
		w := eval.WeightsOf(variant)
		e := eval.NewWith(variant, &w)
		var samples []eval.Sample
		randomPositions(7, 4, func(p *wotn.Position) {
			if p.Variant() == variant {
				samples = append(samples, eval.Sample{Position: *p, Points: 0.5})
			}
		})
		tuner := eval.NewTuner(variant, &w, samples)
		for i := range samples {
			p := &samples[i].Position
			if got, want := tuner.Evaluation(i), float64(e.Evaluate(p)); math.Abs(got-want) > 2 {
				t.Fatalf("%s (%s): feature counts give %.1f, Evaluate %.0f", p, variant, got, want)
			}
		}
	}
}

func TestMaterial(t *testing.T) {
	e := eval.New()
	for w := wotn.Variant(0); w < wotn.NumVariants; w++ {
		values := e.Values(w)
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			if w == wotn.Chess || !w.HasKind(k) {
				continue
			}
			for _, next := range w.Promotions(k) {
				if values[next] <= values[k] {
					t.Errorf("%s: %s has value %d, but promotes to %s with %d", w, k.Name(), values[k], next.Name(), values[next])
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
			t.Errorf("%s: the side with more material has %d", odds, v)
		}
	}
}

func TestWeightsText(t *testing.T) {
	for w := wotn.Variant(0); w < wotn.NumVariants; w++ {
		weights := eval.WeightsOf(w)
		again, err := eval.ParseWeights(weights.Text())
		if err != nil || again != weights {
			t.Errorf("%s: ParseWeights(Text()) differs: %v", w, err)
		}
	}
	few := "half-open-file 11 12\n# some weights, in another order\n\npromotion-by-rank.N 1 2\nhanging-to-move.N 3 4\n"
	weights, err := eval.ParseWeights(few)
	if err != nil || weights.PromotionByRank[wotn.Knight] != (eval.Pair{Midgame: 1, Endgame: 2}) ||
		weights.HangingToMove[wotn.Knight].Midgame != 3 || weights.HalfOpenFile.Endgame != 12 {
		t.Errorf("%v", err)
	}
	for _, bad := range []string{"rise-by-rank.N 1 2", "material.P 1", "material.P one 2", "material.J 1 2", "material.P 1 99999", "x"} {
		if _, err := eval.ParseWeights("# note\n" + bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// TestTuner labels positions by weights with a less valuable Queen and a higher
// weight of isolated pawns. Tuning from the usual weights must move towards
// them.
func TestTuner(t *testing.T) {
	start := eval.WeightsOf(wotn.Standard)
	changed := start
	changed.Material[wotn.Queen].Midgame -= 150
	changed.Material[wotn.Queen].Endgame -= 150
	changed.Isolated.Midgame += 40
	labeler := eval.NewWith(wotn.Standard, &changed)
	var samples []eval.Sample
	randomPositions(3, 60, func(p *wotn.Position) {
		if p.Variant() == wotn.Standard {
			points := 1 / (1 + math.Pow(10, -float64(labeler.Evaluate(p))/400))
			samples = append(samples, eval.Sample{Position: *p, Points: points})
		}
	})
	tuner := eval.NewTuner(wotn.Standard, &start, samples)
	tuner.PriorDeviation = 1000
	before := tuner.Loss()
	for range 250 {
		tuner.Step(3)
	}
	after := tuner.Weights()
	if tuner.Loss() >= before {
		t.Errorf("loss %f, before %f", tuner.Loss(), before)
	}
	if d := after.Material[wotn.Queen].Midgame - start.Material[wotn.Queen].Midgame; d > -40 {
		t.Errorf("the Queen's value changed by %d", d)
	}
	if d := after.Isolated.Midgame - start.Isolated.Midgame; d < 12 {
		t.Errorf("the weight of isolated pawns changed by %d", d)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	e := eval.New()
	p := wotn.Start(wotn.Standard)
	for b.Loop() {
		e.Evaluate(&p)
	}
}
