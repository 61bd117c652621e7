package search

import (
	"time"

	"tafelrunde/wotn"
)

// Evaluator judges positions. Each thread of a search has its own.
type Evaluator interface {
	// Evaluate returns the worth of p to the side to move, in centipawns. It
	// is not asked about mate or stalemate.
	Evaluate(p *wotn.Position) int
	// Values returns what a man of each kind is worth in an exchange, in
	// centipawns; a higher level must not be worth less than the next lower
	// one along its ways. The king's is that of a king that may be taken.
	Values(w wotn.Variant) [wotn.NumKinds]int
}

// Options are what an Engine keeps from search to search. The zero value of
// every field but NewEvaluator is a usable default.
type Options struct {
	// NewEvaluator makes a thread's evaluator. It must be set.
	NewEvaluator func() Evaluator
	// Threads is the number of threads that search, 1 if zero.
	Threads int
	// Hash is the size of the hash table in MiB, DefaultHash if zero.
	Hash int
	// MultiPV is how many of the best moves get lines of their own, 1 if zero.
	MultiPV int
	// Off are techniques not to use.
	Off Technique
	// Level is the playing strength from 1 (beginner) to 10 (full), see
	// level.go; 0 is full strength.
	Level int
	// Seed varies what a Level below 10 plays.
	Seed uint64
	// MoveOverhead is set aside for each move on a game's clock, for what the
	// move takes to reach it; DefaultMoveOverhead if zero.
	MoveOverhead time.Duration
}

// Limits of the options.
const (
	DefaultHash = 16
	MaxHash     = 1 << 16
	MaxThreads  = 256
	MaxMultiPV  = wotn.MaxMoves
	MaxLevel    = 10

	DefaultMoveOverhead = 10 * time.Millisecond
)

// SimpleOff are the techniques that the simple opponent goes without, which
// stronger versions are measured against: what is left is alpha-beta with
// iterative deepening that plays captures and rises out.
const SimpleOff = AllTechniques &^ (Quiescence | QuietRises)

func (o *Options) setDefaults() {
	if o.NewEvaluator == nil {
		panic("search: Options.NewEvaluator is not set")
	}
	o.Threads = max(1, min(MaxThreads, o.Threads))
	if o.Hash == 0 {
		o.Hash = DefaultHash
	}
	o.Hash = max(1, min(MaxHash, o.Hash))
	o.MultiPV = max(1, min(MaxMultiPV, o.MultiPV))
	if o.MoveOverhead <= 0 {
		o.MoveOverhead = DefaultMoveOverhead
	}
	if o.Level <= 0 || o.Level > MaxLevel {
		o.Level = MaxLevel
	}
}
