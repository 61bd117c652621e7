package training

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"tafelrunde/lab/dataset"
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/net"
)

// randomSamples returns positions of random games with the points of half the present evaluation.
func randomSamples(n int, seed uint64) *NetSamples {
	random := rand.New(rand.NewPCG(seed, 1))
	s, e := &NetSamples{}, eval.New()
	for s.Len() < n {
		game := randomStart(wotn.Variant(random.IntN(int(wotn.NumVariants))), random)
		for range 20 {
			p := game.Position()
			s.add(p, e, shareOf(float64(e.Evaluate(p))/net.Scale/2))
			moves := p.AppendMoves(nil)
			if len(moves) == 0 || game.Play(moves[random.IntN(len(moves))]) != nil || game.Outcome().Over() {
				break
			}
		}
	}
	return s
}

// TestNetGradient compares the gradient with differences of the loss.
func TestNetGradient(t *testing.T) {
	s := randomSamples(40, 1)
	run, err := (&NetTraining{Epochs: 1, Rate: 0.01, Seed: 3}).begin(s.checksum())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	for i := range run.Weights[netOutput:] {
		run.Weights[netOutput+i] = float32(random.NormFloat64() * 0.1)
	}
	gradient := make([]float32, netParameters)
	for i := range s.Len() {
		s.states[i].bucket = uint8(i % net.Buckets) // games begin in the last one
		run.learn(s, i, gradient)
	}
	loss := func() (sum float64) {
		for i := range s.Len() {
			sum += excessOf(run.output(s, i, &seen{}), float64(s.points[i]))
		}
		return sum
	}
	groups := []int{0, netBias, netOutput, netOutputBias, netParameters}
	for group, begin := range groups[:4] {
		checked := 0
		for range 100 {
			i := begin + random.IntN(groups[group+1]-begin)
			if begin == 0 { // most features are in none of the positions
				i = int(s.features[random.IntN(len(s.features))])*net.Hidden + random.IntN(net.Hidden)
			}
			const step = 0.0003
			old := run.Weights[i]
			run.Weights[i] = old + step
			more := loss()
			run.Weights[i] = old - step
			less := loss()
			run.Weights[i] = old
			slope := (more - less) / (2 * step)
			if math.Abs(slope-float64(gradient[i])) > 0.02*math.Abs(slope)+0.02 {
				t.Fatalf("weight %d: slope %v, gradient %v", i, slope, gradient[i])
			}
			if math.Abs(slope) > 0.05 { // a gradient of 0 would have failed
				checked++
			}
		}
		if checked < 30 {
			t.Errorf("only %d weights from %d on have a gradient", checked, begin)
		}
	}
}

// TestNetChecksum: a run is not continued with other positions or labels.
func TestNetChecksum(t *testing.T) {
	s := randomSamples(40, 1)
	state := &s.states[7]
	sums := map[uint64]bool{s.checksum(): true}
	for i, change := range []func(){
		func() { s.features[100]++ },
		func() { s.ends[7]++ },
		func() { state.turn = state.turn.Other() },
		func() { state.mirrored[wotn.White] = !state.mirrored[wotn.White] },
		func() { state.mirrored[wotn.Black] = !state.mirrored[wotn.Black] },
		func() { state.bucket ^= 1 },
		func() { state.present += 0.01 },
		func() { state.scale /= 2 },
		func() { s.points[7] /= 2 },
	} {
		change()
		sum := s.checksum()
		if sums[sum] {
			t.Errorf("change %d does not change the checksum", i)
		}
		sums[sum] = true
	}
}

// TestNetTraining: a network learns, gives the same on any number of processors and after an interruption, and loses little by rounding.
func TestNetTraining(t *testing.T) {
	samples, heldOut := randomSamples(4000, 2), randomSamples(400, 3)
	train := func(ctx context.Context, name string) *net.Weights {
		w, err := (&NetTraining{Epochs: 5, Batch: 100, Rate: 0.01, Seed: 1, Checkpoint: name}).Train(ctx, samples, heldOut, io.Discard)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		return w
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	whole := train(t.Context(), "")
	n := whole.Quantize(net.Origin{})
	untrained, err := (&NetTraining{Seed: 1}).begin(1)
	if err != nil {
		t.Fatal(err)
	}
	if before, after := untrained.excess(heldOut), heldOut.Excess(n); after > 0.9*before {
		t.Errorf("the excess is %v, before training %v", after, before)
	}
	name := filepath.Join(t.TempDir(), "state")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	runtime.GOMAXPROCS(2)
	interrupted := &stopAfter{stop: stop, lines: 2}
	if _, err := (&NetTraining{Epochs: 5, Batch: 100, Rate: 0.01, Seed: 1, Checkpoint: name}).Train(ctx, samples, heldOut, interrupted); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(3)
	again := train(t.Context(), name)
	if !reflect.DeepEqual(again, whole) {
		t.Error("the run on other numbers of processors, which was interrupted, gives another network")
	}
	run := untrained
	for f, row := range whole.Features {
		copy(run.Weights[f*net.Hidden:], row[:])
	}
	copy(run.Weights[netBias:], whole.Bias[:])
	for b, row := range whole.Output {
		copy(run.Weights[netOutput+b*len(row):], row[:])
	}
	copy(run.Weights[netOutputBias:], whole.OutputBias[:])
	if exact, rounded := run.excess(heldOut), heldOut.Excess(n); math.Abs(exact-rounded) > 0.002 {
		t.Errorf("the excess is %v, rounded %v", exact, rounded)
	}
}

// stopAfter stops a training after some lines of its log.
type stopAfter struct {
	stop  func()
	lines int
}

func (s *stopAfter) Write(line []byte) (int, error) {
	if s.lines--; s.lines == 0 {
		s.stop()
	}
	return len(line), nil
}

// TestLaterPoints: the points of a ply are those of its search and those of the later ones.
func TestLaterPoints(t *testing.T) {
	r := &dataset.Record{Scores: []int{0, 400, -400}, Result: []float64{1, 0}}
	const half, win, loss = 0.5, 10. / 11, 1. / 11
	for lambda, want := range map[float64][]float64{
		0:    {half, win, loss},
		0.25: {0.75*half + 0.25*(1-0.75*win-0.25*(1-0.75*loss-0.25)), 0.75*win + 0.25*(1-0.75*loss-0.25), 0.75*loss + 0.25},
		1:    {1, 0, 1},
	} {
		for i, got := range laterPoints(r, wotn.Black, lambda) {
			if math.Abs(got-want[i]) > 1e-9 {
				t.Errorf("lambda %g, ply %d: %v, not %v", lambda, i, got, want[i])
			}
		}
	}
}
