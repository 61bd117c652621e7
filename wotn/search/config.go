package search

import (
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/wotn"
)

// Evaluator evaluates positions without search. Each thread has its own.
type Evaluator interface {
	// Evaluate returns the static evaluation of p for the side to move, in
	// centipawns. It is not called for checkmate and stalemate.
	Evaluate(p *wotn.Position) int
	// Values returns the exchange value of each kind of piece, in centipawns. A
	// kind must not have a lower value than those that promote to it. The
	// king's value is that of a king that can be captured.
	Values(v wotn.Variant) [wotn.NumKinds]int
}

// Config configures an Engine. NewEvaluator must be set; the zero values of the
// other fields are usable defaults.
type Config struct {
	// NewEvaluator returns an evaluator for one thread.
	NewEvaluator func() Evaluator
	// NewLevelEvaluator returns an evaluator for levels below full strength; nil means NewEvaluator.
	NewLevelEvaluator func() Evaluator
	// OpenEvaluator opens a file, such as a network, and returns a function like NewEvaluator. If it is
	// nil, there is no option EvalFile.
	OpenEvaluator func(file string) (func() Evaluator, error)
	// Threads is the number of search threads; 0 means 1.
	Threads int
	// Hash is the size of the hash table in MiB; 0 means DefaultHash.
	Hash int
	// MultiPV is the number of best moves that get a principal variation; 0
	// means 1.
	MultiPV int
	// Off are the techniques that are switched off.
	Off Technique
	// FullPlies is the number of plies from the root on in which no move and no node
	// is pruned, to verify that a move is the only good one.
	FullPlies int
	// Level is the playing level: from 1 to 10 (full strength), or from
	// FirstBeginner on those of the beginners, the weakest first. 0 means 10.
	Level int
	// Seed determines the errors of levels below full strength. With 0, every
	// game gets a random seed.
	Seed uint64
	// MoveOverhead is the part of a clock that is reserved for each move, for
	// delays between the engine and the clock; 0 means DefaultMoveOverhead.
	MoveOverhead time.Duration
	// Poll, if not nil, is called about every 500 nodes of the first thread,
	// with the nodes of all threads. If it returns true, the search ends, as when
	// its context is done. It is for programs without another thread that could
	// cancel the context.
	Poll func(nodes uint64) bool
}

// Bounds and defaults of a Config.
const (
	DefaultHash = 16
	MaxHash     = 1 << 16
	MaxThreads  = 256
	MaxMultiPV  = wotn.MaxMoves
	// MaxLevel is the level of full strength.
	MaxLevel = engines.FullLevel
	// FirstBeginner is the level of the weakest of the Beginners.
	FirstBeginner = engines.FirstBeginner
	Beginners     = engines.Beginners

	DefaultMoveOverhead = 10 * time.Millisecond
)

// SimpleOff switches off everything that a simple opponent lacks, against which
// stronger versions are measured. Left are alpha-beta with iterative deepening
// and a quiescence search of captures and promotions.
const SimpleOff = AllTechniques &^ (Quiescence | QuietPromotions)

func (c *Config) setDefaults() {
	if c.NewEvaluator == nil {
		panic("search: Config.NewEvaluator is not set")
	}
	c.Threads = max(1, min(MaxThreads, c.Threads))
	if c.Hash == 0 {
		c.Hash = DefaultHash
	}
	c.Hash = max(1, min(MaxHash, c.Hash))
	c.MultiPV = max(1, min(MaxMultiPV, c.MultiPV))
	if c.MoveOverhead <= 0 {
		c.MoveOverhead = DefaultMoveOverhead
	}
	if !engines.ValidLevel(c.Level) {
		c.Level = MaxLevel
	}
}
