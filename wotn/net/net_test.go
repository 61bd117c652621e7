package net_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
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

func TestFile(t *testing.T) {
	n := randomWeights(rand.New(rand.NewPCG(3, 4))).Quantize(net.Origin{Variants: []wotn.Variant{wotn.Standard}, By: []string{"train"}, Version: "1", Positions: 5})
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
	// signed appends a checksum to a changed file without it.
	signed := func(body []byte) []byte {
		sum := sha256.Sum256(body)
		return append(body, sum[:]...)
	}
	body := data[:len(data)-sha256.Size]
	start := bytes.IndexByte(body, '\n') + 1
	weights := start + bytes.IndexByte(body[start:], '\n') + 1
	withOrigin := func(text string) []byte {
		return signed(slices.Concat(body[:start], []byte(text+"\n"), body[weights:]))
	}
	withWeight := func(at int, value int16) []byte {
		changed := bytes.Clone(body)
		binary.LittleEndian.PutUint16(changed[at:], uint16(value))
		return signed(changed)
	}
	outputs := weights + 2*net.Hidden*(net.Features+1)
	for _, good := range [][]byte{withOrigin(`{"variants":["chess"]}`), withWeight(weights, 505), withWeight(outputs, -128)} {
		if _, err := net.Read(bytes.NewReader(good)); err != nil {
			t.Error(err)
		}
	}
	for name, bad := range map[string][]byte{
		"begins with another line": []byte("Stockfish"),
		"checksum":                 data[:len(data)-1],
		"more than 1048576 bytes":  make([]byte, 1<<20+1),
		"bytes follow":             signed(append(bytes.Clone(body), 0)),
		"ends too early":           signed(bytes.Clone(body[:len(body)-1])),
		"the origin: invalid":      withOrigin("wotn"),
		"the origin: ":             withOrigin(`{"variants":["shogi"]}`),
		"no variants":              withOrigin(`{"variants":[]}`),
		"unknown ones":             withOrigin(`{"variants":"/w=="}`),
		"weight is too large":      withWeight(weights, 506),
		"a weight is too large":    withWeight(outputs, -129),
		"too large":                withWeight(len(body)-2, 1<<14), // the upper half of the last bias
	} {
		if _, err := net.Read(bytes.NewReader(bad)); !errors.Is(err, net.ErrFormat) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	name := filepath.Join(t.TempDir(), "some.net")
	if err := os.WriteFile(name, data[:10], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{name, filepath.Dir(name), filepath.Join(name, "missing")} {
		if _, err := net.Open(bad); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestEvalFile: the engine evaluates with the network of a file.
func TestEvalFile(t *testing.T) {
	w := &net.Weights{Features: make([][net.Hidden]float32, net.Features)}
	for b := range w.OutputBias {
		w.OutputBias[b] = 0.25
	}
	name := filepath.Join(t.TempDir(), "quarter.net")
	var file bytes.Buffer
	if err := errors.Join(w.Quantize(net.Origin{Variants: []wotn.Variant{wotn.Chess}}).Write(&file), os.WriteFile(name, file.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	e := search.New(search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }, OpenEvaluator: net.OpenEvaluator})
	if err := e.SetOption("EvalFile", name); err != nil {
		t.Fatal(err)
	}
	chess, standard := wotn.Start(wotn.Chess), wotn.Start(wotn.Standard)
	if got := e.Evaluate(&chess); got != engine.Centipawns(net.Scale/4) {
		t.Errorf("chess: %v", got)
	}
	if got := e.Evaluate(&standard); got != engine.Centipawns(eval.New().Evaluate(&standard)) {
		t.Errorf("a variant that the network is not for: %v", got)
	}
	if err := e.SetOption("EvalFile", filepath.Dir(name)); err == nil || e.Evaluate(&chess) != engine.Centipawns(net.Scale/4) {
		t.Errorf("a folder: %v, and then %v", err, e.Evaluate(&chess))
	}
}

// TestEvaluator: the evaluation of positions in the order of a search is the slow one of each of them.
func TestEvaluator(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, residual := range []bool{false, true} {
		w := randomWeights(random)
		n := w.Quantize(net.Origin{Variants: []wotn.Variant{wotn.Standard, wotn.Chess}, Residual: residual})
		e := net.NewEvaluator(n)
		plain := eval.New()
		var visit func(p *wotn.Position, depth int)
		visit = func(p *wotn.Position, depth int) {
			want := plain.Evaluate(p)
			switch {
			case p.Variant() == wotn.Alternative: // the network is not for it
			case residual:
				want += slowly(w, p)
			default:
				want = slowly(w, p)
			}
			if p.Variant() != wotn.Alternative && evaluate(n, p) != slowly(w, p) {
				t.Fatalf("%v: %d by its features, not %d", p, evaluate(n, p), slowly(w, p))
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
		for variant := range wotn.NumVariants {
			p := wotn.Start(variant)
			for range 60 {
				visit(&p, 3)
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.PlayInto(&p, moves[random.IntN(len(moves))])
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
