package engine

import (
	"time"

	"tafelrunde/wotn"
)

// Bound tells whether a score is exact.
type Bound uint8

// The bounds. A lower bound means that the true score may be higher.
const (
	Exact Bound = iota
	Lower
	Upper
)

// Score is the worth of a position for the side to move.
type Score struct {
	// Centipawns is the worth in hundredths of a pawn; it means nothing if
	// Mate is not 0.
	Centipawns int
	// Mate is the number of moves in which the side to move mates, or, if
	// negative, is mated.
	Mate  int
	Bound Bound
}

// Info is what a search reports while it goes on.
type Info struct {
	// Depth and Selective are the plies searched fully and at most.
	Depth, Selective int
	// Number counts the best lines from 1, for searches that give several.
	Number int
	Score  Score
	// Chances are those of winning, drawing and losing in thousandths; all are
	// zero if they are not known.
	Chances [3]int
	Nodes   uint64
	Elapsed time.Duration
	// HashFull is the part of the hash table in use, in thousandths.
	HashFull int
	// Line is the line that the score comes from. It must not be changed, and
	// must be copied if it is kept.
	Line []wotn.Move
}

// NodesPerSecond returns the speed so far.
func (i *Info) NodesPerSecond() uint64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return uint64(float64(i.Nodes) / i.Elapsed.Seconds())
}
