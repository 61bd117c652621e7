package people

import (
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// TestPoolHistoriesThinOutManyGames keeps the first and the last point of each pool.
func TestPoolHistoriesThinOutManyGames(t *testing.T) {
	var points []store.RatingPoint
	add := func(pool string, n int) {
		for i := range n {
			points = append(points, store.RatingPoint{Pool: pool, Games: i + 1, Shown: 1500 + i, At: match.Moment(i)})
		}
	}
	add("lancelot/3-5/rapid", 1)
	add("wotn/2/blitz", historyPoints)
	add("wotn/2/rapid", 7*historyPoints+3)
	pools := poolHistories(points)
	if len(pools) != 3 {
		t.Fatalf("%+v", pools)
	}
	for i, n := range []int{1, historyPoints, historyPoints} {
		h := pools[i].Points
		if len(h) != n || h[0].Games != 1 {
			t.Errorf("%s: %d points from game %d", pools[i].Pool, len(h), h[0].Games)
		}
		for j := 1; j < len(h); j++ {
			if h[j].Games <= h[j-1].Games {
				t.Errorf("%s: game %d after %d", pools[i].Pool, h[j].Games, h[j-1].Games)
			}
		}
	}
	if last := pools[2].Points[historyPoints-1]; last.Games != 7*historyPoints+3 {
		t.Errorf("the last point is of game %d", last.Games)
	}
	if none := poolHistories(nil); none == nil || len(none) != 0 {
		t.Errorf("%+v", none)
	}
}
