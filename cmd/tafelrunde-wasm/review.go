//go:build js && wasm

package main

import (
	"syscall/js"

	"tafelrunde/internal/review"
)

// reviewClassify compares a move of Way of the Knight or chess with the best
// one. Its arguments are the move and the evaluations of the positions before and
// after it.
func reviewClassify(args []js.Value) (any, problems) {
	v := review.Classify(str(args[0]), evaluated(args[1]), evaluated(args[2]))
	return object{
		"kind":       string(v.Kind),
		"loss":       int(v.Loss + 0.5),
		"solves":     review.Solves(v.Loss),
		"only":       v.Only,
		"allowsMate": v.AllowsMate,
		"missesMate": v.MissesMate,
	}, nil
}

// evaluated converts an Evaluated of the contract.
func evaluated(v js.Value) review.Position {
	p := review.Position{Share: v.Get("share").Float(), Second: -1, Best: str(v.Get("best")), Mate: number(v.Get("mate"))}
	if second := v.Get("second"); second.Type() == js.TypeNumber {
		p.Second = second.Float()
	}
	return p
}

// reviewAccuracy returns the accuracy of moves with these losses in whole
// percent, or null without moves.
func reviewAccuracy(args []js.Value) (any, problems) {
	losses := make([]float64, args[0].Length())
	for i := range losses {
		losses[i] = args[0].Index(i).Float()
	}
	accuracy, ok := review.Accuracy(losses)
	if !ok {
		return nil, nil
	}
	return int(accuracy + 0.5), nil
}
