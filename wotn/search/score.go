package search

import "tafelrunde/wotn/engine"

// Scores inside the search are ints with the values of engine.Score.
const (
	mateScore = int(engine.MateScore)
	maxEval   = int(engine.MaxCentipawns)
	infinite  = mateScore + 1
	noScore   = mateScore + 2 // not known
	// MaxPly is the greatest distance from the root that is searched, in plies.
	MaxPly = 120
)
