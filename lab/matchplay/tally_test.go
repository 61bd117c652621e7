package matchplay

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestElo(t *testing.T) {
	// Shares of points and their Elo, from the logistic formula.
	for share, want := range map[float64]float64{0.5: 0, 0.75: 190.8485, 0.25: -190.8485, 0.6: 70.4365, 10.0 / 11: 400} {
		near(t, "Elo", eloOf(share), want, 1e-3)
		near(t, "share", shareOf(want), share, 1e-6)
	}
	if !math.IsInf(eloOf(1), 1) || !math.IsInf(eloOf(0), -1) {
		t.Error("the Elo of all points or none is finite")
	}
}

func TestTally(t *testing.T) {
	var tally Tally
	for _, pair := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {0, 0}, {1, 0}, {0, -1}, {-1, -1}, {0, 1}} {
		tally.AddPair(pair[0], pair[1])
	}
	if want := (Tally{Pairs: [5]int{1, 1, 3, 2, 1}, Wins: 6, Draws: 5, Losses: 5}); tally != want {
		t.Errorf("got %+v, want %+v", tally, want)
	}
	if tally.Games() != 16 {
		t.Errorf("%d games, want 16", tally.Games())
	}
	mean, deviation := tally.Score()
	near(t, "mean", mean, 8.5/16, 1e-12)
	// With a fifth of a pair added to each result, 1.2 1.2 3.2 2.2 1.2 of 9:
	// the mean of squares is (1.2/16 + 3.2/4 + 2.2·9/16 + 1.2)/9, the mean 4.75/9.
	center := (1.2/4 + 3.2/2 + 2.2*3/4 + 1.2) / 9
	near(t, "deviation", deviation, math.Sqrt(((1.2/16+3.2/4+2.2*9/16+1.2)/9-center*center)/8), 1e-12)
	elo, low, high := tally.Elo()
	if !(low < elo && elo < high) {
		t.Errorf("%v is not between %v and %v", elo, low, high)
	}
	near(t, "likelihood", (&Tally{Pairs: [5]int{0, 10, 10, 10, 0}}).Likelihood(), 0.5, 1e-12)
}

// TestPairedError: if the games of each pair balance each other, the standard error is
// smaller than that of single games.
func TestPairedError(t *testing.T) {
	balanced := Tally{Pairs: [5]int{0, 0, 100, 0, 0}, Wins: 100, Losses: 100}
	single := math.Sqrt(0.25 / 200)
	if _, deviation := balanced.Score(); !(deviation > 0 && deviation < single/5) {
		t.Errorf("the error of pairs that are all even is %v, that of single games %v", deviation, single)
	}
}

// TestFewPairs: the interval after few games is wide.
func TestFewPairs(t *testing.T) {
	one := Tally{Pairs: [5]int{0, 0, 0, 1, 0}, Wins: 1, Draws: 1}
	if elo, low, high := one.Elo(); !(low < 0 && elo > 0 && high > 400) || one.Likelihood() > 0.9 {
		t.Errorf("one pair gives %v, between %v and %v, likely to %v", elo, low, high, one.Likelihood())
	}
	sweep := Tally{Pairs: [5]int{0, 0, 0, 0, 10}, Wins: 20}
	if elo, low, _ := sweep.Elo(); !math.IsInf(elo, 1) || !(low > 100 && low < 1000) {
		t.Errorf("ten pairs won give %v, at least %v", elo, low)
	}
}

func TestBounds(t *testing.T) {
	lower, upper := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	near(t, "upper bound", upper, 2.9444, 1e-4)
	near(t, "lower bound", lower, -2.9444, 1e-4)
}

// TestRatioNearNormal: near the middle the ratio is that of a normal distribution,
// n (s1-s0) (2 mean - s0 - s1) / (2 variance).
func TestRatioNearNormal(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for _, pairs := range [][5]int{{100, 800, 2200, 850, 110}, {90, 900, 2300, 800, 80}, {500, 3000, 9000, 3100, 520}} {
		tally := Tally{Pairs: pairs, Wins: 1}
		n := 0
		for _, count := range pairs {
			n += count
		}
		mean, deviation := tally.Score()
		s0, s1 := shareOf(test.Elo0), shareOf(test.Elo1)
		want := (s1 - s0) * (2*mean - s0 - s1) / (2 * deviation * deviation)
		near(t, "ratio", test.Ratio(&tally), want, 0.01*math.Abs(want)+0.01)
	}
}

func TestTiltMean(t *testing.T) {
	p := [5]float64{0.1, 0.2, 0.4, 0.2, 0.1}
	for _, mean := range []float64{0.3, 0.5, 0.507, 0.8} {
		q := tilt(p, mean)
		sum, got := 0.0, 0.0
		for i := range q {
			if q[i] <= 0 {
				t.Errorf("mean %v: probability %v", mean, q[i])
			}
			sum += q[i]
			got += q[i] * points[i]
		}
		near(t, "sum", sum, 1, 1e-9)
		near(t, "mean", got, mean, 1e-9)
	}
}

func TestDecide(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for _, c := range []struct {
		pairs [5]int
		want  Verdict
	}{
		{[5]int{}, Undecided},
		{[5]int{10, 20, 40, 20, 10}, Undecided},
		{[5]int{100, 500, 1500, 900, 300}, AcceptH1},
		{[5]int{300, 900, 1500, 500, 100}, AcceptH0},
		{[5]int{0, 0, 0, 0, 60}, Undecided},
		{[5]int{0, 0, 0, 0, 120}, AcceptH1},
	} {
		n := 0
		for _, count := range c.pairs {
			n += 2 * count
		}
		tally := Tally{Pairs: c.pairs, Draws: n}
		if got, ratio := test.Decide(&tally); got != c.want || math.IsNaN(ratio) {
			t.Errorf("%v: got %s (%v), want %s", c.pairs, got, ratio, c.want)
		}
	}
}
