package training

import (
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"

	"tafelrunde/lab/dataset"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/net"
)

// NetSamples are positions with the points that the side to move expects, as a network sees them.
type NetSamples struct {
	features []net.Feature // as White sees them
	ends     []int         // of the features of each position
	states   []netState
	points   []float32
	// Variants are the variants of the positions, and By the commands that made the datasets, each once.
	Variants []wotn.Variant
	By       []string
}

// netState is what else a network needs to know about a position.
type netState struct {
	turn     wotn.Color
	mirrored [wotn.NumColors]bool
	bucket   uint8
	// present is the evaluation of package eval, unscaled, and scale the share of it that counts.
	present, scale float32
}

// checksum returns a checksum of the positions and their labels. It is FNV-1a of words instead of bytes, because there are about a
// billion features.
func (s *NetSamples) checksum() uint64 {
	h := uint64(14695981039346656037)
	mix := func(word uint64) { h = (h ^ word) * 1099511628211 }
	for _, f := range s.features {
		mix(uint64(f))
	}
	for i, state := range s.states {
		word := uint64(state.turn)<<8 | uint64(state.bucket)
		for side, mirrored := range state.mirrored {
			if mirrored {
				word |= 1 << (16 + side)
			}
		}
		mix(word)
		mix(uint64(s.ends[i]))
		mix(uint64(math.Float32bits(state.present)))
		mix(uint64(math.Float32bits(state.scale)))
		mix(uint64(math.Float32bits(s.points[i])))
	}
	return h
}

// Len returns the number of positions.
func (s *NetSamples) Len() int { return len(s.points) }

func (s *NetSamples) add(p *wotn.Position, e *eval.Evaluator, points float64) {
	const much = 10_000
	v := e.Unscaled(p)
	scale := float32(e.Scaled(p, much)) / much
	if v < 0 {
		scale = -float32(e.Scaled(p, -much)) / much
	}
	s.features = net.AppendFeatures(s.features, p, e.Relations())
	s.ends = append(s.ends, len(s.features))
	mirrored := [wotn.NumColors]bool{net.Mirrored(p, wotn.White), net.Mirrored(p, wotn.Black)}
	s.states = append(s.states, netState{p.ToMove(), mirrored, uint8(net.Bucket(p)), float32(v) / net.Scale, scale})
	s.points = append(s.points, float32(points))
	if !slices.Contains(s.Variants, p.Variant()) {
		s.Variants = append(s.Variants, p.Variant())
	}
}

// laterPoints returns the points that the side to move expects at each ply of a game of self-play: those of TD(lambda),
// 1-lambda parts of what the search of the ply expects and lambda parts of what the other side does not expect a ply later, at the end the
// result. Searches of later plies see more of what follows. last is the side to move at the end.
func laterPoints(r *dataset.Record, last wotn.Color, lambda float64) []float64 {
	points := make([]float64, len(r.Scores))
	later := r.Result[last]
	for i := len(points) - 1; i >= 0; i-- {
		later = (1-lambda)*engine.Centipawns(r.Scores[i]).WinShare() + lambda*(1-later)
		points[i] = later
	}
	return points
}

func (s *NetSamples) featuresOf(i int) []net.Feature {
	if i == 0 {
		return s.features[:s.ends[0]]
	}
	return s.features[s.ends[i-1]:s.ends[i]]
}

// ReadNetSamples reads the quiet positions of games, as [ReadWotnSamples] does, and the positions of datasets. The points of those of
// games are those of TD(lambda). It holds out one in heldOutEvery games or positions, none if that is 0. It writes what is damaged to notes.
func ReadNetSamples(names []string, lambda float64, heldOutEvery int, notes io.Writer) (training, heldOut *NetSamples, err error) {
	training, heldOut = &NetSamples{}, &NetSamples{}
	e := eval.New()
	count := 0
	for _, name := range names {
		err := dataset.Read(name, notes, func(from dataset.Origin, r *dataset.Record) error {
			if !slices.Contains(training.By, from.By) {
				training.By = append(training.By, from.By)
			}
			into := training
			if heldOutEvery > 0 && count%heldOutEvery == 0 {
				into = heldOut
			}
			count++
			if r.Moves != "" || r.Expected == nil {
				var points []float64
				return QuietPositions(r, func(ply int, p *wotn.Position) {
					if points == nil {
						points = laterPoints(r, p.ToMove()^wotn.Color(len(r.Scores)-ply)&1, lambda)
					}
					into.add(p, e, points[ply])
				})
			}
			variant, err := wotn.ParseVariant(r.Rules)
			if err != nil {
				return err
			}
			p, err := wotn.ParsePosition(variant, r.Start)
			if err == nil {
				into.add(&p, e, r.Expected[p.ToMove()])
			}
			return err
		})
		if err != nil {
			return nil, nil, err
		}
	}
	if training.Len() == 0 || heldOutEvery > 0 && heldOut.Len() == 0 {
		return nil, nil, fmt.Errorf("%d games or positions are too few", count)
	}
	return training, heldOut, nil
}

// NetTraining trains a network by AdamW with a rate that falls to a hundredth, as a cosine does.
type NetTraining struct {
	Epochs int
	Batch  int // positions of each step
	Rate   float64
	Seed   uint64
	// Decay is the part of the features' weights by which they shrink, times the rate, in each step.
	Decay float64
	// Checkpoint is the file with the state after each epoch, from which an interrupted run is continued.
	Checkpoint string
}

const (
	// The gradient of a batch is computed in parts, so that it does not depend on the number of processors.
	netParts = 4
	// The rates at which the means of the gradient and of its square forget.
	netMean, netSquare = 0.9, 0.999
)

// netParameters are the weights of a network in one slice: features, bias, output, bias of the output.
const (
	netBias       = net.Features * net.Hidden
	netOutput     = netBias + net.Hidden
	netOutputBias = netOutput + net.Buckets*2*net.Hidden
	netParameters = netOutputBias + net.Buckets
)

// netRun is the state of a run.
type netRun struct {
	Training NetTraining // without Checkpoint
	Samples  uint64      // checksum
	Epoch    int         // the next one, from 0
	Step     int
	Weights  []float32
	Mean     []float32
	Square   []float32

	gradients [netParts][]float32
}

// Train trains a network and returns its weights. It writes the losses to log: the cross-entropy without the entropy of the
// points. If the context is done, it returns the context's error after a batch; the epoch is repeated when the run is continued.
func (t *NetTraining) Train(ctx context.Context, training, heldOut *NetSamples, log io.Writer) (*net.Weights, error) {
	run, err := t.begin(training.checksum())
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(log, "%d positions, %d held out, excess without a network %.5f\n", training.Len(), heldOut.Len(), heldOut.PresentExcess())
	batches := (training.Len() + t.Batch - 1) / t.Batch
	order := make([]uint32, training.Len())
	for ; run.Epoch < t.Epochs; run.Epoch++ {
		for i := range order {
			order[i] = uint32(i)
		}
		random := rand.New(rand.NewPCG(t.Seed, uint64(run.Epoch)+1))
		random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		var loss float64
		for batch := range slices.Chunk(order, t.Batch) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			progress := float64(run.Step) / float64(batches*t.Epochs)
			rate := t.Rate * (0.01 + 0.99*(1+math.Cos(math.Pi*progress))/2)
			loss += run.step(training, batch, rate)
		}
		fmt.Fprintf(log, "epoch %d: excess %.5f, held out %.5f\n", run.Epoch+1, loss/float64(training.Len()), run.excess(heldOut))
		if err := run.save(t.Checkpoint); err != nil {
			return nil, err
		}
	}
	return run.weights(), nil
}

// begin returns the state of a new run, or of one that is continued.
func (t *NetTraining) begin(samples uint64) (*netRun, error) {
	own := *t
	own.Checkpoint = ""
	if t.Checkpoint != "" {
		file, err := os.Open(t.Checkpoint)
		if err == nil {
			defer file.Close()
			run := &netRun{}
			if err := gob.NewDecoder(file).Decode(run); err != nil {
				return nil, fmt.Errorf("%s is not a training state: %w", t.Checkpoint, err)
			}
			if run.Training != own || run.Samples != samples || len(run.Weights) != netParameters || len(run.Mean) != netParameters || len(run.Square) != netParameters {
				return nil, fmt.Errorf("%s belongs to a training with other options or datasets, or to a program with other features", t.Checkpoint)
			}
			run.Epoch++
			return run, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	run := &netRun{Training: own, Samples: samples, Weights: make([]float32, netParameters), Mean: make([]float32, netParameters), Square: make([]float32, netParameters)}
	random := rand.New(rand.NewPCG(t.Seed, 0))
	for i := range run.Weights {
		switch {
		case i < netBias:
			run.Weights[i] = float32(random.NormFloat64() * 0.1)
		case i < netOutput: // the others begin with 0, so that the network adds nothing
			run.Weights[i] = 0.2
		}
	}
	return run, nil
}

// Unfinished is the ending of the name of a checkpoint while it is written.
const Unfinished = ".new"

func (r *netRun) save(name string) error {
	if name == "" {
		return nil
	}
	file, err := os.Create(name + Unfinished)
	if err != nil {
		return err
	}
	err = errors.Join(gob.NewEncoder(file).Encode(r), file.Close())
	return cmp.Or(err, os.Rename(name+Unfinished, name))
}

// step changes the weights by the gradient of a batch, and returns the sum of its excess.
func (r *netRun) step(s *NetSamples, batch []uint32, rate float64) float64 {
	var losses [netParts]float64
	size := (len(batch) + netParts - 1) / netParts
	inParallel(netParts, func(part int) {
		gradient := r.gradients[part]
		if gradient == nil {
			gradient = make([]float32, netParameters)
			r.gradients[part] = gradient
		}
		clear(gradient)
		for _, i := range batch[min(len(batch), part*size):min(len(batch), (part+1)*size)] {
			losses[part] += r.learn(s, int(i), gradient)
		}
	})
	r.Step++
	fadeMean, fadeSquare := 1-math.Pow(netMean, float64(r.Step)), 1-math.Pow(netSquare, float64(r.Step))
	pace, share, keep := float32(rate/fadeMean), 1/float32(len(batch)), float32(1-rate*r.Training.Decay)
	const block = 4096
	inParallel((netParameters+block-1)/block, func(b int) {
		for i := b * block; i < min(netParameters, (b+1)*block); i++ {
			var g float32
			for _, gradient := range r.gradients {
				g += gradient[i]
			}
			g *= share
			r.Mean[i] = netMean*r.Mean[i] + (1-netMean)*g
			r.Square[i] = netSquare*r.Square[i] + (1-netSquare)*g*g
			if r.Square[i] == 0 {
				continue
			}
			w := r.Weights[i]
			if i < netBias {
				w *= keep
			}
			w -= pace * r.Mean[i] / (float32(math.Sqrt(float64(r.Square[i])/fadeSquare)) + 1e-8)
			switch {
			case i < netOutput:
				w = max(-net.MaxFeature, min(net.MaxFeature, w))
			case i < netOutputBias:
				w = max(-net.MaxOutput, min(net.MaxOutput, w))
			}
			r.Weights[i] = w
		}
	})
	sum := 0.0
	for _, loss := range losses {
		sum += loss
	}
	return sum
}

// seen are the sums of a position for the side to move and the other side.
type seen [2][net.Hidden]float32

// forward returns the output for a position, without the present evaluation.
func (r *netRun) forward(s *NetSamples, i int, sums *seen) (output float32) {
	state := &s.states[i]
	weights := r.outputWeights(state.bucket)
	output = r.Weights[netOutputBias+int(state.bucket)]
	for k, side := range [2]wotn.Color{state.turn, state.turn.Other()} {
		sum := &sums[k]
		copy(sum[:], r.Weights[netBias:netOutput])
		for _, f := range s.featuresOf(i) {
			row := r.row(f.See(side, state.mirrored[side]))
			for j := range sum {
				sum[j] += row[j]
			}
		}
		for j, x := range sum {
			x = max(0, min(1, x))
			output += x * x * weights[k*net.Hidden+j]
		}
	}
	return output
}

func (r *netRun) row(f net.Feature) *[net.Hidden]float32 { return rowOf(r.Weights, f) }

func rowOf(numbers []float32, f net.Feature) *[net.Hidden]float32 {
	return (*[net.Hidden]float32)(numbers[int(f)*net.Hidden:])
}

func (r *netRun) outputWeights(bucket uint8) *[2 * net.Hidden]float32 {
	return (*[2 * net.Hidden]float32)(r.Weights[netOutput+int(bucket)*2*net.Hidden:])
}

// learn adds the gradient of a position, and returns its excess.
func (r *netRun) learn(s *NetSamples, i int, gradient []float32) float64 {
	var sums seen
	output := r.output(s, i, &sums)
	points := float64(s.points[i])
	state := &s.states[i]
	slope := float32((shareOf(output)-points)*math.Ln10) * state.scale
	weights := r.outputWeights(state.bucket)
	of := (*[2 * net.Hidden]float32)(gradient[netOutput+int(state.bucket)*2*net.Hidden:])
	gradient[netOutputBias+int(state.bucket)] += slope
	bias := (*[net.Hidden]float32)(gradient[netBias:])
	for k, side := range [2]wotn.Color{state.turn, state.turn.Other()} {
		var back [net.Hidden]float32
		for j, x := range sums[k] {
			if x <= 0 {
				continue
			}
			if x >= 1 {
				of[k*net.Hidden+j] += slope
				continue
			}
			of[k*net.Hidden+j] += slope * x * x
			back[j] = slope * weights[k*net.Hidden+j] * 2 * x
			bias[j] += back[j]
		}
		for _, f := range s.featuresOf(i) {
			row := rowOf(gradient, f.See(side, state.mirrored[side]))
			for j := range row {
				row[j] += back[j]
			}
		}
	}
	return excessOf(output, points)
}

// output returns the evaluation of a position in units of net.Scale centipawns.
func (r *netRun) output(s *NetSamples, i int, sums *seen) float64 {
	state := &s.states[i]
	return float64((state.present + r.forward(s, i, sums)) * state.scale)
}

func (s *NetSamples) presentOutput(i int) float64 {
	return float64(s.states[i].present * s.states[i].scale)
}

func (r *netRun) excess(s *NetSamples) float64 {
	return s.excess(func(i int) float64 {
		var sums seen
		return r.output(s, i, &sums)
	})
}

// excess returns the mean excess of outputs, which may be computed side by side.
func (s *NetSamples) excess(output func(i int) float64) float64 {
	const block = 1024
	parts := make([]float64, (s.Len()+block-1)/block)
	inParallel(len(parts), func(part int) {
		for i := part * block; i < min(s.Len(), (part+1)*block); i++ {
			parts[part] += excessOf(output(i), float64(s.points[i]))
		}
	})
	sum := 0.0
	for _, part := range parts {
		sum += part
	}
	return sum / float64(s.Len())
}

// Excess returns the mean excess of a network, whose weights and outputs are rounded as in games.
func (s *NetSamples) Excess(n *net.Network) float64 {
	return s.excess(func(i int) float64 {
		state := &s.states[i]
		output := n.Output(s.featuresOf(i), state.turn, state.mirrored, int(state.bucket))
		return float64((state.present + float32(output)/net.Scale) * state.scale)
	})
}

// PresentExcess returns the mean excess of package eval.
func (s *NetSamples) PresentExcess() float64 { return s.excess(s.presentOutput) }

func shareOf(output float64) float64 { return 1 / (1 + math.Exp(-output*math.Ln10)) }

// excessOf returns the cross-entropy between points and the share that an output stands for, without the entropy of the points.
func excessOf(output, points float64) float64 {
	share := max(1e-6, min(1-1e-6, shareOf(output)))
	excess := 0.0
	if points > 0 {
		excess += points * math.Log(points/share)
	}
	if points < 1 {
		excess += (1 - points) * math.Log((1-points)/(1-share))
	}
	return excess
}

func (r *netRun) weights() *net.Weights {
	w := &net.Weights{Features: make([][net.Hidden]float32, net.Features)}
	for f := range w.Features {
		w.Features[f] = *r.row(net.Feature(f))
	}
	copy(w.Bias[:], r.Weights[netBias:netOutput])
	for b := range w.Output {
		w.Output[b] = *r.outputWeights(uint8(b))
	}
	copy(w.OutputBias[:], r.Weights[netOutputBias:])
	return w
}

// inParallel calls do with the numbers from 0 to n-1 on GOMAXPROCS processors.
func inParallel(n int, do func(i int)) {
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range numbers {
				do(i)
			}
		})
	}
	for i := range n {
		numbers <- i
	}
	close(numbers)
	workers.Wait()
}
