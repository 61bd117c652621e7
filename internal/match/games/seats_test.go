package games

import (
	"math"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/lancelot"
)

// TestSeatTables: every table has shares that add up to 1, of known kinds, and has all kinds, the first
// one only those for two.
func TestSeatTables(t *testing.T) {
	for i, table := range seatTables() {
		known := map[string]int{}
		for _, kind := range SeatKinds() {
			name := SeatKind(&kind)
			known[name] = kind.Seats
			if refusal := (Rules{}).Check(&kind); refusal != nil {
				t.Errorf("%s: %v", name, refusal)
			}
			if _, ok := table[name]; !ok && (kind.Seats == 2 || i > 0) {
				t.Errorf("table %d has no %s", i+1, name)
			}
		}
		for name, shares := range table {
			sum := 0.0
			for _, share := range shares {
				sum += share
			}
			if len(shares) != known[name] || math.Abs(sum-1) > 0.0003 {
				t.Errorf("table %d, %s: %v", i+1, name, shares)
			}
		}
	}
}

func TestSeatShares(t *testing.T) {
	kind := SeatKind(&match.Settings{Game: Lancelot, Variant: "basic", Seats: 2, Target: lancelot.StandardTarget(2)})
	ordered, turned := SeatShares(SeatTable, kind, 0), SeatShares(SeatTable, kind, 1)
	if len(ordered) != 2 || ordered[0] >= ordered[1] || turned[0] != ordered[1] || turned[1] != ordered[0] {
		t.Errorf("%v, %v", ordered, turned)
	}
	for _, shares := range [][]float64{
		SeatShares(0, "lancelot basic 2", 0), SeatShares(SeatTable+1, "lancelot basic 2", 0), SeatShares(SeatTable, "", 0),
		SeatShares(SeatTable, "wotn chess 2", 0), SeatShares(SeatTable, kind, 2), SeatShares(SeatTable, kind, -1),
	} {
		if shares != nil {
			t.Errorf("%v", shares)
		}
	}
	for _, s := range []match.Settings{{Game: Wotn, Variant: "wotn", Seats: 2, Start: "x"}, {Game: Lancelot, Variant: "basic", Seats: 2, Target: 3}} {
		if kind := SeatKind(&s); kind != "" {
			t.Errorf("%+v is of kind %q", s, kind)
		}
	}
}

// TestRising compares with the definition: each value is the greatest mean, over all beginnings up to it, of
// the least mean of a stretch that begins there and ends at it or later.
func TestRising(t *testing.T) {
	for _, values := range [][]float64{{}, {3}, {0, 40, 20, 100}, {5, 4, 3, 2, 1}, {0, 60, 50, 90, 70, 80, 200}, {1, 2, 3}} {
		got := rising(values)
		for i := range values {
			want := math.Inf(-1)
			for from := range i + 1 {
				least := math.Inf(1)
				for to := i; to < len(values); to++ {
					sum := 0.0
					for _, v := range values[from : to+1] {
						sum += v
					}
					least = min(least, sum/float64(to+1-from))
				}
				want = max(want, least)
			}
			if math.Abs(got[i]-want) > 1e-9 {
				t.Errorf("%v: %v, want %v at %d", values, got, want, i)
			}
		}
		if !slices.IsSorted(got) || len(got) != len(values) {
			t.Errorf("%v: %v", values, got)
		}
	}
}

// TestHandicapPoints: the points never fall when the difference grows, and begin with 0.
func TestHandicapPoints(t *testing.T) {
	for _, variant := range []string{"wotn", "wotn-alternative", "chess", ""} {
		table := handicapTables()[variant]
		last := 0
		for difference := -100.0; difference < 3000; difference++ {
			points := HandicapPoints(variant, difference)
			if points < last || points > max(0, len(table)-1) || difference <= 0 && points != 0 {
				t.Fatalf("%s: %d points for a difference of %v, %d for less", variant, points, difference, last)
			}
			last = points
		}
		for points, advantage := range table {
			if got := HandicapPoints(variant, advantage); got != slices.Index(table, advantage) {
				t.Errorf("%s: %d points for the advantage of %d, %v", variant, got, points, advantage)
			}
		}
	}
}
