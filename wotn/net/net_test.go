package net_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"tafelrunde/wotn"
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
		w.Bias[i] = number(1)
	}
	for b := range w.Output {
		for i := range w.Output[b] {
			w.Output[b][i] = number(4)
		}
		w.OutputBias[b] = number(1)
	}
	return w
}

// slowly evaluates a position piece by piece, in plain integers of the rounded weights.
func slowly(w *net.Weights, p *wotn.Position) int {
	round := func(x float32, unit float64) int {
		v := float64(x) * unit
		if v < 0 {
			return -int(-v + 0.5)
		}
		return int(v + 0.5)
	}
	side := func(us wotn.Color, sum *[net.Hidden]int) {
		mirrored := 0
		if kings := p.Pieces(us, wotn.King); kings.Count() == 1 && kings.First().File() >= 4 {
			mirrored = 7
		}
		for i, x := range w.Bias {
			sum[i] = round(x, net.One)
		}
		for s := range wotn.Square(64) {
			piece := p.At(s)
			if piece.Kind == wotn.NoKind {
				continue
			}
			square, other := int(s)^mirrored, 0
			if us == wotn.Black {
				square ^= 56
			}
			if piece.Color != us {
				other = 1
			}
			feature := (other*(int(wotn.NumKinds)-1)+int(piece.Kind)-1)*64 + square
			for i, x := range w.Features[feature] {
				sum[i] += round(x, net.One)
			}
		}
	}
	var sums [2 * net.Hidden]int
	var one [net.Hidden]int
	for i, us := range []wotn.Color{p.ToMove(), p.ToMove().Other()} {
		side(us, &one)
		copy(sums[i*net.Hidden:], one[:])
	}
	bucket := min(net.Buckets-1, (p.Occupied().Count()-1)/4)
	total := 0
	for i, sum := range sums {
		sum = min(max(sum, 0), net.One)
		total += sum * sum * round(w.Output[bucket][i], net.Unit)
	}
	return (total/net.One + round(w.OutputBias[bucket], net.One*net.Unit)) * net.Scale / (net.One * net.Unit)
}

// evaluate evaluates a position by its features.
func evaluate(n *net.Network, p *wotn.Position) int {
	var features []net.Feature
	for pieces := p.Occupied(); pieces != 0; pieces &= pieces - 1 {
		square := pieces.First()
		features = append(features, net.FeatureOf(p.At(square), square))
	}
	mirrored := [wotn.NumColors]bool{net.Mirrored(p, wotn.White), net.Mirrored(p, wotn.Black)}
	return n.EvaluateFeatures(features, p.ToMove(), mirrored, net.Bucket(p))
}

// TestEvaluate: the evaluation is the slow one, in random games.
func TestEvaluate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	w := randomWeights(random)
	n := w.Quantize(net.Origin{})
	for variant := range wotn.NumVariants {
		for range 20 {
			p := wotn.Start(variant)
			for range 120 {
				if got, want := evaluate(n, &p), slowly(w, &p); got != want {
					t.Fatalf("%v: %d, not %d", p, got, want)
				}
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.PlayInto(&p, moves[random.IntN(len(moves))])
			}
		}
	}
}

func TestFile(t *testing.T) {
	n := randomWeights(rand.New(rand.NewPCG(3, 4))).Quantize(net.Origin{Variants: []string{"wotn"}, By: []string{"train"}, Version: "1", Positions: 5})
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	again, err := net.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	p := wotn.Start(wotn.Standard)
	if evaluate(n, &p) != evaluate(again, &p) || again.Origin().Positions != 5 {
		t.Error("the network that was read differs")
	}
	for name, bad := range map[string][]byte{
		"empty": nil, "cut": data[:len(data)-1], "longer": append(bytes.Clone(data), 0), "other": []byte("Stockfish"),
		"changed": append(bytes.Clone(data[:len(data)/2]), append([]byte{data[len(data)/2] ^ 1}, data[len(data)/2+1:]...)...),
	} {
		if _, err := net.Read(bytes.NewReader(bad)); !errors.Is(err, net.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
