package engine

import (
	"time"

	"tafelrunde/wotn"
)

// Info is one principal variation, as a search reports it.
type Info struct {
	// Rank is 1 for the best move, 2 for the second best, and so on; searches
	// that report only one variation may leave it 0.
	Rank int
	// Depth is the nominal depth of the search and SelDepth the longest
	// variation searched, in plies.
	Depth, SelDepth int
	Score           Score
	Bound           Bound
	// WDL holds the probabilities of winning, drawing and losing in thousandths,
	// for the side to move. All are 0 if they are unknown.
	WDL   [3]int
	Nodes uint64
	Time  time.Duration
	// HashFull is the share of the hash table in use, in thousandths.
	HashFull int
	// PV is the principal variation. It is a copy that the receiver may keep.
	PV []wotn.Move
}

// NodesPerSecond returns the average speed, 0 before any time has passed.
func (i *Info) NodesPerSecond() uint64 { return NodesPerSecond(i.Nodes, i.Time) }

// NodesPerSecond returns n nodes divided by a duration, 0 if that is 0.
func NodesPerSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(float64(n) / d.Seconds())
}

// Result is the end of a search.
type Result struct {
	// Best is the move to play. It is NoMove only if no move that the limits
	// allow is legal.
	Best wotn.Move
	// Ponder is the expected reply, or NoMove.
	Ponder wotn.Move
	// Score and Depth are those of the best move.
	Score Score
	Depth int
	// PVs are the final principal variations, the best first.
	PVs []Info
	// NoMate is Limits.Mate if the search has proved that the side to move has
	// no forced mate in that many moves, otherwise 0.
	NoMate int
	Nodes  uint64
	Time   time.Duration
}
