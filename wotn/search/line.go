package search

import (
	"time"

	"tafelrunde/wotn"
)

// Bound says whether a score is exact.
type Bound uint8

// The bounds. A score that is a LowerBound is at least so high, an UpperBound
// at most.
const (
	Exact Bound = iota
	LowerBound
	UpperBound
)

// Line is what a search has found so far about one of the best moves.
type Line struct {
	// Rank is 1 for the best move, 2 for the next, up to Options.MultiPV.
	Rank int
	// Depth and SelDepth are the depth of this iteration, and the longest line
	// looked at, in half-moves.
	Depth, SelDepth int
	Score           Score
	Bound           Bound
	Nodes           uint64
	Time            time.Duration
	// HashFull is the share of the hash table in use by this search, in
	// thousandths.
	HashFull int
	// Moves is the expected continuation, the best move first. It is a copy
	// and may be kept.
	Moves []wotn.Move
}

// NodesPerSecond returns the speed so far, 0 before any time has passed.
func (l Line) NodesPerSecond() uint64 { return perSecond(l.Nodes, l.Time) }

// Result is what a search has found in the end.
type Result struct {
	// Best is the move to play; NoMove only if there is no legal move (or none
	// of Limits.SearchMoves is legal).
	Best wotn.Move
	// Ponder is the answer expected, or NoMove.
	Ponder wotn.Move
	// Score and Depth are those of the last line of Best; see Lines for more.
	Score Score
	Depth int
	// Lines are the last lines of each rank, the best first.
	Lines []Line
	// NoMate is Limits.Mate if the search has proved that the side to move has
	// no forced mate in so many moves, else 0.
	NoMate int
	Nodes  uint64
	Time   time.Duration
}

func perSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(float64(n) / d.Seconds())
}
