package net_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
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
			if r.Capturers.Has(s) {
				can = append(can, 6*kinds*squares+2*kinds*16+kind)
			}
			if r.Climbers.Has(s) {
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
	if !reflect.DeepEqual(n, again) {
		t.Error("the network that was read differs")
	}
	// signed appends a checksum to a changed file without it.
	signed := func(body []byte) []byte {
		return binary.LittleEndian.AppendUint32(body, crc32.ChecksumIEEE(body))
	}
	body := data[:len(data)-crc32.Size]
	start, weights := bytes.IndexByte(body, '\n')+1, bytes.Index(body, []byte("\n\n"))+2
	withOrigin := func(text string) []byte {
		return signed(slices.Concat(body[:start], []byte(text+"\n\n"), body[weights:]))
	}
	// withWeights replaces the weights by numbers, the rest of them by 0.
	count := (net.Features+1)*net.Hidden + net.Buckets*(2*net.Hidden+1)
	withWeights := func(numbers map[int]int64) []byte {
		changed := bytes.Clone(body[:weights])
		for i := range count {
			changed = binary.AppendVarint(changed, numbers[i])
		}
		return signed(append(changed, make([]byte, numbers[-1])...))
	}
	output, bias := count-net.Buckets*(2*net.Hidden+1), count-net.Buckets
	const most = 500 * net.One * net.Unit
	for _, good := range [][]byte{
		withOrigin("variants chess"),
		withWeights(map[int]int64{0: 500, output - 1: -500, output: -128, bias - 1: 128, bias: most, count - 1: -most}),
	} {
		if _, err := net.Read(bytes.NewReader(good)); err != nil {
			t.Error(err)
		}
	}
	for name, bad := range map[string][]byte{
		"begins with another line":               []byte("Stockfish"),
		"checksum":                               data[:len(data)-1],
		"more than 1048576 bytes":                make([]byte, 1<<20+1),
		"3 bytes follow the weights":             withWeights(map[int]int64{-1: 3}),
		"the weights: EOF":                       signed(bytes.Clone(body[:weights])),
		"the origin: unknown line":               withOrigin("wotn"),
		"the origin: unknown name":               withOrigin("variants wotn shogi"),
		"the origin: strconv.Atoi":               withOrigin("positions many"),
		"the origin: it has no variants":         withOrigin("version 1"),
		"the weight 501 is not from -500 to 500": withWeights(map[int]int64{0: 501}),
		"the weight -501 is not":                 withWeights(map[int]int64{output - 1: -501}),
		"the weight -129 is not":                 withWeights(map[int]int64{output: -129}),
		"the weight 129 is not":                  withWeights(map[int]int64{bias - 1: 129}),
		"the weight 8160001 is not":              withWeights(map[int]int64{count - 1: most + 1}),
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
	want := engine.Centipawns(eval.New().Evaluate(&chess) + net.Scale/4)
	if got := e.Evaluate(&chess); got != want {
		t.Errorf("chess: %v, not %v", got, want)
	}
	if got := e.Evaluate(&standard); got != engine.Centipawns(eval.New().Evaluate(&standard)) {
		t.Errorf("a variant that the network is not for: %v", got)
	}
	if err := e.SetOption("EvalFile", filepath.Dir(name)); err == nil || e.Evaluate(&chess) != want {
		t.Errorf("a folder: %v, and then %v", err, e.Evaluate(&chess))
	}
}

// TestEvaluator: the evaluation of positions in the order of a search is the slow one of each of them.
func TestEvaluator(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	w := randomWeights(random)
	n := w.Quantize(net.Origin{Variants: []wotn.Variant{wotn.Standard, wotn.Chess}})
	e := net.NewEvaluator(n)
	plain := eval.New()
	var visit func(p *wotn.Position, depth int)
	visit = func(p *wotn.Position, depth int) {
		want := slowly(w, p)
		if p.Variant() == wotn.Alternative { // the network is not for it
			want = plain.Evaluate(p)
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

// TestDefault: the network of the program can be read, and is for all variants.
func TestDefault(t *testing.T) {
	n, err := net.Open("default.net")
	if err != nil {
		t.Fatal(err)
	}
	if len(n.Origin().Variants) != int(wotn.NumVariants) || n.Origin().Version == "" || len(n.Origin().By) == 0 {
		t.Errorf("%+v", n.Origin())
	}
	if !reflect.DeepEqual(n, net.Default()) {
		t.Error("the program has another network")
	}
	if _, err := net.OpenEvaluator(net.NoNetwork); err != nil {
		t.Error(err)
	}
}
