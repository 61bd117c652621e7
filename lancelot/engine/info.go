package engine

import (
	"time"

	"tafelrunde/lancelot"
)

// Score is a win share in thousandths, from 0 to 1000. It is for the seat to move
// unless stated otherwise.
type Score int

// Info is one principal variation, as a search reports it.
type Info struct {
	// PV is the principal variation. It has at least one turn. It is a copy that the
	// receiver may keep.
	PV    []lancelot.Turn
	Score Score
	// WinShares are the win shares of all seats. They add up to 1000 but for
	// rounding; that of the seat to move is Score.
	WinShares [lancelot.MaxSeats]Score
	// Depth is the depth of the search in turns, or the length of PV if the search
	// has no nominal depth.
	Depth int
	// Nodes is the number of positions searched.
	Nodes uint64
	Time  time.Duration
}

// NodesPerSecond returns the average speed, 0 before any time has passed.
func (i *Info) NodesPerSecond() uint64 {
	if i.Time <= 0 {
		return 0
	}
	return uint64(float64(i.Nodes) / i.Time.Seconds())
}

// Result is the end of a search.
type Result struct {
	// Best is the turn to play. It is always legal.
	Best lancelot.Turn
	// Score, WinShares and Depth are those of the best turn, and PV begins with it.
	Score     Score
	WinShares [lancelot.MaxSeats]Score
	Depth     int
	PV        []lancelot.Turn
	Nodes     uint64
	Time      time.Duration
}

// Info returns the result in the form of a report.
func (r *Result) Info() Info {
	return Info{PV: r.PV, Score: r.Score, WinShares: r.WinShares, Depth: r.Depth, Nodes: r.Nodes, Time: r.Time}
}
