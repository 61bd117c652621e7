package games

import (
	"fmt"
	"math"
	"sync"
)

// handicapTables has, by variant of Way of the Knight, the advantage in rating points of a
// player with 0, 1, … handicap points. It never falls from one number to the next.
var handicapTables = sync.OnceValue(func() map[string][]float64 {
	measured := parseShares("data/handicap.txt")
	tables := map[string][]float64{}
	for _, kind := range SeatKinds() {
		if kind.Game != Wotn {
			continue
		}
		// Without points colours alternate, so nobody has an advantage.
		advantages := []float64{0}
		for points := 1; ; points++ {
			shares, ok := measured[fmt.Sprintf("%s points %d", SeatKind(&kind), points)]
			if !ok {
				break
			}
			advantages = append(advantages, 400*math.Log10(shares[0]/shares[1]))
		}
		tables[kind.Variant] = rising(advantages)
	}
	return tables
})

// rising returns the rising sequence with the least squared distance to the values (pool
// adjacent violators).
func rising(values []float64) []float64 {
	type block struct {
		sum   float64
		count int
	}
	var blocks []block
	for _, v := range values {
		blocks = append(blocks, block{v, 1})
		for n := len(blocks); n > 1 && blocks[n-2].sum/float64(blocks[n-2].count) >= blocks[n-1].sum/float64(blocks[n-1].count); n-- {
			blocks[n-2].sum += blocks[n-1].sum
			blocks[n-2].count += blocks[n-1].count
			blocks = blocks[:n-1]
		}
	}
	var all []float64
	for _, b := range blocks {
		for range b.count {
			all = append(all, b.sum/float64(b.count))
		}
	}
	return all
}

// HandicapPoints returns the number of handicap points of the weaker player that best make up for a
// difference of ratings in a variant of Way of the Knight: 0 for small differences, at most as
// many as were measured, never fewer for a larger difference. It returns 0 for variants without
// handicap.
func HandicapPoints(variant string, difference float64) int {
	best, least := 0, math.Abs(difference)
	for points, advantage := range handicapTables()[variant] {
		if distance := math.Abs(difference - advantage); distance < least {
			best, least = points, distance
		}
	}
	return best
}
