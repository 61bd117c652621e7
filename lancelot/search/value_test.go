package search

import (
	"context"
	"math"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// everyPosition calls f with the positions of random games of all kinds,
// including small boards.
func everyPosition(t testing.TB, games int, f func(p *lancelot.Position)) {
	t.Helper()
	for game := range games {
		o := lancelot.Options{
			Seats:  lancelot.MinSeats + game%4,
			Rules:  testkit.AllLancelotRules[game/4%4],
			Target: []int{0, 60, 3}[game%3],
			Size:   []int{0, 0, 4, 5, 7}[game%5],
		}
		start, err := o.Setup().PositionOnAnyBoard()
		if err != nil {
			t.Fatal(err)
		}
		p := start
		r := Random{Seed: uint64(game)}
		for !p.Outcome().Over() {
			f(&p)
			info := r.searchPosition(context.Background(), &p, engine.Limits{}, nil)
			p.PlayInto(&p, info.PV[0])
		}
	}
}

// TestEvaluationIsSumOfFeatures compares the evaluation with the sum over the
// features, with weights that are all different.
func TestEvaluationIsSumOfFeatures(t *testing.T) {
	w := new(weights)
	c := engines.Random(1)
	for i := range w {
		w[i] = int32(c.Below(1 << 16))
	}
	var features []int32
	everyPosition(t, 60, func(p *lancelot.Position) {
		v := w.evaluate(p)
		for seat := range p.Seats() {
			features = appendFeatures(features[:0], p, lancelot.Seat(seat))
			sum := int32(0)
			for _, f := range features {
				sum += w[f]
			}
			if v[seat] != sum {
				t.Fatalf("%s: seat %d: %d, sum of features %d", p, seat, v[seat], sum)
			}
		}
	})
}

// TestWinShares: win shares sum to 1, are equal for equal evaluations, and agree
// with the log-odds.
func TestWinShares(t *testing.T) {
	everyPosition(t, 40, func(p *lancelot.Position) {
		v := trained().evaluate(p)
		s, sum := v.shares(p.Seats()), float32(0)
		for seat := range p.Seats() {
			sum += s[seat]
			if a, b := scoreOfLogOdds(v.logOddsOf(lancelot.Seat(seat), p.Seats())), scoreOf(s[seat]); a-b > 3 || b-a > 3 {
				t.Fatalf("%s: seat %d: %d by log-odds, %d by win share", p, seat, a, b)
			}
		}
		if sum < 0.999 || sum > 1.001 {
			t.Fatalf("%s: shares %v", p, s)
		}
	})
	if v := (evaluation{5, 5, 5}); v.shares(3) != (shares{1. / 3, 1. / 3, 1. / 3}) {
		t.Errorf("equal evaluations have the win shares %v", v.shares(3))
	}
}

// TestWeightsText: weights are parsed as they were written, and invalid texts are
// refused.
func TestWeightsText(t *testing.T) {
	for _, w := range []*Weights{trained(), PlainWeights(), new(Weights)} {
		again, err := ParseWeights(w.Text())
		if err != nil {
			t.Fatal(err)
		}
		if *again != *w {
			t.Error("written weights are parsed as others")
		}
	}
	text := PlainWeights().Text()
	for _, bad := range []string{"", "chess", text + "2 basic 1\n", text[:len(text)/2], text[:40], text + "6 basic", text + "x", text + "3 z", text[:len(text)-1] + " z9999"} {
		if _, err := ParseWeights(bad); err == nil {
			t.Errorf("%.60q… is accepted", bad)
		}
	}
}

// TestTuningRecoversWeights: tuning on win shares computed with other weights
// reduces the excess cross-entropy to a quarter or less.
func TestTuningRecoversWeights(t *testing.T) {
	target := PlainWeights()
	tuning := NewTuning(new(Weights))
	n, least, heldOut := 0, 0.0, 0
	everyPosition(t, 400, func(p *lancelot.Position) {
		if n++; p.Seats() > 3 {
			return
		}
		v := target.of(p.Seats(), p.Rules().Diagonals).evaluate(p)
		s := v.shares(p.Seats())
		var want [lancelot.MaxSeats]float64
		for seat, x := range s {
			want[seat] = float64(x)
			if n%10 == 0 && x > 0 {
				least -= float64(x) * math.Log(float64(x))
			}
		}
		if n%10 == 0 {
			heldOut++
		}
		tuning.Add(p, want, n%10 == 0)
	})
	least /= float64(heldOut) // the entropy of the win shares themselves
	_, before := tuning.Epoch(0, 1)
	for epoch := range uint64(20) {
		tuning.Epoch(0.05, epoch)
	}
	_, after := tuning.Epoch(0, 1)
	if after-least > (before-least)/4 {
		t.Errorf("cross-entropy of held-out positions %.3f, then %.3f; the minimum is %.3f", before, after, least)
	}
}
