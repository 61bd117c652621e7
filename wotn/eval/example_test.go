package eval_test

import (
	"fmt"

	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

func ExampleEvaluator_Evaluate() {
	p, err := wotn.ParsePosition(wotn.Standard, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(eval.New().Evaluate(&p) > 200)
	// Output: true
}

func ExampleParseWeights() {
	w, err := eval.ParseWeights("material.Q 950 990\ntempo 14 10\n")
	fmt.Println(w.Material[wotn.Queen], w.Tempo, err)
	// Output: {950 990} {14 10} <nil>
}
