package net

import (
	"sync/atomic"

	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

var chosen atomic.Pointer[Network]

// Default returns the default network: the one that was set, or else that of the program. A program for browsers has none, so
// it is nil there.
func Default() *Network {
	if n := chosen.Load(); n != nil {
		return n
	}
	return embedded()
}

// SetDefault sets the default network of evaluators that are made from now on.
func SetDefault(n *Network) { chosen.Store(n) }

// New returns an evaluator with the default network.
func New() *Evaluator { return NewEvaluator(Default()) }

// Config returns the configuration of the engine: the default network at full strength, and networks of files. Levels below
// evaluate without a network; their strength was measured so.
func Config() search.Config {
	return search.Config{
		NewEvaluator:      func() search.Evaluator { return New() },
		NewLevelEvaluator: func() search.Evaluator { return eval.New() },
		OpenEvaluator:     OpenEvaluator,
	}
}
