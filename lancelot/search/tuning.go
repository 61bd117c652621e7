package search

import (
	"math"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// Tuning fits weights to positions with known results. It minimizes the
// cross-entropy by gradient descent (with the step sizes of Kingma, Ba, "Adam",
// 2015).
type Tuning struct {
	weights Weights
	groups  [lancelot.MaxSeats + 1][2]*tuningGroup
}

// tuningGroup is the samples of one set of weights and the state of the
// optimizer.
type tuningGroup struct {
	weights  []float64 // in log-odds
	mean     []float64
	square   []float64
	beta1    float64
	beta2    float64
	seats    int
	features []uint16
	samples  []tuningSample
	seen     []int // occurrences of each feature
}

// tuningSample is a position: its features, by seat, from index first of the
// group.
type tuningSample struct {
	first   int
	counts  [lancelot.MaxSeats]uint16  // numbers of features
	shares  [lancelot.MaxSeats]float32 // expected
	heldOut bool
}

// NewTuning returns a tuning that starts from weights.
func NewTuning(w *Weights) *Tuning { return &Tuning{weights: *w} }

// Add adds a position with the win shares of the seats, which sum to 1: those of
// the result, or expected ones. A position that is held out is used for
// validation only.
func (t *Tuning) Add(p *lancelot.Position, shares [lancelot.MaxSeats]float64, heldOut bool) {
	d := 0
	if p.Rules().Diagonals {
		d = 1
	}
	g := t.groups[p.Seats()][d]
	if g == nil {
		set := t.weights.of(p.Seats(), d == 1)
		g = &tuningGroup{
			seats: p.Seats(), beta1: 1, beta2: 1,
			weights: make([]float64, len(set)), mean: make([]float64, len(set)), square: make([]float64, len(set)), seen: make([]int, len(set)),
		}
		for i, x := range set {
			g.weights[i] = float64(x) / unit
		}
		t.groups[p.Seats()][d] = g
	}
	s := tuningSample{first: len(g.features), heldOut: heldOut}
	var features []int32
	for seat := range p.Seats() {
		features = appendFeatures(features[:0], p, lancelot.Seat(seat))
		s.counts[seat] = uint16(len(features))
		s.shares[seat] = float32(shares[seat])
		for _, f := range features {
			g.features = append(g.features, uint16(f))
			g.seen[f]++
		}
	}
	g.samples = append(g.samples, s)
}

const (
	tuningBatch          = 512  // positions per step
	tuningDecay          = 1e-6 // L2 regularization
	adamMean, adamSquare = 0.9, 0.999
)

// Epoch makes one pass over all positions with a learning rate, in an order by
// seed. It returns the mean cross-entropy of the training positions and of the
// held-out ones, in nats.
func (t *Tuning) Epoch(rate float64, seed uint64) (training, heldOut float64) {
	var loss [2]float64
	var count [2]int
	for seats := range t.groups {
		for d, g := range t.groups[seats] {
			if g == nil {
				continue
			}
			g.epoch(rate, seed, &loss, &count)
			set := t.weights.of(seats, d == 1)
			for i, x := range g.weights {
				set[i] = int32(math.Round(max(-math.MaxInt16, min(x*unit, math.MaxInt16))))
			}
		}
	}
	return loss[0] / float64(max(count[0], 1)), loss[1] / float64(max(count[1], 1))
}

func (g *tuningGroup) epoch(rate float64, seed uint64, loss *[2]float64, count *[2]int) {
	order := make([]int32, len(g.samples))
	for i := range order {
		order[i] = int32(i)
	}
	c := engines.Random(seed)
	engines.Shuffle(&c, order)
	gradient := make([]float64, len(g.weights))
	batch := 0
	for _, i := range order {
		s := &g.samples[i]
		var sums [lancelot.MaxSeats]float64
		at, most := s.first, math.Inf(-1)
		for seat := range g.seats {
			for _, f := range g.features[at:][:s.counts[seat]] {
				sums[seat] += g.weights[f]
			}
			at += int(s.counts[seat])
			most = max(most, sums[seat])
		}
		total := 0.0
		for seat := range g.seats {
			sums[seat] = math.Exp(sums[seat] - most)
			total += sums[seat]
		}
		part := 0
		if s.heldOut {
			part = 1
		}
		at = s.first
		count[part]++
		for seat := range g.seats {
			p := sums[seat] / total
			loss[part] -= float64(s.shares[seat]) * math.Log(max(p, 1e-9))
			if !s.heldOut {
				for _, f := range g.features[at:][:s.counts[seat]] {
					gradient[f] += p - float64(s.shares[seat])
				}
			}
			at += int(s.counts[seat])
		}
		if batch++; batch == tuningBatch {
			g.step(gradient, rate)
			batch = 0
		}
	}
	if batch > 0 {
		g.step(gradient, rate)
	}
}

func (g *tuningGroup) step(gradient []float64, rate float64) {
	g.beta1 *= adamMean
	g.beta2 *= adamSquare
	for i, x := range gradient {
		if g.seen[i] == 0 {
			continue
		}
		x = x/tuningBatch + tuningDecay*g.weights[i]
		g.mean[i] = adamMean*g.mean[i] + (1-adamMean)*x
		g.square[i] = adamSquare*g.square[i] + (1-adamSquare)*x*x
		g.weights[i] -= rate * g.mean[i] / (1 - g.beta1) / (math.Sqrt(g.square[i]/(1-g.beta2)) + 1e-8)
		gradient[i] = 0
	}
}

// Weights returns the current weights.
func (t *Tuning) Weights() *Weights {
	w := t.weights
	return &w
}
