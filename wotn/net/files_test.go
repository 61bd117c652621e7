//go:build !js

package net_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/adler32"
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

// A program for browsers reads no files, and has no network.

func TestFile(t *testing.T) {
	n := randomWeights(rand.New(rand.NewPCG(3, 4))).Quantize(net.Origin{Variants: []wotn.Variant{wotn.Standard}, By: []string{"train"}, Version: "1", Positions: 5})
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	again, err := net.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(n, again) {
		t.Error("the network that was read differs")
	}
	// signed appends a checksum to a changed file without it.
	signed := func(body []byte) []byte {
		return binary.LittleEndian.AppendUint32(body, adler32.Checksum(body))
	}
	body := data[:len(data)-adler32.Size]
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
		if _, err := net.Parse(good); err != nil {
			t.Error(err)
		}
	}
	for name, bad := range map[string][]byte{
		"begins with another line":               []byte("Stockfish"),
		"checksum":                               data[:len(data)-1],
		"more than 1048576 bytes":                make([]byte, 1<<20+1),
		"3 bytes follow the weights":             withWeights(map[int]int64{-1: 3}),
		"a weight is cut off":                    signed(bytes.Clone(body[:weights])),
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
		if _, err := net.Parse(bad); !errors.Is(err, net.ErrFormat) || !strings.Contains(err.Error(), name) {
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
	without, err := net.OpenEvaluator(net.NoNetwork)
	if err != nil {
		t.Fatal(err)
	}
	p := wotn.Start(wotn.Standard)
	with := net.NewEvaluator(n).Evaluate(&p)
	if got, want := without().Evaluate(&p), eval.New().Evaluate(&p); got != want || with == want {
		t.Errorf("%d without a network, not %d; %d with it", got, want, with)
	}
}
