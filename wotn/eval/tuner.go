package eval

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"tafelrunde/wotn"
)

// Sample is a position of a training dataset.
type Sample struct {
	Position wotn.Position
	// Points is the label: the points of the side to move, 0 to 1.
	Points float64
}

// Tuner fits the weights of one variant by logistic regression
// (https://www.chessprogramming.org/Texel%27s_Tuning_Method by P. Österlund).
// An evaluation of n centipawns predicts 1/(1+10^(-n/Scale)) points. The tuner
// descends the gradient of the cross entropy between predictions and labels.
// Since the evaluation is linear in the weights, a sample is stored as the
// count of each feature.
type Tuner struct {
	variant wotn.Variant
	initial Weights
	pairs   []Pair // the initial weights in the order of eachByName
	weights []float64
	samples []sampleFeatures
	// Scale is the advantage in centipawns with 10/11 expected points. NewTuner
	// fits it to the initial weights. It does not change afterwards, because
	// the unit of all weights would drift.
	Scale float64
	// PriorDeviation is the standard deviation, in centipawns, of a normal
	// prior around the initial weights: the deviation of a weight times the
	// root mean square of its feature's count. The prior keeps weights in place
	// about which few samples say anything.
	PriorDeviation float64
	// meanSquare is the mean square of each feature's count where it is not 0.
	meanSquare []float64
	// Moments of the Adam method (https://arxiv.org/abs/1412.6980).
	mean, square []float64
	step         int
}

// sampleFeatures is a sample in the tuner's form.
type sampleFeatures struct {
	features []feature
	midgame  float64 // share of the midgame weights
	points   float64
	// scale holds the factors of a sum in favor of the side to move, and of a
	// sum against it.
	scale [2]float64
}

type feature struct {
	weight uint16
	count  int16
}

// A probe evaluator counts perProbe features at once, half of them in its
// midgame weights and half in its endgame weights. radix separates their
// counts.
const (
	radix    = 1 << 10
	perProbe = 6
)

// NewTuner returns a tuner that starts from some weights.
func NewTuner(variant wotn.Variant, initial *Weights, samples []Sample) *Tuner {
	t := &Tuner{variant: variant, initial: *initial, PriorDeviation: 25}
	t.initial.eachByName(func(_ string, p *Pair) { t.pairs = append(t.pairs, *p) })
	for _, p := range t.pairs {
		t.weights = append(t.weights, float64(p.Midgame), float64(p.Endgame))
	}
	t.mean, t.square = make([]float64, len(t.weights)), make([]float64, len(t.weights))
	t.samples = make([]sampleFeatures, len(samples))
	t.parallel(func(from, to int) {
		probes := t.probes()
		for i := from; i < to; i++ {
			t.samples[i] = t.count(probes, &samples[i])
		}
	})
	t.Scale = t.fitScale()
	t.meanSquare = make([]float64, len(t.pairs))
	uses := t.uses()
	for i := range t.samples {
		for _, n := range t.samples[i].features {
			t.meanSquare[n.weight] += float64(n.count) * float64(n.count) / float64(uses[n.weight])
		}
	}
	return t
}

// parallel calls f for parts of the samples, on all processors.
func (t *Tuner) parallel(f func(from, to int)) {
	parts := runtime.GOMAXPROCS(0)
	var working sync.WaitGroup
	for i := range parts {
		working.Go(func() { f(len(t.samples)*i/parts, len(t.samples)*(i+1)/parts) })
	}
	working.Wait()
}

// perKind is the number of material and square weights of a kind.
const perKind = 1 + 8 + 4 + 32

// In the order of eachByName, firstByKing is the first weight of places relative to
// kings, and firstProbed the first one after material and places.
const (
	firstByKing = (int(wotn.NumKinds) - int(wotn.Pawn)) * perKind
	firstProbed = firstByKing + (int(wotn.NumKinds)-int(wotn.Pawn))*2*kingRelations
)

// probes returns evaluators in which a few weights are 1, radix and radix², and
// all others 0. The digits of an evaluation are then the counts of the
// features. Material and places are counted without probes.
func (t *Tuner) probes() (probes []*Evaluator) {
	initial := newTables(t.variant, &t.initial)
	for i := firstProbed; i < len(t.pairs); i += perProbe {
		var w Weights
		n := 0
		units := [perProbe]Pair{{1, 0}, {radix, 0}, {radix * radix, 0}, {0, 1}, {0, radix}, {0, radix * radix}}
		w.eachByName(func(_ string, p *Pair) {
			if n >= i && n < i+perProbe {
				*p = units[n-i]
			}
			n++
		})
		e := NewWith(t.variant, &w)
		e.tables[t.variant].values = initial.values
		e.tables[t.variant].compare()
		probes = append(probes, e)
	}
	return probes
}

func (t *Tuner) count(probes []*Evaluator, s *Sample) sampleFeatures {
	p := &s.Position
	c := sampleFeatures{points: s.Points, midgame: float64(Phase(p)) / fullBoard}
	var times [firstProbed]int16
	for pieces := p.Occupied(); pieces != 0; pieces &= pieces - 1 {
		sq := pieces.First()
		piece := p.At(sq)
		sign := int16(1)
		if piece.Color != p.ToMove() {
			sign = -1
		}
		first := int(piece.Kind-wotn.Pawn) * perKind
		rank, file := relativeRank(piece.Color, sq), edgeFile(sq)
		for _, i := range [...]int{0, 1 + rank, 9 + file, 13 + 4*rank + file} {
			times[first+i] += sign
		}
		if piece.Kind == wotn.King {
			continue
		}
		first = firstByKing + int(piece.Kind-wotn.Pawn)*2*kingRelations
		for i, c := range [...]wotn.Color{piece.Color, piece.Color.Other()} {
			if king := p.Pieces(c, wotn.King); king&(king-1) == 0 {
				times[first+i*kingRelations+int(kingRelationOf[piece.Color][sq][king.First()])] += sign
			}
		}
	}
	for i, n := range times {
		if n != 0 {
			c.features = append(c.features, feature{uint16(i), n})
		}
	}
	for i, e := range probes {
		score, _ := e.sum(p)
		if i == 0 {
			c.scale = [2]float64{e.scale(p, 1), e.scale(p, -1)}
		}
		for half, v := range [2]int{score.midgame(), score.endgame()} {
			for j := firstProbed + perProbe*i + perProbe/2*half; v != 0; j++ {
				digit := v % radix
				if digit > radix/2 {
					digit -= radix
				} else if digit < -radix/2 {
					digit += radix
				}
				if digit != 0 {
					c.features = append(c.features, feature{uint16(j), int16(digit)})
				}
				v = (v - digit) / radix
			}
		}
	}
	c.features = slices.Clip(c.features)
	return c
}

// evaluate returns the evaluation of a sample with the current weights, and its
// derivative by the sum of all features.
func (t *Tuner) evaluate(c *sampleFeatures) (score, scale float64) {
	for _, n := range c.features {
		i := 2 * int(n.weight)
		score += float64(n.count) * (t.weights[i]*c.midgame + t.weights[i+1]*(1-c.midgame))
	}
	scale = c.scale[0]
	if score < 0 {
		scale = c.scale[1]
	}
	return score * scale, scale
}

func predict(score, scale float64) float64 { return 1 / (1 + math.Exp(-score*math.Ln10/scale)) }

// Loss returns the mean cross entropy between predictions and labels.
func (t *Tuner) Loss() float64 { return t.loss(t.Scale) }

func (t *Tuner) loss(scale float64) float64 {
	var sum float64
	var adding sync.Mutex
	t.parallel(func(from, to int) {
		var part float64
		for i := from; i < to; i++ {
			c := &t.samples[i]
			score, _ := t.evaluate(c)
			p := math.Max(1e-9, math.Min(1-1e-9, predict(score, scale)))
			part -= c.points*math.Log(p) + (1-c.points)*math.Log(1-p)
		}
		adding.Lock()
		sum += part
		adding.Unlock()
	})
	return sum / float64(max(1, len(t.samples)))
}

// fitScale returns the scale of least loss, by golden-section search.
func (t *Tuner) fitScale() float64 {
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

// Step moves all weights once, by about rate centipawns.
func (t *Tuner) Step(rate float64) {
	gradient := make([]float64, len(t.weights))
	unit := math.Ln10 / t.Scale
	var adding sync.Mutex
	t.parallel(func(from, to int) {
		part := make([]float64, len(t.weights))
		for i := from; i < to; i++ {
			c := &t.samples[i]
			score, scale := t.evaluate(c)
			slope := (predict(score, t.Scale) - c.points) * unit * scale
			for _, n := range c.features {
				j := 2 * int(n.weight)
				g := slope * float64(n.count)
				part[j] += g * c.midgame
				part[j+1] += g * (1 - c.midgame)
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
		initial := float64(t.pairs[i/2].Midgame)
		if i%2 == 1 {
			initial = float64(t.pairs[i/2].Endgame)
		}
		g := gradient[i] + (t.weights[i]-initial)*max(1, t.meanSquare[i/2])/(t.PriorDeviation*t.PriorDeviation)
		t.mean[i] = 0.9*t.mean[i] + 0.1*g
		t.square[i] = 0.999*t.square[i] + 0.001*g*g
		if t.square[i] > 0 {
			t.weights[i] -= rate * (t.mean[i] / fade1) / (math.Sqrt(t.square[i]/fade2) + 1e-12)
		}
	}
}

// Weights returns the current weights, rounded.
func (t *Tuner) Weights() Weights {
	w := t.initial
	i := 0
	w.eachByName(func(_ string, p *Pair) {
		*p = Pair{int(math.Round(t.weights[i])), int(math.Round(t.weights[i+1]))}
		i += 2
	})
	return w
}

// SetWeights replaces the current weights, for example to compute their loss.
func (t *Tuner) SetWeights(w *Weights) {
	i := 0
	w.eachByName(func(_ string, p *Pair) {
		t.weights[i], t.weights[i+1] = float64(p.Midgame), float64(p.Endgame)
		i += 2
	})
}

// uses returns the number of samples in which each feature occurs, in the order
// of eachByName.
func (t *Tuner) uses() []int {
	uses := make([]int, len(t.pairs))
	for i := range t.samples {
		for _, n := range t.samples[i].features {
			uses[n.weight]++
		}
	}
	return uses
}
