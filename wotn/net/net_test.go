package net_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/net"
)

// randomWeights returns weights as large as they can be.
func randomWeights(random *rand.Rand) *net.Weights {
	number := func(most float64) float32 { return float32((2*random.Float64() - 1) * most) }
	w := &net.Weights{Features: make([][net.Hidden]float32, net.Features)}
	for f := range w.Features {
		for i := range w.Features[f] {
			w.Features[f][i] = number(net.MaxFeature)
		}
	}
	for i := range w.Bias {
		w.Bias[i] = number(net.MaxFeature)
	}
	for b := range w.Output {
		for i := range w.Output[b] {
			w.Output[b][i] = number(net.MaxOutput)
		}
		w.OutputBias[b] = number(500)
	}
	return w
}

// slowly evaluates a position piece by piece, in plain integers of the rounded weights.
func slowly(w *net.Weights, p *wotn.Position) int {
	e := eval.New()
	v := e.Unscaled(p)
	r := e.Relations()
	round := func(x float32, unit float64, most int) int {
		return max(-most, min(most, int(math.Round(float64(x)*unit))))
	}
	const squares, kinds, most = 64, int(wotn.NumKinds) - 1, 500
	side := func(us wotn.Color, sum *[net.Hidden]int) {
		mirrored := 0
		if kings := p.Pieces(us, wotn.King); kings.Count() == 1 && kings.First().File() >= 4 {
			mirrored = 7
		}
		for i, x := range w.Bias {
			sum[i] = round(x, net.One, most)
		}
		for s := range p.Occupied().Squares() {
			piece := p.At(s)
			square := int(s) ^ mirrored
			if us == wotn.Black {
				square ^= 56
			}
			kind := int(piece.Kind) - 1
			if piece.Color != us {
				kind += kinds
			}
			// The features of a piece: three groups by kind and square, one by kind and mobility, two by kind.
			place, can := []int{kind*squares + square}, []int{}
			if r.Attacked.Has(s) {
				place = append(place, 2*kinds*squares+kind*squares+square)
			}
			if r.Hanging.Has(s) {
				place = append(place, 4*kinds*squares+kind*squares+square)
			}
			if piece.Kind != wotn.Pawn && piece.Kind != wotn.King {
				can = append(can, 6*kinds*squares+kind*16+min(15, int(r.Mobility[s])))
			}
			if r.CapturePromoters.Has(s) {
				can = append(can, 6*kinds*squares+2*kinds*16+kind)
			}
			if r.RankPromoters.Has(s) {
				can = append(can, 6*kinds*squares+2*kinds*16+2*kinds+kind)
			}
			for i := range sum {
				for _, group := range [][]int{place, can} {
					part := 0
					for _, f := range group {
						part += round(w.Features[f][i], net.One, most)
					}
					sum[i] += max(-most, min(most, part))
				}
			}
		}
	}
	bucket := min(net.Buckets-1, (p.Occupied().Count()-1)/4)
	total := 0
	for k, us := range []wotn.Color{p.ToMove(), p.ToMove().Other()} {
		var sums [net.Hidden]int
		side(us, &sums)
		for i, sum := range sums {
			sum = min(max(sum, 0), net.One)
			total += sum * sum * round(w.Output[bucket][k*net.Hidden+i], net.Unit, net.MaxOutput*net.Unit)
		}
	}
	const unit = net.One * net.Unit
	return e.Scaled(p, v+(total/net.One+round(w.OutputBias[bucket], unit, 500*unit))*net.Scale/unit)
}

// begin returns the start position or one with a part of its pieces and, outside chess, with several kings.
func begin(random *rand.Rand, variant wotn.Variant) wotn.Position {
	p := wotn.Start(variant)
	setup := p.Setup()
	setup.Castling = 0
	left := 1 + random.IntN(4) // of four pieces
	for s, piece := range setup.Board {
		switch {
		case piece.Kind == wotn.NoKind || piece.Kind == wotn.King:
		case random.IntN(4) >= left:
			setup.Board[s] = wotn.Piece{}
		case variant != wotn.Chess && piece.Kind != wotn.Pawn && random.IntN(8) == 0:
			setup.Board[s].Kind = wotn.King
		}
	}
	if thinned, err := setup.Position(); err == nil {
		return thinned
	}
	return p
}

// FuzzEvaluator: the evaluation of positions in the order of a search is the slow one of each of them.
func FuzzEvaluator(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 6))
		w := randomWeights(random)
		n := w.Quantize(net.Origin{Variants: []wotn.Variant{wotn.Standard, wotn.Alternative, wotn.Chess}})
		e := net.NewEvaluator(n)
		plain := eval.New()
		var visit func(p *wotn.Position, depth int)
		visit = func(p *wotn.Position, depth int) {
			want := slowly(w, p)
			v := plain.Unscaled(p)
			mirrored := [wotn.NumColors]bool{net.Mirrored(p, wotn.White), net.Mirrored(p, wotn.Black)}
			v += n.Output(net.AppendFeatures(nil, p, plain.Relations()), p.ToMove(), mirrored, net.Bucket(p))
			if got := plain.Scaled(p, v); got != want {
				t.Fatalf("%v: %d by its features, not %d", p, got, want)
			}
			if random.IntN(3) > 0 { // a search does not evaluate every position
				if got := e.Evaluate(p); got != want {
					t.Fatalf("%v: %d, not %d", p, got, want)
				}
			}
			if depth == 0 {
				return
			}
			moves := p.AppendMoves(nil)
			random.Shuffle(len(moves), func(i, k int) { moves[i], moves[k] = moves[k], moves[i] })
			for _, m := range moves[:min(4, len(moves))] {
				var next wotn.Position
				p.PlayInto(&next, m)
				visit(&next, depth-1)
			}
		}
		p := begin(random, wotn.Variant(seed%uint64(wotn.NumVariants)))
		last := random.IntN(60)
		for ply := range last + 12 {
			if ply >= last {
				visit(&p, 3)
			}
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayInto(&p, moves[random.IntN(len(moves))])
		}
	})
}

// TestFeatures: the features as each side sees them are those of the position with the sides exchanged, and mirrored.
func TestFeatures(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	e := eval.New()
	features := func(p *wotn.Position, side wotn.Color, mirrored bool) []net.Feature {
		e.Unscaled(p)
		list := net.AppendFeatures(nil, p, e.Relations())
		for i, f := range list {
			list[i] = f.See(side, mirrored)
		}
		slices.Sort(list)
		return list
	}
	for variant := range wotn.NumVariants {
		p := wotn.Start(variant)
		for range 80 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayInto(&p, moves[random.IntN(len(moves))])
			for _, mirrored := range []bool{false, true} {
				setup := p.Setup()
				exchanged := setup
				exchanged.Castling, exchanged.EnPassant, exchanged.ToMove = 0, wotn.NoSquare, setup.ToMove.Other()
				for s, piece := range setup.Board {
					to := s ^ 56
					if mirrored {
						to ^= 7
					}
					if piece.Kind != wotn.NoKind {
						piece.Color = piece.Color.Other()
					}
					exchanged.Board[to] = piece
				}
				q, err := exchanged.Position()
				if err != nil {
					t.Fatal(err)
				}
				if got, want := features(&p, wotn.Black, mirrored), features(&q, wotn.White, false); !slices.Equal(got, want) {
					t.Fatalf("%v: %d, not %d", &p, got, want)
				}
			}
		}
	}
}

// BenchmarkEvaluator evaluates the positions after two moves from the start, as a search would.
func BenchmarkEvaluator(b *testing.B) {
	n := randomWeights(rand.New(rand.NewPCG(1, 2))).Quantize(net.Origin{Variants: []wotn.Variant{wotn.Standard}})
	p := wotn.Start(wotn.Standard)
	var list []wotn.Position
	for m := range p.Moves() {
		var next wotn.Position
		p.PlayInto(&next, m)
		list = append(list, next)
		for m := range next.Moves() {
			var after wotn.Position
			next.PlayInto(&after, m)
			list = append(list, after)
		}
	}
	for name, e := range map[string]interface{ Evaluate(*wotn.Position) int }{"net": net.NewEvaluator(n), "eval": eval.New()} {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				e.Evaluate(&list[i%len(list)])
			}
		})
	}
}

// BenchmarkParse reads a file, as the page does before an engine starts.
func BenchmarkParse(b *testing.B) {
	file, err := os.ReadFile("default.net")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := net.Parse(file); err != nil {
			b.Fatal(err)
		}
	}
}
