package search

import (
	"math"

	"tafelrunde/wotn/engine"
)

// Scores inside the search are ints with the values of engine.Score.
const (
	mateScore = int(engine.MateScore)
	maxEval   = int(engine.MaxCentipawns)
	infinite  = mateScore + 1
	noScore   = mateScore + 2 // not known
	// MaxPly is the greatest distance from the root that is searched, in plies.
	MaxPly = 120
)

// wdl returns the probabilities of winning, drawing and losing in thousandths.
// The win share of a score says nothing about draws; the model is that a game
// is won whose score would be even with drawMargin less.
func wdl(score engine.Score) [3]int {
	if n, mate := score.Mate(); mate {
		if n > 0 {
			return [3]int{1000, 0, 0}
		}
		return [3]int{0, 0, 1000}
	}
	const drawMargin = 60 // centipawns
	share := func(centipawns int) int {
		return int(math.Round(1000 * engine.Centipawns(centipawns).WinShare()))
	}
	win, loss := share(score.Centipawns()-drawMargin), share(-score.Centipawns()-drawMargin)
	return [3]int{win, 1000 - win - loss, loss}
}
