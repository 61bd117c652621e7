package eval

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"tafelrunde/wotn"
)

// Sample is a position and what came of it, for tuning.
type Sample struct {
	Position wotn.Position
	// Points expected or won by the side to move, 0 to 1.
	Points float64
}

// Tuning improves the weights of one rule set by logistic regression, the
// method of P. Österlund (https://www.chessprogramming.org/Texel's_Tuning_Method):
// a judgement of n centipawns predicts 1/(1+10^(-n/scale)) points, and the
// weights are moved down the gradient of the cross entropy between predictions
// and samples. As the judgement is linear in the weights, each sample is needed
// only as the list of how often each weight counts in it.
type Tuning struct {
	ways    wotn.Variant
	start   Weights
	pairs   []Pair // the start's weights in the order of Each
	now     []float64
	samples []counted
	// Scale is the advantage in centipawns for ten of eleven points. NewTuning
	// sets it to what fits the starting weights best, and it stays so, or the
	// unit of all weights would drift.
	Scale float64
	// Trust is by how many centipawns a weight, times how often it usually
	// counts, may leave its start before that counts against it as one sample
	// that is quite wrong; it keeps those weights in place that few samples
	// speak about.
	Trust float64
	// usual is the mean square of how often each weight counts where it does.
	usual []float64
	// moments of the Adam method (https://arxiv.org/abs/1412.6980)
	mean, square []float64
	step         int
}

// counted is a sample as the tuner sees it.
type counted struct {
	counts []count
	full   float64 // share of the weights for a full board
	points float64
	// chances are the share of the sum that counts if it is in favour of the
	// side to move, and if it is not.
	chances [2]float64
}

type count struct {
	weight uint16
	times  int16
}

// radix separates the counts of several weights asked for at once; perProbe is
// how many one probe asks for, half of them as worths on a full board, half as
// worths on an emptied one.
const (
	radix    = 1 << 10
	perProbe = 6
)

// NewTuning prepares tuning from some weights.
func NewTuning(ways wotn.Variant, start *Weights, samples []Sample) *Tuning {
	t := &Tuning{ways: ways, start: *start, Trust: 25}
	t.start.Each(func(_ string, p *Pair) { t.pairs = append(t.pairs, *p) })
	for _, p := range t.pairs {
		t.now = append(t.now, float64(p.Full), float64(p.Bare))
	}
	t.mean, t.square = make([]float64, len(t.now)), make([]float64, len(t.now))
	t.samples = make([]counted, len(samples))
	t.share(func(from, to int) {
		probes := t.probes()
		for i := from; i < to; i++ {
			t.samples[i] = t.count(probes, &samples[i])
		}
	})
	t.Scale = t.fitScale()
	t.usual = make([]float64, len(t.pairs))
	uses := t.Uses()
	for i := range t.samples {
		for _, n := range t.samples[i].counts {
			t.usual[n.weight] += float64(n.times) * float64(n.times) / float64(uses[n.weight])
		}
	}
	return t
}

// share calls f for parts of the samples, on all processors.
func (t *Tuning) share(f func(from, to int)) {
	parts := runtime.GOMAXPROCS(0)
	var working sync.WaitGroup
	for i := range parts {
		working.Go(func() { f(len(t.samples)*i/parts, len(t.samples)*(i+1)/parts) })
	}
	working.Wait()
}

// perMan is how many weights a kind's material and places have.
const perMan = 1 + 8 + 4 + 32

// firstByKing is the first weight, in the order of Each, that says how men stand
// to kings; firstProbed the first that is none of material and places.
const (
	firstByKing = (int(wotn.NumKinds) - int(wotn.Pawn)) * perMan
	firstProbed = firstByKing + (int(wotn.NumKinds)-int(wotn.Pawn))*2*kingPlaces
)

// probes returns evaluators in which only a few weights count, by 1, radix and
// its square, so that a judgement's digits are how often each counts. Material
// and places are counted without them.
func (t *Tuning) probes() (probes []*Evaluator) {
	start := newTables(t.ways, &t.start)
	for i := firstProbed; i < len(t.pairs); i += perProbe {
		var w Weights
		n := 0
		units := [perProbe]Pair{{1, 0}, {radix, 0}, {radix * radix, 0}, {0, 1}, {0, radix}, {0, radix * radix}}
		w.Each(func(_ string, p *Pair) {
			if n >= i && n < i+perProbe {
				*p = units[n-i]
			}
			n++
		})
		e := NewWith(t.ways, &w)
		e.tables[t.ways].values = start.values
		e.tables[t.ways].compare()
		probes = append(probes, e)
	}
	return probes
}

func (t *Tuning) count(probes []*Evaluator, s *Sample) counted {
	p := &s.Position
	c := counted{points: s.Points, full: float64(Phase(p)) / fullBoard}
	var times [firstProbed]int16
	for men := p.Occupied(); men != 0; men &= men - 1 {
		sq := men.First()
		man := p.At(sq)
		sign := int16(1)
		if man.Color != p.Turn() {
			sign = -1
		}
		first := int(man.Kind-wotn.Pawn) * perMan
		rank, file := relativeRank(man.Color, sq), edgeFile(sq)
		for _, i := range [...]int{0, 1 + rank, 9 + file, 13 + 4*rank + file} {
			times[first+i] += sign
		}
		if man.Kind == wotn.King {
			continue
		}
		first = firstByKing + int(man.Kind-wotn.Pawn)*2*kingPlaces
		for i, c := range [...]wotn.Color{man.Color, man.Color.Other()} {
			if king := p.Pieces(c, wotn.King); king&(king-1) == 0 {
				times[first+i*kingPlaces+int(toKing[man.Color][sq][king.First()])] += sign
			}
		}
	}
	for i, n := range times {
		if n != 0 {
			c.counts = append(c.counts, count{uint16(i), n})
		}
	}
	for i, e := range probes {
		score, _ := e.sum(p)
		if i == 0 {
			c.chances = [2]float64{e.share(p, 1), e.share(p, -1)}
		}
		for half, v := range [2]int{score.full(), score.bare()} {
			for j := firstProbed + perProbe*i + perProbe/2*half; v != 0; j++ {
				digit := v % radix
				if digit > radix/2 {
					digit -= radix
				} else if digit < -radix/2 {
					digit += radix
				}
				if digit != 0 {
					c.counts = append(c.counts, count{uint16(j), int16(digit)})
				}
				v = (v - digit) / radix
			}
		}
	}
	c.counts = slices.Clip(c.counts)
	return c
}

// judge returns the judgement of a sample by the weights now, and by how much it
// grows with the sum of all features.
func (t *Tuning) judge(c *counted) (score, share float64) {
	for _, n := range c.counts {
		i := 2 * int(n.weight)
		score += float64(n.times) * (t.now[i]*c.full + t.now[i+1]*(1-c.full))
	}
	share = c.chances[0]
	if score < 0 {
		share = c.chances[1]
	}
	return score * share, share
}

func predict(score, scale float64) float64 { return 1 / (1 + math.Exp(-score*math.Ln10/scale)) }

// Loss returns the mean cross entropy of predictions and samples.
func (t *Tuning) Loss() float64 { return t.loss(t.Scale) }

func (t *Tuning) loss(scale float64) float64 {
	var sum float64
	var adding sync.Mutex
	t.share(func(from, to int) {
		var part float64
		for i := from; i < to; i++ {
			c := &t.samples[i]
			score, _ := t.judge(c)
			p := math.Max(1e-9, math.Min(1-1e-9, predict(score, scale)))
			part -= c.points*math.Log(p) + (1-c.points)*math.Log(1-p)
		}
		adding.Lock()
		sum += part
		adding.Unlock()
	})
	return sum / float64(max(1, len(t.samples)))
}

// fitScale finds the scale of least loss by golden section.
func (t *Tuning) fitScale() float64 {
	const ratio = 0.6180339887498949
	low, high := 50.0, 1500.0
	for high-low > 1 {
		a, b := high-ratio*(high-low), low+ratio*(high-low)
		if t.loss(a) < t.loss(b) {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}

// Step moves all weights once; rate is about how far, in centipawns.
func (t *Tuning) Step(rate float64) {
	gradient := make([]float64, len(t.now))
	unit := math.Ln10 / t.Scale
	var adding sync.Mutex
	t.share(func(from, to int) {
		part := make([]float64, len(t.now))
		for i := from; i < to; i++ {
			c := &t.samples[i]
			score, share := t.judge(c)
			wrong := (predict(score, t.Scale) - c.points) * unit * share
			for _, n := range c.counts {
				j := 2 * int(n.weight)
				g := wrong * float64(n.times)
				part[j] += g * c.full
				part[j+1] += g * (1 - c.full)
			}
		}
		adding.Lock()
		for i := range part {
			gradient[i] += part[i]
		}
		adding.Unlock()
	})
	t.step++
	fade1, fade2 := 1-math.Pow(0.9, float64(t.step)), 1-math.Pow(0.999, float64(t.step))
	for i := range gradient {
		start := float64(t.pairs[i/2].Full)
		if i%2 == 1 {
			start = float64(t.pairs[i/2].Bare)
		}
		g := gradient[i] + (t.now[i]-start)*max(1, t.usual[i/2])/(t.Trust*t.Trust)
		t.mean[i] = 0.9*t.mean[i] + 0.1*g
		t.square[i] = 0.999*t.square[i] + 0.001*g*g
		if t.square[i] > 0 {
			t.now[i] -= rate * (t.mean[i] / fade1) / (math.Sqrt(t.square[i]/fade2) + 1e-12)
		}
	}
}

// Weights returns the weights now, rounded.
func (t *Tuning) Weights() Weights {
	w := t.start
	i := 0
	w.Each(func(_ string, p *Pair) {
		*p = Pair{int(math.Round(t.now[i])), int(math.Round(t.now[i+1]))}
		i += 2
	})
	return w
}

// Set takes other weights, to ask for their loss.
func (t *Tuning) Set(w *Weights) {
	i := 0
	w.Each(func(_ string, p *Pair) {
		t.now[i], t.now[i+1] = float64(p.Full), float64(p.Bare)
		i += 2
	})
}

// Uses returns in how many samples a weight counts, in the order of Each.
func (t *Tuning) Uses() []int {
	uses := make([]int, len(t.pairs))
	for i := range t.samples {
		for _, n := range t.samples[i].counts {
			uses[n.weight]++
		}
	}
	return uses
}
